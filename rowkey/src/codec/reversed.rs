//! `#[reverse]`: stores digits, bytes or characters in reverse order, so that consecutive numbers spread over the
//! table.

use crate::codec::content::{FromContent, not_utf8};
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, EndsWith, FieldCodec, FixedWidthCodec, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text::Content;
use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::Deref;

/// The codec that reverses the content of strings and bytes, and then terminates or pads it as the codec `C` does.
#[derive(Debug)]
pub struct ReversedContent<C>(PhantomData<C>);

/// A codec of strings or bytes that can also store the content in reverse.
pub trait ReversibleCodec {
    /// `str` or `[u8]`.
    type Content: Content + ?Sized;

    /// The description of the bytes in reverse.
    const REVERSED: &'static Encoding;

    fn size(content: &Self::Content) -> usize;

    /// Appends the content in reverse, then the terminator of a variable-length field. Returns the width of the
    /// terminator, or 0 if there is none.
    fn write_reversed<P: Position, S: Sink>(content: &Self::Content, out: &mut S) -> Result<usize, EncodeErrorKind>;

    /// Reads the content and leaves it reversed, as it is stored. Returns the content and the width of the terminator.
    fn read_stored<'de, P: Position>(reader: &mut Reader<'de>) -> Result<(Cow<'de, [u8]>, usize), DecodeError>;
}

/// Reads content that is stored in reverse. Returns the content in its original order, and the width of the terminator.
fn read_original<C: ReversibleCodec, P: Position>(
    reader: &mut Reader<'_>,
) -> Result<(<C::Content as ToOwned>::Owned, usize), DecodeError> {
    let offset = reader.offset();
    let (content, terminator) = C::read_stored::<P>(reader)?;
    match C::Content::from_stored(content) {
        Some(content) => Ok((content.to_reversed(), terminator)),
        None => Err(not_utf8(offset)),
    }
}

#[diagnostic::do_not_recommend]
impl<C: ReversibleCodec, T: Deref<Target = C::Content>> FieldCodec<T> for ReversedContent<C> {
    type Arg<'a>
        = &'a C::Content
    where
        T: 'a;
    type Slice = C::Content;
    const ENCODING: &'static Encoding = C::REVERSED;

    #[inline]
    fn arg(value: &T) -> &C::Content {
        value
    }

    fn encode<P: Position, S: Sink>(arg: &C::Content, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::write_reversed::<P, S>(arg, out)
    }

    #[inline]
    fn size(arg: &C::Content) -> usize {
        C::size(arg)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let (content, terminator) = read_original::<C, P>(reader)?;
        Ok(Shown::plain(content.borrow().shown()).with_terminator(terminator))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, C: ReversibleCodec, T: FromContent<'de, C::Content>, P: Position> DecodeField<'de, T, P>
    for ReversedContent<C>
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let (content, terminator) = read_original::<C, P>(reader)?;
        Ok((T::from_content(Cow::Owned(content)), terminator))
    }
}

/// The codec that stores the bytes of a fixed-width codec `C` in reverse.
#[derive(Debug)]
pub struct ReversedOf<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C: FixedWidthCodec<T>> FieldCodec<T> for ReversedOf<C> {
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding = &Encoding::reversed(C::ENCODING);

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        let mut array = C::to_array(arg)?;
        array.as_mut().reverse();
        out.put(array.as_ref());
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let mut stored = reader.clone();
        <Self as DecodeField<'_, T, P>>::decode(reader)?;
        let mut array = C::read(&mut stored)?;
        array.as_mut().reverse();
        C::show::<P>(&mut Reader::new(array.as_ref()))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: FixedWidthCodec<T>> DecodeField<'de, T, P> for ReversedOf<C> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let mut array = C::read(reader)?;
        array.as_mut().reverse();
        let width = array.as_ref().len();
        C::from_array(&array, offset).map(|value| (value, 0)).map_err(|error| error.mirrored(offset, width))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: FixedWidthCodec<T> + Total<T, P>> Total<T, P> for ReversedOf<C> {}

#[diagnostic::do_not_recommend]
impl<C, T: Deref<Target = C::Content>, P: Position> EndsWith<T, P> for ReversedContent<C>
where
    C: ReversibleCodec + StartsWith<T, P, Slice = <C as ReversibleCodec>::Content>,
{
    fn write_ends_with_bound(end: &C::Content, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        C::write_starts_with_bound(end.to_reversed().borrow(), place, out)
    }
}
