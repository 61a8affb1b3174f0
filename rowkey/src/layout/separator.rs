//! The separator between the fields of a key, or after its variable-length fields.

use super::FieldLayout;

/// The separator between the fields of a key, or after its variable-length fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// No separator. A variable-length field before another field is escaped, and terminated by 00 00.
    Escape,
    /// This character between all fields. A byte above 7F is represented by the character with the same number:
    /// `'\u{FF}'` for FF.
    Delimiter(char),
    /// This character after each variable-length field. The last field has the character only if this field is
    /// descending, or has an `after`.
    Terminator(char),
}

impl Separator {
    /// Checks whether strings before this separator sort as their values do. Only 00 sorts before the other bytes of a
    /// longer string.
    pub(crate) const fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }

    pub(crate) const fn terminator_width(self) -> usize {
        match self {
            Self::Escape => 2,
            Self::Delimiter(_) | Self::Terminator(_) => 1,
        }
    }

    /// Returns the least width of the terminator or the delimiter of a field. In an optional string, only a `Some` has
    /// a terminator. `last` is true if the key ends after the field.
    pub(crate) const fn min_width(self, field: &FieldLayout, last: bool) -> usize {
        if field.encoding().is_terminated() && (!last || field.encoding().is_descending()) {
            self.terminator_width()
        } else if last {
            0
        } else {
            self.delimiter_width()
        }
    }

    pub(crate) const fn delimiter_width(self) -> usize {
        match self {
            Self::Delimiter(_) => 1,
            Self::Escape | Self::Terminator(_) => 0,
        }
    }
}
