//! The part of a layout that describes a value in a [format](crate::format). It contains the facts of the format's table, so that a
//! layout is complete without the format.

use alloc::borrow::Cow;

/// A format, and the facts of one of its types.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormatLayout {
    /// The name of the format.
    pub name: Cow<'static, str>,
    /// The facts of the type.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub facts: FormatFacts,
    /// Why a value must be the last field of a key, and what to write instead.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub only_last: Option<(Cow<'static, str>, Cow<'static, str>)>,
    /// Why a value cannot be descending, and what to write instead.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub only_ascending: Option<(Cow<'static, str>, Cow<'static, str>)>,
}

/// The facts of a type in a format. A layout file leaves out those that are as in [`NONE`](Self::NONE).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct FormatFacts {
    /// The least and the greatest number of bytes. The greatest is `None` if there is no limit.
    pub widths: (usize, Option<usize>),
    /// The bytes sort as the values do.
    #[cfg_attr(feature = "serde", serde(default = "yes", skip_serializing_if = "Clone::clone"))]
    pub sorts: bool,
    /// If the bytes sort: they sort in reverse.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
    pub descending: bool,
    /// The bytes of every value are UTF-8.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
    pub text: bool,
    /// The end of a value.
    #[cfg_attr(feature = "serde", serde(default = "known", skip_serializing_if = "End::is_known"))]
    pub end: End,
    /// The least and the greatest first byte.
    #[cfg_attr(feature = "serde", serde(default = "any", skip_serializing_if = "is_any"))]
    pub first: (u8, u8),
    /// The bytes as fingerprints compare them.
    #[cfg_attr(feature = "serde", serde(default = "own", skip_serializing_if = "Form::is_own"))]
    pub form: Form,
    /// The value is an `Option` that is stored as in keys without a format.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
    pub tagged: bool,
}

impl FormatFacts {
    pub(crate) const NONE: Self = Self {
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
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
    /// The plain bytes of the integer in 8 bytes, after a byte.
    Wide(u8),
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls them")]
mod usual {
    use super::{End, Form, FormatFacts};

    impl End {
        pub(super) fn is_known(&self) -> bool {
            *self == Self::Known
        }
    }

    impl Form {
        pub(super) fn is_own(&self) -> bool {
            *self == Self::Own
        }
    }

    pub(super) fn yes() -> bool {
        true
    }

    pub(super) fn known() -> End {
        End::Known
    }

    pub(super) fn own() -> Form {
        Form::Own
    }

    pub(super) fn any() -> (u8, u8) {
        FormatFacts::NONE.first
    }

    pub(super) fn is_any(first: &(u8, u8)) -> bool {
        *first == any()
    }
}
#[cfg(feature = "serde")]
use usual::{any, is_any, known, own, yes};
