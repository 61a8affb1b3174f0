//! A key's layout as data: what stands where, how wide, and whether it sorts.

mod const_table;
mod fingerprint;
pub mod limit;
mod message;
mod split;
mod table;
mod value;

use crate::ascii::ascii_hex;

pub use split::TooManyRegions;
pub use value::ValueKind;

/// The name of random salts in attributes.
pub(crate) const RANDOM: &str = "random";
const RANDOM_BYTES: &[u8] = RANDOM.as_bytes();

/// In place of the length of keys that have none.
pub(crate) const VARIABLE: usize = usize::MAX;

/// How one field stands in its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// An unsigned integer, big-endian.
    #[non_exhaustive]
    Unsigned {
        /// Bytes.
        width: usize,
    },
    /// A signed integer, big-endian with the sign bit flipped.
    #[non_exhaustive]
    Signed {
        /// Bytes.
        width: usize,
    },
    /// An integer that is never zero.
    NonZero(&'static Encoding),
    /// A float in the total order of IEEE 754.
    #[non_exhaustive]
    Float {
        /// Bytes.
        width: usize,
    },
    /// 00 or 01.
    Bool,
    /// A `char` as its `u32`.
    Char,
    /// An integer in decimal digits, zeros on the left.
    #[non_exhaustive]
    Digits {
        /// Digits.
        width: usize,
        /// The greatest number that the field's type holds.
        max: u128,
    },
    /// A byte array.
    #[non_exhaustive]
    Array {
        /// Bytes.
        width: usize,
    },
    /// A string without a width.
    Text,
    /// Bytes without a width.
    Bytes,
    /// A string padded on the right.
    #[non_exhaustive]
    PaddedText {
        /// Bytes.
        width: usize,
        /// The pad character.
        pad: u8,
    },
    /// 00, or 01 and the value.
    Optional(&'static Encoding),
    /// Complemented, so that greater values come first.
    Descending(&'static Encoding),
    /// Digits, bytes or characters in reverse.
    Reversed(&'static Encoding),
    /// Only part of a digest.
    #[non_exhaustive]
    Hashed {
        /// The digest's name.
        algorithm: &'static str,
        /// Whether as hex digits.
        hex: bool,
        /// Bytes in the key.
        width: usize,
        /// What was hashed.
        of: &'static Encoding,
    },
    /// A struct: its fields in order, each ended as if others followed.
    Struct(&'static [Part]),
    /// The code of a variant.
    Codes(&'static [Code]),
    /// A [`Shard`](crate::Shard).
    #[non_exhaustive]
    Shard {
        /// Bytes.
        width: usize,
        /// How many shards there are.
        count: u32,
    },
    /// A type with bytes of its own, such as a date or an address.
    Value(ValueKind),
    /// A civil time as text.
    #[non_exhaustive]
    Time {
        /// Its format.
        format: &'static str,
        /// Bytes.
        width: usize,
        /// The field's type, which does not move bytes.
        of: ValueKind,
    },
    /// A [`Codec`](crate::Codec) of the user's.
    #[non_exhaustive]
    Custom {
        /// Its name.
        name: &'static str,
        /// Bytes, unless open.
        width: Option<usize>,
        /// Whether it promises to sort.
        sorts: bool,
    },
}

impl Encoding {
    /// The least bytes a value has, without an end.
    const fn min_width(&self) -> usize {
        match self {
            Self::Unsigned { width }
            | Self::Signed { width }
            | Self::Float { width }
            | Self::Digits { width, .. }
            | Self::Array { width }
            | Self::PaddedText { width, .. }
            | Self::Hashed { width, .. }
            | Self::Shard { width, .. }
            | Self::Time { width, .. }
            | Self::Custom { width: Some(width), .. } => *width,
            Self::Struct(parts) => within(parts).0,
            Self::Codes(codes) => code_widths(codes).0,
            Self::Bool | Self::Optional(_) => 1,
            Self::Char => 4,
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => 0,
            Self::Value(kind) => kind.min_width(),
            Self::NonZero(inner) | Self::Descending(inner) | Self::Reversed(inner) => inner.min_width(),
        }
    }

    /// The most bytes a value has; `None` for one without a limit.
    const fn max_width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => None,
            Self::Optional(inner) => match inner.max_width() {
                Some(width) => Some(1 + width),
                None => None,
            },
            Self::Value(kind) => Some(kind.max_width()),
            Self::NonZero(inner) | Self::Descending(inner) | Self::Reversed(inner) => inner.max_width(),
            Self::Struct(parts) => within(parts).1,
            Self::Codes(codes) => Some(code_widths(codes).1),
            _ => Some(self.min_width()),
        }
    }

    /// Whether it is a string or bytes without a width, which needs an end.
    pub(crate) const fn is_open(&self) -> bool {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => true,
            Self::NonZero(inner) | Self::Descending(inner) | Self::Reversed(inner) => inner.is_open(),
            _ => false,
        }
    }

    /// Whether a value can hold something without a width.
    pub(crate) const fn holds_open(&self) -> bool {
        match self {
            Self::Optional(inner) | Self::Descending(inner) => inner.holds_open(),
            _ => self.is_open(),
        }
    }

    pub(crate) const fn is_descending(&self) -> bool {
        matches!(self, Self::Descending(_))
    }

    /// Whether bytes compare as the values do, given whether those of an open field do.
    const fn sorts(&self, open_sorts: bool) -> bool {
        match self {
            Self::Text | Self::Bytes => open_sorts,
            Self::PaddedText { pad, .. } => *pad == 0,
            Self::Struct(parts) => {
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    if !part.encoding.sorts(true) {
                        return false;
                    }
                    parts = rest;
                }
                true
            }
            Self::Codes(codes) => codes_rise(codes),
            Self::Reversed(_) | Self::Hashed { .. } => false,
            Self::Custom { width, sorts, .. } => *sorts && (width.is_some() || open_sorts),
            Self::Optional(inner) | Self::Descending(inner) | Self::NonZero(inner) => inner.sorts(open_sorts),
            _ => true,
        }
    }
}

/// The least and the most bytes of a struct's fields.
const fn within(mut parts: &[Part]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (0, Some(0));
    while let [part, rest @ ..] = parts {
        let end = if part.encoding.is_open() { Separator::Escape.end_width() } else { 0 };
        min += part.encoding.min_width() + end;
        max = match (max, part.encoding.max_width()) {
            (Some(max), Some(width)) => Some(max + width),
            _ => None,
        };
        parts = rest;
    }
    (min, max)
}

/// The bytes of the shortest and the longest code.
const fn code_widths(mut codes: &[Code]) -> (usize, usize) {
    let (mut min, mut max) = (usize::MAX, 0);
    while let [code, rest @ ..] = codes {
        let width = code.bytes.len();
        min = if width < min { width } else { min };
        max = if width > max { width } else { max };
        codes = rest;
    }
    if min > max { (0, 0) } else { (min, max) }
}

/// Whether each code is greater than the one in front of it.
const fn codes_rise(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        if let [next, ..] = rest {
            if !is_less(code.bytes, next.bytes) {
                return false;
            }
        }
        codes = rest;
    }
    true
}

const fn is_less(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if *x != *y {
            return *x < *y;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && !b.is_empty()
}

/// What stands between fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// Nothing; open fields are escaped.
    Escape,
    /// This character between all fields.
    Delimiter(char),
    /// This character after each open field but the last.
    Terminator(char),
}

impl Separator {
    const fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }

    pub(crate) const fn end_width(self) -> usize {
        match self {
            Self::Escape => 2,
            Self::Delimiter(_) | Self::Terminator(_) => 1,
        }
    }

    pub(crate) const fn delimiter_width(self) -> usize {
        match self {
            Self::Delimiter(_) => 1,
            Self::Escape | Self::Terminator(_) => 0,
        }
    }
}

/// How a salt stands in front of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SaltLayout {
    /// The name of its algorithm.
    pub algorithm: &'static str,
    /// What of it stands in the key.
    pub form: SaltForm,
    /// Its bytes.
    pub width: usize,
}

/// What of a salt stands in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaltForm {
    /// Bytes of a digest.
    #[non_exhaustive]
    Bytes {
        /// The last ones, not the first.
        last: bool,
    },
    /// Bytes of a digest as lower-case hex digits.
    #[non_exhaustive]
    Hex {
        /// The last ones, not the first.
        last: bool,
    },
    /// The number of a bucket, big-endian.
    #[non_exhaustive]
    Buckets {
        /// How many buckets there are.
        count: u64,
    },
    /// The number of a bucket in decimal digits.
    #[non_exhaustive]
    BucketDigits {
        /// How many buckets there are.
        count: u64,
    },
}

impl SaltLayout {
    /// How many values the salt can have.
    pub(crate) const fn bucket_count(&self) -> u64 {
        let bytes = match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => return count,
            SaltForm::Bytes { .. } => self.width,
            SaltForm::Hex { .. } => self.width / 2,
        };
        if bytes < 8 { 1 << (8 * bytes) } else { u64::MAX }
    }

    /// Writes the salt of the `bucket`th value over `key` at byte `at`.
    pub(crate) fn write_bucket(&self, bucket: u64, key: &mut [u8], at: usize) {
        let (base, digit): (u64, fn(u8) -> u8) = match self.form {
            SaltForm::Bytes { .. } | SaltForm::Buckets { .. } => (256, |byte| byte),
            SaltForm::Hex { .. } => (16, ascii_hex),
            SaltForm::BucketDigits { .. } => (10, ascii_hex),
        };
        let mut left = bucket;
        let salt = key.get_mut(at..).and_then(|key| key.get_mut(..self.width)).unwrap_or_default();
        for byte in salt.iter_mut().rev() {
            *byte = digit(u8::try_from(left % base).unwrap_or(0));
            left /= base;
        }
    }

    /// The number of the bucket that a salt names; `None` for a salt that no bucket has.
    pub(crate) fn bucket_of(&self, salt: &[u8]) -> Option<u64> {
        let base: u64 = match self.form {
            SaltForm::Bytes { .. } | SaltForm::Buckets { .. } => 256,
            SaltForm::Hex { .. } => 16,
            SaltForm::BucketDigits { .. } => 10,
        };
        let bucket = salt.iter().try_fold(0u64, |number, byte| {
            let digit = match (base, byte) {
                (256, byte) => *byte,
                (_, b'0'..=b'9') => byte - b'0',
                (16, b'a'..=b'f') => byte - b'a' + 10,
                _ => return None,
            };
            number.checked_mul(base)?.checked_add(digit.into())
        })?;
        (bucket < self.bucket_count()).then_some(bucket)
    }
}

/// The salt of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeySalt {
    /// How it stands.
    pub layout: SaltLayout,
    /// The fields it is computed from, by index, in the order in which they are hashed; empty for the whole key.
    pub of: &'static [usize],
}

/// One field of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The field's name.
    pub name: &'static str,
    /// How it stands.
    pub encoding: Encoding,
}

/// The code of a variant, as `#[code(..)]` pins it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The variant's name.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

#[doc(hidden)]
impl Code {
    pub const fn __new(name: &'static str, bytes: &'static [u8]) -> Self {
        Self { name, bytes }
    }
}

/// The bytes of a key type, described: `K::LAYOUT`.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct PaymentKey {
///     #[salt(md5, 2)]
///     #[pad(6)]
///     customer: u32,
///     #[descending]
///     paid_at: i64,
///     note: String,
/// }
///
/// assert_eq!(PaymentKey::LAYOUT.to_string(), "\
/// PaymentKey
/// part      offset  width  encoding                      order
/// salt      0       2      md5, first bytes              by salt
/// customer  2       6      decimal digits                ascending
/// paid_at   8       8      signed integer, complemented  descending
/// note      16      0..    string, to the key's end      ascending
/// ");
/// assert_eq!(PaymentKey::LAYOUT.min_len(), 16);
/// assert_eq!(PaymentKey::LAYOUT.max_len(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    name: &'static str,
    namespace: &'static [u8],
    separator: Separator,
    salt: Option<KeySalt>,
    parts: &'static [Part],
    /// So many bytes are room for most prefixes. Kept, since every prefix asks for it.
    room: usize,
}

/// So that a prefix with strings seldom has to grow.
const ROOM_FOR_TEXT: usize = 24;

impl Layout {
    #[doc(hidden)]
    pub const fn __new(
        name: &'static str,
        namespace: &'static [u8],
        separator: Separator,
        salt: Option<(SaltLayout, &'static [usize])>,
        parts: &'static [Part],
    ) -> Self {
        let salt = match salt {
            Some((layout, of)) => Some(KeySalt { layout, of }),
            None => None,
        };
        let mut layout = Self { name, namespace, separator, salt, parts, room: 0 };
        layout.room = layout.min_len() + layout.open_fields() * ROOM_FOR_TEXT;
        layout
    }

    /// The name of the struct.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The bytes in front of every key.
    pub const fn namespace(&self) -> &'static [u8] {
        self.namespace
    }

    /// What stands between fields.
    pub const fn separator(&self) -> Separator {
        self.separator
    }

    /// The salt behind the namespace.
    pub const fn salt(&self) -> Option<KeySalt> {
        self.salt
    }

    /// Whether the bytes do not follow from the fields, because the salt is random.
    pub const fn has_random_salt(&self) -> bool {
        match self.salt {
            Some(salt) => matches!(salt.layout.algorithm.as_bytes(), RANDOM_BYTES),
            None => false,
        }
    }

    /// The fields in order.
    pub const fn parts(&self) -> &'static [Part] {
        self.parts
    }

    const fn salt_width(&self) -> usize {
        match self.salt {
            Some(salt) => salt.layout.width,
            None => 0,
        }
    }

    /// Where the first field stands: behind the namespace and the salt.
    ///
    /// From there on keys compare as a scan orders them, so that [`merge`](crate::merge()) takes this as its `skip`.
    pub const fn fields_at(&self) -> usize {
        self.namespace.len() + self.salt_width()
    }

    const fn open_fields(&self) -> usize {
        let mut count = 0;
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            if part.encoding.max_width().is_none() {
                count += 1;
            }
            parts = rest;
        }
        count
    }

    /// Whether a field is decimal digits.
    pub(crate) const fn has_digits(&self) -> bool {
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            let mut encoding = &part.encoding;
            while let Encoding::Descending(inner) | Encoding::Reversed(inner) = encoding {
                encoding = inner;
            }
            if let Encoding::Digits { .. } = encoding {
                return true;
            }
            parts = rest;
        }
        false
    }

    /// The bytes for which a prefix makes room.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// The part that byte `at` of a fixed-width key belongs to: its field, where it starts and how wide it is.
    pub(crate) fn part_at(&self, at: usize) -> Option<(Option<&'static str>, usize, usize)> {
        let mut start = self.fields_at();
        if at < start {
            return Some((None, 0, start));
        }
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            let width = part.encoding.min_width() + self.least_after(part, parts.peek().is_none());
            if at < start + width {
                return Some((Some(part.name), start, width));
            }
            start += width;
        }
        None
    }

    /// What follows a part, at least: its end, or a delimiter. An option that may have no end counts without.
    const fn least_after(&self, part: &Part, last: bool) -> usize {
        if part.encoding.is_open() && (!last || part.encoding.is_descending()) {
            self.separator.end_width()
        } else if last {
            0
        } else {
            self.separator.delimiter_width()
        }
    }

    /// The bytes of the shortest key.
    pub const fn min_len(&self) -> usize {
        let mut len = self.namespace.len() + self.salt_width();
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            len += part.encoding.min_width() + self.least_after(part, rest.is_empty());
            parts = rest;
        }
        len
    }

    /// The bytes of the longest key; `None` when a field has no width, so that there is no limit.
    pub const fn max_len(&self) -> Option<usize> {
        let mut len = self.namespace.len() + self.salt_width();
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            match part.encoding.max_width() {
                Some(width) => len += width + self.least_after(part, rest.is_empty()),
                None => return None,
            }
            parts = rest;
        }
        Some(len)
    }

    /// The bytes of every key, when all are equally long: such a key encodes to an array.
    pub const fn fixed_len(&self) -> Option<usize> {
        match self.max_len() {
            Some(len) if len == self.min_len() => Some(len),
            _ => None,
        }
    }

    /// Whether keys compare as bytes the way their fields do one after the other: no salt, no hash, nothing reversed,
    /// no pad but `\0`, no delimiter or terminator but `\0` behind a string.
    pub const fn is_ordered(&self) -> bool {
        if self.salt.is_some() {
            return false;
        }
        let mut parts = self.parts;
        while let [part, rest @ ..] = parts {
            let ended = !rest.is_empty() || part.encoding.is_descending();
            if !part.encoding.sorts(!ended || self.separator.sorts()) {
                return false;
            }
            parts = rest;
        }
        true
    }
}

#[doc(hidden)]
impl Encoding {
    pub const fn __holds_open(&self) -> bool {
        self.holds_open()
    }
}

#[doc(hidden)]
impl Layout {
    /// The length of every key, or what stands in its place.
    pub const fn __len_or_variable(&self) -> usize {
        match self.fixed_len() {
            Some(len) => len,
            None => VARIABLE,
        }
    }

    /// The bytes of a key that are none of its fields', or a close guess.
    pub const fn __overhead(&self) -> usize {
        self.fields_at() + self.parts.len() * self.separator.delimiter_width()
    }
}

#[doc(hidden)]
impl Part {
    pub const fn __new(name: &'static str, encoding: Encoding) -> Self {
        Self { name, encoding }
    }
}
