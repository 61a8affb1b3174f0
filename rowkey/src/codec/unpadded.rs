//! `#[decimal]`: integers as decimal digits without leading zeros.

use crate::codec::integer::Integer;
use crate::codec::position::{AcceptsEvery, Position};
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::digits::{self, UnpaddedNumber};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::terminator::Terminator;
use crate::wire::text;
use core::marker::PhantomData;
use core::num::NonZero;

/// The codec of integers as decimal digits without leading zeros. `MINUS` is true if the key's delimiter or terminator
/// is `-`, which can also be the sign of a number.
#[derive(Debug)]
pub struct UnpaddedDigits<const MINUS: bool = false>;

/// Holds the encodings of an integer type as constants, so that `ENCODING` can borrow them.
struct Encodings<T>(PhantomData<T>);

impl<T: Integer> Encodings<T> {
    const PLAIN: &'static Encoding = &Encoding::UnpaddedDigits { signed: T::SIGNED, max: T::MAX };
    const NON_ZERO: &'static Encoding = &Encoding::non_zero(Self::PLAIN);
}

#[diagnostic::do_not_recommend]
impl<T: Integer, const MINUS: bool> FieldCodec<T> for UnpaddedDigits<MINUS> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = if T::NEVER_ZERO { Encodings::<T>::NON_ZERO } else { Encodings::<T>::PLAIN };

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write(UnpaddedNumber::new(arg.to_number()).as_bytes(), P::TERMINATOR, out)
    }

    #[inline]
    fn size(_: T) -> usize {
        digits::max_unpadded_width(T::SIGNED, T::MAX) + Terminator::Escaped.width()
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let end_is_known = reader.clone().variable(P::TERMINATOR).is_ok();
        show_decoded::<T, Self, P>(reader, |value| Shown::number(value.to_number()))
            .map_err(|wrong| WrongField { end_is_known, ..wrong })
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Integer, P: Position, const MINUS: bool> DecodeField<'de, T, P> for UnpaddedDigits<MINUS> {
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let (content, terminator) = reader.variable(P::TERMINATOR)?;
        let number = digits::read_unpadded(&content, offset, T::SIGNED, T::MAX)?;
        T::from_number(number).map(|value| (value, terminator)).map_err(|kind| DecodeError::new(offset, kind))
    }
}

macro_rules! total {
    ($($int:ty, $before_minus:path;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<P: Position> Total<$int, P> for UnpaddedDigits {}

        #[diagnostic::do_not_recommend]
        impl<P: Position> Total<NonZero<$int>, P> for UnpaddedDigits {}

        #[diagnostic::do_not_recommend]
        impl<P: $before_minus> Total<$int, P> for UnpaddedDigits<true> {}

        #[diagnostic::do_not_recommend]
        impl<P: $before_minus> Total<NonZero<$int>, P> for UnpaddedDigits<true> {}
    )*};
}

// Each line names the positions at which every value of a type can be encoded if the separator is `-`. A negative
// number contains `-`, so it needs a position that accepts every text. With any other separator, every position can
// hold every number, because the derive rejects a separator that is a digit.
total! {
    u8, Position;
    u16, Position;
    u32, Position;
    u64, Position;
    u128, Position;
    i8, AcceptsEvery<str>;
    i16, AcceptsEvery<str>;
    i32, AcceptsEvery<str>;
    i64, AcceptsEvery<str>;
    i128, AcceptsEvery<str>;
}
