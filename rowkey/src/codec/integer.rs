//! [`Integer`], the integer types.

use crate::error::DecodeErrorKind;
use crate::wire::integer::Number;
use core::num::NonZero;

/// An integer type.
pub trait Integer: Copy {
    /// True if there are negative values.
    const SIGNED: bool;
    /// True if zero is not a value of the type.
    const NEVER_ZERO: bool;
    /// The greatest value.
    const MAX: u128;

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
