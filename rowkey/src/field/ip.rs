//! Makes the internet addresses of the standard library key fields: `Ipv4Addr`, `Ipv6Addr`, and `IpAddr`, which is
//! stored with a tag.

use super::KeyField;
use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::codec::elements::element_codecs;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::tag;
use alloc::string::ToString;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

proxied! {
    /// The 4 bytes of the address, unchanged. The addresses of a network are therefore one range.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::net::Ipv4Addr;
    ///
    /// #[derive(RowKey)]
    /// struct VisitKey {
    ///     from: Ipv4Addr,
    ///     at: u64,
    /// }
    ///
    /// let key = VisitKey { from: Ipv4Addr::new(10, 0, 0, 7), at: 1 };
    /// assert_eq!(key.encode(), [10, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]);
    ///
    /// let network = Ipv4Addr::new(10, 0, 0, 0)..=Ipv4Addr::new(10, 0, 0, 255);
    /// assert!(VisitKey::prefix().from_in(network).range().contains(&key.encode()));
    /// ```
    Ipv4Addr => ByteArray of [u8; 4], ValueKind::Ipv4,
    |value| value.octets(),
    |stored| Ok(Ipv4Addr::from(stored))
}

proxied! {
    /// The 16 bytes of the address, unchanged.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::net::Ipv6Addr;
    ///
    /// #[derive(RowKey)]
    /// struct VisitorKey(Ipv6Addr);
    ///
    /// let key = VisitorKey(Ipv6Addr::LOCALHOST).encode();
    /// assert_eq!(key, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    /// ```
    Ipv6Addr => ByteArray of [u8; 16], ValueKind::Ipv6,
    |value| value.octets(),
    |stored| Ok(Ipv6Addr::from(stored))
}

/// The codec of `IpAddr`: a tag byte, 04 or 06, then the address.
#[derive(Debug)]
pub struct TaggedAddress;

/// 5 or 17 bytes: 04 and the 4 bytes of an IPv4 address, or 06 and the 16 bytes of an IPv6 address.
///
/// All IPv4 addresses sort before all IPv6 addresses, as in `IpAddr`. No encoded address begins with another.
///
/// ```
/// use rowkey::RowKey;
/// use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct VisitKey {
///     from: IpAddr,
///     at: u8,
/// }
///
/// let key = VisitKey { from: Ipv4Addr::LOCALHOST.into(), at: 7 }.encode();
/// assert_eq!(key, [4, 127, 0, 0, 1, 7]);
/// let key = VisitKey { from: Ipv6Addr::LOCALHOST.into(), at: 7 }.encode();
/// assert_eq!(key, [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7]);
///
/// let all_v4 = ..IpAddr::from(Ipv6Addr::UNSPECIFIED);
/// assert!(!VisitKey::prefix().from_in(all_v4).range().contains(&key));
/// ```
///
/// A socket that accepts both kinds of addresses reports an IPv4 address as an IPv6 address, such as
/// `::ffff:127.0.0.1`. The key of `::ffff:127.0.0.1` differs from the key of `127.0.0.1`. Call `to_canonical` on
/// addresses from sockets.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for IpAddr {
    type Codec = TaggedAddress;
}

#[diagnostic::do_not_recommend]
impl FieldCodec<IpAddr> for TaggedAddress {
    type Arg<'a> = IpAddr;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Value { value: ValueKind::Ip };

    #[inline]
    fn arg(value: &IpAddr) -> IpAddr {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: IpAddr, out: &mut S) -> Result<usize, EncodeErrorKind> {
        tag::write_address(arg, out);
        Ok(0)
    }

    #[inline]
    fn size(arg: IpAddr) -> usize {
        match arg {
            IpAddr::V4(_) => 5,
            IpAddr::V6(_) => 17,
        }
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<IpAddr, Self, P>(reader, |value| Shown::plain(value.to_string()))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, P: Position> DecodeField<'de, IpAddr, P> for TaggedAddress {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(IpAddr, usize), DecodeError> {
        tag::read_address(reader).map(|address| (address, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<P: Position> Total<IpAddr, P> for TaggedAddress {}

#[diagnostic::do_not_recommend]
impl<P: Position> Ordered<IpAddr, P> for TaggedAddress {}

element_codecs! {
    [] TaggedAddress;
}
