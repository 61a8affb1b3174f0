//! The result of reading a field by its layout: a [`ReadField`], or a [`Fault`].

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::integer::Number;
use alloc::format;
use alloc::string::{String, ToString};

/// A field whose bytes could be read.
pub(super) struct ReadField {
    /// The value as text, or `None` if the bytes do not determine the value.
    pub(super) text: Option<String>,
    /// The reason why the value is not known or not checked.
    pub(super) note: Option<String>,
    /// The value as a number, if the field is an integer.
    pub(super) number: Option<Number>,
    pub(super) terminator_width: usize,
    /// True if only the user's program knows where the field ends. In this case, all remaining bytes of the key were
    /// read.
    pub(super) unknown_end: bool,
}

/// The error of a field whose bytes are not a valid value.
pub(super) struct Fault {
    pub(super) error: DecodeError,
    /// True if the end of the field was found, so that the next field can be read.
    pub(super) end_is_known: bool,
}

impl ReadField {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), note: None, number: None, terminator_width: 0, unknown_end: false }
    }

    pub(super) fn number(number: Number) -> Self {
        Self { number: Some(number), ..Self::plain(number.to_string()) }
    }

    pub(super) fn unchecked(note: impl Into<String>) -> Self {
        Self { text: None, note: Some(note.into()), number: None, terminator_width: 0, unknown_end: false }
    }

    pub(super) fn with_terminator(self, terminator_width: usize) -> Self {
        Self { terminator_width, ..self }
    }
}

impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        // These errors are detected only after the end of the content was found.
        let end_is_known = matches!(
            error.kind(),
            DecodeErrorKind::NotUtf8 | DecodeErrorKind::ModifiedUtf8 | DecodeErrorKind::NoDelimiter { .. }
        );
        Self { error, end_is_known }
    }
}

impl Fault {
    pub(super) fn is_truncated(&self) -> bool {
        matches!(self.error.kind(), DecodeErrorKind::Truncated { .. })
    }

    pub(super) fn reason(&self) -> String {
        format!("{}{}", self.error.kind(), self.error.complement_note())
    }
}
