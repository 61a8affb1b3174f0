//! The encoding of one field: its width, whether it has a terminator, and whether it sorts.

use super::value::ValueKind;
use crate::code::Code;
use crate::constant::{is_less, slice, text};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use core::ops::Deref;

/// One field of a key, or of a struct that is a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    pub(crate) name: Cow<'static, str>,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(crate) encoding: Nested,
}

impl Part {
    #[doc(hidden)]
    pub const fn __new(name: &'static str, encoding: &'static Encoding) -> Self {
        Self { name: Cow::Borrowed(name), encoding: Nested::Static(encoding) }
    }

    /// The name of the field.
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// The encoding of the field.
    pub const fn encoding(&self) -> &Encoding {
        self.encoding.get()
    }

    /// The bytes of its terminator as a field of a struct.
    const fn terminator_width(&self) -> usize {
        if self.encoding().is_open() { Separator::Escape.terminator_width() } else { 0 }
    }
}

/// An encoding within another one, to which it dereferences: borrowed from a key type, or owned after it was read from a
/// file.
#[derive(Debug, Clone)]
pub enum Nested {
    /// From a key type.
    Static(&'static Encoding),
    /// From a file.
    Boxed(Box<Encoding>),
}

impl Nested {
    /// The encoding.
    pub const fn get(&self) -> &Encoding {
        match self {
            Self::Static(encoding) => encoding,
            Self::Boxed(encoding) => encoding,
        }
    }
}

impl Deref for Nested {
    type Target = Encoding;

    fn deref(&self) -> &Encoding {
        self.get()
    }
}

impl fmt::Display for Nested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl PartialEq for Nested {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Nested {}

#[cfg(feature = "serde")]
impl serde::Serialize for Nested {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Nested {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::deserialize(deserializer).map(Self::Boxed)
    }
}

/// The encoding of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Encoding {
    /// An unsigned integer, big-endian.
    #[non_exhaustive]
    Unsigned {
        /// The number of bytes.
        width: usize,
    },
    /// A signed integer, big-endian with the sign bit flipped.
    #[non_exhaustive]
    Signed {
        /// The number of bytes.
        width: usize,
    },
    /// An integer that is never zero.
    #[non_exhaustive]
    NonZero {
        /// The integer.
        of: Nested,
    },
    /// A float in the total order of IEEE 754.
    #[non_exhaustive]
    Float {
        /// The number of bytes.
        width: usize,
    },
    /// 00 or 01.
    Bool,
    /// A `char` as its `u32`.
    Char,
    /// An integer in decimal digits with zeros on the left.
    #[non_exhaustive]
    Digits {
        /// The number of digits.
        width: usize,
        /// The greatest number that the field's type holds.
        #[cfg_attr(feature = "serde", serde(with = "super::file_values::number"))]
        max: u128,
    },
    /// A byte array.
    #[non_exhaustive]
    Array {
        /// The number of bytes.
        width: usize,
    },
    /// A string of variable length.
    Text,
    /// Bytes of variable length.
    Bytes,
    /// A string padded on the right.
    #[non_exhaustive]
    PaddedText {
        /// The number of bytes.
        width: usize,
        /// The pad character.
        #[cfg_attr(feature = "serde", serde(with = "super::file_values::ascii"))]
        pad: u8,
    },
    /// 00, or 01 and the value.
    #[non_exhaustive]
    Optional {
        /// The value.
        of: Nested,
    },
    /// Complemented, so that greater values come first.
    #[non_exhaustive]
    Descending {
        /// The value before it is complemented.
        of: Nested,
    },
    /// Digits, bytes or characters in reverse.
    #[non_exhaustive]
    Reversed {
        /// The value before it is reversed.
        of: Nested,
    },
    /// Some bytes of a digest.
    #[non_exhaustive]
    Hashed {
        /// The name of the digest.
        algorithm: Cow<'static, str>,
        /// True if the bytes are written as hex digits.
        hex: bool,
        /// The number of bytes in the key.
        width: usize,
        /// The value that is hashed.
        of: Nested,
    },
    /// A struct: its fields in order, each with its terminator.
    #[non_exhaustive]
    Struct {
        /// The fields.
        parts: Cow<'static, [Part]>,
    },
    /// The code of a variant.
    #[non_exhaustive]
    Codes {
        /// The variants in the order of their declaration.
        codes: Cow<'static, [Code]>,
    },
    /// A [`Shard`](crate::Shard).
    #[non_exhaustive]
    Shard {
        /// The number of bytes.
        width: usize,
        /// The number of shards.
        count: u32,
    },
    /// A civil time as text.
    #[non_exhaustive]
    Time {
        /// The format.
        format: Cow<'static, str>,
        /// The number of bytes.
        width: usize,
        /// The kind of the field's type. It does not change the bytes, and a layout file may omit it.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        of: Option<ValueKind>,
    },
    /// A type with bytes of its own, such as a date or an address.
    #[non_exhaustive]
    Value {
        /// The type.
        value: ValueKind,
    },
    /// A [`Codec`](crate::Codec) of the user's.
    #[non_exhaustive]
    Custom {
        /// The name of the codec.
        codec: Cow<'static, str>,
        /// The number of bytes, unless it is variable.
        width: Option<usize>,
        /// True if the codec promises that its bytes sort.
        sorts: bool,
    },
}

/// Encodings within constants.
impl Encoding {
    pub(crate) const fn non_zero(of: &'static Self) -> Self {
        Self::NonZero { of: Nested::Static(of) }
    }

    pub(crate) const fn optional(of: &'static Self) -> Self {
        Self::Optional { of: Nested::Static(of) }
    }

    pub(crate) const fn descending(of: &'static Self) -> Self {
        Self::Descending { of: Nested::Static(of) }
    }

    pub(crate) const fn reversed(of: &'static Self) -> Self {
        Self::Reversed { of: Nested::Static(of) }
    }

    pub(crate) const fn structure(parts: &'static [Part]) -> Self {
        Self::Struct { parts: Cow::Borrowed(parts) }
    }

    #[doc(hidden)]
    pub const fn __codes(codes: &'static [Code]) -> Self {
        Self::Codes { codes: Cow::Borrowed(codes) }
    }
}

impl Encoding {
    /// The fewest bytes of a value without its terminator.
    pub(crate) const fn min_width(&self) -> usize {
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
            Self::Struct { parts } => struct_widths(slice(parts)).0,
            Self::Codes { codes } => code_widths(slice(codes)).0,
            Self::Bool | Self::Optional { .. } => 1,
            Self::Char => 4,
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => 0,
            Self::Value { value } => value.min_width(),
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.get().min_width(),
        }
    }

    /// The most bytes of a value without its terminator; `None` where there is no limit.
    pub(crate) const fn max_width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => None,
            Self::Optional { of } => match of.get().max_width() {
                Some(width) => Some(width.saturating_add(1)),
                None => None,
            },
            Self::Value { value } => Some(value.max_width()),
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.get().max_width(),
            Self::Struct { parts } => struct_widths(slice(parts)).1,
            Self::Codes { codes } => Some(code_widths(slice(codes)).1),
            _ => Some(self.min_width()),
        }
    }

    /// The bytes of every value, if all have the same number.
    pub(crate) fn fixed_width(&self) -> Option<usize> {
        self.max_width().filter(|width| *width == self.min_width())
    }

    /// Checks whether every value has a terminator: a string or bytes of variable length.
    pub(crate) const fn is_open(&self) -> bool {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => true,
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.get().is_open(),
            _ => false,
        }
    }

    /// Checks whether some values have a terminator.
    pub(crate) const fn holds_open(&self) -> bool {
        match self {
            Self::Optional { of } | Self::Descending { of } => of.get().holds_open(),
            _ => self.is_open(),
        }
    }

    pub(crate) const fn is_descending(&self) -> bool {
        matches!(self, Self::Descending { .. })
    }

    /// Checks whether it is decimal digits, which `#[descending]` complements one by one.
    pub(crate) const fn is_digits(&self) -> bool {
        match self {
            Self::Digits { .. } => true,
            Self::NonZero { of } => of.get().is_digits(),
            _ => false,
        }
    }

    /// Checks whether bytes compare as the values do, given whether a string of variable length does.
    pub(crate) const fn sorts(&self, open_sorts: bool) -> bool {
        match self {
            Self::Text | Self::Bytes => open_sorts,
            Self::PaddedText { pad, .. } => *pad == 0,
            Self::Struct { parts } => {
                let mut parts = slice(parts);
                while let [part, rest @ ..] = parts {
                    if !part.encoding().sorts(true) {
                        return false;
                    }
                    parts = rest;
                }
                true
            }
            Self::Codes { codes } => codes_rise(slice(codes)),
            Self::Reversed { .. } | Self::Hashed { .. } => false,
            Self::Custom { width, sorts, .. } => *sorts && (width.is_some() || open_sorts),
            Self::Optional { of } | Self::Descending { of } | Self::NonZero { of } => of.get().sorts(open_sorts),
            _ => true,
        }
    }
}

/// The fewest and the most bytes of a struct's fields.
const fn struct_widths(mut parts: &[Part]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (0usize, Some(0usize));
    while let [part, rest @ ..] = parts {
        let terminator = part.terminator_width();
        min = min.saturating_add(part.encoding().min_width()).saturating_add(terminator);
        max = match (max, part.encoding().max_width()) {
            (Some(max), Some(width)) => Some(max.saturating_add(width)),
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
        let width = code.bytes().len();
        min = if width < min { width } else { min };
        max = if width > max { width } else { max };
        codes = rest;
    }
    if min > max { (0, 0) } else { (min, max) }
}

/// Checks whether each code is greater than the one before it.
const fn codes_rise(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        if let [next, ..] = rest {
            if !is_less(code.bytes(), next.bytes()) {
                return false;
            }
        }
        codes = rest;
    }
    true
}

/// Checks whether all codes are UTF-8 without control characters.
const fn codes_are_text(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        let mut bytes = code.bytes();
        while let [byte, after @ ..] = bytes {
            if byte.is_ascii_control() {
                return false;
            }
            bytes = after;
        }
        if core::str::from_utf8(code.bytes()).is_err() {
            return false;
        }
        codes = rest;
    }
    true
}

/// The separator between the fields of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Separator {
    /// Nothing; strings of variable length are escaped.
    Escape,
    /// This character between all fields.
    Delimiter(char),
    /// This character after each field of variable length but the last.
    Terminator(char),
}

impl Separator {
    pub(crate) const fn sorts(self) -> bool {
        matches!(self, Self::Escape | Self::Delimiter('\0') | Self::Terminator('\0'))
    }

    pub(crate) const fn terminator_width(self) -> usize {
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

#[doc(hidden)]
impl Encoding {
    pub const fn __holds_open(&self) -> bool {
        self.holds_open()
    }

    /// Checks whether the first bytes of the values are spread evenly over all that they can be, so that the layout
    /// has split points.
    pub const fn __spreads(&self) -> bool {
        match self {
            Self::Hashed { .. } => true,
            Self::Reversed { of } => of.get().is_integer(),
            _ => false,
        }
    }

    /// Checks whether every value is encoded as UTF-8. `verbatim` says whether a variable-length string is stored
    /// unescaped.
    pub const fn __is_text(&self, verbatim: bool) -> bool {
        match self {
            Self::Digits { .. } | Self::PaddedText { .. } | Self::Time { .. } | Self::Hashed { hex: true, .. } => true,
            Self::Text => verbatim,
            Self::Reversed { of } | Self::NonZero { of } => of.get().__is_text(verbatim),
            Self::Descending { of } => of.get().is_digits(),
            Self::Codes { codes } => codes_are_text(slice(codes)),
            _ => false,
        }
    }

    const fn is_integer(&self) -> bool {
        match self {
            Self::Unsigned { .. } | Self::Signed { .. } | Self::Digits { .. } => true,
            Self::NonZero { of } => of.get().is_integer(),
            _ => false,
        }
    }
}
