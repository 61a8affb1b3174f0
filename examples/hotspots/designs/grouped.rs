//! Keys that store the rows of one carrier, or of one flight, together.

use anyhow::Result;
use rowkey::RowKey;

use super::{About, Design, carrier, events, first_byte, splits};
use crate::event::{Airport, Carrier, Event};
use crate::questions::{Question, Table};

/// Implements `ask` for the two keys that store the rows of a carrier in one range: [`CarrierFirst`] has no salt, and
/// the salt of [`SaltedCarrier`] is computed from the carrier.
macro_rules! ask_by_carrier {
    () => {
        fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>> {
            match question {
                Question::OneFlight(Event { at, carrier, number, origin, .. }) => {
                    let flight = Self::prefix().carrier(*carrier).at(*at).number(*number).origin(*origin);
                    Ok(table.read(flight.ranges()))
                }
                Question::Number { carrier, .. } => {
                    events(Self::prefix().carrier(*carrier).scan(|range| table.open(range)))
                }
                Question::CarriersDay { carrier, times } => {
                    let day = Self::prefix().carrier(*carrier).at_in(times.clone());
                    events(day.scan(|range| table.open(range)))
                }
                Question::Hour(_) | Question::LastTen { .. } => Ok(table.search(question)),
            }
        }
    };
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct CarrierFirst {
    carrier: Carrier,
    at: i64,
    number: u16,
    origin: Airport,
}

impl Design for CarrierFirst {
    const ABOUT: About = About {
        name: "carrier-first",
        title: "Carrier first",
        key: "[carrier][at][number][origin]",
        why: "Each carrier writes at its own place. There are as many places as carriers, but the large carriers write \
              most. A carrier's day is one short range.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { carrier, at, number, origin }.encode())
    }

    fn label(_: &[u8], row: Option<&Event>) -> String {
        carrier(row)
    }

    ask_by_carrier!();
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct SaltedCarrier {
    #[salt(md5, 2)]
    carrier: Carrier,
    at: i64,
    number: u16,
    origin: Airport,
}

impl Design for SaltedCarrier {
    const ABOUT: About = About {
        name: "salted-carrier",
        title: "Salt of the carrier",
        key: "[md5(carrier)][carrier][at][number][origin]",
        why: "A field with few values has few salts. All rows of a carrier still stay together, only in another place. \
              The writes are no more even than without the salt.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { carrier, at, number, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        first_byte("salt", key)
    }

    ask_by_carrier!();
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 1, of(carrier, number)))]
pub(crate) struct FlightSalt {
    carrier: Carrier,
    number: u16,
    at: i64,
    origin: Airport,
}

impl Design for FlightSalt {
    const ABOUT: About = About {
        name: "flight-salt",
        title: "Byte salt of carrier and number",
        key: "[md5(carrier, number)][carrier][number][at][origin]",
        why: "Many flight numbers spread over 256 salts, and all flights of one number are still one range. Questions \
              across numbers cost more.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { carrier, number, at, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        first_byte("salt", key)
    }

    fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>> {
        match question {
            Question::OneFlight(Event { at, carrier, number, origin, .. }) => {
                let flight = Self::prefix().carrier(*carrier).number(*number).at(*at).origin(*origin);
                Ok(table.read(flight.ranges()))
            }
            Question::Number { carrier, number } => {
                events(Self::prefix().carrier(*carrier).number(*number).scan(|range| table.open(range)))
            }
            Question::CarriersDay { carrier, .. } => {
                events(Self::prefix().carrier(*carrier).scan(|range| table.open(range)))
            }
            Question::Hour(_) | Question::LastTen { .. } => Ok(table.search(question)),
        }
    }
}
