//! The codec that encodes integers as big-endian bytes. The sign bit of a signed integer is flipped, so that the bytes
//! sort as the numbers do.

use crate::codec::integer::Integer;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, FixedWidthCodec, Ordered, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::integer;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use core::num::NonZero;

/// The codec of integer fields that have no attribute.
#[derive(Debug)]
pub struct BigEndian;

/// A mask of the bits that are stored flipped: only the sign bit of a signed integer.
macro_rules! flipped {
    ($int:ident, $signed:literal) => {
        const {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "the mask is as wide as the integer"
            )]
            {
                integer::flipped_bits(size_of::<$int>(), $signed) as $int
            }
        }
    };
}

macro_rules! big_endian {
    ($kind:ident, signed: $signed:literal, $($int:ident),*) => {$(
        big_endian!(@codec $int, &Encoding::$kind { width: size_of::<$int>() },
            |value| (value ^ flipped!($int, $signed)).to_be_bytes(),
            |array, _offset| Ok(<$int>::from_be_bytes(*array) ^ flipped!($int, $signed)));

        big_endian!(@codec NonZero<$int>, &Encoding::non_zero(<BigEndian as FieldCodec<$int>>::ENCODING),
            |value| (value.get() ^ flipped!($int, $signed)).to_be_bytes(),
            |array, offset| NonZero::new(<$int>::from_be_bytes(*array) ^ flipped!($int, $signed))
                .ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::Zero)));
    )*};
    (@codec $type:ty, $encoding:expr, |$value:ident| $to:expr, |$array:ident, $offset:ident| $from:expr) => {
        #[diagnostic::do_not_recommend]
        impl FieldCodec<$type> for BigEndian {
            type Arg<'a> = $type;
            type Slice = str;
            const ENCODING: &'static Encoding = $encoding;

            #[inline]
            fn arg(value: &$type) -> $type {
                *value
            }

            #[inline]
            fn encode<P: Position, S: Sink>($value: $type, out: &mut S) -> Result<usize, EncodeErrorKind> {
                out.put_array($to);
                Ok(0)
            }

            fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
                show_decoded::<$type, Self, P>(reader, |value| Shown::number(value.to_number()))
            }
        }

        impl FixedWidthCodec<$type> for BigEndian {
            type Array = [u8; size_of::<$type>()];

            #[inline]
            fn to_array($value: $type) -> Result<Self::Array, EncodeErrorKind> {
                Ok($to)
            }

            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<Self::Array, DecodeError> {
                reader.array()
            }

            #[inline]
            fn from_array($array: &Self::Array, $offset: usize) -> Result<$type, DecodeError> {
                $from
            }
        }
    };
}

big_endian!(Unsigned, signed: false, u8, u16, u32, u64, u128);
big_endian!(Signed, signed: true, i8, i16, i32, i64, i128);

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position> DecodeField<'de, T, P> for BigEndian
where
    Self: FixedWidthCodec<T>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        Self::from_array(&Self::read(reader)?, offset).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for BigEndian where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for BigEndian where Self: FieldCodec<T> {}
