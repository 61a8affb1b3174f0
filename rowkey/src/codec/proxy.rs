//! Types that are stored as another type, their proxy: an `Ipv4Addr` is stored as a `[u8; 4]`.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, FixedWidthCodec, Ordered, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::value;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A type that is stored as its proxy type, and compares as the proxy does.
pub trait Proxied: Copy {
    /// The type that is stored, in a fixed number of bytes.
    type Proxy;

    /// The kind of value in `LAYOUT`.
    const KIND: ValueKind;

    /// The number of leading bytes that compare as the values do, or `None` for all bytes. The other bytes distinguish
    /// equal values, such as the decimals 1 and 1.00.
    const COMPARED_WIDTH: Option<usize> = None;

    fn to_proxy(self) -> Self::Proxy;

    /// Returns the value that has this proxy.
    ///
    /// # Errors
    /// No value has this proxy.
    fn from_proxy(proxy: Self::Proxy) -> Result<Self, DecodeErrorKind>;
}

/// A type whose encoded values sort as the values do at position `P`.
///
/// A type with a [`Proxied::COMPARED_WIDTH`], such as `Decimal`, sorts as a field of a key: the query method
/// `price_in`, which the derive generates for a field `price`, ignores the bytes that are not compared.
///
/// Within a struct, such a type does not sort, because other fields follow the bytes that are not compared. Take a
/// struct of a `Decimal` and an integer: the values `(1, 5)` and `(1.00, 5)` are equal, and `(1, 6)` is greater. But
/// the encoded bytes of `(1, 6)` are greater than the bytes of `(1, 5)` and less than the bytes of `(1.00, 5)`.
pub trait SortsAt<P: Position> {}

/// The codec of dates, addresses, decimals and other types that are stored as a proxy type. `C` encodes the proxy.
#[derive(Debug)]
pub struct ByProxy<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T: Proxied, C: FixedWidthCodec<T::Proxy>> FieldCodec<T> for ByProxy<C> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Value { value: T::KIND };

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode::<P, S>(C::arg(&arg.to_proxy()), out)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let mut stored = reader.clone();
        let (_, _): (T, usize) = <Self as DecodeField<'_, T, P>>::decode(reader)?;
        Ok(Shown::plain(value::read(T::KIND, &mut Reader::new(C::read(&mut stored)?.as_ref()))?))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Proxied, P: Position, C: FixedWidthCodec<T::Proxy>> DecodeField<'de, T, P> for ByProxy<C> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        T::from_proxy(C::from_array(&C::read(reader)?, offset)?)
            .map(|value| (value, 0))
            .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Proxied, P: Position, C: FixedWidthCodec<T::Proxy> + Total<T::Proxy, P>> Total<T, P> for ByProxy<C> {}

#[diagnostic::do_not_recommend]
impl<T, P, C> Ordered<T, P> for ByProxy<C>
where
    T: Proxied + SortsAt<P>,
    P: Position,
    C: FixedWidthCodec<T::Proxy> + Ordered<T::Proxy, P>,
{
    fn write_bound(arg: T, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let start = out.len();
        let place = C::write_bound(C::arg(&arg.to_proxy()), place, out);
        if let Some(compared) = T::COMPARED_WIDTH {
            out.truncate(start + compared);
        }
        place
    }
}
