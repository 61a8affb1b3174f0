//! The codec of `f32` and `f64`, whose bytes sort in the order of `total_cmp`.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::float;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The codec of `f32` and `f64`.
#[derive(Debug)]
pub struct TotalOrder;

macro_rules! total_order {
    ($($float:ty, $bits:ty);*) => {$(
        #[diagnostic::do_not_recommend]
        impl FieldCodec<$float> for TotalOrder {
            type Arg<'a> = $float;
            type Slice = str;
            const ENCODING: &'static Encoding = &Encoding::Float { width: size_of::<$float>() };

            #[inline]
            fn arg(value: &$float) -> $float {
                *value
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: $float, out: &mut S) -> Result<usize, EncodeErrorKind> {
                let stored = float::to_stored(arg.to_bits().into(), size_of::<$float>());
                out.put_array(stored.to_be_bytes().last_chunk::<{ size_of::<$float>() }>().copied().unwrap_or_default());
                Ok(0)
            }

            fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
                show_decoded::<$float, Self, P>(reader, |value| Shown::plain(float::text(value.to_bits().into(), size_of::<$float>())))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, P: Position> DecodeField<'de, $float, P> for TotalOrder {
            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the bits of a narrower float are the low ones")]
            fn decode(reader: &mut Reader<'de>) -> Result<($float, usize), DecodeError> {
                let stored = <$bits>::from_be_bytes(reader.array()?);
                let bits = float::from_stored(stored.into(), size_of::<$float>());
                Ok((<$float>::from_bits(bits as $bits), 0))
            }
        }
    )*};
}

total_order!(f32, u32; f64, u64);

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for TotalOrder where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for TotalOrder where Self: FieldCodec<T> {}
