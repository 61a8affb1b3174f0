//! The keys that are compared.

use anyhow::Result;
use jiff::SignedDuration;
use rowkey::RowKey;
use rowkey_examples::flight::Flight;

use super::REGIONS;
use crate::tables::splits;

/// A key, and how a table under it is cut before its first row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Design {
    /// Of the table, behind `rowkey_spread_`.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The key as the guides write keys.
    pub(super) key: &'static str,
    pub(super) why: &'static str,
    pub(super) encode: fn(&Write<'_>) -> Result<Vec<u8>>,
    pub(super) splits: fn() -> Vec<Vec<u8>>,
}

/// A row that is written: a flight, with the running number that a database would give it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Write<'f> {
    pub(super) id: u32,
    pub(super) scheduled: i64,
    pub(super) flight: &'f Flight,
}

/// So many flights, in order of time: those recorded, again and again, each time moved on so that none falls together
/// with an earlier one.
pub(super) fn writes(recorded: &[Flight], count: u32) -> impl Iterator<Item = Write<'_>> {
    let ends =
        [recorded.first(), recorded.last()].map(|flight| flight.map_or(0, |flight| flight.scheduled.as_second()));
    let [first, last] = ends;
    let period = last - first + SignedDuration::from_hours(1).as_secs();
    let rounds = (0..).flat_map(move |round| recorded.iter().map(move |flight| (round, flight)));
    let at = move |round: i64, flight: &Flight| flight.scheduled.as_second() + round * period;
    (1..=count).zip(rounds).map(move |(id, (round, flight))| Write { id, scheduled: at(round, flight), flight })
}

#[derive(RowKey)]
struct SequentialKey {
    scheduled: i64,
    #[pad(2)]
    carrier: String,
    number: u16,
    #[pad(3)]
    origin: String,
}

#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 12))]
struct SaltedKey {
    scheduled: i64,
    #[pad(2)]
    carrier: String,
    number: u16,
    #[pad(3)]
    origin: String,
}

#[derive(RowKey)]
struct ReversedKey {
    #[pad(10)]
    #[reverse]
    id: u32,
}

#[derive(RowKey)]
struct ModuloKey {
    #[salt(modulo, buckets = 12)]
    id: u32,
}

pub(super) const ALL: [Design; 5] = [
    Design {
        name: "sequential",
        title: "Sequential",
        key: "[scheduled][carrier][number][origin]",
        why: "Each new key is the greatest so far: all rows go to the last region. HBase cuts it again and again and \
              moves the halves, but whatever is written next goes to one server.",
        encode: sequential,
        splits: Vec::new,
    },
    Design {
        name: "salted-late",
        title: "Salted, one region at first",
        key: "[md5(key) mod 12][scheduled][carrier][number][origin]",
        why: "The same salt without split points: one server takes all until HBase has cut the table often enough.",
        encode: salted,
        splits: Vec::new,
    },
    Design {
        name: "salted",
        title: "Salted",
        key: "[md5(key) mod 12][scheduled][carrier][number][origin]",
        why: "Cut at K::split_points(12) before the first row: all servers share the writes from the first row on, and \
              rows of one bucket stand in order of time.",
        encode: salted,
        splits: || splits::<SaltedKey>(REGIONS),
    },
    Design {
        name: "reversed",
        title: "Reversed",
        key: "[reverse(pad(id))]",
        why: "The last digits of a counter change from row to row. Put first, they send neighbours to all regions; the \
              order is gone.",
        encode: |write| Ok(ReversedKey { id: write.id }.try_encode()?.into()),
        splits: || splits::<ReversedKey>(REGIONS),
    },
    Design {
        name: "modulo",
        title: "Modulo",
        key: "[id mod 12][id]",
        why: "A counter dealt out in turn: as even as can be. It spreads only what counts up by ones.",
        encode: |write| Ok(ModuloKey { id: write.id }.encode().into()),
        splits: || splits::<ModuloKey>(REGIONS),
    },
];

fn sequential(write: &Write<'_>) -> Result<Vec<u8>> {
    let Flight { carrier, number, origin, .. } = write.flight;
    let (carrier, origin) = (carrier.clone(), origin.clone());
    Ok(SequentialKey { scheduled: write.scheduled, carrier, number: *number, origin }.try_encode()?.into())
}

fn salted(write: &Write<'_>) -> Result<Vec<u8>> {
    let Flight { carrier, number, origin, .. } = write.flight;
    let (carrier, origin) = (carrier.clone(), origin.clone());
    Ok(SaltedKey { scheduled: write.scheduled, carrier, number: *number, origin }.try_encode()?.into())
}

#[cfg(test)]
pub(super) mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;
    use std::fs::File;

    use rowkey_examples::flight::Flight;
    use rowkey_examples::rows::Rows;
    use rowkey_examples::shipped_flights;

    use super::{ALL, REGIONS, writes};

    /// The shipped flights in order of time.
    pub(in crate::spread) fn recorded() -> Vec<Flight> {
        let rows = Rows::new(File::open(shipped_flights()).expect("they are shipped")).expect("it is CSV");
        let mut flights: Vec<_> = rows.map(|line| line.expect("a line").flight.expect("a flight")).collect();
        flights.sort_by_key(|flight| flight.scheduled);
        flights
    }

    #[test]
    fn no_two_rows_have_the_same_key_and_sequential_ones_rise() {
        let flights = recorded();
        for design in ALL {
            let count = 60_000;
            let keys: Vec<_> =
                writes(&flights, count).map(|write| (design.encode)(&write).expect("it has a key")).collect();
            assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 60_000, "{}", design.name);
            // Flights of the same minute come in any order.
            let risen = keys.iter().zip(keys.iter().skip(1_000)).all(|(earlier, later)| earlier < later);
            assert_eq!(risen, design.name == "sequential", "{}", design.name);
            let cuts = (design.splits)();
            assert!([0, REGIONS - 1].contains(&cuts.len()), "{}: {cuts:?}", design.name);
        }
    }
}
