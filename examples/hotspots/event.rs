//! An event of the replay: one flight, which becomes one row.

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use rowkey_examples::flight::Flight;

pub(crate) type Carrier = [u8; 2];

pub(crate) type Airport = [u8; 3];

/// A flight. Its row is written at the time of its departure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    /// The departure; for a cancelled flight the scheduled departure. In milliseconds since 1970, always whole seconds.
    pub(crate) at: i64,
    pub(crate) carrier: Carrier,
    pub(crate) number: u16,
    pub(crate) origin: Airport,
    /// The value of a counter, as a database would assign it.
    pub(crate) id: u32,
}

impl Event {
    /// Converts a flight. Fails if a code does not have the usual length.
    pub(crate) fn of(flight: &Flight) -> Result<Self> {
        let late = SignedDuration::from_mins(flight.departure_delay.unwrap_or(0).into());
        let carrier = flight.carrier.as_bytes().try_into();
        let origin = flight.origin.as_bytes().try_into();
        Ok(Self {
            at: flight.scheduled.saturating_add(late)?.as_millisecond(),
            carrier: carrier
                .ok()
                .with_context(|| format!("carrier `{}` does not have two characters", flight.carrier))?,
            number: flight.number,
            origin: origin
                .ok()
                .with_context(|| format!("airport `{}` does not have three characters", flight.origin))?,
            id: 0,
        })
    }

    pub(crate) fn identity(&self) -> (i64, Carrier, u16, Airport) {
        (self.at, self.carrier, self.number, self.origin)
    }
}

/// Converts milliseconds since 1970.
pub(crate) fn timestamp(at: i64) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}

pub(crate) fn text(code: &[u8]) -> &str {
    str::from_utf8(code).unwrap_or("?")
}
