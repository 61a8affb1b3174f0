//! How one field stands in its key, how wide it is, and whether it sorts.

use super::value::ValueKind;

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
    pub(super) const fn min_width(&self) -> usize {
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
    pub(crate) const fn max_width(&self) -> Option<usize> {
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

    /// Whether it is decimal digits, of which the complement is to nine each.
    pub(super) const fn is_digits(&self) -> bool {
        match self {
            Self::Digits { .. } => true,
            Self::NonZero(of) => of.is_digits(),
            _ => false,
        }
    }

    /// Whether bytes compare as the values do, given whether those of an open field do.
    pub(super) const fn sorts(&self, open_sorts: bool) -> bool {
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

/// Whether all codes are UTF-8 without control characters.
const fn codes_are_text(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        let mut bytes = code.bytes;
        while let [byte, after @ ..] = bytes {
            if byte.is_ascii_control() {
                return false;
            }
            bytes = after;
        }
        if core::str::from_utf8(code.bytes).is_err() {
            return false;
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
    pub(super) const fn sorts(self) -> bool {
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

#[doc(hidden)]
impl Encoding {
    pub const fn __holds_open(&self) -> bool {
        self.holds_open()
    }

    /// Whether the first bytes of the values are spread evenly over all that they can be, so that the layout has split
    /// points.
    pub const fn __spreads(&self) -> bool {
        match self {
            Self::Hashed { .. } => true,
            Self::Reversed(inner) => inner.is_integer(),
            _ => false,
        }
    }

    /// Whether every value is encoded as UTF-8. `verbatim` says whether a variable-length string is stored unescaped.
    pub const fn __is_text(&self, verbatim: bool) -> bool {
        match self {
            Self::Digits { .. } | Self::PaddedText { .. } | Self::Time { .. } | Self::Hashed { hex: true, .. } => true,
            Self::Text => verbatim,
            Self::Reversed(inner) | Self::NonZero(inner) => inner.__is_text(verbatim),
            Self::Descending(inner) => inner.is_digits(),
            Self::Codes(codes) => codes_are_text(codes),
            _ => false,
        }
    }

    const fn is_integer(&self) -> bool {
        match self {
            Self::Unsigned { .. } | Self::Signed { .. } | Self::Digits { .. } => true,
            Self::NonZero(inner) => inner.is_integer(),
            _ => false,
        }
    }
}

#[doc(hidden)]
impl Part {
    pub const fn __new(name: &'static str, encoding: Encoding) -> Self {
        Self { name, encoding }
    }
}
