//! `#[unterminated]`: a variable-length field without a terminator, before fields of fixed widths. Decoding subtracts
//! these widths from the length of the key to find the end of the field.

use crate::codec::position::{Escaped, LastField, Position};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, Nested};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec of a variable-length field that `C` encodes. Exactly `TAIL` bytes of the key follow the field.
///
/// `C` encodes the value like the last field of a key, so without a terminator.
#[derive(Debug)]
pub struct UnterminatedOf<C, const TAIL: usize>(PhantomData<C>);

type EndOfKey = LastField<Escaped>;

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>, const TAIL: usize> FieldCodec<T> for UnterminatedOf<C, TAIL> {
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding = &Encoding::Unterminated { of: Nested::Static(C::ENCODING) };
    const TAIL: Option<usize> = Some(TAIL);

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode::<EndOfKey, S>(arg, out)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        C::size(arg)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        reader.before_tail(TAIL, C::show::<EndOfKey>)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C, const TAIL: usize> DecodeField<'de, T, P> for UnterminatedOf<C, TAIL>
where
    C: DecodeField<'de, T, EndOfKey>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        reader.before_tail(TAIL, C::decode)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, EndOfKey>, const TAIL: usize> Total<T, P> for UnterminatedOf<C, TAIL> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: StartsWith<T, EndOfKey>, const TAIL: usize> StartsWith<T, P> for UnterminatedOf<C, TAIL> {
    fn write_starts_with_bound(start: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        C::write_starts_with_bound(start, place, out)
    }
}
