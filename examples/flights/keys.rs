//! The five keys of a flight, one for each kind of question.
//!
//! Every key holds all fields of the primary key in another order. So every key is unique, and the flights of one plane,
//! airport or carrier are neighbours, sorted as the question needs them.

use crate::flight::Flight;
use rowkey::{EncodeError, RowKey};

/// The primary key. No airport has two flights with the same carrier and number scheduled for the same minute.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct FlightKey {
    pub(crate) scheduled: i64, // seconds since 1970, UTC, as in all keys
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// A plane's flights by time. Tail numbers differ in length, so the key adds a terminator after the tail number.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct PlaneKey {
    pub(crate) plane: String,
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// An airport's departures, newest first: "the last ten before noon" are ten neighbours.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct DepartureKey {
    #[pad(3)]
    pub(crate) origin: String,
    #[descending]
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
}

/// A carrier's flights, newest first.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct CarrierKey {
    #[pad(2)]
    pub(crate) carrier: String,
    #[descending]
    pub(crate) scheduled: i64,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// The flights to an airport by time. The destination is a string, so a query can give its first letters only.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct DestinationKey {
    pub(crate) destination: String,
    pub(crate) scheduled: i64,
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// The encoded keys of one flight.
#[derive(Debug)]
pub struct Keys {
    /// The key of the row itself. The values under the other keys are this key.
    pub primary: Vec<u8>,
    /// By plane and time; `None` for a flight whose plane is unknown.
    pub plane: Option<Vec<u8>>,
    /// By airport, newest first.
    pub departure: Vec<u8>,
    /// By carrier, newest first.
    pub carrier: Vec<u8>,
    /// By destination and time.
    pub destination: Vec<u8>,
}

impl Keys {
    /// Encodes all keys of a flight.
    ///
    /// # Errors
    ///
    /// The flight has a code that is too long for its key.
    pub fn of(flight: &Flight) -> Result<Self, EncodeError> {
        let scheduled = flight.scheduled.as_second();
        let number = flight.number;
        let carrier = || flight.carrier.clone();
        let origin = || flight.origin.clone();
        let destination = flight.destination.clone();
        let by_plane = |plane| PlaneKey { plane, scheduled, carrier: carrier(), number, origin: origin() };
        Ok(Self {
            primary: encode(&FlightKey { scheduled, carrier: carrier(), number, origin: origin() })?,
            plane: flight.plane.clone().map(|plane| encode(&by_plane(plane))).transpose()?,
            departure: encode(&DepartureKey { origin: origin(), scheduled, carrier: carrier(), number })?,
            carrier: encode(&CarrierKey { carrier: carrier(), scheduled, number, origin: origin() })?,
            destination: encode(&DestinationKey {
                destination,
                scheduled,
                carrier: carrier(),
                number,
                origin: origin(),
            })?,
        })
    }
}

fn encode<K: RowKey>(key: &K) -> Result<Vec<u8>, EncodeError> {
    key.try_encode().map(Into::into)
}
