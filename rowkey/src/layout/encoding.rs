//! Types that describe how a field of a key is encoded. The main type is [`Encoding`].

#![allow(missing_docs, reason = "public only for the packages `rowkey-explain` and `rowkey-cli`")]

use super::format::FormatLayout;
use super::value::ValueKind;
use crate::code::Code;
use crate::constant::{slice, text};
use crate::wire::length::LengthForm;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use core::ops::Deref;

/// The description of one field of a key, or of a struct that is a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldLayout {
    pub name: Cow<'static, str>,
    pub before: Cow<'static, [u8]>,
    pub after: Option<Cow<'static, [u8]>>,
    pub encoding: Nested,
}

impl FieldLayout {
    #[doc(hidden)]
    pub const fn __rowkey_new(name: &'static str, encoding: &'static Encoding) -> Self {
        Self::__rowkey_with_constants(name, encoding, &[], None)
    }

    #[doc(hidden)]
    pub const fn __rowkey_with_constants(
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
    /// An empty `Some` (`after = ""`) on the last field encodes this field as if another field followed. A
    /// variable-length field then has a terminator.
    pub const fn after(&self) -> Option<&[u8]> {
        match &self.after {
            Some(after) => Some(slice(after)),
            None => None,
        }
    }

    pub const fn constants_width(&self) -> usize {
        self.before().len().saturating_add(self.bytes_after().len())
    }

    pub const fn bytes_after(&self) -> &[u8] {
        match self.after() {
            Some(after) => after,
            None => &[],
        }
    }

    /// Checks whether decoding would read an FF after the field as part of the field. A constant after the field
    /// prevents this.
    pub const fn is_continued_by_ff(&self) -> bool {
        self.bytes_after().is_empty() && self.encoding().is_continued_by_ff()
    }

    /// Checks whether the key ends after the field, so that the field needs no terminator. `rest` are the later fields.
    /// A field with `after = ".."` does not end the key, even if this constant has no bytes.
    pub const fn ends_key(&self, rest: &[Self]) -> bool {
        rest.is_empty() && self.after.is_none()
    }
}

/// The encoding of a field, or an encoding within another encoding. The encoding is borrowed from a key type, or owned
/// if the layout was read from a file. Dereferences to [`Encoding`].
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

/// A variant of an enum with data: its code, then its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub code: Code,
    pub fields: Cow<'static, [FieldLayout]>,
}

impl Variant {
    #[doc(hidden)]
    pub const fn __rowkey_new(name: &'static str, code: &'static [u8], fields: &'static [FieldLayout]) -> Self {
        Self { code: Code::__rowkey_new(name, code), fields: Cow::Borrowed(fields) }
    }

    /// Returns the name of the variant, and the bytes that the variant's values begin with.
    pub const fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the fields of the variant, in order.
    pub const fn fields(&self) -> &[FieldLayout] {
        slice(&self.fields)
    }
}

/// The least and the greatest number of bytes of a value. The greatest is `None` if there is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Widths {
    /// The least number of bytes.
    pub min: usize,
    /// The greatest number of bytes.
    pub max: Option<usize>,
}

impl Widths {
    /// Any number of bytes.
    pub const ANY: Self = Self { min: 0, max: None };
}

/// The encoding of one field: the description of its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Encoding {
    /// An unsigned integer, big-endian.
    Unsigned {
        /// The number of bytes.
        width: usize,
    },
    /// A signed integer, big-endian with the sign bit flipped.
    Signed {
        /// The number of bytes.
        width: usize,
    },
    /// An integer that is never zero.
    NonZero {
        /// The integer.
        of: Nested,
    },
    /// A float in the total order of IEEE 754.
    Float {
        /// The number of bytes.
        width: usize,
    },
    /// A `bool`: 00 or 01.
    Bool,
    /// A `char` as its `u32`.
    Char,
    /// An integer in decimal digits with zeros on the left.
    Digits {
        /// The number of digits.
        width: usize,
        /// The greatest number that the field's type holds.
        max: u128,
    },
    /// An integer in decimal digits without zeros on the left.
    UnpaddedDigits {
        /// True if the field's type has negative values.
        signed: bool,
        /// The greatest number that the field's type holds.
        max: u128,
    },
    /// A byte array.
    Array {
        /// The number of bytes.
        width: usize,
    },
    /// A string of variable length.
    Text,
    /// Bytes of variable length.
    Bytes,
    /// A length prefix, and then a string or bytes of this length.
    AfterLength {
        /// The form of the length.
        length: LengthForm,
        /// The string or bytes.
        of: Nested,
    },
    /// A string padded on the right.
    PaddedText {
        /// The number of bytes.
        width: usize,
        /// The pad character.
        pad: u8,
    },
    /// An array: its elements in order, each with its terminator if it has one. An array of bytes is
    /// [`Array`](Self::Array).
    Elements {
        /// The element.
        of: Nested,
        /// The number of elements.
        count: usize,
    },
    /// Values up to the end of the key, each with its terminator if it has one.
    Repeated {
        /// The value.
        of: Nested,
        /// True if there is at most one value.
        optional: bool,
    },
    /// An `Option`: 00, or 01 and the value.
    Optional {
        /// The value.
        of: Nested,
    },
    /// A value in descending form, so that greater values come first: each byte is complemented, or each decimal digit
    /// is replaced by 9 minus the digit.
    Descending {
        /// The value in ascending form.
        of: Nested,
    },
    /// A value whose digits, bytes or characters are in reverse.
    Reversed {
        /// The value that is reversed.
        of: Nested,
    },
    /// A string or bytes of variable length without a terminator. All later fields have fixed widths, so decoding
    /// counts from the end of the key.
    Unterminated {
        /// The string or bytes.
        of: Nested,
    },
    /// The first bytes of a digest.
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
    /// A struct: its fields in order, each with its terminator if it has one.
    Struct {
        /// The fields.
        fields: Cow<'static, [FieldLayout]>,
    },
    /// An enum without data: the code of the variant.
    Codes {
        /// The variants in the order of their declaration.
        codes: Cow<'static, [Code]>,
    },
    /// An enum with data: the code of the variant, then its fields, each with its terminator if it has one.
    Variants {
        /// The variants in the order of their declaration.
        variants: Cow<'static, [Variant]>,
    },
    /// A [`Shard`](crate::Shard).
    Shard {
        /// The number of bytes.
        width: usize,
        /// The number of shards.
        count: u32,
    },
    /// A civil time as text.
    Time {
        /// The format.
        format: Cow<'static, str>,
        /// The number of bytes.
        width: usize,
        /// The kind of the field's type. It does not change the bytes, so a layout file may omit it.
        of: Option<ValueKind>,
    },
    /// A value of a type such as a date or an address: see [`ValueKind`].
    Value {
        /// The type.
        value: ValueKind,
    },
    /// A value that a user's [`Codec`](crate::Codec) encodes.
    Custom {
        /// The name of the codec.
        codec: Cow<'static, str>,
        /// The number of bytes, or `None` if it varies.
        width: Option<usize>,
        /// The widths of self-delimiting bytes, which the key neither escapes nor terminates. `None` for other bytes.
        self_delimited: Option<Widths>,
        /// True if the codec promises that its bytes sort as the values do, or in reverse.
        sorts: bool,
        /// True if greater values have lesser bytes.
        descending: bool,
    },
    /// A value in the format of another system.
    Format {
        /// The format, and the facts of the value's type in it.
        format: FormatLayout,
        /// The value without this format.
        of: Nested,
    },
}

/// Constructors for encodings in constants.
impl Encoding {
    pub const fn non_zero(of: &'static Self) -> Self {
        Self::NonZero { of: Nested::Static(of) }
    }

    pub const fn optional(of: &'static Self) -> Self {
        Self::Optional { of: Nested::Static(of) }
    }

    /// Returns the encoding of an array. Arrays that have the same bytes have the same encoding.
    pub const fn elements(of: &'static Self, count: usize) -> Self {
        match of {
            Self::Unsigned { width: 1, .. } => Self::Array { width: count },
            _ if matches!(of.widths_within_struct(), (_, Some(0))) => Self::Array { width: 0 },
            _ => Self::Elements { of: Nested::Static(of), count },
        }
    }

    pub const fn repeated(of: &'static Self, optional: bool) -> Self {
        Self::Repeated { of: Nested::Static(of), optional }
    }

    pub const fn descending(of: &'static Self) -> Self {
        Self::Descending { of: Nested::Static(of) }
    }

    pub const fn reversed(of: &'static Self) -> Self {
        Self::Reversed { of: Nested::Static(of) }
    }

    #[doc(hidden)]
    pub const fn __rowkey_structure(fields: &'static [FieldLayout]) -> Self {
        Self::Struct { fields: Cow::Borrowed(fields) }
    }

    #[doc(hidden)]
    pub const fn __rowkey_codes(codes: &'static [Code]) -> Self {
        Self::Codes { codes: Cow::Borrowed(codes) }
    }

    #[doc(hidden)]
    pub const fn __rowkey_variants(variants: &'static [Variant]) -> Self {
        Self::Variants { variants: Cow::Borrowed(variants) }
    }
}

impl Encoding {
    pub const fn is_unterminated(&self) -> bool {
        matches!(self, Self::Unterminated { .. })
    }

    /// Checks whether an unterminated field can have this encoding: a string, bytes, or the bytes of a codec that
    /// encodes to `Vec<u8>`.
    pub const fn is_unterminated_content(&self) -> bool {
        matches!(self, Self::Text | Self::Bytes | Self::Custom { width: None, self_delimited: None, .. })
    }

    pub const fn is_descending(&self) -> bool {
        matches!(self, Self::Descending { .. })
    }
}
