//! What an explanation says.

use crate::error::DecodeErrorKind;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A stored key, part by part: its [`Display`](fmt::Display) is a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    pub(super) layout: String,
    pub(super) problem: Option<Problem>,
    pub(super) parts: Vec<ExplainedPart>,
}

/// One part of a key: the namespace, the salt, a field with its end, or bytes that belong to none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ExplainedPart {
    pub(super) kind: PartKind,
    pub(super) name: String,
    /// `None` for a part that was not reached.
    pub(super) offset: Option<usize>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::layout::file_values::hex::serialize"))]
    pub(super) bytes: Vec<u8>,
    pub(super) value: Option<String>,
    pub(super) note: Option<String>,
    pub(super) problem: Option<Problem>,
}

/// What an [`ExplainedPart`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum PartKind {
    /// The constant bytes in front.
    Namespace,
    /// The bytes computed from fields.
    Salt,
    /// A field, with what ends it.
    Field,
    /// Bytes that belong to no part.
    Rest,
}

/// What is wrong with a key, and where. Its [`Display`](fmt::Display) is that of the
/// [`DecodeError`](crate::DecodeError) that decoding gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Problem {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) place: Place,
    pub(super) field: Option<String>,
    pub(super) offset: usize,
    pub(super) reason: String,
}

/// What a problem's message begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Namespace,
    Salt,
    Field,
    Key,
}

impl Explanation {
    /// Of a key that begins with none of the layouts' namespaces.
    pub(crate) fn of_no_namespace<'a>(layouts: impl Iterator<Item = &'a str>, bytes: &[u8]) -> Self {
        let reason = DecodeErrorKind::NoNamespace.to_string();
        let problem = Problem { place: Place::Key, field: None, offset: 0, reason };
        let names: Vec<&str> = layouts.collect();
        let rest = ExplainedPart {
            kind: PartKind::Rest,
            name: "rest".into(),
            offset: Some(0),
            bytes: bytes.into(),
            value: None,
            note: None,
            problem: Some(problem.clone()),
        };
        Self { layout: names.join(" or "), problem: Some(problem), parts: [rest].into() }
    }

    /// The name of the layout.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// Whether the bytes are a key of the layout, as far as can be told: what cannot be judged is taken to be right, and
    /// has a [`note`](ExplainedPart::note).
    pub fn is_ok(&self) -> bool {
        self.problem.is_none()
    }

    /// What decoding would report. Parts may have further problems.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// The parts in order. Their bytes one after the other are the key.
    pub fn parts(&self) -> &[ExplainedPart] {
        &self.parts
    }
}

impl ExplainedPart {
    /// What it is.
    pub fn kind(&self) -> PartKind {
        self.kind
    }

    /// The field's name; else what it is.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it stands in the key. A part that the key ends before, or that stands behind a part whose end could not be
    /// found, has no bytes and stands nowhere.
    pub fn range(&self) -> Option<core::ops::Range<usize>> {
        self.offset.map(|offset| offset..offset + self.bytes.len())
    }

    /// Its bytes as they stand in the key, with the delimiter or other end of a field.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its value, where the bytes tell it.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// Why its value is not known or not checked.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What is wrong with it.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }
}

impl Problem {
    /// The field whose bytes are wrong; `None` for the salt, the namespace and bytes after the key's end.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// The byte of the key at which it went wrong, counted from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place, &self.field) {
            (Place::Field, Some(field)) => write!(f, "field `{field}`")?,
            (Place::Namespace, _) => f.write_str("namespace")?,
            (Place::Salt, _) => f.write_str("salt")?,
            (Place::Field | Place::Key, _) => f.write_str("key")?,
        }
        write!(f, " at byte {}: {}", self.offset, self.reason)
    }
}
