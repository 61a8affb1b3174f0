//! `#[bytes(N)]`, `#[little_endian]` and `#[twos_complement]`: integers with a width, byte order or sign form that
//! another system uses.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::integer::{self, Number};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::num::NonZero;

/// The codec of integers as `N` bytes in the form `F`, such as [`InLittleEndian`]. `FITS` is true if `N` bytes can hold
/// every value of the type.
#[derive(Debug)]
pub struct IntegerBytes<const N: usize, F, const FITS: bool>(PhantomData<F>);

/// Big-endian. The sign bit of a signed integer is flipped, so that the bytes sort as the numbers do.
#[derive(Debug)]
pub struct OrderedBigEndian;

/// Big-endian. A signed integer is in two's complement.
#[derive(Debug)]
pub struct InTwosComplement;

/// Little-endian. A signed integer is in two's complement.
#[derive(Debug)]
pub struct InLittleEndian;

/// The order of an integer's bytes, and the form of its sign.
pub trait IntegerForm {
    /// True if the least significant byte comes first.
    const LITTLE_ENDIAN: bool;
    /// True if the sign bit of a signed integer is flipped.
    const FLIPPED: bool;
}

impl IntegerForm for OrderedBigEndian {
    const LITTLE_ENDIAN: bool = false;
    const FLIPPED: bool = true;
}

impl IntegerForm for InTwosComplement {
    const LITTLE_ENDIAN: bool = false;
    const FLIPPED: bool = false;
}

impl IntegerForm for InLittleEndian {
    const LITTLE_ENDIAN: bool = true;
    const FLIPPED: bool = false;
}

/// An integer type.
pub trait Integer: Copy {
    /// True if there are negative values.
    const SIGNED: bool;
    /// True if zero is not a value of the type.
    const NEVER_ZERO: bool;
    /// The greatest value.
    const MAX: u128;
    /// The number of bytes.
    const WIDTH: usize;

    #[doc(hidden)]
    fn to_number(self) -> Number;

    #[doc(hidden)]
    fn from_number(number: Number) -> Result<Self, DecodeErrorKind>;
}

macro_rules! integers {
    ($variant:ident, signed: $signed:literal, $($int:ident),*) => {$(
        impl Integer for $int {
            const SIGNED: bool = $signed;
            const NEVER_ZERO: bool = false;
            #[allow(clippy::cast_sign_loss, reason = "the greatest value is positive")]
            const MAX: u128 = $int::MAX as u128;
            const WIDTH: usize = size_of::<$int>();

            #[inline]
            fn to_number(self) -> Number {
                Number::$variant(self.into())
            }

            #[inline]
            fn from_number(number: Number) -> Result<Self, DecodeErrorKind> {
                let converted = match number {
                    Number::Unsigned(number) => Self::try_from(number).ok(),
                    Number::Signed(number) => Self::try_from(number).ok(),
                };
                converted.ok_or(DecodeErrorKind::OutOfRange)
            }
        }

        impl Integer for NonZero<$int> {
            const SIGNED: bool = $signed;
            const NEVER_ZERO: bool = true;
            const MAX: u128 = <$int as Integer>::MAX;
            const WIDTH: usize = <$int as Integer>::WIDTH;

            #[inline]
            fn to_number(self) -> Number {
                self.get().to_number()
            }

            #[inline]
            fn from_number(number: Number) -> Result<Self, DecodeErrorKind> {
                Self::new($int::from_number(number)?).ok_or(DecodeErrorKind::Zero)
            }
        }
    )*};
}

integers!(Unsigned, signed: false, u8, u16, u32, u64, u128);
integers!(Signed, signed: true, i8, i16, i32, i64, i128);

/// Holds the encodings of an integer type as constants, so that `ENCODING` can borrow them.
struct Encodings<T, const N: usize, F>(PhantomData<(T, F)>);

impl<T: Integer, const N: usize, F: IntegerForm> Encodings<T, N, F> {
    const BIG_ENDIAN: &'static Encoding = &{
        let (width, type_width) = (N, if T::WIDTH < N { Some(T::WIDTH) } else { None });
        match (T::SIGNED, F::FLIPPED) {
            (false, _) => Encoding::Unsigned { width, type_width },
            (true, true) => Encoding::Signed { width, type_width },
            (true, false) => Encoding::TwosComplement { width, type_width },
        }
    };
    const LITTLE_ENDIAN: &'static Encoding = &Encoding::little_endian(Self::BIG_ENDIAN);
    /// The encoding if `T` is not `NonZero`. A single byte is never called little-endian, because it has no byte order.
    const PLAIN: &'static Encoding = if F::LITTLE_ENDIAN && N > 1 { Self::LITTLE_ENDIAN } else { Self::BIG_ENDIAN };
    const NON_ZERO: &'static Encoding = &Encoding::non_zero(Self::PLAIN);
    const OF_TYPE: &'static Encoding = if T::NEVER_ZERO { Self::NON_ZERO } else { Self::PLAIN };
}

impl<const N: usize, F: IntegerForm, const FITS: bool> IntegerBytes<N, F, FITS> {
    #[inline]
    fn to_array<T: Integer>(value: T) -> Result<[u8; N], EncodeErrorKind> {
        let number = value.to_number();
        if !FITS && !number.fits(N) {
            return Err(too_wide(N, T::SIGNED));
        }
        let mut array = integer::to_array(number, F::FLIPPED);
        if F::LITTLE_ENDIAN {
            array.reverse();
        }
        Ok(array)
    }
}

#[cold]
fn too_wide(width: usize, signed: bool) -> EncodeErrorKind {
    EncodeErrorKind::TooWide { width, signed }
}

#[diagnostic::do_not_recommend]
impl<T: Integer, const N: usize, F: IntegerForm, const FITS: bool> FieldCodec<T> for IntegerBytes<N, F, FITS> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = Encodings::<T, N, F>::OF_TYPE;

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put_array(Self::to_array(arg)?);
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<T, Self, P>(reader, |value| Shown::number(value.to_number()))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Integer, P: Position, const N: usize, F: IntegerForm, const FITS: bool> DecodeField<'de, T, P>
    for IntegerBytes<N, F, FITS>
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let mut array: [u8; N] = reader.array()?;
        if F::LITTLE_ENDIAN {
            array.reverse();
        }
        T::from_number(integer::from_array(&array, T::SIGNED, F::FLIPPED))
            .map(|value| (value, 0))
            .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Integer, P: Position, const N: usize, F: IntegerForm> Total<T, P> for IntegerBytes<N, F, true> {}

#[diagnostic::do_not_recommend]
impl<T: Integer, P: Position, const N: usize, const FITS: bool> Ordered<T, P>
    for IntegerBytes<N, OrderedBigEndian, FITS>
{
    fn write_bound(arg: T, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        match Self::to_array(arg) {
            Ok(bytes) => {
                out.extend_from_slice(&bytes);
                place
            }
            Err(_) if arg.to_number().is_negative() => BoundPlace::Before,
            Err(_) => BoundPlace::After,
        }
    }
}
