//! The errors of encoding and decoding keys: [`EncodeError`] and [`DecodeError`]. Each error has a kind to match on,
//! and prints a message that names the field.

use crate::ascii::{SeparatorLiteral, nines_complement};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The error for a value that its key cannot hold, such as a number with too many digits.
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
/// assert_eq!(error.field(), Some("customer"));
/// assert!(matches!(error.kind(), EncodeErrorKind::TooManyDigits { width: 6, .. }));
/// assert_eq!(
///     error.to_string(),
///     "field `customer`: 1234567 has 7 digits, but the key holds only 6"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError {
    field: Option<&'static str>,
    kind: EncodeErrorKind,
}

impl EncodeError {
    #[cold]
    pub(crate) fn new(field: &'static str, kind: EncodeErrorKind) -> Self {
        Self { field: Some(field), kind }
    }

    /// Creates an error about a random salt.
    #[cold]
    pub(crate) fn salt(kind: EncodeErrorKind) -> Self {
        Self { field: None, kind }
    }

    /// Returns the name of the field whose value cannot be encoded. The first field of a tuple struct has the name
    /// `field_0`.
    ///
    /// Returns `None` if no field is at fault: the caller chose no bucket for a random salt, or a bucket that does not
    /// exist.
    pub fn field(&self) -> Option<&'static str> {
        self.field
    }

    /// Returns the reason why the key cannot hold the value.
    pub fn kind(&self) -> &EncodeErrorKind {
        &self.kind
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Some(field) => write!(f, "field `{field}`: {}", self.kind),
            None => write!(f, "salt: {}", self.kind),
        }
    }
}

impl core::error::Error for EncodeError {}

/// Implements `Debug` for errors so that it prints the same message as `Display`. `unwrap` prints `Debug`, and so does
/// a `main` that returns an error.
macro_rules! debug_as_message {
    ($($error:ty),*) => {$(
        impl core::fmt::Debug for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

pub(crate) use debug_as_message;

/// Implements `Debug` and `Display` for a generic error that can contain the error `E` of a store. Both call the
/// error's method `write_message`, with the function that formats the store's error.
macro_rules! print_message_of_store {
    ($error:ident) => {
        impl<E: core::fmt::Debug> core::fmt::Debug for $error<E> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.write_message(f, E::fmt)
            }
        }

        impl<E: core::fmt::Display> core::fmt::Display for $error<E> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.write_message(f, E::fmt)
            }
        }
    };
}

pub(crate) use print_message_of_store;

debug_as_message!(EncodeError, DecodeError);

/// The reason why a key cannot hold a value.
///
/// ```
/// use rowkey::{EncodeErrorKind, RowKey};
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '_')]
/// struct HostKey {
///     host: String,
///     port: u16,
/// }
///
/// let error = HostKey { host: "web_1".into(), port: 80 }.try_encode().unwrap_err();
/// assert!(matches!(
///     error.kind(),
///     EncodeErrorKind::ContainsSeparator { separator: '_', offset: 3, .. }
/// ));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// An integer under `#[pad(N)]` has more than N digits.
    #[non_exhaustive]
    TooManyDigits {
        /// The value.
        value: u128,
        /// The number of digits that the key has for this field: N.
        width: usize,
    },
    /// An integer under `#[pad(N)]` is negative. Padded digits have no sign.
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
        /// The number of bytes that the key has for this field: N.
        width: usize,
    },
    /// A string under `#[pad(N)]` ends in the pad character, which decoding would remove.
    #[non_exhaustive]
    EndsInPad {
        /// The pad character.
        pad: char,
    },
    /// A string under `#[reverse]` and `#[pad(N)]` begins with the pad character. The reversed string ends in this
    /// character, which decoding would remove.
    #[non_exhaustive]
    BeginsWithPad {
        /// The pad character.
        pad: char,
    },
    /// A string or bytes under `#[length(..)]` are longer than the greatest length that the length prefix can store.
    #[non_exhaustive]
    LengthTooGreat {
        /// The length in bytes.
        len: usize,
        /// The greatest length that the length prefix can store.
        max: u64,
    },
    /// A value contains the delimiter or terminator that ends its field in the key.
    #[non_exhaustive]
    ContainsSeparator {
        /// The delimiter or terminator. A byte above 7F is represented by the character with the same number:
        /// `'\u{FF}'` for FF.
        separator: char,
        /// The offset at which the value first contains this character, in bytes.
        offset: usize,
    },
    /// The salt is random and no bucket was chosen: call `encode_in` or `encode_random`.
    NoBucketChosen,
    /// A time under `#[format(..)]` has a part that the format does not show, such as nanoseconds, or a year outside
    /// 0000 to 9999.
    #[non_exhaustive]
    NotInFormat {
        /// The format.
        format: &'static str,
    },
    /// The caller chose a bucket that the random salt does not have.
    #[non_exhaustive]
    NoSuchBucket {
        /// The bucket that the caller chose.
        bucket: u64,
        /// The number of buckets. The buckets are 0 to `count - 1`.
        count: u64,
    },
    /// The field's [`Codec`](crate::Codec) rejected the value with this message.
    Codec(String),
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyDigits { value, width } => {
                let digits = value.checked_ilog10().unwrap_or(0) + 1;
                write!(f, "{value} has {digits} digits, but the key holds only {width}")
            }
            Self::Negative { value } => write!(f, "{value} is negative, and padded digits have no sign"),
            Self::TooLong { len, width } => {
                write!(f, "the string has {len} bytes, but the key holds only {width}")
            }
            Self::EndsInPad { pad } => {
                write!(f, "the string ends in {pad:?}, which is the pad character: decoding would remove it")
            }
            Self::BeginsWithPad { pad } => {
                write!(
                    f,
                    "the string begins with {pad:?}, which is the pad character: the field is reversed, so decoding would remove it"
                )
            }
            Self::LengthTooGreat { len, max } => {
                write!(f, "the value has {len} bytes, but its length prefix cannot store a length above {max}")
            }
            Self::ContainsSeparator { separator, offset } => {
                write!(
                    f,
                    "the value contains {} at byte {offset}, which ends the field in this key",
                    SeparatorLiteral(*separator)
                )
            }
            Self::NoBucketChosen => {
                f.write_str("a random salt needs a bucket: call `encode_in(bucket)` or `encode_random()`")
            }
            Self::NotInFormat { format } => {
                write!(
                    f,
                    "the time does not fit the format {format:?}: it has a part that the format leaves out, such as seconds or a fraction of a second, or a year outside 0000 to 9999"
                )
            }
            Self::NoSuchBucket { bucket, count } => {
                write!(f, "bucket {bucket} is out of range: this key has buckets 0 to {}", count - 1)
            }
            Self::Codec(message) => f.write_str(message),
        }
    }
}

/// The error for bytes that are not a key of a layout.
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
/// // `main` and `unwrap` print `Debug`.
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Malformed>);

/// Boxed so that a `Result<T, DecodeError>` is hardly larger than its `T`.
#[derive(Clone, PartialEq, Eq)]
struct Malformed {
    field: Option<&'static str>,
    in_salt: bool,
    offset: usize,
    kind: DecodeErrorKind,
    /// True if `kind` is about the complement of the stored bytes.
    is_complemented: bool,
}

impl DecodeErrorKind {
    #[doc(hidden)]
    pub fn not_in_format(format: &str) -> Self {
        Self::NotInFormat { format: String::from(format).into() }
    }

    /// Returns the kind [`NotAValue`](Self::NotAValue), for a [`Format`](crate::format::Format) of your own: the byte `found` is
    /// not what is `expected`, such as "the type of a number, 01 or 02".
    pub const fn not_a_value(expected: &'static str, found: u8) -> Self {
        Self::NotAValue { expected, found }
    }
}

impl DecodeError {
    /// Creates an error about the byte at an offset, for a [`Format`](crate::format::Format) of your own. The offset counts from
    /// the start of the key, as [`Reader::offset`](crate::format::Reader::offset) does.
    #[cold]
    #[inline(never)]
    pub fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(Malformed { field: None, in_salt: false, offset, kind, is_complemented: false }))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn in_field(mut self, field: &'static str) -> Self {
        self.0.field = Some(field);
        self
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn in_salt(mut self) -> Self {
        self.0.in_salt = true;
        self
    }

    /// Marks an error in bytes that were complemented before they were read, so that the message says so. Bytes that
    /// were complemented twice are not complemented, so a second call removes the mark.
    #[cold]
    #[inline(never)]
    #[doc(hidden)]
    #[must_use]
    pub fn complemented(mut self) -> Self {
        self.0.is_complemented = !self.0.is_complemented;
        self
    }

    /// Returns a note for the end of the message if the message contains complements of the stored bytes, and an empty
    /// string if not.
    pub(crate) fn complement_note(&self) -> &'static str {
        if self.0.is_complemented && self.0.kind.shows_bytes() {
            " (the field is descending: it stores the complement)"
        } else {
            ""
        }
    }

    /// Corrects an error in nines' complements of the stored digits, so that the error contains the stored byte.
    #[cold]
    #[doc(hidden)]
    #[must_use]
    pub fn nines_complemented(mut self) -> Self {
        if let DecodeErrorKind::NotDigits { found, .. } = &mut self.0.kind {
            *found = nines_complement(*found);
        }
        self
    }

    /// Corrects the offset of an error in a field of `width` bytes that was reversed before it was read. Only the error
    /// about a single digit needs this: all other errors have the offset of the field.
    #[cold]
    #[doc(hidden)]
    #[must_use]
    pub fn mirrored(mut self, field_offset: usize, width: usize) -> Self {
        if matches!(self.0.kind, DecodeErrorKind::NotDigits { .. }) {
            self.0.offset = field_offset + width - 1 - (self.0.offset - field_offset);
        }
        self
    }

    /// Returns the name of the field whose bytes are wrong. Returns `None` if the wrong bytes belong to no field: they
    /// are in the namespace, in the salt, in constant bytes before or after a field, or after the end of the key. Also
    /// returns `None` for a key that matches no kind of key in a key space.
    pub fn field(&self) -> Option<&'static str> {
        self.0.field
    }

    /// Returns the offset of the problem in the key, counted from 0.
    ///
    /// If a single byte is wrong, such as a byte that is not a digit, the offset is that of the byte. If a longer part
    /// of the key is wrong, such as a field that is cut off, the offset is that of the start of the part.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns the reason why the bytes are not a key.
    ///
    /// The bytes of a descending field are complemented before they are read. Bytes in the kind, such as `found`, are
    /// then complements of the stored bytes. Padded digits are an exception: for them, the kind contains the stored
    /// byte.
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.field, &self.0.kind) {
            (Some(field), _) => write!(f, "field `{field}`")?,
            (None, _) if self.0.in_salt => f.write_str("salt")?,
            (None, DecodeErrorKind::Namespace { .. }) => f.write_str("namespace")?,
            (None, _) => f.write_str("key")?,
        }
        write!(f, " at byte {}: {}{}", self.0.offset, self.0.kind, self.complement_note())
    }
}

impl core::error::Error for DecodeError {}

/// The reason why bytes are not a key of a layout.
///
/// ```
/// use rowkey::{DecodeErrorKind, RowKey};
///
/// #[derive(Debug, RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let error = PortKey::decode(&[0, 80, 7]).unwrap_err();
/// assert!(matches!(error.kind(), DecodeErrorKind::Trailing { count: 1, .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The key ends within a part, such as a field or the salt.
    #[non_exhaustive]
    Truncated {
        /// The number of bytes that the part needs.
        expected: usize,
        /// The number of bytes that the key has for the part.
        found: usize,
    },
    /// Bytes follow where the key should end.
    #[non_exhaustive]
    Trailing {
        /// The number of bytes that follow.
        count: usize,
    },
    /// The key does not begin with the namespace.
    #[non_exhaustive]
    Namespace {
        /// The namespace.
        expected: &'static [u8],
    },
    /// The key does not contain the constant bytes before or after a field.
    #[non_exhaustive]
    Constant {
        /// The constant bytes.
        expected: Box<[u8]>,
    },
    /// The salt in the key differs from the salt computed from the fields.
    #[non_exhaustive]
    Salt {
        /// The salt computed from the fields.
        expected: Vec<u8>,
        /// The salt in the key.
        found: Vec<u8>,
        /// True if the salts of this layout are text: hexadecimal or decimal digits.
        is_text: bool,
    },
    /// The salt is not the number of a bucket, such as 4 for `salt(random, buckets = 4)`, whose buckets are 0 to 3.
    ///
    /// This kind is for salts that cannot be computed from the fields, such as a random salt. A salt that can be
    /// computed has the kind [`Salt`](Self::Salt) whenever it is wrong, even if no bucket has this number.
    ///
    /// Queries do not find such a key, because they only scan the ranges of the buckets. The range
    /// [`K::all()`](crate::RowKey::all) contains the key.
    #[non_exhaustive]
    NoBucket {
        /// The salt in the key.
        found: Vec<u8>,
        /// True if the salts of this layout are text: decimal digits.
        is_text: bool,
    },
    /// A padded integer contains a byte that is not a digit.
    #[non_exhaustive]
    NotDigits {
        /// The number of digits that the field has.
        width: usize,
        /// The byte that is not a digit.
        found: u8,
    },
    /// The stored value is out of range for the field's type, such as a date in the year 300,000 for a type that ends
    /// in the year 9999.
    OutOfRange,
    /// A byte is not a value of the field's type, such as 02 for a `bool`.
    #[non_exhaustive]
    NotAValue {
        /// The allowed values as text, such as `"a bool, 00 or 01"`.
        expected: &'static str,
        /// The byte in the key.
        found: u8,
    },
    /// The bytes are not the code of a variant.
    #[non_exhaustive]
    NoSuchCode {
        /// The codes of all variants.
        codes: Vec<Vec<u8>>,
    },
    /// The bytes are not a time in this format.
    #[non_exhaustive]
    NotInFormat {
        /// The format.
        format: Cow<'static, str>,
    },
    /// The text matches the format, but the day or the time of day does not exist, such as 2024-02-30 or 24:00.
    NoSuchTime,
    /// The key does not match any kind of key in the key space: its namespace, constants or length differ.
    NoKind,
    /// The four bytes are not a `char`.
    #[non_exhaustive]
    NotAChar {
        /// The four bytes as a `u32`.
        found: u32,
    },
    /// The number is zero, but the type is `NonZero`.
    Zero,
    /// The bytes of a string are not UTF-8.
    NotUtf8,
    /// The bytes of a string under `#[length(u16)]` are not UTF-8, but have a form that Java's
    /// `DataOutputStream.writeUTF` writes. [`JavaUtf`](https://docs.rs/rowkey-formats) reads this form.
    ModifiedUtf8,
    /// The terminator of a variable-length field is missing.
    #[non_exhaustive]
    NoTerminator {
        /// The delimiter or terminator. A byte above 7F is represented by the character with the same number:
        /// `'\u{FF}'` for FF. `None` for the terminator `00 00` of an escaped field.
        separator: Option<char>,
    },
    /// The end of a value is missing: the key ends, and [`Codec::end`](crate::Codec::end) has not found the end of the value.
    #[non_exhaustive]
    NoEnd {
        /// The name of the codec.
        codec: &'static str,
    },
    /// In an escaped field, 00 is followed by neither FF (an escaped 00) nor 00 (the terminator).
    #[non_exhaustive]
    BadEscape {
        /// The byte after the 00.
        found: u8,
    },
    /// The delimiter after the field is missing.
    #[non_exhaustive]
    NoDelimiter {
        /// The delimiter. A byte above 7F is represented by the character with the same number: `'\u{FF}'` for FF.
        expected: char,
        /// The byte at the offset of the delimiter.
        found: u8,
    },
    /// No value is encoded as these bytes. For example, the unpadded digits of 7 are `7`, and never `007`.
    NotCanonical,
    /// The field's [`Codec`](crate::Codec) rejected the bytes with this message.
    Codec(String),
}

impl DecodeErrorKind {
    /// Checks whether the message contains expected or found bytes, or can contain them, like the message of a codec.
    /// If the bytes were complemented, the message must say so, because the stored key contains other bytes.
    const fn shows_bytes(&self) -> bool {
        matches!(
            self,
            Self::Constant { .. }
                | Self::NotDigits { .. }
                | Self::NotAValue { .. }
                | Self::NoSuchCode { .. }
                | Self::NotAChar { .. }
                | Self::NoTerminator { .. }
                | Self::BadEscape { .. }
                | Self::NoDelimiter { .. }
                | Self::Codec(_)
        )
    }
}

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { expected, found } => {
                let plural = if *expected == 1 { "" } else { "s" };
                write!(f, "expected {expected} byte{plural}, but the key ends ")?;
                match found {
                    0 => f.write_str("here"),
                    _ => write!(f, "after {found} of them"),
                }
            }
            Self::Trailing { count: 1 } => f.write_str("the key should end here, but 1 more byte follows"),
            Self::Trailing { count } => write!(f, "the key should end here, but {count} more bytes follow"),
            Self::Namespace { expected } => {
                write!(f, "expected \"{}\"", expected.escape_ascii())
            }
            Self::Constant { expected } => {
                write!(f, "expected the constant \"{}\"", expected.escape_ascii())?;
                // The user may have written a single byte as a number: `before = 0x02`.
                if let [byte] = **expected { write!(f, " (0x{byte:02X})") } else { Ok(()) }
            }
            Self::Salt { expected, found, is_text } => {
                write!(
                    f,
                    "found {}, but the salt of these fields is {}",
                    SaltBytes(found, *is_text),
                    SaltBytes(expected, *is_text)
                )
            }
            Self::NoBucket { found, is_text } => {
                write!(f, "{} is not the number of a bucket", SaltBytes(found, *is_text))
            }
            Self::NotDigits { width, found } => {
                write!(f, "expected {width} ASCII digits, found 0x{found:02x}")
            }
            Self::OutOfRange => f.write_str("the stored value is out of range for the field's type"),
            Self::NotAValue { expected, found } => {
                write!(f, "expected {expected}, found 0x{found:02x}")
            }
            Self::NoSuchCode { codes } => {
                f.write_str("expected one of the codes")?;
                codes.iter().try_for_each(|code| write!(f, " {:?}", Bytes(code)))
            }
            Self::NotInFormat { format } => write!(f, "the bytes are not a time in the format {format:?}"),
            Self::NoSuchTime => f.write_str("this day or time of day does not exist"),
            Self::NoKind => f.write_str("the key matches no kind of key in this key space"),
            Self::NotAChar { found } => write!(f, "0x{found:08x} is not a char"),
            Self::Zero => f.write_str("found zero in a field that is never zero"),
            Self::NotUtf8 => f.write_str("the bytes are not UTF-8"),
            Self::ModifiedUtf8 => f.write_str(
                "the bytes are not UTF-8, but have the form that Java's `writeUTF` writes: \
                 replace `#[length(u16)]` with `#[rowkey(codec = rowkey_formats::JavaUtf)]`",
            ),
            Self::NoTerminator { separator: None } => {
                f.write_str("the key ends within the field: its terminator 00 00 is missing")
            }
            Self::NoTerminator { separator: Some(separator) } => {
                let separator = SeparatorLiteral(*separator);
                write!(f, "the key ends within the field: its delimiter or terminator {separator} is missing")
            }
            Self::NoEnd { codec } => {
                write!(f, "the key ends within the field: the end of the value is missing (the codec is: {codec})")
            }
            Self::BadEscape { found } => {
                write!(
                    f,
                    "expected 00 or ff after 00, found {found:02x}: 00 00 is the terminator, and 00 ff is an escaped 00"
                )
            }
            Self::NoDelimiter { expected, found } => {
                write!(f, "expected the delimiter {}, found 0x{found:02x}", SeparatorLiteral(*expected))
            }
            Self::NotCanonical => f.write_str("no value is encoded as these bytes"),
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

/// Prints the bytes of a salt: in quotes if the flag is true, which means that the salts of the layout are text, and in
/// hex if it is false.
struct SaltBytes<'a>(&'a [u8], bool);

impl fmt::Display for SaltBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes, is_text) = self;
        if *is_text {
            return write!(f, "{:?}", Bytes(bytes));
        }
        f.write_str("0x")?;
        bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
