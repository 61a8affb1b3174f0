//! [`Explanation`]: the result of explaining a key, with its parts and their problems.

use crate::error::DecodeErrorKind;
use crate::layout::Layout;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A stored key, explained part by part. Its [`Display`](fmt::Display) is a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    pub(super) layout: String,
    pub(super) problem: Option<Problem>,
    pub(super) parts: Vec<ExplainedPart>,
}

/// One part of a key: the namespace, the salt, a field with its terminator or delimiter, the constant bytes before or
/// after a field, or the bytes after the end of the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedPart {
    pub(super) kind: PartKind,
    pub(super) name: String,
    /// `None` for a part that was not reached: see [`Self::range`].
    pub(super) offset: Option<usize>,
    pub(super) bytes: Vec<u8>,
    pub(super) value: Option<String>,
    pub(super) note: Option<String>,
    pub(super) problem: Option<Problem>,
}

/// The kind of an [`ExplainedPart`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// The constant bytes at the start of every key.
    Namespace,
    /// The salt, which comes before the fields and spreads the keys.
    Salt,
    /// The constant bytes before or after a field.
    Constant,
    /// A field, with its terminator or delimiter.
    Field,
    /// The bytes after the end of the key. If the bytes match no layout of a key space, a single part of this kind
    /// contains all bytes.
    Rest,
}

/// A problem of a key, and its offset. [`Display`](fmt::Display) prints a problem like the
/// [`DecodeError`](crate::DecodeError) that decoding returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub(super) subject: Subject,
    pub(super) field: Option<String>,
    pub(super) offset: usize,
    pub(super) reason: String,
}

/// The part of the key that the message of a problem names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Namespace,
    Salt,
    Field,
    Key,
}

impl Explanation {
    /// Explains bytes that match none of the layouts. If a layout matches the beginning of the bytes, a note says what
    /// is wrong for the layout that matches the most bytes.
    #[doc(hidden)]
    pub fn of_no_kind(layouts: &[&Layout], explanations: impl Iterator<Item = Self>, bytes: &[u8]) -> Self {
        let reason = DecodeErrorKind::NoKind.to_string();
        let problem = Problem { subject: Subject::Key, field: None, offset: 0, reason };
        // Takes the first wrong part, because `Explanation::problem` can be about the length of the key.
        let problems = layouts.iter().zip(explanations).filter_map(|(layout, explanation)| {
            Some((*layout, explanation.parts.into_iter().find_map(|part| part.problem)?))
        });
        // If several layouts match the same number of bytes, the note names the first of these layouts.
        let closest = problems.reduce(|a, b| if b.1.offset > a.1.offset { b } else { a });
        let note = closest.filter(|(_, problem)| problem.offset > 0);
        // Two versions of a key type in different modules have the same name.
        let name = |layout: &Layout| {
            let is_unique = layouts.iter().filter(|other| other.name() == layout.name()).count() < 2;
            match layout.namespace() {
                namespace if is_unique || namespace.is_empty() => layout.name().into(),
                namespace => format!("{} (namespace \"{}\")", layout.name(), namespace.escape_ascii()),
            }
        };
        let note = note.map(|(layout, problem)| format!("as a key of {}: {problem}", name(layout)));
        let names: Vec<String> = layouts.iter().copied().map(name).collect();
        let rest = ExplainedPart {
            kind: PartKind::Rest,
            name: "rest".into(),
            offset: Some(0),
            bytes: bytes.into(),
            value: None,
            note,
            problem: Some(problem.clone()),
        };
        Self { layout: names.join(" or "), problem: Some(problem), parts: [rest].into() }
    }

    /// Returns the name of the layout. If the bytes match no layout of a key space, returns the names of all its
    /// layouts, such as `OrderKey or CustomerKey`.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// Returns whether no part of the key has a problem.
    ///
    /// If the explanation comes from a key type, as with [`RowKey::explain`](crate::RowKey::explain), the bytes are then a
    /// key of this type. A [`Layout`] alone cannot check every part, because it does not contain the functions of the
    /// program. It does not check a hash, the value of a field with a codec, or the parts after a codec whose end only the
    /// program finds. Such a part counts as valid and has a [`note`](ExplainedPart::note).
    pub fn is_ok(&self) -> bool {
        self.problem.is_none()
    }

    /// Returns the problem that decoding reports. [`ExplainedPart::problem`] returns the problem of each part.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Returns the parts in the order of the key. All bytes of the parts together are the key.
    pub fn parts(&self) -> &[ExplainedPart] {
        &self.parts
    }
}

impl ExplainedPart {
    /// Returns the kind of the part.
    pub fn kind(&self) -> PartKind {
        self.kind
    }

    /// Returns the name of the field. Returns `namespace`, `salt`, `constant` or `rest` for other parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the range of the part's bytes in the key. Returns `None` for a part that was not reached, because the
    /// key ends before the part, or because the end of an earlier part could not be found.
    pub fn range(&self) -> Option<core::ops::Range<usize>> {
        self.offset.map(|offset| offset..offset + self.bytes.len())
    }

    /// Returns the stored bytes of the part. The bytes of a field include its terminator or delimiter.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the value as text. Returns `None` if the bytes do not determine the value.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// Returns the reason why the value is not known or not checked.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Returns what is wrong with the part.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }
}

impl Problem {
    /// Returns the name of the field whose bytes are wrong. Returns `None` for the namespace, the salt, constant bytes,
    /// bytes after the end of the key, and bytes that match no layout of a key space.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Returns the offset of the problem in the key, counted from 0. If a single byte is wrong, such as a byte that is
    /// not a digit, this is the offset of the byte. Otherwise it is the start of the wrong part, such as a part that is
    /// cut off.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns what is wrong.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.subject, &self.field) {
            (Subject::Field, Some(field)) => write!(f, "field `{field}`")?,
            (Subject::Namespace, _) => f.write_str("namespace")?,
            (Subject::Salt, _) => f.write_str("salt")?,
            (Subject::Field | Subject::Key, _) => f.write_str("key")?,
        }
        write!(f, " at byte {}: {}", self.offset, self.reason)
    }
}
