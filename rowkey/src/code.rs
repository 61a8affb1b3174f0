//! The codes that are stored for the variants of an enum.

use crate::constant::{slice, text};
use alloc::borrow::Cow;

/// The code of a variant, which `#[code(..)]` pins.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Code {
    pub(crate) name: Cow<'static, str>,
    #[cfg_attr(feature = "serde", serde(with = "crate::notation::as_shell"))]
    pub(crate) bytes: Cow<'static, [u8]>,
}

impl Code {
    #[doc(hidden)]
    pub const fn __new(name: &'static str, bytes: &'static [u8]) -> Self {
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
