//! What reading a field comes to.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::integer::Number;
use alloc::string::{String, ToString};

/// What a field's bytes are.
pub(super) struct Found {
    /// The value, unless the bytes do not tell it.
    pub(super) text: Option<String>,
    /// Why they do not.
    pub(super) note: Option<String>,
    /// The value of an integer.
    pub(super) number: Option<Number>,
    /// How many of the bytes are the field's end.
    pub(super) end_width: usize,
}

/// Why bytes are no value.
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) reason: String,
    /// The key ends too early.
    pub(super) truncated: bool,
    /// The field was read to its end, and what follows it can be read.
    pub(super) bounded: bool,
}

impl Found {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), note: None, number: None, end_width: 0 }
    }

    pub(super) fn number(number: Number) -> Self {
        Self { number: Some(number), ..Self::plain(number.to_string()) }
    }

    pub(super) fn unjudged(note: impl Into<String>) -> Self {
        Self { text: None, note: Some(note.into()), number: None, end_width: 0 }
    }

    pub(super) fn ended(self, end_width: usize) -> Self {
        Self { end_width, ..self }
    }
}

impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        let truncated = matches!(error.kind(), DecodeErrorKind::Truncated { .. });
        // The content was read to its end before it was looked at.
        let bounded = matches!(error.kind(), DecodeErrorKind::NotUtf8 | DecodeErrorKind::NoDelimiter { .. });
        Self { offset: error.offset(), reason: error.kind().to_string(), truncated, bounded }
    }
}
