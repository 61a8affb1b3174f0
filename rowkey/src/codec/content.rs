//! Creates values such as `String` from the decoded content of a variable-length field.

#![allow(clippy::inline_always, reason = "measured, see `docs/performance.md`")]

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::length::LengthForm;
use crate::wire::text::Content;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

/// A type that can be created from decoded content. The content is borrowed from the key, or owned if the stored bytes
/// had to be unescaped or complemented.
pub trait FromContent<'de, B: Content + ?Sized>: Deref<Target = B> + Sized {
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

/// Creates a value from its stored content, which is at `offset` of the key.
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

/// Like [`value_of`], for `&str` and `&[u8]`, which borrow from the key.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn borrowed<B: Content + ?Sized>(content: Cow<'_, [u8]>, offset: usize) -> Result<&B, DecodeError> {
    match B::from_stored(content) {
        Some(Cow::Borrowed(content)) => Ok(content),
        // Not reached: the callers decode only at positions where the content is stored unchanged.
        Some(Cow::Owned(_)) => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical)),
        None => Err(not_utf8(offset)),
    }
}

#[cold]
#[inline(never)]
pub(crate) fn not_utf8(offset: usize) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::NotUtf8)
}

/// Like `not_utf8`, for a field that stores its length before the content. If Java seems to have written the field,
/// the error says so.
#[cold]
#[inline(never)]
pub fn not_utf8_after_length(offset: usize, content: &[u8], length: LengthForm) -> DecodeError {
    let valid = core::str::from_utf8(content).map_or_else(|error| error.valid_up_to(), str::len);
    // Java writes U+0000 as C0 80, and a character above U+FFFF as two surrogates of three bytes each.
    let is_from_java = matches!(
        content.get(valid..),
        Some([0xC0, 0x80, ..] | [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..])
    );
    // `writeUTF` writes a big-endian length of two bytes.
    match length {
        LengthForm::Big(2) if is_from_java => DecodeError::new(offset, DecodeErrorKind::ModifiedUtf8),
        _ => not_utf8(offset),
    }
}
