//! The codec of enums with data. It stores the code of the variant, then the fields as in a struct.

use crate::codec::codes::no_such_code;
use crate::codec::derived::{Enumeration, OrderedEnumeration, ReadEnumeration, TotalEnumeration};
use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, Variant};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The codec of enums with data.
#[derive(Debug)]
pub struct Variants;

/// Reads a code. Returns the index of its variant.
fn read_code<T: Enumeration>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
    let found = T::VARIANTS.iter().position(|variant| reader.skip(variant.code().bytes()));
    found.ok_or_else(|| reader.error(no_such_code(T::VARIANTS.iter().map(Variant::code))))
}

#[diagnostic::do_not_recommend]
impl<T: Enumeration> FieldCodec<T> for Variants {
    type Arg<'a>
        = T::Arg<'a>
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding = &Encoding::variants(T::VARIANTS);

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
        let index = read_code::<T>(reader)?;
        let parts = T::VARIANTS.get(index).map_or(&[][..], Variant::parts);
        // The default is never used, because each variant has a check.
        T::CHECKS.get(index).map_or(Ok(()), |check| check(parts, reader)).map(|()| 0)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: ReadEnumeration<'de, P::Nested>, P: Position> DecodeField<'de, T, P> for Variants {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let index = read_code::<T>(reader)?;
        T::read(index, reader).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: TotalEnumeration, P: Position> Total<T, P> for Variants {}

#[diagnostic::do_not_recommend]
impl<T: OrderedEnumeration, P: Position> Ordered<T, P> for Variants {}
