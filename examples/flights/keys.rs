//! The five keys of a flight, each for one kind of question.
//!
//! Every key holds all fields of the primary key, only in another order, so that it is as unique as that one and the
//! flights of one plane, airport or carrier stand next to each other, sorted as the question wants them.

use crate::flight::Flight;
use rowkey::{EncodeError, RowKey};

/// The primary key: no airport has two flights of one carrier and number scheduled for the same minute.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct FlightKey {
    pub(crate) scheduled: i64, // seconds since 1970, UTC, as in all keys
    #[pad(2)]
    pub(crate) carrier: String,
    pub(crate) number: u16,
    #[pad(3)]
    pub(crate) origin: String,
}

/// A plane's flights in order of time. Tail numbers differ in length: the key ends them itself.
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

/// The flights to an airport in order of time. As text the destination can also be asked for by its first letters.
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

/// All keys of one flight, as bytes.
#[derive(Debug)]
pub struct Keys {
    /// Of the row itself; the others lead to it.
    pub primary: Vec<u8>,
    /// By plane and time. Not every flight has a known plane.
    pub plane: Option<Vec<u8>>,
    /// By airport, newest first.
    pub departure: Vec<u8>,
    /// By carrier, newest first.
    pub carrier: Vec<u8>,
    /// By destination and time.
    pub destination: Vec<u8>,
}

impl Keys {
    /// The keys of a flight.
    ///
    /// # Errors
    ///
    /// The flight has a code that is too long for its key.
    pub fn of(flight: &Flight) -> Result<Self, EncodeError> {
        let scheduled = flight.scheduled.as_second();
        let carrier = || flight.carrier.clone();
        let number = flight.number;
        let origin = || flight.origin.clone();
        let primary = FlightKey { scheduled, carrier: carrier(), number, origin: origin() };
        let departure = DepartureKey { origin: origin(), scheduled, carrier: carrier(), number };
        let by_carrier = CarrierKey { carrier: carrier(), scheduled, number, origin: origin() };
        let destination = DestinationKey {
            destination: flight.destination.clone(),
            scheduled,
            carrier: carrier(),
            number,
            origin: origin(),
        };
        let plane = flight.plane.clone().map(|plane| PlaneKey {
            plane,
            scheduled,
            carrier: carrier(),
            number,
            origin: origin(),
        });
        Ok(Self {
            primary: bytes(&primary)?,
            plane: plane.as_ref().map(bytes).transpose()?,
            departure: bytes(&departure)?,
            carrier: bytes(&by_carrier)?,
            destination: bytes(&destination)?,
        })
    }
}

fn bytes<K: RowKey>(key: &K) -> Result<Vec<u8>, EncodeError> {
    key.try_encode().map(Into::into)
}
