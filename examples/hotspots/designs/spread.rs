//! Keys that spread the writes and lose all order.

use anyhow::Result;
use rowkey::RowKey;

use super::{About, Design, first_byte, splits};
use crate::event::{Airport, Carrier, Event};
use crate::questions::{Question, Table};

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct ReversedDigits {
    #[pad(10)]
    #[reverse]
    id: u32,
}

impl Design for ReversedDigits {
    const ABOUT: About = About {
        name: "reversed-digits",
        title: "Reversed digits of a counter",
        key: "[reverse(pad(id))]",
        why: "A counter's last digits change from row to row. As first digits, they spread neighbors over the whole \
              table. The order is lost, so every question that does not give the id reads all rows.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        Ok(Self { id: event.id }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        let last: String = key.iter().take(2).rev().copied().map(char::from).collect();
        format!("id …{last:0>2}")
    }

    fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>> {
        match question {
            Question::OneFlight(flight) => Ok(table.read(Self::prefix().id(flight.id).ranges())),
            _ => Ok(table.search(question)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub(crate) struct Hashed {
    #[hash(md5, 4)]
    at: i64,
    carrier: Carrier,
    number: u16,
    origin: Airport,
}

impl Design for Hashed {
    const ABOUT: About = About {
        name: "hashed",
        title: "Hashed time",
        key: "[md5(at)][carrier][number][origin]",
        why: "Even, and one flight is found at once. But the hash replaces the time: no order, no ranges, and the time \
              cannot be decoded from the key.",
    };

    fn key(event: &Event) -> Result<Self::Bytes> {
        let Event { at, carrier, number, origin, .. } = *event;
        Ok(Self { at, carrier, number, origin }.encode())
    }

    fn initial_splits(regions: usize) -> Vec<Vec<u8>> {
        splits::<Self>(regions)
    }

    fn label(key: &[u8], _: Option<&Event>) -> String {
        first_byte("md5", key)
    }

    fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>> {
        match question {
            Question::OneFlight(Event { at, carrier, number, origin, .. }) => {
                let flight = Self::prefix().at(*at).carrier(*carrier).number(*number).origin(*origin);
                Ok(table.read(flight.ranges()))
            }
            _ => Ok(table.search(question)),
        }
    }
}
