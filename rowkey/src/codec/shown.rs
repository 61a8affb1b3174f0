//! What `explain` shows of a field. Each codec shows its own values: see [`FieldCodec::show`].

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::return_self_not_must_use,
    clippy::len_without_is_empty,
    reason = "public only for the packages `rowkey-explain` and `rowkey-cli`"
)]

use crate::codec::DecodeField;
use crate::codec::position::Position;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::integer::Number;
use crate::wire::reader::Reader;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[cfg(doc)]
use crate::codec::FieldCodec;

/// The text for a field of a struct or for an element whose value is not known, such as `city` in `{city: ?}`.
pub const UNKNOWN: &str = "?";

/// A field whose bytes are valid.
#[derive(Debug, Default)]
pub struct Shown {
    /// The value as text, or `None` if the bytes do not determine the value.
    pub text: Option<String>,
    /// The reason why the value is not known or not checked.
    pub note: Option<String>,
    /// The value as a number, if the field is an integer.
    pub number: Option<Number>,
    pub terminator_width: usize,
    /// True if only the user's program knows where the field ends. In this case, all remaining bytes of the key were
    /// read. Never true if the codec itself has read the field.
    pub unknown_end: bool,
}

/// A field whose bytes are not a valid value.
#[derive(Debug)]
pub struct WrongField {
    pub error: DecodeError,
    /// True if the end of the field was found, so that the next field can be read.
    pub end_is_known: bool,
}

impl Shown {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    pub fn number(number: Number) -> Self {
        Self { number: Some(number), ..Self::plain(number.to_string()) }
    }

    pub fn unchecked(note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..Self::default() }
    }

    pub fn with_terminator(self, terminator_width: usize) -> Self {
        Self { terminator_width, ..self }
    }

    /// Wraps the value, as in `Some(..)`.
    pub fn in_some(self) -> Self {
        Self { text: self.text.map(|text| format!("Some({text})")), number: None, ..self }
    }
}

impl WrongField {
    pub fn with_known_end(error: DecodeError) -> Self {
        Self { error, end_is_known: true }
    }

    /// The error of a part of a struct, an array or a list: where the next field of the key begins is not known.
    pub fn within(self) -> Self {
        Self { end_is_known: false, ..self }
    }

    /// Returns what is wrong, as the message of [`DecodeError`] says it.
    pub fn reason(&self) -> String {
        format!("{}{}", self.error.kind(), self.error.complement_note())
    }

    pub fn map(self, change: impl FnOnce(DecodeError) -> DecodeError) -> Self {
        Self { error: change(self.error), ..self }
    }
}

impl From<DecodeError> for WrongField {
    fn from(error: DecodeError) -> Self {
        // These errors are detected only after the end of the content was found.
        let end_is_known = matches!(
            error.kind(),
            DecodeErrorKind::NotUtf8 | DecodeErrorKind::ModifiedUtf8 | DecodeErrorKind::NoDelimiter { .. }
        );
        Self { error, end_is_known }
    }
}

/// Implements [`FieldCodec::show`] by decoding the value and printing it.
pub(crate) fn show_decoded<'de, T, C: DecodeField<'de, T, P>, P: Position>(
    reader: &mut Reader<'de>,
    show: impl FnOnce(T) -> Shown,
) -> Result<Shown, WrongField> {
    let (value, terminator_width) = C::decode(reader)?;
    Ok(show(value).with_terminator(terminator_width))
}

/// The elements of an array or a list as text, or the fields of a struct.
#[derive(Debug, Default)]
pub struct ShownParts {
    texts: Vec<String>,
    notes: Vec<String>,
    unknown_end: bool,
}

impl ShownParts {
    /// Adds a field of a struct.
    pub fn add_field(&mut self, name: &str, shown: Shown) {
        let text = shown.text.filter(|_| !shown.unknown_end);
        self.texts.push(format!("{name}: {}", text.as_deref().unwrap_or(UNKNOWN)));
        self.notes.extend(shown.note.map(|note| format!("{name}: {note}")));
        self.unknown_end |= shown.unknown_end;
    }

    /// Adds an element of an array or a list. The note of the first element with a note is kept.
    pub fn add_element(&mut self, shown: Shown) {
        let text = shown.text.filter(|_| !shown.unknown_end);
        self.texts.push(text.unwrap_or_else(|| UNKNOWN.into()));
        if self.notes.is_empty() {
            self.notes.extend(shown.note);
        }
        self.unknown_end |= shown.unknown_end;
    }

    /// Returns the value of a struct, or of the variant with this name: `{city: "c"}`, `Literal {text: "c"}`, `Iri`.
    pub fn of_variant(self, name: Option<&str>, has_no_fields: bool) -> Shown {
        match name {
            Some(name) if has_no_fields => Shown::plain(name),
            Some(name) => {
                let shown = self.within(["{", "}"]);
                Shown { text: shown.text.map(|text| format!("{name} {text}")), ..shown }
            }
            None => self.within(["{", "}"]),
        }
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns true if the end of the last part is not known, so that no further part can be read.
    pub fn has_unknown_end(&self) -> bool {
        self.unknown_end
    }

    /// Joins the parts between brackets, such as `{` and `}`.
    pub fn within(self, [open, close]: [&str; 2]) -> Shown {
        let note = (!self.notes.is_empty()).then(|| self.notes.join("; "));
        let unknown_end = self.unknown_end;
        Shown { note, unknown_end, ..Shown::plain(format!("{open}{}{close}", self.texts.join(", "))) }
    }
}
