//! `#[reverse]`: digits, bytes or characters in reverse, so that numbers given one after the other spread.

use crate::codec::position::Position;
use crate::codec::{ArrayCodec, DecodeField, FieldCodec, Total, check_as};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use core::marker::PhantomData;

/// The codec of strings and bytes whose content is reversed before it is terminated or padded. The impls are beside those
/// of `C`.
#[derive(Debug)]
pub struct ReversedContent<C>(PhantomData<C>);

/// The bytes of a fixed width that `C` encodes to, reversed.
#[derive(Debug)]
pub struct ReversedOf<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C: ArrayCodec<T>> FieldCodec<T> for ReversedOf<C> {
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Part = C::Part;
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

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        C::size(arg)
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: ArrayCodec<T>> DecodeField<'de, T, P> for ReversedOf<C> {
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
impl<T, P: Position, C: ArrayCodec<T> + Total<T, P>> Total<T, P> for ReversedOf<C> {}
