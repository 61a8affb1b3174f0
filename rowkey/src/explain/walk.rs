//! Explains a key: reads its parts in order, as decoding does, but continues after a problem if the offset of the next
//! part is known.

use super::explanation::{ExplainedPart, Explanation, PartKind, Problem, Subject};
use crate::ascii::separator_byte;
use crate::codec::checks::Checks;
use crate::codec::delimited::expect_delimiter;
use crate::codec::shown::{Shown, WrongField};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::{FieldLayout, KeySalt, Layout, PartName, SaltLayout, Separator};
use crate::wire::integer::Number;
use crate::wire::reader::Reader;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the parts of a key whose bytes depend on its values. A key type reads them with its own codecs. A program without
/// the type can read them as a layout describes them.
pub trait ReadParts {
    /// Reads the field at `index` with its terminator, but without a delimiter.
    ///
    /// # Errors
    /// The bytes are not a value of the field.
    fn read_field(&self, index: usize, reader: &mut Reader<'_>) -> Result<Shown, WrongField>;

    /// Computes the salt of a key whose salted fields have these bytes. `number` is the value of the first salted field,
    /// if this field is an integer.
    fn salt(&self, salt: &SaltLayout, salted: &[&[u8]], number: Option<Number>) -> Salted;
}

/// The result of computing a salt. `Unknown` contains the reason.
#[derive(Debug)]
pub enum Salted {
    /// The bytes of the salt.
    Known(Vec<u8>),
    /// The writer chooses the bucket, so every bucket is valid.
    Random,
    /// The salt cannot be computed, for this reason.
    Unknown(String),
}

impl ReadParts for Checks {
    fn read_field(&self, index: usize, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        match self.fields.get(index) {
            Some(show) => show(reader),
            // Not reached: there is a function for each field.
            None => Ok(Shown::default()),
        }
    }

    fn salt(&self, salt: &SaltLayout, salted: &[&[u8]], number: Option<Number>) -> Salted {
        match self.salt {
            Some(compute) => Salted::Known(compute(salted)),
            None if salt.is_random() => Salted::Random,
            None => salt.modulo(number),
        }
    }
}

/// Explains a key of a key type with these codecs.
pub(crate) fn explain(layout: &Layout, bytes: &[u8], checks: &Checks) -> Explanation {
    explain_parts(layout, bytes, checks)
}

/// Returns the number of bytes before the sort key: the partition key of the stored key. `bytes` can also be the beginning of a
/// key. Returns `None` if the layout has no sort key, or if the bytes do not contain the whole partition key, or if `parts` cannot
/// find the end of a field.
pub fn partition_key_len(layout: &Layout, bytes: &[u8], parts: &dyn ReadParts) -> Option<usize> {
    let mut reader = Reader::new(bytes);
    reader.raw(layout.fields_offset()).ok()?;
    for (index, (field, last)) in layout.fields_and_last().enumerate().take(layout.sort_key()?) {
        reader.raw(field.before().len()).ok()?;
        let shown = parts.read_field(index, &mut reader).ok()?;
        if shown.unknown_end {
            return None;
        }
        layout.skip_delimiter(last, &shown, &mut reader).ok()?;
        reader.raw(field.bytes_after().len()).ok()?;
    }
    Some(reader.offset())
}

/// Explains a key part by part. Never fails: if the bytes are not a key, the explanation says why.
pub fn explain_parts(layout: &Layout, bytes: &[u8], parts: &dyn ReadParts) -> Explanation {
    let mut walk = Walk {
        layout,
        bytes,
        parts,
        wrong_length: layout.wrong_length(bytes.len()),
        explained: Vec::with_capacity(layout.fields().len() + 2),
        contents: Vec::with_capacity(layout.fields().len()),
        unknown_end: false,
    };
    walk.read_fields();
    // Decoding reports problems in this order: a wrong namespace, the length of a fixed-width key, the fields, the salt.
    let problems = || walk.explained.iter().filter_map(|part| part.problem.as_ref());
    let is_about_salt = |problem: &Problem| problem.subject == Subject::Salt;
    let length_problem = walk.wrong_length.as_ref().filter(|_| bytes.starts_with(layout.namespace()));
    let part_problem = || problems().find(|problem| !is_about_salt(problem)).or_else(|| problems().next());
    let problem = length_problem.or_else(part_problem).cloned();
    Explanation { layout: layout.name().into(), problem, parts: walk.explained }
}

impl Layout {
    /// Returns the delimiter after a field, if the key has a delimiter there. `last` is true if the key ends after the
    /// field.
    fn delimiter_after(&self, last: bool) -> Option<u8> {
        match self.separator() {
            Separator::Delimiter(delimiter) if !last => Some(separator_byte(delimiter)),
            _ => None,
        }
    }

    /// Reads the delimiter after a field, if there is one. A field with a terminator has no delimiter.
    pub(crate) fn skip_delimiter(&self, last: bool, shown: &Shown, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
        match self.delimiter_after(last) {
            Some(delimiter) if shown.terminator_width == 0 => expect_delimiter(reader, delimiter),
            _ => Ok(()),
        }
    }

    /// Returns the problem of a key with a wrong length, if all keys of the layout have the same length.
    fn wrong_length(&self, key_len: usize) -> Option<Problem> {
        let fixed_len = self.fixed_len().filter(|len| *len != key_len)?;
        if key_len > fixed_len {
            return Some(Problem::key(fixed_len, &DecodeErrorKind::Trailing { count: key_len - fixed_len }));
        }
        let (name, start, expected) = self.part_at(key_len)?;
        let kind = DecodeErrorKind::Truncated { expected, found: key_len - start };
        Some(match name {
            PartName::Field(name) => Problem::in_field(name, start, kind.to_string()),
            PartName::Salt => Problem::salt(start, &kind),
            PartName::Constant => Problem::key(start, &kind),
        })
    }
}

impl Problem {
    fn key(offset: usize, kind: &DecodeErrorKind) -> Self {
        Self { subject: Subject::Key, field: None, offset, reason: kind.to_string() }
    }

    fn in_field(name: &str, offset: usize, reason: String) -> Self {
        Self { subject: Subject::Field, field: Some(name.to_owned()), offset, reason }
    }

    fn salt(offset: usize, kind: &DecodeErrorKind) -> Self {
        Self { subject: Subject::Salt, field: None, offset, reason: kind.to_string() }
    }
}

struct Walk<'a> {
    layout: &'a Layout,
    bytes: &'a [u8],
    parts: &'a dyn ReadParts,
    wrong_length: Option<Problem>,
    explained: Vec<ExplainedPart>,
    /// For each field: the range of its content, and its value if the field is an integer. `None` if the field is not
    /// reached or not valid. The salt is computed from these contents.
    contents: Vec<Option<(Range<usize>, Option<Number>)>>,
    /// True if the walk stopped at a field with a custom codec, because only the user's program knows where this field
    /// ends.
    unknown_end: bool,
}

impl Walk<'_> {
    fn read_fields(&mut self) {
        let mut reader = Reader::new(self.bytes);
        self.read_namespace(&mut reader);
        let salt_index = self.read_salt(&mut reader);
        // True while the offset of the next part is known and is not beyond the end of the key. Once this is false, the
        // remaining parts are not reached.
        let mut is_reached = self.bytes.len() >= self.layout.fields_offset();
        for (index, (field, last)) in self.layout.fields_and_last().enumerate() {
            is_reached = self.read_constant(field.before(), is_reached, &mut reader);
            if is_reached {
                is_reached = self.read_field(index, last, &mut reader);
            } else {
                self.push_not_reached(PartKind::Field, field.name());
                self.contents.push(None);
            }
            is_reached = self.read_constant(field.bytes_after(), is_reached, &mut reader);
        }
        let offset = reader.offset();
        let rest = self.bytes.get(offset..).unwrap_or_default();
        if is_reached && !rest.is_empty() {
            let problem = Problem::key(offset, &DecodeErrorKind::Trailing { count: rest.len() });
            self.push(PartKind::Rest, "rest", offset, rest).problem = Some(problem);
        }
        if let (Some(index), Some(salt)) = (salt_index, self.layout.salt()) {
            self.check_salt(index, salt, is_reached, !rest.is_empty());
        }
    }

    fn push(&mut self, kind: PartKind, name: &str, offset: usize, bytes: &[u8]) -> &mut ExplainedPart {
        self.explained.push(ExplainedPart {
            kind,
            name: name.to_owned(),
            offset: Some(offset),
            bytes: bytes.to_owned(),
            value: None,
            note: None,
            problem: None,
        });
        let last = self.explained.len() - 1;
        #[allow(clippy::indexing_slicing, reason = "the part was pushed just now")]
        &mut self.explained[last]
    }

    fn read_namespace(&mut self, reader: &mut Reader<'_>) {
        let expected = self.layout.namespace();
        if expected.is_empty() {
            return;
        }
        let found = read_up_to(reader, expected.len());
        let part = self.push(PartKind::Namespace, "namespace", 0, found);
        if found == expected {
            part.value = Some(format!("\"{}\"", expected.escape_ascii()));
        } else {
            let reason = format!("expected \"{}\"", expected.escape_ascii());
            part.problem = Some(Problem { subject: Subject::Namespace, field: None, offset: 0, reason });
        }
    }

    /// Reads the bytes of the salt, which [`check_salt`](Self::check_salt) checks after the fields are read. Returns
    /// the index of the salt in `explained`, or `None` if the layout has no salt or the key is too short.
    fn read_salt(&mut self, reader: &mut Reader<'_>) -> Option<usize> {
        let salt = self.layout.salt()?;
        let offset = reader.offset();
        if offset < self.layout.namespace().len() {
            self.push_not_reached(PartKind::Salt, "salt");
            return None;
        }
        let found = read_up_to(reader, salt.layout.width);
        let index = self.explained.len();
        let part = self.push(PartKind::Salt, "salt", offset, found);
        if found.len() < salt.layout.width {
            let kind = DecodeErrorKind::Truncated { expected: salt.layout.width, found: found.len() };
            part.problem = Some(Problem::salt(offset, &kind));
            return None;
        }
        part.value = salt.layout.bucket_text(found);
        Some(index)
    }

    /// Reads constant bytes if `is_reached` is true, and otherwise adds a part that is not reached. Returns whether the
    /// offset of the next part is known.
    fn read_constant(&mut self, expected: &[u8], is_reached: bool, reader: &mut Reader<'_>) -> bool {
        if expected.is_empty() {
            return is_reached;
        }
        if !is_reached {
            self.push_not_reached(PartKind::Constant, "constant");
            return false;
        }
        let offset = reader.offset();
        let found = read_up_to(reader, expected.len());
        let problem = (found != expected).then(|| match &self.wrong_length {
            Some(problem) if found.len() < expected.len() && problem.offset == offset => problem.clone(),
            _ => Problem::key(offset, &DecodeErrorKind::Constant { expected: expected.into() }),
        });
        let part = self.push(PartKind::Constant, "constant", offset, found);
        part.value = problem.is_none().then(|| format!("\"{}\"", expected.escape_ascii()));
        part.problem = problem;
        found.len() == expected.len()
    }

    /// Reads a field. Returns whether the offset of the next part is known.
    fn read_field(&mut self, index: usize, last: bool, reader: &mut Reader<'_>) -> bool {
        let Some(layout) = self.layout.fields().get(index) else { return false };
        let start = reader.offset();
        let (mut value, mut note, mut wrong) = (None, None, None);
        let mut content = None;
        let mut unknown_end = false;
        match self.parts.read_field(index, reader) {
            Ok(shown) if shown.unknown_end => {
                // If this is the last field, all remaining bytes belong to the field.
                unknown_end = !last;
                content = last.then(|| (start..reader.offset(), None));
                (value, note) = (shown.text.filter(|_| last), shown.note);
            }
            Ok(shown) => {
                let end = reader.offset() - shown.terminator_width;
                content = Some((start..end, shown.number));
                wrong = self.layout.skip_delimiter(last, &shown, reader).err().map(WrongField::from);
                (value, note) = (shown.text, shown.note);
            }
            Err(wrong_field) => {
                // The end of a fixed-width field is known, whatever its bytes are.
                if let (Some(width), false) = (layout.encoding().fixed_width(), is_truncated(&wrong_field)) {
                    let missing = start.saturating_add(width).saturating_sub(reader.offset());
                    read_up_to(reader, missing);
                    read_up_to(reader, self.layout.delimiter_after(last).map_or(0, |_| 1));
                }
                wrong = Some(wrong_field);
            }
        }
        let end_is_found = wrong.as_ref().map_or(!unknown_end, |wrong| {
            !is_truncated(wrong)
                && (wrong.end_is_known || layout.encoding().fixed_width().is_some() || content.is_some())
        });
        self.unknown_end |= unknown_end;
        if !end_is_found {
            let rest = reader.remaining();
            read_up_to(reader, rest);
        }
        let bytes = self.bytes.get(start..reader.offset()).unwrap_or_default();
        let problem = wrong.map(|wrong| self.problem_of(layout, &wrong));
        if self.layout.sort_key() == Some(index) {
            note.get_or_insert_with(|| "the sort key begins here".into());
        }
        let explained = self.push(PartKind::Field, layout.name(), start, bytes);
        (explained.value, explained.note, explained.problem) = (value, note, problem);
        self.contents.push(content);
        end_is_found
    }

    /// Returns the problem of a field. If a fixed-width key ends within the field, returns the problem that decoding
    /// reports, which is about the length of the key.
    fn problem_of(&self, layout: &FieldLayout, wrong: &WrongField) -> Problem {
        match &self.wrong_length {
            Some(problem) if is_truncated(wrong) && problem.field() == Some(layout.name()) => problem.clone(),
            _ => Problem::in_field(layout.name(), wrong.error.offset(), wrong.reason()),
        }
    }

    fn push_not_reached(&mut self, kind: PartKind, name: &str) {
        let explained = self.push(kind, name, 0, &[]);
        explained.offset = None;
        explained.note = Some("not reached".into());
    }

    /// Compares the stored salt with the salt that is computed from the fields. `index` is the index of the salt in
    /// `explained`.
    fn check_salt(&mut self, index: usize, salt: &KeySalt, all_fields_read: bool, has_rest: bool) {
        let start = self.layout.fields_offset();
        let sources: Option<Vec<(&[u8], Option<Number>)>> = if salt.layout.is_random() {
            Some(Vec::new())
        } else if salt.of().is_empty() {
            self.bytes.get(start..).filter(|_| all_fields_read && !has_rest).map(|bytes| [(bytes, None)].into())
        } else {
            let source = |index: &usize| {
                let (range, number) = self.contents.get(*index)?.as_ref()?;
                Some((self.bytes.get(range.clone())?, *number))
            };
            salt.of().iter().map(source).collect()
        };
        let salted = sources.map(|sources| {
            let bytes: Vec<&[u8]> = sources.iter().map(|(bytes, _)| *bytes).collect();
            self.parts.salt(&salt.layout, &bytes, sources.first().and_then(|(_, number)| *number))
        });
        let Some(part) = self.explained.get_mut(index) else { return };
        let offset = part.offset.unwrap_or(0);
        let no_bucket = || {
            let has_no_bucket = salt.layout.bucket_text(&part.bytes).is_none() && salt.layout.has_buckets();
            has_no_bucket.then(|| {
                let kind = DecodeErrorKind::NoBucket { found: part.bytes.clone(), is_text: salt.layout.is_text() };
                Problem::salt(offset, &kind)
            })
        };
        match salted {
            Some(Salted::Known(expected)) if expected != part.bytes => {
                let kind =
                    DecodeErrorKind::Salt { expected, found: part.bytes.clone(), is_text: salt.layout.is_text() };
                part.problem = Some(Problem::salt(offset, &kind));
            }
            Some(Salted::Known(_)) => {}
            Some(Salted::Random) => {
                part.problem = no_bucket();
                part.note = Some("chosen by the writer".into());
            }
            Some(Salted::Unknown(why)) => {
                part.problem = no_bucket();
                part.note = Some(why);
            }
            None if self.unknown_end => {
                part.note = Some("not checked: only the program knows where a field ends".into());
            }
            None if all_fields_read && has_rest => {
                part.note = Some("not checked: bytes follow the last field, and the salt is of the whole key".into());
            }
            None => part.note = Some("not checked: a field from which the salt is computed is wrong".into()),
        }
    }
}

fn read_up_to<'a>(reader: &mut Reader<'a>, len: usize) -> &'a [u8] {
    reader.raw(len.min(reader.remaining())).unwrap_or_default()
}

fn is_truncated(wrong: &WrongField) -> bool {
    matches!(wrong.error.kind(), DecodeErrorKind::Truncated { .. })
}
