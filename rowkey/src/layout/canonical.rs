//! The canonical form of a layout: two layouts have the same one exactly when they encode every value alike.
//!
//! The canonical form is the sequence of elements that make up a key, from its first byte to its last: constant bytes,
//! values, terminators, the salt. The fingerprint is the hash of this sequence. Where a layout can be written in two ways,
//! the canonical form picks one:
//!
//! - The names of fields and variants are left out. So are the limits of a field's type: `NonZero`, the greatest number
//!   under `#[pad(N)]`, the first and last day of a crate's date.
//! - A struct is replaced by its fields. `#[descending]` on a struct applies to each field, and two of them cancel out.
//! - The namespace, delimiters, the literals of a time format, and the salt of a single bucket are all constant bytes.
//! - A terminator belongs to the field that has it. A separator that no field uses leaves no trace.
//! - A value of one byte is never reversed. A value of zero bytes is left out.
//! - A salt lists the elements from which it is computed. The whole key and the list of all fields are the same list if
//!   nothing is between the fields.
//! - Taking all bytes of a digest from its end or from its start is the same. So are one of 256 buckets and the last byte
//!   of a digest of at most 8 bytes.
//!
//! One pair of equal layouts is not recognized: the digest of zero bytes is a constant, but is not replaced by it.

use super::salt::RANDOM_NAME;
use super::siphash::SipHash;
use super::{SaltForm, Separator};
use crate::digest;
use crate::wire::time_text::{FormatReader, TimePart};

/// The kinds of elements. A number is never reused for another kind, because fingerprints are pinned in source code.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Literal = 1,
    Terminator = 2,
    Salt = 3,
    Unsigned = 4,
    Signed = 5,
    Float = 6,
    Bool = 7,
    Char = 8,
    Digits = 9,
    Array = 10,
    Text = 11,
    Bytes = 12,
    PaddedText = 13,
    Some = 14,
    SomeEnd = 15,
    Hashed = 16,
    HashedEnd = 17,
    Codes = 18,
    Shard = 19,
    TimeNumber = 20,
    Value = 21,
    Custom = 22,
    OpenCustom = 23,
}

/// The rule by which the end of a variable-length field is found.
#[derive(Clone, Copy)]
enum End {
    Key,
    Escaped,
    Char(u8),
}

/// Where an element is and what surrounds it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    end: End,
    /// The same within a complement, where the last field has a terminator too.
    closed: End,
    /// The delimiter. It follows a `None` if a `Some` has a terminator.
    delimiter: Option<u8>,
    /// True if this is a field of the key. Its terminator is not part of the input of a salt.
    is_field: bool,
    /// A set of `REVERSED`, `NINES` and `COMPLEMENTED`.
    change: u64,
}

const REVERSED: u64 = 1;
/// Each digit is subtracted from nine.
const NINES: u64 = 2;
const COMPLEMENTED: u64 = 4;

impl Place {
    pub(super) const fn of(separator: Separator, last: bool) -> Self {
        let (closed, delimiter) = match separator {
            Separator::Escape => (End::Escaped, None),
            Separator::Terminator(end) => (End::Char(ascii(end)), None),
            Separator::Delimiter(end) => (End::Char(ascii(end)), if last { None } else { Some(ascii(end)) }),
        };
        let end = if last { End::Key } else { closed };
        Self { end, closed, delimiter, is_field: true, change: 0 }
    }

    /// The place of a value that is hashed: the last field of a key without separator.
    const HASHED: Self = Self { is_field: false, ..Self::of(Separator::Escape, true) };

    pub(super) const fn within_struct(self) -> Self {
        Self { end: End::Escaped, closed: End::Escaped, delimiter: None, is_field: false, ..self }
    }

    pub(super) const fn reversed(self) -> Self {
        Self { change: self.change | REVERSED, ..self }
    }

    /// The place within `#[descending]`, which complements digits one by one and other bytes as a whole.
    pub(super) const fn descending(self, is_digits: bool) -> Self {
        let change = if is_digits { self.change | NINES } else { self.change ^ COMPLEMENTED };
        Self { end: self.closed, change, ..self }
    }

    const fn is_complemented(self) -> bool {
        self.change & COMPLEMENTED != 0
    }
}

const fn ascii(character: char) -> u8 {
    if character.is_ascii() { character as u8 } else { 0 }
}

/// The purpose of a pass over the elements.
#[derive(Clone, Copy)]
enum Pass {
    /// Hashes the elements.
    Elements,
    /// Counts the elements.
    Count,
    /// Hashes the positions of the elements, for a salt of the whole key.
    Source,
    /// Hashes the positions of the elements but a field's terminator, for a salt of that field.
    SourceOfField,
}

/// The hash of the canonical form so far.
#[derive(Clone, Copy)]
pub(super) struct Canonical {
    hash: SipHash,
    pass: Pass,
    /// The number of elements so far.
    position: u64,
}

/// An element without its place.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    kind: Kind,
    width: usize,
    parameter: u64,
    bytes: &'a [u8],
}

impl Element<'_> {
    pub(super) const fn new(kind: Kind, width: usize) -> Self {
        Self { kind, width, parameter: 0, bytes: &[] }
    }

    pub(super) const fn with(self, parameter: u64) -> Self {
        Self { parameter, ..self }
    }
}

impl<'a> Element<'a> {
    pub(super) const fn named(self, bytes: &'a [u8]) -> Self {
        Self { bytes, ..self }
    }
}

impl Canonical {
    /// A layout as far as its salt, which is a literal where it has one bucket.
    pub(super) const fn start(namespace: &[u8], salt: Option<SaltForm>) -> Self {
        let mut canonical = Self { hash: SipHash::new(), pass: Pass::Elements, position: 0 };
        let mut namespace = namespace;
        while let [byte, rest @ ..] = namespace {
            canonical = canonical.literal(*byte);
            namespace = rest;
        }
        if let Some(form) = salt {
            canonical = match form {
                SaltForm::Buckets { count: 1 } => canonical.literal(0),
                SaltForm::BucketDigits { count: 1 } => canonical.literal(b'0'),
                _ => canonical.element(Element::new(Kind::Salt, 0), 0),
            };
        }
        canonical.position = 0;
        canonical
    }

    /// Hashes an element, or its position.
    const fn element(mut self, element: Element<'_>, change: u64) -> Self {
        match self.pass {
            Pass::Elements => {
                self.hash = self.hash.word(element.kind as u64 | change << 8).word(element.width as u64);
                self.hash = self.hash.word(element.parameter).bytes(element.bytes);
            }
            Pass::Source | Pass::SourceOfField => self.hash = self.hash.word(self.position),
            Pass::Count => {}
        }
        self.position += 1;
        self
    }

    const fn literal(self, byte: u8) -> Self {
        self.element(Element::new(Kind::Literal, 1).with(byte as u64), 0)
    }

    /// A value of fixed width, or of one of its own.
    pub(super) const fn fixed(self, element: Element<'_>, place: Place) -> Self {
        if element.width == 0 {
            return self;
        }
        self.element(element, if element.width > 1 { place.change } else { place.change & !REVERSED })
    }

    /// A value of variable length, then its terminator.
    pub(super) const fn open(self, kind: Kind, codec: &[u8], place: Place) -> Self {
        let (end, character) = match place.end {
            End::Key => (0, 0),
            End::Escaped => (1, 0),
            End::Char(character) => (2, character as usize),
        };
        let value = Element { kind, width: character, parameter: end, bytes: codec };
        let canonical = self.element(value, place.change);
        if end == 0 {
            return canonical;
        }
        canonical.after_field(Element::new(Kind::Terminator, character).with(end), place.change, place)
    }

    /// A terminator or delimiter. A salt of the field is computed without it.
    const fn after_field(mut self, element: Element<'_>, change: u64, place: Place) -> Self {
        if place.is_field && matches!(self.pass, Pass::SourceOfField) {
            self.position += 1;
            return self;
        }
        self.element(element, change)
    }

    /// The delimiter after a field that does not end in it already.
    pub(super) const fn delimiter(self, place: Place) -> Self {
        match place.delimiter {
            Some(byte) => self.after_field(Element::new(Kind::Literal, 1).with(byte as u64), 0, place),
            None => self,
        }
    }

    /// Before the value of a `Some`.
    pub(super) const fn some(self, place: Place) -> Self {
        self.fixed(Element::new(Kind::Some, 1), place)
    }

    /// After it; `holds_open` where it has a terminator, and a `None` the delimiter.
    pub(super) const fn some_end(self, place: Place, holds_open: bool) -> Self {
        let delimiter = match place.delimiter {
            Some(byte) if holds_open => 1 + byte as u64,
            _ => 0,
        };
        self.element(Element::new(Kind::SomeEnd, 0).with(delimiter), 0)
    }

    /// Before the value that is hashed; and its place.
    pub(super) const fn hashed(self, algorithm: &str, width: usize, hex: bool, place: Place) -> (Self, Place) {
        let element = Element::new(Kind::Hashed, width).with(hex as u64).named(algorithm.as_bytes());
        (self.fixed(element, place), Place::HASHED)
    }

    pub(super) const fn hashed_end(self) -> Self {
        self.element(Element::new(Kind::HashedEnd, 0), 0)
    }

    /// A time as text: its literals and numbers.
    pub(super) const fn time(mut self, format: &str, place: Place) -> Self {
        let mut parts = FormatReader::new(format);
        let mut is_first = true;
        // A layout file with another format was refused.
        while let Some(Ok(part)) = parts.next() {
            let directive = match part {
                TimePart::Literal(text) => {
                    let mut bytes = text.as_bytes();
                    while let [byte, rest @ ..] = bytes {
                        self = self.literal(if place.is_complemented() { !*byte } else { *byte });
                        bytes = rest;
                    }
                    continue;
                }
                TimePart::Year => b'Y',
                TimePart::Month => b'm',
                TimePart::Day => b'd',
                TimePart::Hour => b'H',
                TimePart::Minute => b'M',
                TimePart::Second => b'S',
                TimePart::Fraction(_) => b'f',
            };
            // Whether the number begins a time: a date followed by a time of day is not one time with both.
            let parameter = directive as u64 | (is_first as u64) << 8;
            is_first = false;
            self = self.fixed(Element::new(Kind::TimeNumber, part.width()).with(parameter), place);
        }
        self
    }

    /// The set of codes, of which there are `count`.
    pub(super) const fn codes(self, count: usize, set: CodeSet, place: Place) -> Self {
        self.fixed(Element::new(Kind::Codes, count).with(set.0), place)
    }

    /// The salt; false if no further choice decides the salt.
    pub(super) const fn salt(mut self, algorithm: &str, width: usize, form: SaltForm) -> (Self, bool) {
        let form = canonical_form(algorithm, width, form);
        let (tag, parameter) = match form {
            SaltForm::Buckets { count: 1 } | SaltForm::BucketDigits { count: 1 } => return (self, false),
            SaltForm::Bytes { last } => (1, last as u64),
            SaltForm::Hex { last } => (2, last as u64),
            SaltForm::Buckets { count } => (3, count),
            SaltForm::BucketDigits { count } => (4, count),
        };
        // No element is of kind 0.
        self.hash = self.hash.word(0).bytes(algorithm.as_bytes()).word(width as u64).word(tag).word(parameter);
        (self, !matches!(algorithm.as_bytes(), RANDOM_NAME))
    }

    /// To count the elements of the fields before one that the salt is computed from.
    pub(super) const fn count(self) -> Self {
        Self { pass: Pass::Count, position: 0, ..self }
    }

    /// To hash where the elements are that the salt is computed from: a field, or the whole key.
    pub(super) const fn source(self, whole: bool) -> Self {
        Self { pass: if whole { Pass::Source } else { Pass::SourceOfField }, ..self }
    }

    pub(super) const fn finish(self) -> u64 {
        match self.hash.finish() {
            // 0 is written where no fingerprint is pinned yet.
            0 => 1,
            fingerprint => fingerprint,
        }
    }
}

/// The codes of an enum in any order: the sum of their hashes, as a constant cannot sort them.
#[derive(Clone, Copy)]
pub(super) struct CodeSet(u64);

impl CodeSet {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn and(self, code: &[u8]) -> Self {
        Self(self.0.wrapping_add(SipHash::new().bytes(code).finish()))
    }
}

/// The one of several forms of a salt that give the same bytes.
const fn canonical_form(algorithm: &str, width: usize, form: SaltForm) -> SaltForm {
    let Some(digest) = digest::width(algorithm) else { return form };
    match form {
        SaltForm::Bytes { .. } if width == digest => SaltForm::Bytes { last: false },
        SaltForm::Hex { .. } if width == 2 * digest => SaltForm::Hex { last: false },
        // A bucket is computed from the first 8 bytes.
        SaltForm::Buckets { count } if digest <= 8 && width < 8 && count == 1 << (8 * width) => {
            SaltForm::Bytes { last: width < digest }
        }
        _ => form,
    }
}
