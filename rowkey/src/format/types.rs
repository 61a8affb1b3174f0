//! The table of a format: which kinds of values it has, and the facts of each kind.

use crate::constant::{same_bytes, slice, text};
use crate::layout::facts::plus;
use crate::layout::format::{End, Form, FormatFacts, FormatLayout};
use crate::layout::{Encoding, FieldLayout, ValueKind};
use crate::wire::tag;
use alloc::borrow::Cow;
use core::ops::RangeInclusive;

/// A kind of values, and their plain bytes: the bytes that a key without a format stores for its last field. They sort as
/// the values do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An unsigned integer, also under `NonZero`. Plain: big-endian.
    Unsigned {
        /// The number of plain bytes, from 1 to 16.
        width: usize,
    },
    /// A signed integer, also under `NonZero`. Plain: big-endian, with the sign bit flipped.
    Signed {
        /// The number of plain bytes, from 1 to 16.
        width: usize,
    },
    /// An `f32` or `f64`. Plain: the big-endian bits, all of them flipped in a negative number, and only the sign bit in
    /// every other number.
    Float {
        /// The number of plain bytes: 4 or 8.
        width: usize,
    },
    /// A `bool`. Plain: 00 or 01.
    Bool,
    /// A `char`. Plain: the code point in 4 bytes.
    Char,
    /// A `String`. Plain: its UTF-8.
    Text,
    /// Bytes of variable length: a `Vec<u8>`.
    Bytes,
    /// A byte array `[u8; N]`.
    Array {
        /// The number of bytes.
        width: usize,
    },
    /// A `uuid::Uuid`: 16 bytes.
    Uuid,
    /// A `ulid::Ulid`: 16 bytes.
    Ulid,
    /// A `rust_decimal::Decimal`. Plain: 14 bytes, which [`DecimalParts`](super::DecimalParts) reads and writes.
    Decimal,
    /// A date of jiff, chrono or time. Plain: the days since 1970-01-01 as a signed integer of 4 bytes.
    Date,
    /// A time of day of jiff, chrono or time. Plain: the nanoseconds since midnight in 8 bytes. In a leap second of chrono, these
    /// are more than a day has.
    Time,
    /// A date with a time of day of jiff, chrono or time. Plain: the bytes of the date, then the bytes of the time.
    DateTime,
    /// A point in time: `jiff::Timestamp`, `DateTime<Utc>` of chrono, `UtcDateTime` of time. Plain: the seconds since 1970 as a
    /// signed integer of 8 bytes, then the nanoseconds in 4 bytes. In a leap second of chrono, there are 1,000,000,000 to
    /// 1,999,999,999 nanoseconds.
    Timestamp,
    /// A `core::time::Duration`, which is not negative. Plain: the seconds in 8 bytes, then the nanoseconds in 4 bytes.
    Duration,
    /// An IPv4 address: 4 bytes.
    Ipv4,
    /// An IPv6 address: 16 bytes.
    Ipv6,
}

impl Kind {
    /// Returns the kind of the values that have this encoding without a format. `None` for values of other kinds, and for
    /// optional values and structs, whose parts are values.
    #[inline]
    pub(crate) const fn of(encoding: &Encoding) -> Option<Self> {
        Some(match encoding {
            Encoding::Unsigned { width, .. } => Self::Unsigned { width: *width },
            Encoding::Signed { width, .. } => Self::Signed { width: *width },
            Encoding::Float { width } => Self::Float { width: *width },
            Encoding::Bool => Self::Bool,
            Encoding::Char => Self::Char,
            Encoding::Text => Self::Text,
            Encoding::Bytes => Self::Bytes,
            Encoding::Array { width } => Self::Array { width: *width },
            Encoding::Value { value } => match value {
                ValueKind::Uuid => Self::Uuid,
                ValueKind::Ulid => Self::Ulid,
                ValueKind::Decimal => Self::Decimal,
                ValueKind::Date { .. } => Self::Date,
                ValueKind::Time { .. } => Self::Time,
                ValueKind::DateTime { .. } => Self::DateTime,
                ValueKind::Timestamp { .. } => Self::Timestamp,
                ValueKind::Duration => Self::Duration,
                ValueKind::Ipv4 => Self::Ipv4,
                ValueKind::Ipv6 => Self::Ipv6,
                ValueKind::Ip => return None,
            },
            _ => return None,
        })
    }

    /// Returns the number of plain bytes. `None` if it varies.
    #[inline]
    pub const fn width(self) -> Option<usize> {
        Some(match self {
            Self::Unsigned { width } | Self::Signed { width } | Self::Float { width } | Self::Array { width } => width,
            Self::Bool => 1,
            Self::Char | Self::Date | Self::Ipv4 => 4,
            Self::Time => 8,
            Self::Timestamp | Self::Duration | Self::DateTime => 12,
            Self::Decimal => 14,
            Self::Uuid | Self::Ulid | Self::Ipv6 => 16,
            Self::Text | Self::Bytes => return None,
        })
    }

    const fn is(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Unsigned { .. }, Self::Unsigned { .. })
                | (Self::Signed { .. }, Self::Signed { .. })
                | (Self::Float { .. }, Self::Float { .. })
                | (Self::Bool, Self::Bool)
                | (Self::Char, Self::Char)
                | (Self::Text, Self::Text)
                | (Self::Bytes, Self::Bytes)
                | (Self::Array { .. }, Self::Array { .. })
                | (Self::Uuid, Self::Uuid)
                | (Self::Ulid, Self::Ulid)
                | (Self::Decimal, Self::Decimal)
                | (Self::Date, Self::Date)
                | (Self::Time, Self::Time)
                | (Self::DateTime, Self::DateTime)
                | (Self::Timestamp, Self::Timestamp)
                | (Self::Duration, Self::Duration)
                | (Self::Ipv4, Self::Ipv4)
                | (Self::Ipv6, Self::Ipv6)
        )
    }
}

/// A number of bytes that a format writes, in terms of the number of plain bytes of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteCount {
    fixed: usize,
    of: Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plain {
    Ratio(usize, usize),
    WholeGroups { len: usize, written: usize },
}

impl ByteCount {
    /// Returns the number `count`, whatever the value is.
    pub const fn exact(count: usize) -> Self {
        Self { fixed: count, of: Plain::Ratio(0, 1) }
    }

    /// Returns the number of plain bytes plus `more`.
    pub const fn plain_and(more: usize) -> Self {
        Self::ratio(1, 1, more)
    }

    /// Returns `numerator` bytes for each `denominator` plain bytes, rounded up, plus `more`. Use 8 and 7 for bytes that hold
    /// seven bits each, and 2 and 1 if each byte can be escaped.
    ///
    /// # Panics
    /// The denominator is 0. In the table of a format, this is a compile error.
    pub const fn ratio(numerator: usize, denominator: usize, more: usize) -> Self {
        assert!(denominator > 0, "the denominator of a width must not be 0");
        Self { fixed: more, of: Plain::Ratio(numerator, denominator) }
    }

    /// Returns `written` bytes for each complete group of `len` plain bytes, plus `more`.
    ///
    /// # Panics
    /// `len` is 0. In the table of a format, this is a compile error.
    pub const fn whole_groups(len: usize, written: usize, more: usize) -> Self {
        assert!(len > 0, "a group must have at least one byte");
        Self { fixed: more, of: Plain::WholeGroups { len, written } }
    }

    const fn at(self, plain: usize) -> usize {
        let of_plain = match self.of {
            Plain::Ratio(numerator, denominator) => plain.saturating_mul(numerator).div_ceil(denominator),
            Plain::WholeGroups { len, written } => (plain / len).saturating_mul(written),
        };
        of_plain.saturating_add(self.fixed)
    }
}

/// A row in the table of a [`Format`](super::Format): a kind of values that the format has, and the facts that the compiler
/// checks keys with.
///
/// A new row says: the format has all values of the kind; they sort; their bytes are as many as the plain bytes; decoding
/// finds their end; nothing is known about their first byte. The methods say what is otherwise.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Type {
    pub(crate) kind: Kind,
    /// The least and the greatest number of plain bytes of integers and arrays in this row.
    pub(crate) plain: (usize, usize),
    widths: (ByteCount, Option<ByteCount>),
    all_values: bool,
    starts_alike: bool,
    optional: bool,
    facts: FormatFacts,
    only_last: Option<Sentences>,
    only_ascending: Option<Sentences>,
}

/// Why something is not allowed, and what to write instead.
type Sentences = (&'static str, &'static str);

impl Type {
    /// Returns the row of a kind of values. For integers and arrays, `kind` contains their one width: use
    /// [`unsigned`](Self::unsigned), [`signed`](Self::signed) and [`array`](Self::array) for several widths.
    pub const fn new(kind: Kind) -> Self {
        let plain = match kind.width() {
            Some(width) => (width, width),
            None => (0, usize::MAX),
        };
        let widths = match kind.width() {
            Some(_) => (ByteCount::plain_and(0), Some(ByteCount::plain_and(0))),
            None => (ByteCount::exact(0), None),
        };
        Self {
            kind,
            plain,
            widths,
            all_values: true,
            starts_alike: false,
            optional: false,
            facts: FormatFacts::NONE,
            only_last: None,
            only_ascending: None,
        }
    }

    /// Returns the row of unsigned integers of these widths in bytes, from 1 to 16.
    ///
    /// # Panics
    /// The widths are empty or out of range. In the table of a format, this is a compile error.
    pub const fn unsigned(widths: RangeInclusive<usize>) -> Self {
        Self { plain: integer_widths(&widths), ..Self::new(Kind::Unsigned { width: *widths.end() }) }
    }

    /// Returns the row of signed integers of these widths in bytes, from 1 to 16.
    ///
    /// # Panics
    /// The widths are empty or out of range. In the table of a format, this is a compile error.
    pub const fn signed(widths: RangeInclusive<usize>) -> Self {
        Self { plain: integer_widths(&widths), ..Self::new(Kind::Signed { width: *widths.end() }) }
    }

    /// Returns the row of byte arrays of these widths.
    ///
    /// # Panics
    /// The widths are empty. In the table of a format, this is a compile error.
    pub const fn array(widths: RangeInclusive<usize>) -> Self {
        assert!(*widths.start() <= *widths.end(), "the first width is greater than the last");
        Self { plain: (*widths.start(), *widths.end()), ..Self::new(Kind::Array { width: *widths.end() }) }
    }

    /// Says how many bytes the values have: at least `min`, and at most `max`. `None` means that there is no limit. Terminators
    /// count. If a value has none as the last field of a key, `min` is without and `max` with the terminator.
    #[must_use]
    pub const fn widths(self, min: ByteCount, max: Option<ByteCount>) -> Self {
        Self { widths: (min, max), ..self }
    }

    /// Says that every value has this number of bytes.
    #[must_use]
    pub const fn width(self, width: ByteCount) -> Self {
        self.widths(width, Some(width))
    }

    /// Says that the format cannot encode some values: those for which [`Format::unencodable`](super::Format::unencodable)
    /// returns `Some`. Keys with such a field have no `encode`, only `try_encode`.
    #[must_use]
    pub const fn some_values(self) -> Self {
        Self { all_values: false, ..self }
    }

    /// Says that the bytes do not sort as the values do. Fields of this kind have no `_in`.
    #[must_use]
    pub const fn unsorted(self) -> Self {
        self.with(FormatFacts { sorts: false, ..self.facts })
    }

    /// Says that the bytes sort in reverse: greater values have lesser bytes. Only for values whose bytes determine their end.
    #[must_use]
    pub const fn descending(self) -> Self {
        self.with(FormatFacts { descending: true, ..self.facts })
    }

    /// Says that values which begin alike have bytes that begin alike, and that [`Format::write_beginning`
    /// ](super::Format::write_beginning) writes these bytes. Fields of this kind have `_starts_with`. Only for strings, bytes
    /// and arrays.
    #[must_use]
    pub const fn starts_alike(self) -> Self {
        Self { starts_alike: true, ..self }
    }

    /// Says that the values can be in an `Option`, whose `None` is the [null](super::Format::NULL) of the format.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Says that the bytes of every value are UTF-8, so that a key can be encoded as text.
    #[must_use]
    pub const fn text(self) -> Self {
        self.with(FormatFacts { text: true, ..self.facts })
    }

    /// Says that a value ends in 00 unless FF follows, because 00 FF is an escaped 00. The compiler then rejects keys in
    /// which FF can follow.
    #[must_use]
    pub const fn ends_unless_ff(self) -> Self {
        self.with(FormatFacts { end: End::UnlessFf, ..self.facts })
    }

    /// Says that a value has no terminator as the last field of a key, and so ends with the key. Without this promise, a range
    /// whose upper bound is a value contains longer values too.
    #[must_use]
    pub const fn ends_with_key(self) -> Self {
        self.with(FormatFacts { end: End::WithKey, ..self.facts })
    }

    /// Says that the first byte of every value is from `first` to `last`. Values of a kind with
    /// [`ends_unless_ff`](Self::ends_unless_ff) can then be before such values.
    #[must_use]
    pub const fn first_byte(self, first: u8, last: u8) -> Self {
        self.with(FormatFacts { first: (first, last), ..self.facts })
    }

    /// Says that a value can only be the last field of a key. `why` completes the sentence "`why`, so it must be the last field
    /// of the key", and `instead` completes the advice "give the field `instead`": a type that can be anywhere.
    #[must_use]
    pub const fn only_last(self, why: &'static str, instead: &'static str) -> Self {
        Self { only_last: Some((why, instead)), ..self.ends_with_key() }
    }

    /// Says that a value cannot be `#[descending]`, why, and what to write instead.
    #[must_use]
    pub const fn only_ascending(self, why: &'static str, instead: &'static str) -> Self {
        Self { only_ascending: Some((why, instead)), ..self }
    }

    /// Says that the bytes are the plain bytes, after this byte if there is one. Fingerprints then treat such a value as a
    /// field of a key without a format. A string must have a first byte, and a 00 after its plain bytes. Only for kinds all of
    /// whose values the format has.
    #[must_use]
    pub const fn plain_after(self, first: Option<u8>) -> Self {
        self.with(FormatFacts { form: Form::Plain(first), ..self.facts })
    }

    /// Says that the bytes are the plain bytes of the integer in a type of `width` bytes, after this byte if there is one. Fingerprints
    /// then treat such a value as a field of this type.
    #[must_use]
    pub const fn integer_after(self, first: Option<u8>, width: usize) -> Self {
        self.with(FormatFacts { form: Form::Integer { first, width, reversed: false }, ..self.facts })
    }

    /// Says that the bytes are those of the integer in a type of `width` bytes with `#[reverse]`.
    #[must_use]
    pub const fn integer_reversed(self, width: usize) -> Self {
        self.with(FormatFacts { form: Form::Integer { first: None, width, reversed: true }, ..self.facts })
    }

    /// Says that an integer has the same bytes in types of all widths. `and_signs` is true if it has the same bytes in signed
    /// and unsigned types too. Fingerprints treat such types as one.
    #[must_use]
    pub const fn same_at_any_width(self, and_signs: bool) -> Self {
        self.with(FormatFacts { form: Form::AnyWidth { and_signs }, ..self.facts })
    }

    const fn with(self, facts: FormatFacts) -> Self {
        Self { facts, ..self }
    }

    /// Returns the kind of the row. For a row of several widths, the width is the greatest one.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    const fn contains(&self, kind: Kind) -> bool {
        match kind.width() {
            Some(width) => self.kind.is(kind) && self.plain.0 <= width && width <= self.plain.1,
            None => self.kind.is(kind),
        }
    }
}

const fn integer_widths(widths: &RangeInclusive<usize>) -> (usize, usize) {
    let (least, greatest) = (*widths.start(), *widths.end());
    assert!(1 <= least && least <= greatest && greatest <= 16, "an integer has from 1 to 16 bytes");
    (least, greatest)
}

/// The `None` of optional values in a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Null {
    /// These bytes stand in the place of a value, and no value begins with them. The second are the bytes of a null that is
    /// the last field of a key. If they are empty, an empty rest of the key is a null.
    InPlace(&'static [u8], &'static [u8]),
    /// The first byte for `None`, and the second byte before a value.
    Tagged(u8, u8),
}

impl Null {
    /// The tags of keys without a format: 00 for `None`, and 01 before a value.
    pub const PLAIN: Self = Self::Tagged(tag::NONE, tag::SOME);

    /// Returns the bytes of a null that has no tag.
    pub(super) const fn bytes(self, last: bool) -> &'static [u8] {
        match self {
            Self::InPlace(_, at_end) if last => at_end,
            Self::InPlace(bytes, _) => bytes,
            Self::Tagged(..) => &[],
        }
    }
}

/// The form of a struct whose fields are all in the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Structs {
    /// The format has no structs.
    Unsupported,
    /// The fields of the struct, as if they were fields of the key that are not the last.
    Inline,
    /// A nested tuple: `start`, the fields, `end`. In it, the bytes of a null are `null`.
    Nested {
        /// The bytes before the fields.
        start: &'static [u8],
        /// The bytes after the fields.
        end: &'static [u8],
        /// The bytes of a null in a nested tuple.
        null: &'static [u8],
    },
}

/// The values of a type that a format can encode, and what the bytes promise.
#[derive(Clone, Copy)]
pub(crate) enum Has {
    Nothing,
    Values { all: bool, sorts: bool, descending: bool, starts_alike: bool },
}

/// The table of a format, for the functions below, which run in the compiler.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) types: &'static [Type],
    pub(crate) null: Null,
    pub(crate) structs: Structs,
    pub(crate) descending_null: Option<(&'static str, &'static str)>,
}

impl Table {
    const fn row(&self, of: &Encoding) -> Option<&'static Type> {
        let Some(kind) = Kind::of(of) else { return None };
        let mut rows = self.types;
        while let [row, rest @ ..] = rows {
            if row.contains(kind) {
                return Some(row);
            }
            rows = rest;
        }
        None
    }

    /// Returns which values of a type the format has. `of` is the encoding of the type without the format.
    pub(crate) const fn has(&self, of: &Encoding) -> Has {
        match of {
            Encoding::NonZero { of } => self.has(of.get()),
            Encoding::Optional { of } => match of.get() {
                Encoding::Optional { .. } => Has::Nothing,
                of if self.can_be_optional(of) => match (self.has(of), self.null) {
                    // The bytes of a descending value descend, but its tag sorts after `None`.
                    (Has::Values { all, descending: true, .. }, Null::Tagged(..)) => {
                        Has::Values { all, sorts: false, descending: false, starts_alike: false }
                    }
                    (has, _) => has,
                },
                _ => Has::Nothing,
            },
            Encoding::Struct { fields } => match self.structs {
                Structs::Unsupported => Has::Nothing,
                _ => self.has_struct(slice(fields)),
            },
            of => match self.row(of) {
                Some(Type { all_values, starts_alike, facts, .. }) => Has::Values {
                    all: *all_values,
                    sorts: facts.sorts,
                    descending: facts.descending,
                    starts_alike: *starts_alike,
                },
                None => Has::Nothing,
            },
        }
    }

    const fn can_be_optional(&self, of: &Encoding) -> bool {
        match of {
            Encoding::NonZero { of } => self.can_be_optional(of.get()),
            // The nulls of fields in a struct are among its bytes.
            Encoding::Struct { .. } => !matches!(self.structs, Structs::Unsupported) && self.all_can_be_optional(),
            of => match self.row(of) {
                Some(row) => row.optional,
                None => false,
            },
        }
    }

    const fn all_can_be_optional(&self) -> bool {
        let mut rows = self.types;
        while let [row, rest @ ..] = rows {
            if !row.optional {
                return false;
            }
            rows = rest;
        }
        true
    }

    /// All fields of a struct must have this format. Their codecs reject values that the format cannot encode.
    const fn has_struct(&self, mut fields: &[FieldLayout]) -> Has {
        while let [field, rest @ ..] = fields {
            let encoding = match field.encoding() {
                Encoding::Descending { of } => of.get(),
                encoding => encoding,
            };
            match encoding {
                Encoding::Format { format, .. } if same_bytes(text(&format.name).as_bytes(), self.name.as_bytes()) => {}
                _ => return Has::Nothing,
            }
            fields = rest;
        }
        Has::Values { all: true, sorts: true, descending: false, starts_alike: false }
    }

    /// Returns what a layout records about a value in the format.
    pub(crate) const fn layout(&self, of: &Encoding) -> FormatLayout {
        let (value, is_optional) = of.without_option();
        let (facts, only_last, only_ascending) = match (value, self.row(value)) {
            (Encoding::Struct { fields }, _) => (self.struct_facts(value.widths(), slice(fields).len()), None, None),
            (_, Some(row)) => (row.facts_of(value), row.only_last, row.only_ascending),
            (_, None) => (FormatFacts::NONE, None, None),
        };
        let (facts, only_ascending) =
            if is_optional { (self.optional_facts(facts), self.descending_null) } else { (facts, only_ascending) };
        FormatLayout {
            name: Cow::Borrowed(self.name),
            facts,
            only_last: borrowed(only_last),
            only_ascending: borrowed(only_ascending),
        }
    }

    const fn optional_facts(&self, facts: FormatFacts) -> FormatFacts {
        let (min, max) = facts.widths;
        let (first, last) = facts.first;
        if let Null::Tagged(none, some) = self.null {
            let facts = FormatFacts { widths: (1, plus(max, 1)), first: (none, some), text: false, ..facts };
            let tagged = none == tag::NONE && some == tag::SOME;
            return FormatFacts { tagged, sorts: facts.sorts && !facts.descending, descending: false, ..facts };
        }
        let null = self.null.bytes(true).len();
        let widths = (if null < min { null } else { min }, max);
        let first = match self.null.bytes(false) {
            [null, ..] if *null < first => (*null, last),
            [null, ..] if *null > last => (first, *null),
            _ => (first, last),
        };
        FormatFacts { widths, first, text: false, ..facts }
    }

    const fn struct_facts(&self, (min, max): (usize, Option<usize>), count: usize) -> FormatFacts {
        match self.structs {
            Structs::Nested { start, end, null } => {
                let more = start.len().saturating_add(end.len());
                let longer_null = null.len().saturating_sub(self.null.bytes(false).len());
                let max = plus(max, more.saturating_add(count.saturating_mul(longer_null)));
                let first = match start {
                    [first, ..] => (*first, *first),
                    [] => (0, 0xFF),
                };
                FormatFacts { widths: (min.saturating_add(more), max), first, ..FormatFacts::NONE }
            }
            Structs::Inline | Structs::Unsupported => {
                FormatFacts { widths: (min, max), form: Form::Plain(None), ..FormatFacts::NONE }
            }
        }
    }
}

impl Type {
    /// Returns the facts of values of the encoding `of`, which the row contains.
    const fn facts_of(&self, of: &Encoding) -> FormatFacts {
        // A value of variable length has widths that do not depend on the plain bytes.
        let plain = match of.max_width() {
            Some(width) => width,
            None => 0,
        };
        let max = match self.widths.1 {
            Some(width) => Some(width.at(plain)),
            None => None,
        };
        FormatFacts { widths: (self.widths.0.at(plain), max), ..self.facts }
    }
}

const fn borrowed(sentences: Option<Sentences>) -> Option<(Cow<'static, str>, Cow<'static, str>)> {
    match sentences {
        Some((why, instead)) => Some((Cow::Borrowed(why), Cow::Borrowed(instead))),
        None => None,
    }
}
