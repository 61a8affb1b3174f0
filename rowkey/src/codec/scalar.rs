//! `bool` (00, 01) and `char` (as its `u32`).

use crate::codec::big_endian::BigEndian;
use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Side, Total, check_as, cut_at_value};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// The codec of `bool` and `char`.
#[derive(Debug)]
pub struct Scalar;

#[diagnostic::do_not_recommend]
impl FieldCodec<bool> for Scalar {
    type Arg<'a> = bool;
    type Part = str;
    const ENCODING: Encoding = Encoding::Bool;

    #[inline]
    fn arg(value: &bool) -> bool {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: bool, out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put_array([u8::from(arg)]);
        Ok(0)
    }

    #[inline]
    fn size(_: bool) -> usize {
        1
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<bool, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, P: Position> DecodeField<'de, bool, P> for Scalar {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(bool, usize), DecodeError> {
        let offset = reader.offset();
        match reader.byte()? {
            0 => Ok((false, 0)),
            1 => Ok((true, 0)),
            found => {
                let expected = "a bool, 00 or 01";
                Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found }))
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl FieldCodec<char> for Scalar {
    type Arg<'a> = char;
    type Part = str;
    const ENCODING: Encoding = Encoding::Char;

    #[inline]
    fn arg(value: &char) -> char {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: char, out: &mut S) -> Result<usize, EncodeErrorKind> {
        <BigEndian as FieldCodec<u32>>::encode::<P, S>(u32::from(arg), out)
    }

    #[inline]
    fn size(_: char) -> usize {
        4
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<char, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, P: Position> DecodeField<'de, char, P> for Scalar {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(char, usize), DecodeError> {
        let offset = reader.offset();
        let found = reader.array().map(u32::from_be_bytes)?;
        char::from_u32(found)
            .map(|value| (value, 0))
            .ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotAChar { found }))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for Scalar where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for Scalar
where
    Self: FieldCodec<T>,
{
    fn cut(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
        cut_at_value::<T, Self, P>(arg, side, out)
    }
}
