//! Values that are created from decoded strings and bytes.

#![allow(clippy::inline_always, reason = "measured, see `docs/performance.md`")]

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::text::Content;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

/// A type that can be created from decoded content, which is owned if the stored bytes had to be unescaped or complemented.
pub trait FromContent<'de, B: Content + ?Sized>: Deref<Target = B> + Sized {
    /// Creates the value from its content.
    fn from_content(content: Cow<'de, B>) -> Self;
}

impl<'a, 'de: 'a, B: Content + ?Sized> FromContent<'de, B> for Cow<'a, B> {
    #[inline]
    fn from_content(content: Cow<'de, B>) -> Self {
        content
    }
}

macro_rules! from_content {
    ($($content:ty: $($type:ty),*;)*) => {$($(
        impl<'de> $crate::codec::content::FromContent<'de, $content> for $type {
            #[inline]
            fn from_content(content: alloc::borrow::Cow<'de, $content>) -> Self {
                content.into_owned().into()
            }
        }
    )*)*};
}

#[cfg(any(feature = "bytes1", feature = "smol_str03"))]
pub(crate) use from_content;

from_content! {
    str: String, Box<str>;
    [u8]: Vec<u8>, Box<[u8]>;
}

/// Creates a value from the stored content at `offset`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn value_of<'de, B: Content + ?Sized, T: FromContent<'de, B>>(
    content: Cow<'de, [u8]>,
    offset: usize,
) -> Result<T, DecodeError> {
    match B::from_stored(content) {
        Some(content) => Ok(T::from_content(content)),
        None => Err(not_utf8(offset)),
    }
}

/// Borrows the stored content at `offset`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn borrowed<B: Content + ?Sized>(content: Cow<'_, [u8]>, offset: usize) -> Result<&B, DecodeError> {
    match B::from_stored(content) {
        Some(Cow::Borrowed(content)) => Ok(content),
        Some(Cow::Owned(_)) => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical)),
        None => Err(not_utf8(offset)),
    }
}

#[cold]
#[inline(never)]
pub(crate) fn not_utf8(offset: usize) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::NotUtf8)
}
