//! The codec of a struct that is a field of a key: the struct's fields in order. Each variable-length field has a
//! terminator, even the last, so that the struct has the same bytes at every position.

use crate::codec::derived::{OrderedStructure, PartList, ReadStructure, Structure, TotalStructure};
use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The codec of structs.
#[derive(Debug)]
pub struct Fields;

#[diagnostic::do_not_recommend]
impl<T: Structure> FieldCodec<T> for Fields {
    type Arg<'a>
        = T::Arg<'a>
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding = &Encoding::structure(T::PARTS);

    #[inline]
    fn arg(value: &T) -> T::Arg<'_> {
        value.arg()
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        T::get(&arg).write(out).map(|()| 0)
    }

    #[inline]
    fn size(arg: T::Arg<'_>) -> usize {
        T::get(&arg).size()
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        T::Parts::check(T::PARTS, reader).map(|()| 0)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: ReadStructure<'de, P::Nested>, P: Position> DecodeField<'de, T, P> for Fields {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        T::read(reader).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: TotalStructure, P: Position> Total<T, P> for Fields {}

#[diagnostic::do_not_recommend]
impl<T: OrderedStructure, P: Position> Ordered<T, P> for Fields {}
