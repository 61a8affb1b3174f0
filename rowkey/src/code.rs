//! The codes of enums: the bytes that a key stores for a variant, such as `tb` for a variant with `#[code("tb")]`.

use crate::constant::{Constant, OtherConstant, slice, text};
use alloc::borrow::Cow;

/// The name of a variant of an enum, and the bytes that a key stores for the variant, which `#[code(..)]` states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The name of the variant.
    pub name: Cow<'static, str>,
    /// The bytes that are stored for the variant.
    pub bytes: Cow<'static, [u8]>,
}

impl Code {
    #[doc(hidden)]
    pub const fn __rowkey_new(name: &'static str, bytes: &'static [u8]) -> Self {
        Self { name: Cow::Borrowed(name), bytes: Cow::Borrowed(bytes) }
    }

    /// Returns the name of the variant.
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// Returns the bytes that are stored for the variant.
    pub const fn bytes(&self) -> &[u8] {
        slice(&self.bytes)
    }
}

/// The value in `#[code(..)]`. All codes of an enum are the same variant of `CodeValue`: `check_code` rejects an enum
/// with the codes `"a"` and `1_u16`.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the names are the types of the constants")]
pub enum CodeValue {
    Text(&'static [u8]),
    U8([u8; 1]),
    U16([u8; 2]),
    U32([u8; 4]),
}

impl CodeValue {
    /// Returns the bytes that a key stores.
    pub const fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(bytes) => bytes,
            Self::U8(bytes) => bytes,
            Self::U16(bytes) => bytes,
            Self::U32(bytes) => bytes,
        }
    }
}

/// Defines the method `code` for each type that a constant in `#[code(..)]` can have.
macro_rules! codes {
    ($(<$($size:ident)?> $type:ty, $value:ident => $code:expr;)*) => {$(
        impl$(<const $size: usize>)? Constant<$type> {
            /// Returns the code.
            pub const fn code(self) -> CodeValue {
                let $value = self.0;
                $code
            }
        }
    )*};
}

codes! {
    <> u8, number => CodeValue::U8(number.to_be_bytes());
    <> u16, number => CodeValue::U16(number.to_be_bytes());
    <> u32, number => CodeValue::U32(number.to_be_bytes());
    <> &'static str, text => CodeValue::Text(text.as_bytes());
    <> &'static [u8], bytes => CodeValue::Text(bytes);
    <N> &'static [u8; N], bytes => CodeValue::Text(bytes);
}

impl<T> OtherConstant<T> {
    /// Never called, because no type implements `CodeConstant`.
    #[allow(clippy::unused_self, reason = "derived code calls a method")]
    pub const fn code(&self) -> CodeValue
    where
        T: CodeConstant,
    {
        CodeValue::Text(&[])
    }
}

/// The type of a constant in `#[code(..)]`. No type implements this trait, which only supplies the compile error about
/// wrong types. For the right types, `Constant` has the method `code`.
#[diagnostic::on_unimplemented(
    message = "a code is text, bytes or an unsigned integer of up to 4 bytes, not `{Self}`",
    label = "expected `&str`, `&[u8]`, `&[u8; N]`, `u8`, `u16` or `u32`",
    note = "give the constant one of these types; all codes of an enum have the same type"
)]
pub trait CodeConstant {}
