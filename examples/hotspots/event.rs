//! What is replayed: flights, each of which becomes a row.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use rowkey_examples::flight::Flight;

/// An airline's code.
pub(crate) type Carrier = [u8; 2];

/// An airport's code.
pub(crate) type Airport = [u8; 3];

/// A flight that leaves, and is written to the table at that moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    /// When it left; when it was to leave, if it never did. Milliseconds since 1970, always of whole seconds.
    pub(crate) at: i64,
    pub(crate) carrier: Carrier,
    pub(crate) number: u16,
    pub(crate) origin: Airport,
    /// The running number that a database would give it.
    pub(crate) id: u32,
}

impl Event {
    /// Fails when a code has not the length that all flights' codes have.
    pub(crate) fn of(flight: &Flight) -> Result<Self> {
        let late = SignedDuration::from_mins(flight.departure_delay.unwrap_or(0).into());
        let carrier = flight.carrier.as_bytes().try_into();
        let origin = flight.origin.as_bytes().try_into();
        Ok(Self {
            at: flight.scheduled.saturating_add(late)?.as_millisecond(),
            carrier: carrier.ok().with_context(|| format!("carrier `{}` has not two characters", flight.carrier))?,
            number: flight.number,
            origin: origin.ok().with_context(|| format!("airport `{}` has not three characters", flight.origin))?,
            id: 0,
        })
    }

    /// What no two flights have in common.
    pub(crate) fn identity(&self) -> (i64, Carrier, u16, Airport) {
        (self.at, self.carrier, self.number, self.origin)
    }
}

/// A time of an event.
pub(crate) fn timestamp(at: i64) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// A code as text.
pub(crate) fn text(code: &[u8]) -> &str {
    str::from_utf8(code).unwrap_or("?")
}
