//! `#[pad(N)]` on integers: exactly N decimal digits in ASCII, zeros on the left.
//!
//! Written by a table of pairs, and read eight at a time, within one 64-bit word.

use crate::ascii::nines_complement;
use crate::codec::position::Position;
use crate::codec::{ArrayCodec, DecodeField, FieldCodec, Ordered, Side, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::num::NonZero;

const AT_ONCE: usize = 8;
const TEN_TO_EIGHT: u32 = 100_000_000;
const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

/// The codec of integers as `N` digits; `FITS` when `N` digits hold every value of the type.
#[derive(Debug)]
pub struct PaddedDigits<const N: usize, const FITS: bool>;

/// The two digits of every number below 100.
static PAIRS: [u16; 100] = {
    let mut pairs = [0; 100];
    let mut left: &mut [u16] = &mut pairs;
    let mut number = 0;
    while let Some((pair, rest)) = left.split_first_mut() {
        *pair = u16::from_be_bytes([b'0' + number / 10, b'0' + number % 10]);
        number += 1;
        left = rest;
    }
    pairs
};

/// The two last digits.
#[inline]
fn pair(number: u32) -> u64 {
    PAIRS.get((number % 100) as usize).copied().unwrap_or_default().into()
}

/// The digits of a number below 10^8, in one word: they are put together in a register, since what is written to memory
/// byte by byte cannot soon be read as a whole. Halves and pairs do not wait for each other.
#[inline]
fn eight_digits(number: u32) -> [u8; AT_ONCE] {
    let (high, low) = (number / 10_000, number % 10_000);
    (pair(high / 100) << 48 | pair(high) << 32 | pair(low / 100) << 16 | pair(low)).to_be_bytes()
}

/// The number that eight digits are, first digit in the highest byte; `None` when one is no digit.
#[inline]
fn from_eight_digits(word: u64) -> Option<u32> {
    let no_digit = (word & 0xF0F0_F0F0_F0F0_F0F0) ^ ASCII_ZEROS
        | (word.wrapping_add(0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) ^ ASCII_ZEROS;
    if no_digit != 0 {
        return None;
    }
    let ones = word & 0x0F0F_0F0F_0F0F_0F0F;
    let twos = (ones >> 8 & 0x00FF_00FF_00FF_00FF) * 10 + (ones & 0x00FF_00FF_00FF_00FF);
    let fours = (twos >> 16 & 0x0000_FFFF_0000_FFFF) * 100 + (twos & 0x0000_FFFF_0000_FFFF);
    let number = (fours >> 32) * 10_000 + (fours & 0xFFFF_FFFF);
    u32::try_from(number).ok()
}

/// Up to seven digits, with zeros in front to make them eight, by shifts: a way through memory would have to wait for
/// the bytes to be written.
#[inline]
fn with_zeros(digits: &[u8]) -> u64 {
    digits.iter().fold(ASCII_ZEROS, |word, digit| word << 8 | u64::from(*digit))
}

/// `number` in `N` digits, `None` when it has more.
macro_rules! to_digits {
    ($name:ident, $wide:ty) => {
        #[inline]
        fn $name<const N: usize>(number: $wide) -> Option<[u8; N]> {
            if let Some(limit) = const { <$wide>::checked_pow(10, width_u32(N)) } {
                if number >= limit {
                    return None;
                }
            }
            let mut digits = [b'0'; N];
            let mut left = number;
            for chunk in digits.rchunks_mut(AT_ONCE) {
                // The remainder is below 10^8.
                let eight = u32::try_from(left % <$wide>::from(TEN_TO_EIGHT)).unwrap_or(0);
                left /= <$wide>::from(TEN_TO_EIGHT);
                if let Some(last) = eight_digits(eight).get(AT_ONCE - chunk.len()..) {
                    chunk.copy_from_slice(last);
                }
            }
            Some(digits)
        }
    };
}

to_digits!(to_digits_64, u64);
to_digits!(to_digits_128, u128);

/// The number that `N` digits are.
macro_rules! from_digits {
    ($name:ident, $wide:ty) => {
        #[inline]
        fn $name<const N: usize>(digits: &[u8; N]) -> Result<$wide, NotANumber> {
            let mut number: $wide = 0;
            let (first, whole) = digits.split_at_checked(N % AT_ONCE).unwrap_or((&[], digits));
            if !first.is_empty() {
                number = from_eight_digits(with_zeros(first)).ok_or(NotANumber::NotDigits)?.into();
            }
            for chunk in whole.chunks_exact(AT_ONCE) {
                let eight = chunk.first_chunk().copied().unwrap_or([0; AT_ONCE]);
                let next = from_eight_digits(u64::from_be_bytes(eight)).ok_or(NotANumber::NotDigits)?;
                if const { <$wide>::checked_pow(10, width_u32(N)).is_some() } {
                    number = number * <$wide>::from(TEN_TO_EIGHT) + <$wide>::from(next);
                    continue;
                }
                number = number
                    .checked_mul(TEN_TO_EIGHT.into())
                    .and_then(|number| number.checked_add(next.into()))
                    .ok_or(NotANumber::TooGreat)?;
            }
            Ok(number)
        }
    };
}

from_digits!(from_digits_64, u64);
from_digits!(from_digits_128, u128);

enum NotANumber {
    NotDigits,
    TooGreat,
    /// Of a type that is never zero.
    Zero,
}

impl NotANumber {
    #[cold]
    fn at<const N: usize>(&self, digits: &[u8; N], offset: usize) -> DecodeError {
        let bad = digits.iter().position(|byte| !byte.is_ascii_digit());
        match (self, bad.and_then(|at| Some((at, *digits.get(at)?)))) {
            (Self::NotDigits, Some((at, found))) => {
                DecodeError::new(offset + at, DecodeErrorKind::NotDigits { width: N, found })
            }
            (Self::Zero, _) => DecodeError::new(offset, DecodeErrorKind::Zero),
            _ => DecodeError::new(offset, DecodeErrorKind::OutOfRange),
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the derive refuses pads of integers above 39")]
const fn width_u32(width: usize) -> u32 {
    width as u32
}

macro_rules! digits {
    ($wide:ty, $to:ident, $from:ident, $($int:ty),*) => {$(
        digits!(@codec $wide, $to, $from, $int, Encoding::Digits { width: N, max: <$int>::MAX as u128 },
            |value| value, |number| Ok(number));
        digits!(@codec $wide, $to, $from, NonZero<$int>, Encoding::NonZero(&<Self as FieldCodec<$int>>::ENCODING),
            |value| value.get(), |number| NonZero::<$int>::new(number).ok_or(NotANumber::Zero));
    )*};
    (@codec $wide:ty, $to:ident, $from:ident, $type:ty, $encoding:expr, |$value:ident| $number_of:expr,
        |$number:ident| $value_of:expr) => {
        #[diagnostic::do_not_recommend]
        impl<const N: usize, const FITS: bool> FieldCodec<$type> for PaddedDigits<N, FITS> {
            type Arg<'a> = $type;
            type Part = str;
            const ENCODING: Encoding = $encoding;

            #[inline]
            fn arg(value: &$type) -> $type {
                *value
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: $type, out: &mut S) -> Result<usize, EncodeErrorKind> {
                out.put_array(<Self as ArrayCodec<$type>>::to_array(arg)?);
                Ok(0)
            }

            #[inline]
            fn size(_: $type) -> usize {
                N
            }

            fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                check_as::<$type, Self, P>(reader)
            }

            #[inline]
            fn encode_descending<P: Position, S: Sink>(
                arg: $type,
                out: &mut S,
            ) -> Result<usize, EncodeErrorKind> {
                out.put_array(<Self as ArrayCodec<$type>>::to_array(arg)?.map(nines_complement));
                Ok(0)
            }

            fn check_descending<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                <Self as DecodeField<'_, $type, P>>::decode_descending(reader).map(|(_, terminator)| terminator)
            }

            fn complement(bytes: &mut [u8]) {
                for byte in bytes {
                    *byte = nines_complement(*byte);
                }
            }
        }

        impl<const N: usize, const FITS: bool> ArrayCodec<$type> for PaddedDigits<N, FITS> {
            type Array = [u8; N];

            #[inline]
            #[allow(irrefutable_let_patterns, unused_comparisons, reason = "true of unsigned types only")]
            fn to_array($value: $type) -> Result<[u8; N], EncodeErrorKind> {
                let signed = $number_of;
                let Ok(number) = <$wide>::try_from(signed) else {
                    return Err(negative(i128::try_from(signed).unwrap_or(0)));
                };
                $to(number).ok_or_else(|| too_many(number.into(), N))
            }

            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<[u8; N], DecodeError> {
                reader.array()
            }

            #[inline]
            fn from_array(array: &[u8; N], offset: usize) -> Result<$type, DecodeError> {
                $from(array)
                    .and_then(|number| number.try_into().map_err(|_| NotANumber::TooGreat))
                    .and_then(|$number| $value_of)
                    .map_err(|error| error.at(array, offset))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, P: Position, const N: usize, const FITS: bool> DecodeField<'de, $type, P> for PaddedDigits<N, FITS> {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<($type, usize), DecodeError> {
                let offset = reader.offset();
                if let Some(digits) = reader.in_place()? {
                    return <Self as ArrayCodec<$type>>::from_array(digits, offset).map(|value| (value, 0));
                }
                <Self as ArrayCodec<$type>>::from_array(&reader.array()?, offset).map(|value| (value, 0))
            }

            #[inline]
            fn decode_descending(reader: &mut Reader<'de>) -> Result<($type, usize), DecodeError> {
                let offset = reader.offset();
                let array = reader.array()?.map(nines_complement);
                <Self as ArrayCodec<$type>>::from_array(&array, offset)
                    .map(|value| (value, 0))
                    .map_err(DecodeError::nines_complemented)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<P: Position, const N: usize, const FITS: bool> Ordered<$type, P> for PaddedDigits<N, FITS> {
            fn cut(arg: $type, side: Side, out: &mut Vec<u8>) -> Side {
                match <Self as ArrayCodec<$type>>::to_array(arg) {
                    Ok(digits) => {
                        out.extend_from_slice(&digits);
                        side
                    }
                    Err(EncodeErrorKind::Negative { .. }) => Side::Before,
                    Err(_) => Side::After,
                }
            }
        }
    };
}

#[cold]
fn too_many(value: u128, width: usize) -> EncodeErrorKind {
    EncodeErrorKind::TooManyDigits { value, width }
}

#[cold]
fn negative(value: i128) -> EncodeErrorKind {
    EncodeErrorKind::Negative { value }
}

digits!(u64, to_digits_64, from_digits_64, u8, u16, u32, u64, i8, i16, i32, i64);
digits!(u128, to_digits_128, from_digits_128, u128, i128);

#[diagnostic::do_not_recommend]
impl<T, P: Position, const N: usize> Total<T, P> for PaddedDigits<N, true> where Self: FieldCodec<T> {}
