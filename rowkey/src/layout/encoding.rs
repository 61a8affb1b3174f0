//! Describes the encoding of one field: its width, its terminator, and its order.

use super::format::KeyFormat;
use super::value::ValueKind;
use super::variants::{self, Variant};
use crate::code::Code;
use crate::constant::{is_less, slice, text};
use crate::wire::digits::most_plain_digits;
use crate::wire::length::LengthForm;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use core::ops::Deref;

/// The description of one field of a key, or of a struct that is a field.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct RowOfTable {
///     table: u32,
///     #[rowkey(before = "_r")]
///     row: u64,
/// }
///
/// let [table, row] = RowOfTable::LAYOUT.parts() else { panic!("two fields") };
/// assert_eq!((table.name(), row.name()), ("table", "row"));
/// assert_eq!((row.before(), row.after()), (&b"_r"[..], None));
/// assert_eq!(row.encoding().to_string(), "unsigned integer");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    pub(crate) name: Cow<'static, str>,
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "crate::notation::as_shell")
    )]
    pub(crate) before: Cow<'static, [u8]>,
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none", with = "crate::notation::as_shell_if_any")
    )]
    pub(crate) after: Option<Cow<'static, [u8]>>,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(crate) encoding: Nested,
}

impl Part {
    #[doc(hidden)]
    pub const fn __new(name: &'static str, encoding: &'static Encoding) -> Self {
        Self::__among(name, encoding, &[], None)
    }

    /// Creates a field with constant bytes before and after it.
    #[doc(hidden)]
    pub const fn __among(
        name: &'static str,
        encoding: &'static Encoding,
        before: &'static [u8],
        after: Option<&'static [u8]>,
    ) -> Self {
        let after = match after {
            Some(after) => Some(Cow::Borrowed(after)),
            None => None,
        };
        Self { name: Cow::Borrowed(name), before: Cow::Borrowed(before), after, encoding: Nested::Static(encoding) }
    }

    /// Returns the name of the field.
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// Returns the encoding of the field.
    pub const fn encoding(&self) -> &Encoding {
        self.encoding.get()
    }

    /// Returns the constant bytes before the field: `#[rowkey(before = "..")]`.
    pub const fn before(&self) -> &[u8] {
        slice(&self.before)
    }

    /// Returns the constant bytes after the field and its terminator or delimiter: `#[rowkey(after = "..")]`.
    ///
    /// `Some` without bytes means that the key does not end after the field, although it is the last field.
    pub const fn after(&self) -> Option<&[u8]> {
        match &self.after {
            Some(after) => Some(slice(after)),
            None => None,
        }
    }

    /// Returns the number of constant bytes before and after the field.
    pub(crate) const fn constants_width(&self) -> usize {
        self.before().len().saturating_add(self.bytes_after().len())
    }

    /// Returns the constant bytes after the field, or no bytes if there are none.
    pub(crate) const fn bytes_after(&self) -> &[u8] {
        match self.after() {
            Some(after) => after,
            None => &[],
        }
    }

    /// Checks whether decoding would read an FF after the field and its constant as part of the field.
    pub(crate) const fn is_continued_by_ff(&self) -> bool {
        self.bytes_after().is_empty() && self.encoding().is_continued_by_ff()
    }

    /// Checks whether the key ends after the field. `rest` are the parts after it. A field with constant bytes after it
    /// does not end the key.
    pub(crate) const fn ends_key(&self, rest: &[Self]) -> bool {
        rest.is_empty() && self.after.is_none()
    }
}

/// An encoding within another encoding: borrowed from a key type, or owned if the layout was read from a file. Dereferences
/// to [`Encoding`].
///
/// ```
/// use rowkey::{Encoding, RowKey};
///
/// #[derive(RowKey)]
/// struct LogKey {
///     #[descending]
///     at: u64,
/// }
///
/// let Encoding::Descending { of, .. } = LogKey::LAYOUT.parts()[0].encoding() else {
///     panic!("a descending field");
/// };
/// assert_eq!(of.to_string(), "unsigned integer"); // before it is complemented
/// assert!(matches!(**of, Encoding::Unsigned { width: 8, .. }));
/// ```
#[derive(Debug, Clone)]
pub enum Nested {
    /// The encoding is part of a key type.
    Static(&'static Encoding),
    /// The encoding was read from a file.
    Boxed(Box<Encoding>),
}

impl Nested {
    /// Returns the encoding.
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

/// The encoding of one field: the description of its bytes.
///
/// ```
/// use rowkey::{Encoding, RowKey};
///
/// #[derive(RowKey)]
/// struct CustomerKey {
///     #[pad(6)]
///     customer: u32,
///     name: String,
/// }
///
/// let [customer, name] = CustomerKey::LAYOUT.parts() else { panic!("two fields") };
/// assert!(matches!(customer.encoding(), Encoding::Digits { width: 6, .. }));
/// assert_eq!(customer.encoding().to_string(), "decimal digits");
/// assert_eq!(*name.encoding(), Encoding::Text);
/// ```
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
    /// A signed integer, big-endian in two's complement.
    #[non_exhaustive]
    TwosComplement {
        /// The number of bytes.
        width: usize,
    },
    /// An integer with its least significant byte first.
    #[non_exhaustive]
    LittleEndian {
        /// The integer with its most significant byte first.
        of: Nested,
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
    /// An integer in decimal digits without zeros on the left.
    #[non_exhaustive]
    UnpaddedDigits {
        /// True if the field's type has negative values.
        signed: bool,
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
    /// A string or bytes of variable length after their length.
    #[non_exhaustive]
    AfterLength {
        /// The form of the length.
        length: LengthForm,
        /// The string or bytes.
        of: Nested,
    },
    /// A string padded on the right.
    #[non_exhaustive]
    PaddedText {
        /// The number of bytes.
        width: usize,
        /// The pad character.
        #[cfg_attr(feature = "serde", serde(with = "super::file_values::ascii"))]
        pad: u8,
    },
    /// Values of a fixed width, repeated to the end of the key.
    #[non_exhaustive]
    Repeated {
        /// The value.
        of: Nested,
        /// True if there is at most one value.
        optional: bool,
    },
    /// 00, or 01 and the value.
    #[non_exhaustive]
    Optional {
        /// The value.
        of: Nested,
    },
    /// A value whose bytes are complemented, so that greater values come first.
    #[non_exhaustive]
    Descending {
        /// The value before it is complemented.
        of: Nested,
    },
    /// A value whose digits, bytes or characters are in reverse.
    #[non_exhaustive]
    Reversed {
        /// The value before it is reversed.
        of: Nested,
    },
    /// A string or bytes of variable length without a terminator, before fields of fixed widths.
    #[non_exhaustive]
    Unterminated {
        /// The string or bytes.
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
    /// An enum without data: the code of the variant.
    #[non_exhaustive]
    Codes {
        /// The variants in the order of their declaration.
        codes: Cow<'static, [Code]>,
    },
    /// An enum with data: the code of the variant, then its fields, each with its terminator.
    #[non_exhaustive]
    Variants {
        /// The variants in the order of their declaration.
        variants: Cow<'static, [Variant]>,
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
        /// The kind of the field's type, which does not change the bytes. A layout file may omit the kind.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        of: Option<ValueKind>,
    },
    /// A value of a type such as a date or an address: see [`ValueKind`].
    #[non_exhaustive]
    Value {
        /// The type.
        value: ValueKind,
    },
    /// A value that a user's [`Codec`](crate::Codec) encodes.
    #[non_exhaustive]
    Custom {
        /// The name of the codec.
        codec: Cow<'static, str>,
        /// The number of bytes, unless it is variable.
        width: Option<usize>,
        /// True if the bytes are self-delimiting, so that the key neither escapes nor terminates them.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
        self_delimited: bool,
        /// True if the codec promises that its bytes sort.
        sorts: bool,
    },
    /// A value in the format of another system.
    #[non_exhaustive]
    Format {
        /// The format.
        format: KeyFormat,
        /// The value without this format.
        of: Nested,
    },
}

/// Constructors for encodings in constants.
impl Encoding {
    pub(crate) const fn in_format(format: KeyFormat, of: &'static Self) -> Self {
        Self::Format { format, of: Nested::Static(of) }
    }

    pub(crate) const fn non_zero(of: &'static Self) -> Self {
        Self::NonZero { of: Nested::Static(of) }
    }

    pub(crate) const fn little_endian(of: &'static Self) -> Self {
        Self::LittleEndian { of: Nested::Static(of) }
    }

    pub(crate) const fn optional(of: &'static Self) -> Self {
        Self::Optional { of: Nested::Static(of) }
    }

    pub(crate) const fn repeated(of: &'static Self, optional: bool) -> Self {
        Self::Repeated { of: Nested::Static(of), optional }
    }

    pub(crate) const fn descending(of: &'static Self) -> Self {
        Self::Descending { of: Nested::Static(of) }
    }

    pub(crate) const fn reversed(of: &'static Self) -> Self {
        Self::Reversed { of: Nested::Static(of) }
    }

    #[doc(hidden)]
    pub const fn __structure(parts: &'static [Part]) -> Self {
        Self::Struct { parts: Cow::Borrowed(parts) }
    }

    #[doc(hidden)]
    pub const fn __codes(codes: &'static [Code]) -> Self {
        Self::Codes { codes: Cow::Borrowed(codes) }
    }

    #[doc(hidden)]
    pub const fn __variants(variants: &'static [Variant]) -> Self {
        Self::Variants { variants: Cow::Borrowed(variants) }
    }
}

impl Encoding {
    /// Returns the least width of a value without its terminator.
    pub(crate) const fn min_width(&self) -> usize {
        match self {
            Self::Unsigned { width }
            | Self::Signed { width }
            | Self::TwosComplement { width }
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
            Self::Variants { variants } => variants::widths(slice(variants)).0,
            Self::Bool | Self::Optional { .. } | Self::UnpaddedDigits { .. } => 1,
            Self::AfterLength { length, .. } => length.min_width(),
            Self::Char => 4,
            Self::Text | Self::Bytes | Self::Repeated { .. } | Self::Custom { width: None, .. } => 0,
            Self::Value { value } => value.min_width(),
            Self::Format { format, of } => format.widths(of.get()).0,
            Self::NonZero { of }
            | Self::LittleEndian { of }
            | Self::Descending { of }
            | Self::Reversed { of }
            | Self::Unterminated { of } => of.get().min_width(),
        }
    }

    /// Returns the greatest width of a value without its terminator, or `None` if the width has no limit.
    pub(crate) const fn max_width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Bytes | Self::Repeated { optional: false, .. } | Self::Custom { width: None, .. } => {
                None
            }
            Self::Optional { of } => match of.get().max_width() {
                Some(width) => Some(width.saturating_add(1)),
                None => None,
            },
            Self::Value { value } => Some(value.max_width()),
            Self::Format { format, of } => format.widths(of.get()).1,
            Self::NonZero { of }
            | Self::LittleEndian { of }
            | Self::Descending { of }
            | Self::Reversed { of }
            | Self::Unterminated { of }
            | Self::Repeated { of, optional: true } => of.get().max_width(),
            Self::UnpaddedDigits { signed, max } => Some(most_plain_digits(*signed, *max)),
            Self::AfterLength { length, .. } => length.max_width(),
            Self::Struct { parts } => struct_widths(slice(parts)).1,
            Self::Codes { codes } => Some(code_widths(slice(codes)).1),
            Self::Variants { variants } => variants::widths(slice(variants)).1,
            _ => Some(self.min_width()),
        }
    }

    /// Returns the width of the encoding, if all values have the same width.
    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.max_width() {
            Some(width) if width == self.min_width() => Some(width),
            _ => None,
        }
    }

    /// Checks whether every value has a terminator, as strings and bytes of variable length do.
    pub(crate) const fn is_terminated(&self) -> bool {
        match self {
            Self::Text
            | Self::Bytes
            | Self::UnpaddedDigits { .. }
            | Self::Custom { width: None, self_delimited: false, .. } => true,
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.get().is_terminated(),
            _ => false,
        }
    }

    pub(crate) const fn is_unterminated(&self) -> bool {
        matches!(self, Self::Unterminated { .. })
    }

    /// Checks whether the encoding can be that of an unterminated field: all values have a terminator, and all bytes before
    /// it are content.
    pub(crate) const fn is_unterminated_content(&self) -> bool {
        matches!(self, Self::Text | Self::Bytes | Self::Custom { width: None, self_delimited: false, .. })
    }

    /// Checks whether some values have a terminator. In an optional string, only a `Some` has a terminator.
    pub(crate) const fn may_be_terminated(&self) -> bool {
        match self {
            Self::Optional { of } | Self::Descending { of } => of.get().may_be_terminated(),
            _ => self.is_terminated(),
        }
    }

    pub(crate) const fn is_descending(&self) -> bool {
        matches!(self, Self::Descending { .. })
    }

    /// Checks whether the encoding is decimal digits, which `#[descending]` replaces by their nines' complements.
    pub(crate) const fn is_digits(&self) -> bool {
        match self {
            Self::Digits { .. } => true,
            Self::NonZero { of } => of.get().is_digits(),
            _ => false,
        }
    }

    /// Checks whether decoding would read an FF after a value as part of that value.
    pub(crate) const fn is_continued_by_ff(&self) -> bool {
        match self {
            Self::Format { format, of } => format.ends_unless_ff(of.get()),
            Self::Optional { of } | Self::Descending { of } => of.get().is_continued_by_ff(),
            Self::Struct { parts } => match slice(parts) {
                [.., last] => last.is_continued_by_ff(),
                [] => false,
            },
            Self::Variants { variants } => variants::are_continued_by_ff(slice(variants)),
            _ => false,
        }
    }

    /// Checks whether the encoded values sort as the values do. `text_sorts` is true if variable-length values do at
    /// this position.
    pub(crate) const fn sorts(&self, text_sorts: bool) -> bool {
        match self {
            Self::Text | Self::Bytes => text_sorts,
            Self::PaddedText { pad, .. } => *pad == 0,
            Self::Struct { parts } => variants::parts_sort(slice(parts)),
            Self::Codes { codes } => codes_ascend(slice(codes)),
            Self::Variants { variants } => variants::sort(slice(variants)),
            Self::Reversed { .. }
            | Self::Unterminated { .. }
            | Self::Hashed { .. }
            | Self::TwosComplement { .. }
            | Self::LittleEndian { .. }
            | Self::UnpaddedDigits { .. }
            | Self::AfterLength { .. } => false,
            Self::Custom { sorts, .. } => *sorts && (text_sorts || !self.is_terminated()),
            Self::Repeated { of, .. } | Self::Optional { of } | Self::Descending { of } | Self::NonZero { of } => {
                of.get().sorts(text_sorts)
            }
            Self::Format { format, of } => format.sorts(of.get()) && of.get().sorts(true),
            _ => true,
        }
    }
}

/// Returns the least and the greatest width of a struct.
pub(super) const fn struct_widths(mut parts: &[Part]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (0usize, Some(0usize));
    while let [part, rest @ ..] = parts {
        let encoding = part.encoding();
        let end = Separator::Escape.terminator_width();
        let least = part.constants_width().saturating_add(if encoding.is_terminated() { end } else { 0 });
        let most = part.constants_width().saturating_add(if encoding.may_be_terminated() { end } else { 0 });
        min = min.saturating_add(encoding.min_width()).saturating_add(least);
        max = match (max, encoding.max_width()) {
            (Some(max), Some(width)) => Some(max.saturating_add(width).saturating_add(most)),
            _ => None,
        };
        parts = rest;
    }
    (min, max)
}

/// Returns the widths of the shortest and the longest code.
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
const fn codes_ascend(mut codes: &[Code]) -> bool {
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
///
/// ```
/// use rowkey::{RowKey, Separator};
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '/')]
/// struct PathKey {
///     folder: String,
///     file: String,
/// }
///
/// assert_eq!(PathKey::LAYOUT.separator(), Separator::Delimiter('/'));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Separator {
    /// No separator: variable-length fields are escaped.
    Escape,
    /// This character between all fields. The character with the same number represents a byte above 7F: `'\u{FF}'` for
    /// FF.
    Delimiter(#[cfg_attr(feature = "serde", serde(with = "super::file_values::separator"))] char),
    /// This character after each variable-length field except the last.
    Terminator(#[cfg_attr(feature = "serde", serde(with = "super::file_values::separator"))] char),
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

    /// Returns the least number of bytes that the terminator or the delimiter of a part has. The value of an `Option` may be
    /// absent, and then has no terminator.
    pub(crate) const fn least_after(self, part: &Part, last: bool) -> usize {
        if part.encoding().is_terminated() && (!last || part.encoding().is_descending()) {
            self.terminator_width()
        } else if last {
            0
        } else {
            self.delimiter_width()
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
    pub const fn __may_be_terminated(&self) -> bool {
        self.may_be_terminated()
    }

    /// Checks whether the first bytes of the encoded values are evenly distributed, so that the layout has split points.
    pub const fn __spreads(&self) -> bool {
        match self {
            Self::Hashed { .. } => true,
            Self::Reversed { of } => of.get().is_integer(),
            _ => false,
        }
    }

    /// Checks whether every value is encoded as UTF-8. `verbatim` is true if a variable-length string is stored
    /// unescaped.
    pub const fn __is_text(&self, verbatim: bool) -> bool {
        match self {
            Self::Digits { .. } | Self::PaddedText { .. } | Self::Time { .. } | Self::Hashed { hex: true, .. } => true,
            Self::Text | Self::UnpaddedDigits { .. } => verbatim,
            Self::Reversed { of } | Self::NonZero { of } => of.get().__is_text(verbatim),
            Self::Descending { of } => of.get().is_digits(),
            Self::Unterminated { of } => of.get().__is_text(true),
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
