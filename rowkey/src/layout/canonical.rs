//! The canonical form of a layout. The fingerprint of the layout is the hash of this form.
//!
//! Different layouts can describe the same bytes. For example, a field whose type is a struct has the same bytes as the
//! fields of that struct. Two layouts have the same canonical form exactly when they encode every value as the same
//! bytes. The end of this comment lists three exceptions.
//!
//! The canonical form is the sequence of the elements of a key, from its first byte to its last: constant bytes,
//! values, terminators, the salt. It is not stored: [`Canonical`] hashes one element after the other. If several
//! layouts describe the same bytes, these rules decide which elements are hashed:
//!
//! - The names of fields and variants are left out. So are limits on the values of a type: `NonZero`, the greatest
//!   number under `#[pad(N)]`, the first and last day of a date type.
//! - A struct is replaced by its fields. `#[descending]` on a struct is replaced by `#[descending]` on each of its
//!   fields. Two complements cancel out.
//! - The namespace, delimiters, the literals of a time format, the constants before and after fields, and a salt with a
//!   single bucket are constant bytes.
//! - A terminator is an element after the value of its field. A separator that no field uses is left out.
//! - An array of `u8` integers is an array of bytes.
//! - `#[reverse]` is left out for a value of one byte. A value of zero bytes is left out.
//! - An enum with data is one element: a hash of its variants, which does not depend on their order. Each variant is
//!   the hash of its elements: the bytes of its code, which are constant bytes, and its fields. If no variant has
//!   fields, the enum is a set of codes.
//! - Some formats of other systems write a constant, and then the bytes that the value has without the format. Such a
//!   value is replaced by the constant and the value without the format, if the format can encode every value of the
//!   type.
//! - An enum with one variant is a struct: the bytes of the code, which are constant bytes, and the fields of the
//!   variant.
//! - A salt contains the positions of the elements from which it is computed. A salt of the whole key and a salt of all
//!   fields contain the same positions if there are no separators or constants between the fields.
//! - The first and the last N bytes of a digest of N bytes are the same salt. With a digest of at most 8 bytes,
//!   `buckets = 256` and the last byte of the digest are the same salt.
//!
//! In three cases, layouts that encode every value as the same bytes have different canonical forms:
//!
//! - A digest of an empty input is always the same, but is not replaced by constant bytes.
//! - If all codes of an enum begin with the same bytes, these bytes stay in the codes, although they could be a
//!   constant before the field. The same is true for the last bytes of the codes.
//! - A salt with `modulo` keeps its number of buckets, even if the field has fewer values than the salt has buckets.

use super::format::{End as FormatEnd, FormatLayout};
use super::salt::RANDOM_NAME;
use super::siphash::SipHash;
use super::{SaltForm, Separator};
use crate::ascii::separator_byte;
use crate::constant::text;
use crate::digest;
use crate::wire::time_text::{FormatItem, FormatReader};

/// The kinds of elements. A number is never reused for another kind, because users pin fingerprints in their source
/// code.
///
/// An element such as `SomeEnd` has no bytes. It marks the end of the elements that an earlier element contains.
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
    SomeEnd = 15,
    /// A digest of the elements up to `HashedEnd`.
    Hashed = 16,
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
    AfterLength = 27,
    UnpaddedDigits = 28,
    Format = 30,
    FormatEnd = 31,
    /// Values up to the end of the key. The elements up to `RepeatedEnd` describe one of them.
    Repeated = 32,
    RepeatedEnd = 33,
    /// An array. The elements up to `ElementsEnd` describe one item of the array.
    Elements = 34,
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
    end: End,
    /// The end of a variable-length value in a complemented field, which has a terminator even if it is the last field
    /// of the key.
    complemented_end: End,
    /// The delimiter, if a delimiter follows the field. In an optional variable-length field, the delimiter only
    /// follows a `None`, because a `Some` has a terminator instead.
    delimiter: Option<u8>,
    /// True for a field of the key, and false for a value within a struct. A salt of a field is computed without the
    /// field's own terminator, but with the terminators within a struct.
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

    /// Returns the context of a text that a format terminates with 00. The 00 is part of the value, so a salt is
    /// computed from it.
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
    Elements,
    Count,
    /// Hashes the positions of the elements, for a salt of the whole key.
    Source,
    /// Hashes the positions of a field's elements except its terminator, for a salt of that field.
    SourceOfField,
}

#[derive(Clone, Copy)]
pub(super) struct Canonical {
    hash: SipHash,
    pass: Pass,
    /// The number of elements so far in this pass.
    position: u64,
}

/// An element of the canonical form, without the changes that its context makes to its bytes. What `width`, `parameter`
/// and `bytes` mean depends on the kind.
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
    /// Hashes the namespace and the salt. A salt with a single bucket is a constant byte.
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

    /// Hashes a value of a fixed width, or the codes of an enum. A value of zero bytes is left out.
    pub(super) const fn fixed(self, element: Element<'_>, context: Context) -> Self {
        if element.width == 0 {
            return self;
        }
        self.element(element, if element.width > 1 { context.change } else { context.change & !REVERSED })
    }

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
        canonical.around_field(Element::new(Kind::Terminator, character).with(end), context.change, context)
    }

    /// Hashes a terminator, a delimiter or a constant byte before or after a field. A salt of the field is computed
    /// without this element.
    const fn around_field(mut self, element: Element<'_>, change: u64, context: Context) -> Self {
        if context.is_field && matches!(self.pass, Pass::SourceOfField) {
            self.position += 1;
            return self;
        }
        self.element(element, change)
    }

    /// Hashes the delimiter after a field, if the key has a delimiter. Must not be called for a field with a
    /// terminator.
    pub(super) const fn delimiter(self, context: Context) -> Self {
        match context.delimiter {
            Some(byte) => self.around_field(Element::new(Kind::Literal, 1).with(byte as u64), 0, context),
            None => self,
        }
    }

    /// Hashes constant bytes before or after a field. Within a struct, they are part of the struct's salt.
    pub(super) const fn constant(mut self, mut bytes: &[u8], context: Context) -> Self {
        while let [byte, rest @ ..] = bytes {
            let byte = if context.is_complemented() { !*byte } else { *byte };
            self = self.around_field(Element::new(Kind::Literal, 1).with(byte as u64), 0, context);
            bytes = rest;
        }
        self
    }

    /// Hashes the start of a list. Also returns the context of its values.
    pub(super) const fn repeated(self, optional: bool, context: Context) -> (Self, Context) {
        let element = Element::new(Kind::Repeated, 0).with(optional as u64);
        (self.element(element, 0), context.within_struct())
    }

    /// Hashes the start of an array. Also returns the context of its items.
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

    /// Hashes the name of another system's format. Also returns the context of the value in this format.
    pub(super) const fn in_format(self, format: &FormatLayout, context: Context) -> (Self, Context) {
        let ends = matches!(format.facts.end, FormatEnd::WithKey) && matches!(context.end, End::Key);
        let element = Element::new(Kind::Format, 1).with(ends as u64).with_bytes(text(&format.name).as_bytes());
        (self.fixed(element, context), Context { change: 0, ..context.within_struct() })
    }

    /// Hashes the description of a digest. Also returns the context of the digest's input.
    pub(super) const fn hashed(self, algorithm: &str, width: usize, hex: bool, context: Context) -> (Self, Context) {
        let element = Element::new(Kind::Hashed, width).with(hex as u64).with_bytes(algorithm.as_bytes());
        (self.fixed(element, context), Context::DIGEST_INPUT)
    }

    /// Hashes the end of a struct in another system's format, to distinguish the last field of the struct from a field
    /// after the struct.
    pub(super) const fn format_end(self) -> Self {
        self.element(Element::new(Kind::FormatEnd, 0), 0)
    }

    pub(super) const fn hashed_end(self) -> Self {
        self.element(Element::new(Kind::HashedEnd, 0), 0)
    }

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

    pub(super) const fn codes(self, count: usize, set: CodeSet, context: Context) -> Self {
        self.fixed(Element::new(Kind::Codes, count).with(set.0), context)
    }

    /// Starts the separate hash of one variant, and hashes the variant's code.
    pub(super) const fn of_variant(code: &[u8], context: Context) -> Self {
        Self { hash: SipHash::new(), pass: Pass::Elements, position: 0 }.constant(code, context)
    }

    pub(super) const fn variants(self, count: usize, set: VariantSet) -> Self {
        self.element(Element::new(Kind::Variants, count).with(set.0), 0)
    }

    /// Hashes the algorithm and the form of the salt. The `bool` is true if the salt is computed from fields, which the
    /// caller must then hash with [`source`](Self::source).
    pub(super) const fn salt(mut self, algorithm: &str, width: usize, form: SaltForm) -> (Self, bool) {
        let form = canonical_salt_form(algorithm, width, form);
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

    /// Starts a pass at position 0 that only counts elements. The caller adds the fields before a field from which the
    /// salt is computed, to find the position of that field.
    pub(super) const fn count(self) -> Self {
        Self { pass: Pass::Count, position: 0, ..self }
    }

    /// Continues with a pass that hashes positions. The caller adds what the salt is computed from: a field, or the
    /// `whole` key.
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

/// The sum of the hashes of an enum's codes, which does not depend on their order. A constant function cannot sort the
/// codes.
#[derive(Clone, Copy)]
pub(super) struct CodeSet(u64);

impl CodeSet {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn and(self, code: &[u8]) -> Self {
        Self(self.0.wrapping_add(SipHash::new().bytes(code).finish()))
    }
}

/// The sum of the hashes of an enum's variants, which does not depend on their order.
#[derive(Clone, Copy)]
pub(super) struct VariantSet(u64);

impl VariantSet {
    pub(super) const EMPTY: Self = Self(0);

    /// Adds a variant. `variant` is the result of [`Canonical::of_variant`], to which the variant's fields were added.
    pub(super) const fn and(self, variant: Canonical) -> Self {
        Self(self.0.wrapping_add(variant.hash.word(variant.position).finish()))
    }
}

/// Returns the salt form that represents all forms with the same bytes as `form`, so that they have one fingerprint.
const fn canonical_salt_form(algorithm: &str, width: usize, form: SaltForm) -> SaltForm {
    let Some(digest) = digest::width(algorithm) else { return form };
    match form {
        SaltForm::Bytes { .. } if width == digest => SaltForm::Bytes { last: false },
        SaltForm::Hex { .. } if width == 2 * digest => SaltForm::Hex { last: false },
        // The bucket is the digest, read as a number of at most 8 bytes, modulo `count`. With this `count`, the bucket
        // is the last `width` bytes of the digest.
        SaltForm::Buckets { count } if digest <= 8 && width < 8 && count == 1 << (8 * width) => {
            SaltForm::Bytes { last: width < digest }
        }
        _ => form,
    }
}
