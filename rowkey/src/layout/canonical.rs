//! The canonical form of a layout. Two layouts have the same canonical form exactly when they encode every value as the same
//! bytes, except in the three cases at the end of this page.
//!
//! The canonical form is the sequence of elements that make up a key, from its first byte to its last: constant bytes,
//! values, terminators, the salt. The fingerprint is the hash of this sequence. Where a layout can be written in two ways,
//! the canonical form picks one:
//!
//! - The names of fields and variants are left out. So are limits on the values of a type: `NonZero`, the greatest number
//!   under `#[pad(N)]`, the integer type (`u32` or `u64`) under `#[bytes(N)]`, the first and last day of a date type.
//! - A struct is replaced by its fields. `#[descending]` on a struct complements each field. Two complements cancel out.
//! - The namespace, delimiters, the literals of a time format, the constants before and after fields, and the salt of a
//!   single bucket are all constant bytes.
//! - A terminator is an element of the field before it. A separator that no field uses is left out.
//! - An array of `u8` integers is an array of bytes.
//! - A value of one byte is never reversed. A value of zero bytes is left out.
//! - An enum with data is one element: the set of its variants. Each variant is the hash of its elements: the bytes of its
//!   code, which are constant bytes, and its fields. If no variant has fields, the enum is a set of codes.
//! - If another system's format only writes a constant before the bytes that a value has without the format, the value is
//!   replaced by this constant and the value without the format. The format must be able to encode every value of the type.
//! - An enum with one variant is a struct: the bytes of the code, which are constant bytes, and the fields of the variant.
//! - A salt lists the elements from which it is computed. A salt of the whole key and a salt of all fields list the
//!   same elements if there are no separators or constants between the fields.
//! - The first and the last N bytes of a digest of N bytes are the same salt. With a digest of at most 8 bytes,
//!   `buckets = 256` and the last byte of the digest are the same salt.
//!
//! Three cases are not recognized. A digest of an empty input is always the same, but is not replaced by constant bytes. The
//! first or last bytes that all codes of an enum have in common stay in the codes, although they could be constants before or
//! after the field. A salt with `modulo` that has more buckets than the field has values keeps its number of buckets.

use super::key_format::KeyFormat;
use super::salt::RANDOM_NAME;
use super::siphash::SipHash;
use super::{SaltForm, Separator};
use crate::ascii::separator_byte;
use crate::digest;
use crate::wire::time_text::{FormatItem, FormatReader};

/// The kinds of elements. A number is never reused for another kind, because fingerprints are pinned in source code.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A constant byte.
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
    /// The byte before the value of a `Some`.
    Some = 14,
    /// Marks the end of the value of a `Some`, and has no bytes.
    SomeEnd = 15,
    /// A digest. The elements up to `HashedEnd` are the digest's input.
    Hashed = 16,
    /// Marks the end of a digest's input, and has no bytes.
    HashedEnd = 17,
    Codes = 18,
    Shard = 19,
    TimeNumber = 20,
    /// A value of a type such as a date or a UUID.
    Value = 21,
    Custom = 22,
    VariableCustom = 23,
    SelfDelimited = 24,
    Variants = 25,
    TwosComplement = 26,
    AfterLength = 27,
    UnpaddedDigits = 28,
    Format = 30,
    /// Marks the end of a struct in another system's format, and has no bytes of its own.
    FormatEnd = 31,
    /// Values to the end of the key. The elements up to `RepeatedEnd` are one value.
    Repeated = 32,
    /// Marks the end of a repeated value, and has no bytes.
    RepeatedEnd = 33,
    /// An array. What follows up to `ElementsEnd` describes one item of the array.
    Elements = 34,
    /// Marks the end of the description of an item, and has no bytes.
    ElementsEnd = 35,
}

/// The rule by which a decoder finds the end of a variable-length field.
#[derive(Clone, Copy)]
enum End {
    Key,
    Escaped,
    Char(u8),
}

/// The context in which a value is encoded: what follows the value, and how its bytes are changed.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The end of a variable-length value.
    end: End,
    /// The end of a variable-length value in a complemented field. Such a field has a terminator even if it is the last.
    complemented_end: End,
    /// The delimiter, if a delimiter follows the field. In an optional variable-length field, the delimiter only follows a
    /// `None`, because a `Some` has a terminator.
    delimiter: Option<u8>,
    /// True if this is a field of the key. Its terminator is not part of the input of a salt.
    is_field: bool,
    /// The changes to the bytes of the value: a bit set of `REVERSED`, `NINES` and `COMPLEMENTED`.
    change: u64,
}

const REVERSED: u64 = 1;
/// Each digit is replaced by its nines' complement.
const NINES: u64 = 2;
const COMPLEMENTED: u64 = 4;

impl Context {
    pub(super) const fn new(separator: Separator, last: bool) -> Self {
        let (complemented_end, delimiter) = match separator {
            Separator::Escape => (End::Escaped, None),
            Separator::Terminator(end) => (End::Char(separator_byte(end)), None),
            Separator::Delimiter(end) => {
                (End::Char(separator_byte(end)), if last { None } else { Some(separator_byte(end)) })
            }
        };
        let end = if last { End::Key } else { complemented_end };
        Self { end, complemented_end, delimiter, is_field: true, change: 0 }
    }

    /// The input of a digest is encoded as if it were the last field of a key with escaped fields.
    const DIGEST_INPUT: Self = Self { is_field: false, ..Self::new(Separator::Escape, true) };

    pub(super) const fn within_struct(self) -> Self {
        Self { end: End::Escaped, complemented_end: End::Escaped, delimiter: None, is_field: false, ..self }
    }

    /// Returns the context of a text that a format terminates with 00. The 00 is part of the field, as in a struct.
    pub(super) const fn terminated_by_zero(self) -> Self {
        Self { end: End::Char(0), ..self.within_struct() }
    }

    pub(super) const fn reversed(self) -> Self {
        Self { change: self.change | REVERSED, ..self }
    }

    /// Returns the context of a value under `#[descending]`, which replaces each digit by its nines' complement and
    /// complements all other values bit by bit.
    pub(super) const fn descending(self, is_digits: bool) -> Self {
        let change = if is_digits { self.change | NINES } else { self.change ^ COMPLEMENTED };
        Self { end: self.complemented_end, change, ..self }
    }

    /// Returns the context of a value without a terminator.
    pub(super) const fn unterminated(self) -> Self {
        Self { end: End::Key, ..self }
    }

    const fn is_complemented(self) -> bool {
        self.change & COMPLEMENTED != 0
    }
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
    /// Hashes the positions of a field's elements except its terminator, for a salt of that field.
    SourceOfField,
}

/// A hasher of the elements of a canonical form.
#[derive(Clone, Copy)]
pub(super) struct Canonical {
    hash: SipHash,
    pass: Pass,
    /// The number of elements so far.
    position: u64,
}

/// An element of the canonical form, without the changes that its context makes to its bytes.
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
    pub(super) const fn with_bytes(self, bytes: &'a [u8]) -> Self {
        Self { bytes, ..self }
    }
}

impl Canonical {
    /// Hashes the start of a key: the namespace and the salt. A salt with a single bucket is a constant byte.
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
        // The position counts elements from the first field on.
        canonical.position = 0;
        canonical
    }

    /// Adds an element. The pass decides whether the element or its position is hashed.
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

    /// Hashes a value of a fixed width, or a code of an enum. [`Self::self_delimited`] is for values that show in another way where
    /// they end.
    pub(super) const fn fixed(self, element: Element<'_>, context: Context) -> Self {
        if element.width == 0 {
            return self;
        }
        self.element(element, if element.width > 1 { context.change } else { context.change & !REVERSED })
    }

    /// Hashes a self-delimiting value of variable length.
    pub(super) const fn self_delimited(self, element: Element<'_>, context: Context) -> Self {
        self.element(element, context.change)
    }

    /// Hashes a variable-length value and its terminator.
    pub(super) const fn variable(self, kind: Kind, codec: &[u8], context: Context) -> Self {
        let (end, character) = match context.end {
            End::Key => (0, 0),
            End::Escaped => (1, 0),
            End::Char(character) => (2, character as usize),
        };
        // The width of the value varies, so the element contains the terminator's character instead.
        let value = Element { kind, width: character, parameter: end, bytes: codec };
        let canonical = self.element(value, context.change);
        if end == 0 {
            return canonical;
        }
        canonical.after_field(Element::new(Kind::Terminator, character).with(end), context.change, context)
    }

    /// Hashes a terminator, a delimiter or a constant byte, which is not part of the input of a salt of the field.
    const fn after_field(mut self, element: Element<'_>, change: u64, context: Context) -> Self {
        if context.is_field && matches!(self.pass, Pass::SourceOfField) {
            self.position += 1;
            return self;
        }
        self.element(element, change)
    }

    /// Hashes the delimiter after a field, if the key has a delimiter. The field must not have a terminator.
    pub(super) const fn delimiter(self, context: Context) -> Self {
        match context.delimiter {
            Some(byte) => self.after_field(Element::new(Kind::Literal, 1).with(byte as u64), 0, context),
            None => self,
        }
    }

    /// Hashes constant bytes before or after a field. The constants are not part of the input of a salt of that field.
    /// Constants inside a struct are part of the input of a salt of that struct.
    pub(super) const fn constant(mut self, mut bytes: &[u8], context: Context) -> Self {
        while let [byte, rest @ ..] = bytes {
            let byte = if context.is_complemented() { !*byte } else { *byte };
            self = self.after_field(Element::new(Kind::Literal, 1).with(byte as u64), 0, context);
            bytes = rest;
        }
        self
    }

    /// Hashes the start of a value that is repeated to the end of the key. Also returns the context of the value.
    pub(super) const fn repeated(self, optional: bool, context: Context) -> (Self, Context) {
        let element = Element::new(Kind::Repeated, 0).with(optional as u64);
        (self.element(element, 0), context.within_struct())
    }

    /// Hashes the start of an element of an array of `count` elements. Also returns the context of the element.
    pub(super) const fn elements(self, count: usize, context: Context) -> (Self, Context) {
        let element = Element::new(Kind::Elements, 0).with(count as u64);
        (self.element(element, 0), context.within_struct())
    }

    pub(super) const fn elements_end(self) -> Self {
        self.element(Element::new(Kind::ElementsEnd, 0), 0)
    }

    pub(super) const fn repeated_end(self) -> Self {
        self.element(Element::new(Kind::RepeatedEnd, 0), 0)
    }

    /// Hashes the byte before the value of a `Some`.
    pub(super) const fn some(self, context: Context) -> Self {
        self.fixed(Element::new(Kind::Some, 1), context)
    }

    /// Hashes the end of an optional value. If the value of a `Some` can have a terminator, a delimiter follows only a
    /// `None`, and this function hashes the delimiter.
    pub(super) const fn some_end(self, context: Context, may_be_terminated: bool) -> Self {
        let delimiter = match context.delimiter {
            Some(byte) if may_be_terminated => 1 + byte as u64,
            _ => 0,
        };
        self.element(Element::new(Kind::SomeEnd, 0).with(delimiter), 0)
    }

    /// Hashes the name of another system's format, in which the next value is encoded. Also returns the context of this
    /// value.
    pub(super) const fn in_format(self, format: KeyFormat, ends_with_key: bool, context: Context) -> (Self, Context) {
        let ends = ends_with_key && matches!(context.end, End::Key);
        let element = Element::new(Kind::Format, 1).with(ends as u64).with_bytes(format.name().as_bytes());
        (self.fixed(element, context), Context { change: 0, ..context.within_struct() })
    }

    /// Hashes the description of a digest. Also returns the context of the digest's input.
    pub(super) const fn hashed(self, algorithm: &str, width: usize, hex: bool, context: Context) -> (Self, Context) {
        let element = Element::new(Kind::Hashed, width).with(hex as u64).with_bytes(algorithm.as_bytes());
        (self.fixed(element, context), Context::DIGEST_INPUT)
    }

    /// Hashes the end of a struct in another system's format, to distinguish the last field of the struct from a field after
    /// the struct.
    pub(super) const fn format_end(self) -> Self {
        self.element(Element::new(Kind::FormatEnd, 0), 0)
    }

    pub(super) const fn hashed_end(self) -> Self {
        self.element(Element::new(Kind::HashedEnd, 0), 0)
    }

    /// Hashes the literals and the numbers of a time that is stored as text.
    pub(super) const fn time(mut self, format: &str, context: Context) -> Self {
        let mut items = FormatReader::new(format);
        let mut is_first = true;
        // Every item is `Ok`, because the derive and the reader of layout files reject invalid formats.
        while let Some(Ok(item)) = items.next() {
            let directive = match item {
                FormatItem::Literal(text) => {
                    let mut bytes = text.as_bytes();
                    while let [byte, rest @ ..] = bytes {
                        self = self.literal(if context.is_complemented() { !*byte } else { *byte });
                        bytes = rest;
                    }
                    continue;
                }
                FormatItem::Year => b'Y',
                FormatItem::Month => b'm',
                FormatItem::Day => b'd',
                FormatItem::Hour => b'H',
                FormatItem::Minute => b'M',
                FormatItem::Second => b'S',
                FormatItem::Fraction(_) => b'f',
            };
            // `is_first` distinguishes a date field followed by a time-of-day field from one field with date and time.
            let parameter = directive as u64 | (is_first as u64) << 8;
            is_first = false;
            self = self.fixed(Element::new(Kind::TimeNumber, item.width()).with(parameter), context);
        }
        self
    }

    /// Hashes a set of `count` codes.
    pub(super) const fn codes(self, count: usize, set: CodeSet, context: Context) -> Self {
        self.fixed(Element::new(Kind::Codes, count).with(set.0), context)
    }

    /// Starts a separate hash, for one variant, and hashes its code.
    pub(super) const fn of_variant(code: &[u8], context: Context) -> Self {
        Self { hash: SipHash::new(), pass: Pass::Elements, position: 0 }.constant(code, context)
    }

    /// Hashes a set of `count` variants.
    pub(super) const fn variants(self, count: usize, set: VariantSet) -> Self {
        self.element(Element::new(Kind::Variants, count).with(set.0), 0)
    }

    /// Hashes the algorithm and the form of the salt. The `bool` is true if the salt is computed from fields, which the
    /// caller must then hash with [`source`](Self::source).
    pub(super) const fn salt(mut self, algorithm: &str, width: usize, form: SaltForm) -> (Self, bool) {
        let form = canonical_form(algorithm, width, form);
        let (tag, parameter) = match form {
            SaltForm::Buckets { count: 1 } | SaltForm::BucketDigits { count: 1 } => return (self, false),
            SaltForm::Bytes { last } => (1, last as u64),
            SaltForm::Hex { last } => (2, last as u64),
            SaltForm::Buckets { count } => (3, count),
            SaltForm::BucketDigits { count } => (4, count),
        };
        // The 0 marks the salt's description, because no element is of kind 0.
        self.hash = self.hash.word(0).bytes(algorithm.as_bytes()).word(width as u64).word(tag).word(parameter);
        (self, !matches!(algorithm.as_bytes(), RANDOM_NAME))
    }

    /// Restarts at position 0 and only counts elements. To learn at which position a source of the salt begins, the
    /// caller passes the fields before that source.
    pub(super) const fn count(self) -> Self {
        Self { pass: Pass::Count, position: 0, ..self }
    }

    /// Switches to hashing positions of elements. The caller passes the source of the salt: a field, or the `whole` key.
    pub(super) const fn source(self, whole: bool) -> Self {
        Self { pass: if whole { Pass::Source } else { Pass::SourceOfField }, ..self }
    }

    pub(super) const fn finish(self) -> u64 {
        match self.hash.finish() {
            // Users write 0 as a placeholder before they know the fingerprint.
            0 => 1,
            fingerprint => fingerprint,
        }
    }
}

/// The codes of an enum, independent of their order: the sum of their hashes. Sorting the codes is not possible in a
/// constant function.
#[derive(Clone, Copy)]
pub(super) struct CodeSet(u64);

impl CodeSet {
    pub(super) const EMPTY: Self = Self(0);

    /// Adds a code.
    pub(super) const fn and(self, code: &[u8]) -> Self {
        Self(self.0.wrapping_add(SipHash::new().bytes(code).finish()))
    }
}

/// The variants of an enum with data, independent of their order: the sum of their hashes.
#[derive(Clone, Copy)]
pub(super) struct VariantSet(u64);

impl VariantSet {
    pub(super) const EMPTY: Self = Self(0);

    /// Adds a variant: [`Canonical::of_variant`] after the variant's fields were hashed.
    pub(super) const fn and(self, variant: Canonical) -> Self {
        Self(self.0.wrapping_add(variant.hash.word(variant.position).finish()))
    }
}

/// Returns the canonical form among the salt forms that produce the same bytes.
const fn canonical_form(algorithm: &str, width: usize, form: SaltForm) -> SaltForm {
    let Some(digest) = digest::width(algorithm) else { return form };
    match form {
        SaltForm::Bytes { .. } if width == digest => SaltForm::Bytes { last: false },
        SaltForm::Hex { .. } if width == 2 * digest => SaltForm::Hex { last: false },
        // The bucket is a number of at most 8 bytes, the digest, modulo `count`. Here, that is the last `width` bytes.
        SaltForm::Buckets { count } if digest <= 8 && width < 8 && count == 1 << (8 * width) => {
            SaltForm::Bytes { last: width < digest }
        }
        _ => form,
    }
}
