//! The keys of the example `flights`. Each key here has one more line: the salt, which spreads the rows over the
//! servers.
//!
//! After the salt, the bytes are the same as in the embedded store of `flights`. A test checks this.

use anyhow::Result;
use rowkey::{EncodeError, RowKey};
use rowkey_examples::flight::Flight;

/// The primary key. The salt is computed from the whole key, because a lookup has the whole key.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
pub(crate) struct FlightKey {
    scheduled: i64, // seconds since 1970, here and in the keys below
    #[pad(2)]
    carrier: String,
    number: u16,
    #[pad(3)]
    origin: String,
}

/// The flights of a plane by time. There are many planes, so a salt that is computed from the plane alone spreads the
/// rows, and the flights of one plane stay in one range.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct PlaneKey {
    #[salt(md5, buckets = 8)]
    pub(crate) plane: String,
    scheduled: i64,
    #[pad(2)]
    carrier: String,
    number: u16,
    #[pad(3)]
    origin: String,
}

/// The departures of an airport, newest first. There are only three airports, so the salt is computed from the whole
/// key: the rows of an airport are in all buckets, and a query scans all buckets.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
pub(crate) struct DepartureKey {
    #[pad(3)]
    pub(crate) origin: String,
    #[descending]
    scheduled: i64,
    #[pad(2)]
    carrier: String,
    number: u16,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
pub(crate) struct CarrierKey {
    #[pad(2)]
    pub(crate) carrier: String,
    #[descending]
    scheduled: i64,
    number: u16,
    #[pad(3)]
    origin: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
pub(crate) struct DestinationKey {
    destination: String,
    scheduled: i64,
    #[pad(2)]
    carrier: String,
    number: u16,
    #[pad(3)]
    origin: String,
}

#[derive(Debug)]
pub(crate) struct Keys {
    /// The key under which the flight is stored. The rows under the other keys store this key.
    pub(crate) primary: Vec<u8>,
    /// `None` for a flight whose plane is unknown.
    pub(crate) plane: Option<Vec<u8>>,
    pub(crate) departure: Vec<u8>,
    pub(crate) carrier: Vec<u8>,
    pub(crate) destination: Vec<u8>,
}

/// Encodes all keys of a flight. Fails if a code is too long for its key.
pub(crate) fn keys_of(flight: &Flight) -> Result<Keys, EncodeError> {
    let scheduled = flight.scheduled.as_second();
    let number = flight.number;
    let Flight { carrier, origin, destination, .. } = flight;
    let [carrier, origin, destination] = [carrier, origin, destination].map(|code| || code.clone());
    let plane = |plane| PlaneKey { plane, scheduled, carrier: carrier(), number, origin: origin() };
    Ok(Keys {
        primary: bytes(&FlightKey { scheduled, carrier: carrier(), number, origin: origin() })?,
        plane: flight.plane.clone().map(|name| bytes(&plane(name))).transpose()?,
        departure: bytes(&DepartureKey { origin: origin(), scheduled, carrier: carrier(), number })?,
        carrier: bytes(&CarrierKey { carrier: carrier(), scheduled, number, origin: origin() })?,
        destination: bytes(&DestinationKey {
            destination: destination(),
            scheduled,
            carrier: carrier(),
            number,
            origin: origin(),
        })?,
    })
}

fn bytes<K: RowKey>(key: &K) -> Result<Vec<u8>, EncodeError> {
    key.try_encode().map(Into::into)
}
