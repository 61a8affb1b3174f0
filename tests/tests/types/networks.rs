//! Tests Internet addresses and durations as fields.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::time::Duration;

use crate::laws::{Same, last_keeps_the_laws, pair_keeps_the_laws, type_keeps_the_laws};

impl Same for Duration {}
impl Same for Ipv4Addr {}
impl Same for Ipv6Addr {}
impl Same for IpAddr {}

/// Returns the extremes, and durations around a full second and around 256 seconds, where a carry changes another byte.
fn durations() -> Vec<Duration> {
    let carries = [(0, 0), (0, 1), (0, 999_999_999), (1, 0), (1, 1), (255, 999_999_999), (256, 0), (u64::MAX, 0)];
    let mut durations: Vec<Duration> =
        carries.into_iter().map(|(seconds, nanos)| Duration::new(seconds, nanos)).collect();
    durations.extend([Duration::MAX, Duration::MAX - Duration::from_nanos(1)]);
    durations
}

fn v4() -> Vec<Ipv4Addr> {
    let octets =
        [[0, 0, 0, 0], [0, 0, 0, 1], [4, 0, 0, 0], [9, 255, 255, 255], [10, 0, 0, 0], [127, 0, 0, 1], [255; 4]];
    octets.into_iter().map(Ipv4Addr::from).collect()
}

/// Returns IPv6 addresses. Among them are IPv4 addresses in both IPv6 forms, and an address that begins with 04, as a
/// stored IPv4 address in an [`IpAddr`] does.
fn v6() -> Vec<Ipv6Addr> {
    let mut addresses: Vec<Ipv6Addr> = v4().into_iter().map(|address| address.to_ipv6_mapped()).collect();
    addresses.extend([
        Ipv6Addr::UNSPECIFIED,
        Ipv6Addr::LOCALHOST,
        Ipv4Addr::LOCALHOST.to_ipv6_compatible(),
        Ipv6Addr::new(0x047F, 0, 0x0100, 0, 0, 0, 0, 0),
        Ipv6Addr::new(0x2001, 0xDB8, 0, 0, 0, 0, 0, 1),
        Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0, 1),
        Ipv6Addr::from([0xFF; 16]),
    ]);
    addresses
}

fn addresses() -> Vec<IpAddr> {
    v4().into_iter().map(IpAddr::from).chain(v6().into_iter().map(IpAddr::from)).collect()
}

type_keeps_the_laws!(
    duration: Duration,
    |value| -> Duration { *value },
    durations(),
    (any::<u64>(), 0..1_000_000_000_u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
);
pair_keeps_the_laws!(durations_in_a_struct: Duration, durations());
pair_keeps_the_laws!(addresses_in_a_struct: IpAddr, addresses());
type_keeps_the_laws!(ipv4: Ipv4Addr, |value| -> Ipv4Addr { *value }, v4(), any::<Ipv4Addr>());
type_keeps_the_laws!(ipv6: Ipv6Addr, |value| -> Ipv6Addr { *value }, v6(), any::<Ipv6Addr>());
type_keeps_the_laws!(ip: IpAddr, |value| -> IpAddr { *value }, addresses(), any::<IpAddr>());
last_keeps_the_laws!(last_ip: IpAddr, |value| -> IpAddr { *value }, addresses(), any::<IpAddr>());
