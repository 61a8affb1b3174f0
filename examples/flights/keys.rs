//! The five keys of a flight: the primary key, and the key of one index for each kind of question.
//!
//! The key of an index begins with the field that a question is about, so the flights of one plane, airport or carrier
//! are neighbors. Each key contains all fields of the primary key. `rowkey::store::Rows` writes the entries of the
//! indexes together with the flight.
//!
//! In a store with partition keys, such as DynamoDB, each plane, airport and carrier is a partition. redb ignores `sort_key`.

use crate::flight::Flight;
use rowkey::{Postcard, RowKey};

/// The primary key. No airport has two flights with the same carrier and number scheduled for the same minute.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = Flight, format = Postcard, table = "flights")]
#[rowkey(indexes(PlaneKey, DepartureKey, CarrierKey, DestinationKey))]
pub struct FlightKey {
    /// The scheduled departure, in seconds since 1970, here and in the keys below.
    pub scheduled: i64,
    /// The airline's two-character code.
    #[pad(2)]
    pub carrier: String,
    /// The airline's number for the flight.
    pub number: u16,
    /// The airport of departure.
    #[pad(3)]
    pub origin: String,
}

/// The flights of a plane by time. Tail numbers differ in length, so the derive adds a terminator after the tail
/// number. A flight whose plane is unknown has no entry.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = FlightKey, table = "by_plane")]
pub(crate) struct PlaneKey {
    #[rowkey(from = value.plane?)]
    pub(crate) plane: String,
    #[rowkey(sort_key)]
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// The departures of an airport, newest first, so that the last ten departures before noon are ten neighbors.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = FlightKey, table = "by_departure")]
pub(crate) struct DepartureKey {
    #[pad(3)]
    pub(crate) origin: String,
    #[rowkey(sort_key)]
    #[descending]
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
}

/// The flights of a carrier, newest first.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = FlightKey, table = "by_carrier")]
pub(crate) struct CarrierKey {
    #[pad(2)]
    pub(crate) carrier: String,
    #[rowkey(sort_key)]
    #[descending]
    pub(crate) scheduled: i64,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// The flights to an airport by time. A query can set only the first letters of the destination, because `destination`
/// is a string without `pad`.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = FlightKey, table = "by_destination")]
pub(crate) struct DestinationKey {
    #[rowkey(from = value.destination)]
    pub(crate) destination: String,
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

impl From<&Flight> for FlightKey {
    fn from(flight: &Flight) -> Self {
        Self {
            scheduled: flight.scheduled.as_second(),
            carrier: flight.carrier.clone(),
            number: flight.number,
            origin: flight.origin.clone(),
        }
    }
}
