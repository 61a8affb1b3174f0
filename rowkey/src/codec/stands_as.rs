//! A type that stands in the key as a value of another type, which has a codec already.

use crate::codec::position::Position;
use crate::codec::{ArrayCodec, DecodeField, FieldCodec, Ordered, Side, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A type each of whose values has one of another type in its place, and compares as that does.
pub trait StandIn: Copy {
    /// What stands in the key, in a fixed number of bytes.
    type Stored;

    /// What `LAYOUT` says.
    const KIND: ValueKind;

    /// How many of the first bytes compare as the values do, where it is not all: the rest tells apart values that
    /// compare as equal.
    const COMPARED: Option<usize> = None;

    /// The value in its place.
    fn stored(self) -> Self::Stored;

    /// The value in whose place `stored` is.
    ///
    /// # Errors
    /// There is none.
    fn restored(stored: Self::Stored) -> Result<Self, DecodeErrorKind>;
}

/// At position `P`, ranges of the type's values are ranges of bytes.
///
/// Types with a [`StandIn::COMPARED`] sort as fields of a key, where `_in` ignores the bytes that are not compared. They do
/// not sort within a struct, where other fields follow those bytes: between `(1, 5)` and `(1.00, 5)` lies `(1, 6)`.
pub trait SortsAt<P: Position> {}

/// Makes a `Copy` type a key field that stands in the key as a value of another type and compares as it does:
/// `type => codec of the other type, kind, to it, from it`.
macro_rules! stands_as {
    (@sorts $type:ty) => {
        impl<P: $crate::codec::position::Position> $crate::codec::stands_as::SortsAt<P> for $type {}
    };
    (@sorts $type:ty, $compared:expr) => {
        impl<P: $crate::codec::position::InKey> $crate::codec::stands_as::SortsAt<P> for $type {}
    };
    ($(#[$doc:meta])* $type:ty => $codec:ident of $stored_type:ty, $kind:expr,
        |$value:ident| $to:expr, |$stored:ident| $from:expr $(, compared by $compared:expr)?) => {
        $(#[$doc])*
        #[diagnostic::do_not_recommend]
        impl<F> $crate::field::KeyField<F> for $type {
            type Codec = $crate::codec::stands_as::StandsAs<$codec>;
        }

        impl $crate::codec::stands_as::StandIn for $type {
            type Stored = $stored_type;
            const KIND: $crate::layout::ValueKind = $kind;
            $(const COMPARED: Option<usize> = Some($compared);)?

            #[inline]
            fn stored(self) -> $stored_type {
                let $value = self;
                $to
            }

            #[inline]
            fn restored($stored: $stored_type) -> Result<Self, $crate::error::DecodeErrorKind> {
                $from
            }
        }

        $crate::codec::stands_as::stands_as!(@sorts $type $(, $compared)?);
    };
}

pub(crate) use stands_as;

/// What `C` makes of the value that stands in for another: the codec of dates, addresses, decimals and their like.
#[derive(Debug)]
pub struct StandsAs<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T: StandIn, C: ArrayCodec<T::Stored>> FieldCodec<T> for StandsAs<C> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Part = str;
    const ENCODING: Encoding = Encoding::Value(T::KIND);

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode::<P, S>(C::arg(&arg.stored()), out)
    }

    #[inline]
    fn size(_: T) -> usize {
        const { T::KIND.min_width() }
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: StandIn, P: Position, C: ArrayCodec<T::Stored>> DecodeField<'de, T, P> for StandsAs<C> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        T::restored(C::from_array(&C::read(reader)?, offset)?)
            .map(|value| (value, 0))
            .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<T: StandIn, P: Position, C: ArrayCodec<T::Stored> + Total<T::Stored, P>> Total<T, P> for StandsAs<C> {}

#[diagnostic::do_not_recommend]
impl<T, P, C> Ordered<T, P> for StandsAs<C>
where
    T: StandIn + SortsAt<P>,
    P: Position,
    C: ArrayCodec<T::Stored> + Ordered<T::Stored, P>,
{
    fn cut(arg: T, side: Side, out: &mut Vec<u8>) -> Side {
        let start = out.len();
        let side = C::cut(C::arg(&arg.stored()), side, out);
        if let Some(compared) = T::COMPARED {
            out.truncate(start + compared);
        }
        side
    }
}
