//! `#[pad(N)]` on integers: exactly N decimal digits in ASCII, padded with zeros on the left.

use crate::ascii::nines_complement;
use crate::codec::integer::Integer;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, FixedWidthCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::digits::{self, NotANumber};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::num::NonZero;

/// The codec of integers as `N` digits. `FITS` is true if `N` digits can hold every value of the type.
#[derive(Debug)]
pub struct PaddedDigits<const N: usize, const FITS: bool>;

macro_rules! digits {
    ($wide:ty, $to:path, $from:path, $($int:ty),*) => {$(
        digits!(@codec $wide, $to, $from, $int, &Encoding::Digits { width: N, max: <$int>::MAX as u128 },
            |value| value, |number| Ok(number));
        digits!(@codec $wide, $to, $from, NonZero<$int>, &Encoding::non_zero(<Self as FieldCodec<$int>>::ENCODING),
            |value| value.get(), |number| NonZero::<$int>::new(number).ok_or(NotANumber::Zero));
    )*};
    (@codec $wide:ty, $to:path, $from:path, $type:ty, $encoding:expr, |$value:ident| $number_of:expr,
        |$number:ident| $value_of:expr) => {
        #[diagnostic::do_not_recommend]
        impl<const N: usize, const FITS: bool> FieldCodec<$type> for PaddedDigits<N, FITS> {
            type Arg<'a> = $type;
            type Slice = str;
            const ENCODING: &'static Encoding = $encoding;

            #[inline]
            fn arg(value: &$type) -> $type {
                *value
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: $type, out: &mut S) -> Result<usize, EncodeErrorKind> {
                out.put_array(<Self as FixedWidthCodec<$type>>::to_array(arg)?);
                Ok(0)
            }

            fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
                show_decoded::<$type, Self, P>(reader, |value| Shown::number(value.to_number()))
            }

            #[inline]
            fn encode_descending<P: Position, S: Sink>(
                arg: $type,
                out: &mut S,
            ) -> Result<usize, EncodeErrorKind> {
                out.put_array(<Self as FixedWidthCodec<$type>>::to_array(arg)?.map(nines_complement));
                Ok(0)
            }

            fn show_descending<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
                let (value, _) = <Self as DecodeField<'_, $type, P>>::decode_descending(reader)?;
                Ok(Shown::number(value.to_number()))
            }

            fn complement(bytes: &mut [u8]) {
                for byte in bytes {
                    *byte = nines_complement(*byte);
                }
            }
        }

        impl<const N: usize, const FITS: bool> FixedWidthCodec<$type> for PaddedDigits<N, FITS> {
            type Array = [u8; N];

            #[inline]
            #[allow(irrefutable_let_patterns, unused_comparisons, reason = "the conversion of an unsigned type cannot fail")]
            fn to_array($value: $type) -> Result<[u8; N], EncodeErrorKind> {
                let integer = $number_of;
                let Ok(number) = <$wide>::try_from(integer) else {
                    return Err(negative(i128::try_from(integer).unwrap_or(0)));
                };
                let mut digits = [b'0'; N];
                if $to(number, &mut digits) { Ok(digits) } else { Err(too_many_digits(number.into(), N)) }
            }

            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<[u8; N], DecodeError> {
                reader.array()
            }

            #[inline]
            fn from_array(array: &[u8; N], offset: usize) -> Result<$type, DecodeError> {
                $from(array)
                    .and_then(|number| number.try_into().map_err(|_| NotANumber::OutOfRange))
                    .and_then(|$number| $value_of)
                    .map_err(|error| error.to_decode_error(array, offset))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, P: Position, const N: usize, const FITS: bool> DecodeField<'de, $type, P> for PaddedDigits<N, FITS> {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<($type, usize), DecodeError> {
                let offset = reader.offset();
                if let Some(digits) = reader.in_place()? {
                    return <Self as FixedWidthCodec<$type>>::from_array(digits, offset).map(|value| (value, 0));
                }
                <Self as FixedWidthCodec<$type>>::from_array(&reader.array()?, offset).map(|value| (value, 0))
            }

            #[inline]
            fn decode_descending(reader: &mut Reader<'de>) -> Result<($type, usize), DecodeError> {
                let offset = reader.offset();
                let array = reader.array()?.map(nines_complement);
                <Self as FixedWidthCodec<$type>>::from_array(&array, offset)
                    .map(|value| (value, 0))
                    .map_err(DecodeError::nines_complemented)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<P: Position, const N: usize, const FITS: bool> Ordered<$type, P> for PaddedDigits<N, FITS> {
            fn write_bound(arg: $type, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
                match <Self as FixedWidthCodec<$type>>::to_array(arg) {
                    Ok(digits) => {
                        out.extend_from_slice(&digits);
                        place
                    }
                    Err(EncodeErrorKind::Negative { .. }) => BoundPlace::Before,
                    Err(_) => BoundPlace::After,
                }
            }
        }
    };
}

/// The error for a number with more than `width` digits.
#[cold]
pub fn too_many_digits(value: u128, width: usize) -> EncodeErrorKind {
    EncodeErrorKind::TooManyDigits { value, width }
}

/// The error for a negative number.
#[cold]
pub fn negative(value: i128) -> EncodeErrorKind {
    EncodeErrorKind::Negative { value }
}

digits!(u64, digits::write_64, digits::read_64, u8, u16, u32, u64, i8, i16, i32, i64);
digits!(u128, digits::write_128, digits::read_128, u128, i128);

#[diagnostic::do_not_recommend]
impl<T, P: Position, const N: usize> Total<T, P> for PaddedDigits<N, true> where Self: FieldCodec<T> {}
