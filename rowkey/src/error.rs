//! The two error types: small, opaque, with a kind to match on and a message to show.

use crate::ascii::nines_complement;
use crate::layout::Code;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A value that its key has no bytes for.
///
/// ```
/// use rowkey::{EncodeErrorKind, RowKey};
///
/// #[derive(RowKey)]
/// struct CustomerKey {
///     #[pad(6)]
///     customer: u32,
/// }
///
/// let error = CustomerKey { customer: 1_234_567 }.try_encode().unwrap_err();
/// assert_eq!(error.field(), "customer");
/// assert!(matches!(error.kind(), EncodeErrorKind::TooManyDigits { width: 6, .. }));
/// assert_eq!(
///     error.to_string(),
///     "field `customer`: 1234567 has 7 digits, the key holds 6"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError {
    field: &'static str,
    kind: EncodeErrorKind,
}

impl EncodeError {
    #[cold]
    pub(crate) fn new(field: &'static str, kind: EncodeErrorKind) -> Self {
        Self { field, kind }
    }

    pub(crate) fn salt(kind: EncodeErrorKind) -> Self {
        Self::new("salt", kind)
    }

    fn is_salt(&self) -> bool {
        matches!(self.kind, EncodeErrorKind::NoBucketChosen | EncodeErrorKind::NoSuchBucket { .. })
    }

    /// The field that could not be encoded, by its name in the struct (`field_0` in a tuple struct); `salt` where a random
    /// salt was given no bucket that there is.
    pub fn field(&self) -> &'static str {
        self.field
    }

    /// What was wrong with its value.
    pub fn kind(&self) -> &EncodeErrorKind {
        &self.kind
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_salt() {
            return write!(f, "salt: {}", self.kind);
        }
        write!(f, "field `{}`: {}", self.field, self.kind)
    }
}

impl core::error::Error for EncodeError {}

/// Why a value has no bytes in its key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// An integer under `#[pad(N)]` has more than N digits.
    #[non_exhaustive]
    TooManyDigits {
        /// The value.
        value: u128,
        /// How many digits the key holds.
        width: usize,
    },
    /// A negative integer under `#[pad(N)]`: the digits have no room for a sign.
    #[non_exhaustive]
    Negative {
        /// The value.
        value: i128,
    },
    /// A string under `#[pad(N)]` is longer than N bytes.
    #[non_exhaustive]
    TooLong {
        /// The length of the string in bytes.
        len: usize,
        /// How many bytes the key holds.
        width: usize,
    },
    /// A string under `#[pad(N)]` ends in the pad character, which decoding would take away.
    #[non_exhaustive]
    EndsInPad {
        /// The pad character.
        pad: char,
    },
    /// A string under `#[reverse]` and `#[pad(N)]` begins with the pad character: in reverse it ends in it, so that
    /// decoding would take it away.
    #[non_exhaustive]
    BeginsWithPad {
        /// The pad character.
        pad: char,
    },
    /// A string holds the delimiter or terminator that ends it in the key.
    #[non_exhaustive]
    ContainsSeparator {
        /// The delimiter or terminator.
        separator: char,
        /// Where it first stands in the value, in bytes.
        at: usize,
    },
    /// The salt is random, and nobody has chosen a bucket: call `encode_in` or `encode_random`.
    NoBucketChosen,
    /// A time under `#[format(..)]` has parts that the format does not show, or a year outside 0000 to 9999.
    #[non_exhaustive]
    NotInFormat {
        /// The format.
        format: &'static str,
    },
    /// There is no bucket of this number.
    #[non_exhaustive]
    NoSuchBucket {
        /// The number.
        bucket: u64,
        /// How many buckets there are.
        count: u64,
    },
    /// The field's own [`Codec`](crate::Codec) refused the value, with this message.
    Codec(String),
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyDigits { value, width } => {
                let digits = value.checked_ilog10().unwrap_or(0) + 1;
                write!(f, "{value} has {digits} digits, the key holds {width}")
            }
            Self::Negative { value } => write!(f, "{value} is negative, padded digits hold no sign"),
            Self::TooLong { len, width } => {
                write!(f, "the string has {len} bytes, the key holds {width}")
            }
            Self::EndsInPad { pad } => {
                write!(f, "the string ends in {pad:?}, which the key pads with and decoding would take away")
            }
            Self::BeginsWithPad { pad } => {
                write!(
                    f,
                    "the string begins with {pad:?}, which the key pads the reversed string with and decoding would take away"
                )
            }
            Self::ContainsSeparator { separator, at } => {
                write!(f, "the value holds {separator:?} at byte {at}, which ends it in the key")
            }
            Self::NoBucketChosen => {
                f.write_str("it is random, so choose a bucket: call `encode_in(bucket)` or `encode_random()`")
            }
            Self::NotInFormat { format } => {
                write!(f, "the time has parts that {format:?} does not show, or a year outside 0000 to 9999")
            }
            Self::NoSuchBucket { bucket, count } => write!(f, "bucket {bucket} is none of the {count}, counted from 0"),
            Self::Codec(message) => f.write_str(message),
        }
    }
}

/// Bytes that are not a key of this layout.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(Debug, RowKey)]
/// struct CustomerKey {
///     #[salt(md5, 2)]
///     #[pad(6)]
///     customer: u32,
/// }
///
/// let error = CustomerKey::decode(b"\x00\x00A00123").unwrap_err();
/// assert_eq!((error.field(), error.offset()), (Some("customer"), 2));
/// assert_eq!(
///     error.to_string(),
///     "field `customer` at byte 2: expected 6 ASCII digits, found 0x41"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Malformed>);

/// Behind a pointer, so that the way of keys that are well-formed stays short.
#[derive(Clone, PartialEq, Eq)]
struct Malformed {
    field: Option<&'static str>,
    offset: usize,
    kind: DecodeErrorKind,
}

impl DecodeError {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(Malformed { field: None, offset, kind }))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn in_field(mut self, field: &'static str) -> Self {
        self.0.field = Some(field);
        self
    }

    /// For digits that were read as their complement: names the byte that stands in the key.
    #[cold]
    pub(crate) fn nines_complemented(mut self) -> Self {
        if let DecodeErrorKind::NotDigits { found, .. } = &mut self.0.kind {
            *found = nines_complement(*found);
        }
        self
    }

    /// For a field of `width` bytes that was read back to front.
    #[cold]
    pub(crate) fn mirrored(mut self, field_offset: usize, width: usize) -> Self {
        if matches!(self.0.kind, DecodeErrorKind::NotDigits { .. }) {
            self.0.offset = field_offset + width - 1 - (self.0.offset - field_offset);
        }
        self
    }

    /// The field whose bytes are wrong; `None` for the salt, the namespace and bytes after the key's end.
    pub fn field(&self) -> Option<&'static str> {
        self.0.field
    }

    /// The byte of the key at which it went wrong, counted from 0.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// What was wrong.
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Malformed { field, offset, kind } = &*self.0;
        f.debug_struct("DecodeError").field("field", field).field("offset", offset).field("kind", kind).finish()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.field, &self.0.kind) {
            (Some(field), _) => write!(f, "field `{field}`")?,
            (None, DecodeErrorKind::Salt { .. } | DecodeErrorKind::NoBucket { .. }) => f.write_str("salt")?,
            (None, DecodeErrorKind::Namespace { .. }) => f.write_str("namespace")?,
            (None, _) => f.write_str("key")?,
        }
        write!(f, " at byte {}: {}", self.0.offset, self.0.kind)
    }
}

impl core::error::Error for DecodeError {}

/// Why bytes are not a key of this layout.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The key ends within this part.
    #[non_exhaustive]
    Truncated {
        /// How many bytes the part has.
        expected: usize,
        /// How many are there.
        found: usize,
    },
    /// Bytes are left after the last field.
    #[non_exhaustive]
    Trailing {
        /// How many.
        count: usize,
    },
    /// The key does not begin with the namespace.
    #[non_exhaustive]
    Namespace {
        /// The namespace.
        expected: &'static [u8],
    },
    /// The salt is not the one that the fields give.
    #[non_exhaustive]
    Salt {
        /// The salt that the fields give.
        expected: Vec<u8>,
        /// The salt in the key.
        found: Vec<u8>,
    },
    /// The salt is the number of no bucket.
    #[non_exhaustive]
    NoBucket {
        /// The salt in the key.
        found: Vec<u8>,
    },
    /// A padded integer holds something that is no digit.
    #[non_exhaustive]
    NotDigits {
        /// How many digits the key holds.
        width: usize,
        /// The byte that is none.
        found: u8,
    },
    /// A number that the field's type cannot hold.
    OutOfRange,
    /// The byte is no value of the field's type.
    #[non_exhaustive]
    NotAValue {
        /// What was expected.
        expected: &'static str,
        /// The byte.
        found: u8,
    },
    /// The bytes are the code of no variant.
    #[non_exhaustive]
    NoSuchCode {
        /// The codes there are.
        codes: &'static [Code],
    },
    /// The bytes are no time in this format.
    #[non_exhaustive]
    NotInFormat {
        /// The format.
        format: &'static str,
    },
    /// The text is in the format, but no calendar has this day, such as 2024-02-30, or no clock this time, such as 24:00.
    NoSuchTime,
    /// The key begins with the namespace of none of the kinds of rows.
    NoNamespace,
    /// The four bytes are no `char`.
    #[non_exhaustive]
    NotAChar {
        /// The number they are.
        found: u32,
    },
    /// Zero where the type has none (`NonZeroU32` and its like).
    Zero,
    /// The bytes of a string are not UTF-8.
    NotUtf8,
    /// The mark that ends the string is not there.
    #[non_exhaustive]
    NoEnd {
        /// The bytes that end it.
        end: &'static str,
    },
    /// After a 00 within an escaped string there must be FF (a zero byte) or 00 (the end).
    #[non_exhaustive]
    BadEscape {
        /// The byte that was there.
        found: u8,
    },
    /// A delimiter is missing after the field.
    #[non_exhaustive]
    NoDelimiter {
        /// The delimiter.
        expected: char,
        /// The byte in its place.
        found: u8,
    },
    /// The value would be encoded otherwise.
    NotCanonical,
    /// The field's own [`Codec`](crate::Codec) refused the bytes, with this message.
    Codec(String),
}

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { expected, found } => {
                write!(f, "the key ends after {found} of {expected} bytes")
            }
            Self::Trailing { count: 1 } => f.write_str("the key should end here, 1 more byte follows"),
            Self::Trailing { count } => write!(f, "the key should end here, {count} more bytes follow"),
            Self::Namespace { expected } => {
                write!(f, "expected \"{}\"", expected.escape_ascii())
            }
            Self::Salt { expected, found } => {
                write!(f, "found {}, the fields give {}", Hex(found), Hex(expected))
            }
            Self::NoBucket { found } => write!(f, "{} is the number of no bucket", Hex(found)),
            Self::NotDigits { width, found } => {
                write!(f, "expected {width} ASCII digits, found 0x{found:02x}")
            }
            Self::OutOfRange => f.write_str("the field's type holds no such number"),
            Self::NotAValue { expected, found } => {
                write!(f, "expected {expected}, found 0x{found:02x}")
            }
            Self::NoSuchCode { codes } => {
                f.write_str("expected one of the codes")?;
                codes.iter().try_for_each(|code| write!(f, " {:?}", Bytes(code.bytes)))
            }
            Self::NotInFormat { format } => write!(f, "this is no time as {format:?}"),
            Self::NoSuchTime => f.write_str("there is no such day or no such time of day"),
            Self::NoNamespace => f.write_str("the key begins with no namespace of this key space"),
            Self::NotAChar { found } => write!(f, "0x{found:08x} is no char"),
            Self::Zero => f.write_str("found zero in a field that is never zero"),
            Self::NotUtf8 => f.write_str("the bytes are not UTF-8"),
            Self::NoEnd { end } => write!(f, "the key ends before the field does: no {end}"),
            Self::BadEscape { found } => {
                write!(f, "0x{found:02x} stands where an escape (ff) or the field's end (00) must")
            }
            Self::NoDelimiter { expected, found } => {
                write!(f, "expected the delimiter {expected:?}, found 0x{found:02x}")
            }
            Self::NotCanonical => f.write_str("no value is encoded like this"),
            Self::Codec(message) => f.write_str(message),
        }
    }
}

struct Bytes<'a>(&'a [u8]);

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
