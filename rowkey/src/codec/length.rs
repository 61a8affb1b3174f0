//! `#[length(..)]`: a string or bytes, stored after its length in bytes.

use crate::codec::content::{FromContent, borrowed, not_utf8_after_length, value_of};
use crate::codec::position::{Ascending, Position};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::variable::VariableContent;
use crate::codec::{DecodeField, FieldCodec, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, Nested};
use crate::wire::length::LengthForm;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::borrow::Cow;
use core::marker::PhantomData;
use core::ops::Deref;

/// The codec of strings (`B` is `str`) and of bytes (`B` is `[u8]`) after their length in the form `L`.
#[derive(Debug)]
pub struct LengthPrefixed<B: ?Sized, L>(PhantomData<L>, PhantomData<B>);

/// A length in `N` bytes: big-endian, or little-endian with `LITTLE`.
#[derive(Debug)]
pub struct LengthIn<const N: usize, const LITTLE: bool>;

/// A length as a varint (LEB128): groups of seven bits, the least significant first.
#[derive(Debug)]
pub struct VarintLength;

/// A type that represents the form of a length, such as `LengthIn<2, false>`.
pub trait Length {
    /// The form.
    const FORM: LengthForm;
}

/// A form that can hold every length up to `usize::MAX`, so that every value can be encoded.
pub trait EveryLength: Length {}

impl<const N: usize> Length for LengthIn<N, false> {
    const FORM: LengthForm = LengthForm::Big(N);
}

impl<const N: usize> Length for LengthIn<N, true> {
    const FORM: LengthForm = LengthForm::Little(N);
}

impl Length for VarintLength {
    const FORM: LengthForm = LengthForm::Varint;
}

impl EveryLength for LengthIn<8, false> {}
impl EveryLength for LengthIn<8, true> {}
impl EveryLength for VarintLength {}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, L: Length> FieldCodec<T> for LengthPrefixed<B, L> {
    type Arg<'a>
        = &'a B
    where
        T: 'a;
    type Slice = B;
    const ENCODING: &'static Encoding =
        &Encoding::AfterLength { length: L::FORM, of: Nested::Static(<B as VariableContent>::ENCODING) };

    #[inline]
    fn arg(value: &T) -> &B {
        value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: &B, out: &mut S) -> Result<usize, EncodeErrorKind> {
        L::FORM.write(arg.as_raw().len(), out)?;
        out.put(arg.as_raw());
        Ok(0)
    }

    #[inline]
    fn size(arg: &B) -> usize {
        arg.as_raw().len() + L::FORM.min_width()
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let content = read::<L, Cow<'_, B>>(reader, value_of)?;
        Ok(Shown::plain(content.shown()))
    }
}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, P: Position, L: EveryLength> Total<T, P>
    for LengthPrefixed<B, L>
{
}

#[diagnostic::do_not_recommend]
impl<'de, B, T, P: Position, L: Length> DecodeField<'de, T, P> for LengthPrefixed<B, L>
where
    B: VariableContent + ?Sized,
    T: FromContent<'de, B>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        read::<L, _>(reader, value_of).map(|value| (value, 0))
    }
}

// A macro for two types instead of a generic impl, which would overlap with the impl for `FromContent`: other crates
// could implement `FromContent` for references to their own types.
macro_rules! borrow {
    ($($content:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, 'de: 'a, P: Ascending, L: Length> DecodeField<'de, &'a $content, P> for LengthPrefixed<$content, L> {
            fn decode(reader: &mut Reader<'de>) -> Result<(&'a $content, usize), DecodeError> {
                read::<L, _>(reader, borrowed).map(|value| (value, 0))
            }
        }
    )*};
}

borrow!(str, [u8]);

/// Reads a length and the content after it. Calls `to_value` with the content and its offset.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read<'de, L: Length, T>(
    reader: &mut Reader<'de>,
    to_value: impl FnOnce(Cow<'de, [u8]>, usize) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let len = L::FORM.read(reader)?;
    let (offset, stored) = (reader.offset(), reader.unread());
    to_value(reader.bytes(len)?, offset).map_err(|error| match error.kind() {
        DecodeErrorKind::NotUtf8 => not_utf8_after_length(offset, stored.get(..len).unwrap_or_default(), L::FORM),
        _ => error,
    })
}
