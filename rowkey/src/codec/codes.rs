//! The codec of enums without data. It stores the code of the variant, which the source pins.

use crate::codec::derived::{Coded, OrderedCoded};
use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Code, Encoding};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The codec of enums with codes.
#[derive(Debug)]
pub struct Codes;

fn code_of<T: Coded>(arg: &T::Arg<'_>) -> &'static [u8] {
    T::CODES.get(T::get(arg).index()).map_or(&[], Code::bytes)
}

#[cold]
pub(crate) fn no_such_code<'a>(codes: impl Iterator<Item = &'a Code>) -> DecodeErrorKind {
    DecodeErrorKind::NoSuchCode { codes: codes.map(|code| code.bytes().to_vec()).collect() }
}

#[diagnostic::do_not_recommend]
impl<T: Coded> FieldCodec<T> for Codes {
    type Arg<'a>
        = T::Arg<'a>
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding = &Encoding::__codes(T::CODES);

    #[inline]
    fn arg(value: &T) -> T::Arg<'_> {
        value.arg()
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put(code_of::<T>(&arg));
        Ok(0)
    }

    #[inline]
    fn size(arg: T::Arg<'_>) -> usize {
        code_of::<T>(&arg).len()
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Coded, P: Position> DecodeField<'de, T, P> for Codes {
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let found = T::CODES.iter().position(|code| reader.skip(code.bytes()));
        let value = found.and_then(T::from_index);
        value.map(|value| (value, 0)).ok_or_else(|| reader.error(no_such_code(T::CODES.iter())))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Coded, P: Position> Total<T, P> for Codes {}

#[diagnostic::do_not_recommend]
impl<T: OrderedCoded, P: Position> Ordered<T, P> for Codes {}
