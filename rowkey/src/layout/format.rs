//! The part of a layout that describes a value in a [format](crate::format). It contains the facts of the format's table, so that a
//! layout is complete without the format.

use alloc::borrow::Cow;

/// A format, and the facts of one of its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatLayout {
    /// The name of the format.
    pub name: Cow<'static, str>,
    /// The facts of the type.
    pub facts: FormatFacts,
    /// Why a value must be the last field of a key, and what to write instead.
    pub only_last: Option<(Cow<'static, str>, Cow<'static, str>)>,
    /// Why a value cannot be descending, and what to write instead.
    pub only_ascending: Option<(Cow<'static, str>, Cow<'static, str>)>,
}

/// The facts of a type in a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct FormatFacts {
    /// The least and the greatest number of bytes. The greatest is `None` if there is no limit.
    pub widths: (usize, Option<usize>),
    /// The bytes sort as the values do.
    pub sorts: bool,
    /// If the bytes sort: they sort in reverse.
    pub descending: bool,
    /// The bytes of every value are UTF-8.
    pub text: bool,
    /// The end of a value.
    pub end: End,
    /// The least and the greatest first byte.
    pub first: (u8, u8),
    /// The bytes as fingerprints compare them.
    pub form: Form,
    /// The value is an `Option` that is stored as in keys without a format.
    pub tagged: bool,
}

impl FormatFacts {
    /// The usual facts. A layout file leaves out facts that are as here.
    pub const NONE: Self = Self {
        widths: (0, None),
        sorts: true,
        descending: false,
        text: false,
        end: End::Known,
        first: (0, 0xFF),
        form: Form::Own,
        tagged: false,
    };
}

/// The end of a value, as decoding finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The bytes of the value determine its end.
    Known,
    /// The value ends in 00, unless FF follows: 00 FF is an escaped 00.
    UnlessFf,
    /// The value ends with the key if it is the last field.
    WithKey,
}

/// The bytes of a value, as far as a fingerprint compares them with the bytes of other encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Bytes that only this format writes.
    Own,
    /// Like `Own`, for integers whose bytes do not depend on their width.
    AnyWidth {
        /// The bytes do not depend on the sign of the type either.
        and_signs: bool,
    },
    /// The plain bytes, after a byte if there is one. A 00 ends a string.
    Plain(Option<u8>),
    /// The plain bytes of the integer in a type of `width` bytes.
    Integer {
        /// The byte before them.
        first: Option<u8>,
        /// The number of bytes.
        width: usize,
        /// The bytes are in reverse.
        reversed: bool,
    },
}
