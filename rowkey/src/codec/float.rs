//! Floats in the total order of IEEE 754 (`f64::total_cmp`): negative ones with all bits flipped, others with the
//! sign bit flipped. NaN and both zeros keep their bits.

use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Side, Total, check_as, cut_at_value};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// The codec of `f32` and `f64`.
#[derive(Debug)]
pub struct TotalOrder;

macro_rules! total_order {
    ($($float:ty, $bits:ty);*) => {$(
        #[diagnostic::do_not_recommend]
        impl FieldCodec<$float> for TotalOrder {
            type Arg<'a> = $float;
            type Part = str;
            const ENCODING: Encoding = Encoding::Float { width: size_of::<$float>() };

            #[inline]
            fn arg(value: &$float) -> $float {
                *value
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: $float, out: &mut S) -> Result<usize, EncodeErrorKind> {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = arg.to_bits();
                let negative = bits >> (<$bits>::BITS - 1);
                let flipped = <$bits>::MAX.wrapping_mul(negative) | SIGN;
                out.put_array((bits ^ flipped).to_be_bytes());
                Ok(0)
            }

            #[inline]
            fn size(_: $float) -> usize {
                size_of::<$float>()
            }

            fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                check_as::<$float, Self, P>(reader)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, P: Position> DecodeField<'de, $float, P> for TotalOrder {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<($float, usize), DecodeError> {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let stored = <$bits>::from_be_bytes(reader.array()?);
                let positive = stored >> (<$bits>::BITS - 1);
                let flipped = <$bits>::MAX.wrapping_mul(1 - positive) | SIGN;
                Ok((<$float>::from_bits(stored ^ flipped), 0))
            }
        }
    )*};
}

total_order!(f32, u32; f64, u64);

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for TotalOrder where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for TotalOrder
where
    Self: FieldCodec<T>,
{
    fn cut(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
        cut_at_value::<T, Self, P>(arg, side, out)
    }
}
