//! The separator between the fields of a key.

use super::FieldLayout;

/// The separator between the fields of a key.
///
/// ```
/// use rowkey::{RowKey, Separator};
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '/')]
/// struct PathKey {
///     folder: String,
///     file: String,
/// }
///
/// assert_eq!(PathKey::LAYOUT.separator(), Separator::Delimiter('/'));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Separator {
    /// No separator: a variable-length field before another field is escaped.
    Escape,
    /// This character between all fields. The character with the same number represents a byte above 7F: `'\u{FF}'` for
    /// FF.
    Delimiter(#[cfg_attr(feature = "serde", serde(with = "super::file_values::separator"))] char),
    /// This character after each variable-length field. The last field has the character only if it is descending, or under
    /// `after`.
    Terminator(#[cfg_attr(feature = "serde", serde(with = "super::file_values::separator"))] char),
}

impl Separator {
    pub(crate) const fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }

    pub(crate) const fn terminator_width(self) -> usize {
        match self {
            Self::Escape => 2,
            Self::Delimiter(_) | Self::Terminator(_) => 1,
        }
    }

    /// Returns the least width of the terminator or the delimiter of a field. The value of an `Option` may be absent, and
    /// then has no terminator. `last` is true if the key ends after the field.
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
