//! The designs that are compared. A design is a type of row key, together with the split points of its table.

use anyhow::Result;
use jiff::SignedDuration;
use rowkey::RowKey;
use rowkey_examples::flight::Flight;

use super::REGIONS;
use crate::tables::splits;

#[derive(Debug, Clone, Copy)]
pub(super) struct Design {
    /// The name of the design, such as `salted-late`. Its table is then called `rowkey_spread_salted_late`.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The parts of the row key, such as `[id mod 12][id]`.
    pub(super) key: &'static str,
    pub(super) why: &'static str,
    pub(super) encode: fn(&Write<'_>) -> Result<Vec<u8>>,
    pub(super) splits: fn() -> Vec<Vec<u8>>,
}

/// A row to write. `id` is a counter, as a database would assign it. `scheduled` is the time of the flight, or a later
/// time if [`writes`] repeats the flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Write<'f> {
    pub(super) id: u32,
    pub(super) scheduled: i64,
    pub(super) flight: &'f Flight,
}

/// Returns `count` rows in the order of time. When the recorded flights are used up, they are repeated with later
/// times.
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
        why: "Each new key is the greatest so far: all rows go to the last region. HBase splits it again and again and \
              moves the halves, but the next rows still go to one server.",
        encode: sequential,
        splits: Vec::new,
    },
    Design {
        name: "salted-late",
        title: "Salted, one region at first",
        key: "[md5(key) mod 12][scheduled][carrier][number][origin]",
        why: "The same salt without split points: one server takes all rows until HBase has split the table often enough.",
        encode: salted,
        splits: Vec::new,
    },
    Design {
        name: "salted",
        title: "Salted",
        key: "[md5(key) mod 12][scheduled][carrier][number][origin]",
        why: "Split at K::split_points(12) before the first row: all servers share the writes from the first row on, and \
              the rows of one bucket are sorted by time.",
        encode: salted,
        splits: || splits::<SaltedKey>(REGIONS),
    },
    Design {
        name: "reversed",
        title: "Reversed",
        key: "[reverse(pad(id))]",
        why: "The last digits of a counter change from row to row. As first digits, they spread neighbors over all \
              regions. The order is lost.",
        encode: |write| Ok(ReversedKey { id: write.id }.try_encode()?.into()),
        splits: || splits::<ReversedKey>(REGIONS),
    },
    Design {
        name: "modulo",
        title: "Modulo",
        key: "[id mod 12][id]",
        why: "Successive numbers go to successive buckets: perfectly even. Not so if the counter's step shares a factor with 12.",
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

    pub(in crate::spread) fn recorded() -> Vec<Flight> {
        let rows = Rows::new(File::open(shipped_flights()).expect("the file is part of this package")).expect("CSV");
        let mut flights: Vec<_> = rows.map(|line| line.expect("a line").flight.expect("a flight")).collect();
        flights.sort_by_key(|flight| flight.scheduled);
        flights
    }

    #[test]
    fn no_two_rows_have_the_same_key_and_sequential_keys_ascend() {
        let flights = recorded();
        for design in ALL {
            let count = 60_000;
            let keys: Vec<_> = writes(&flights, count).map(|write| (design.encode)(&write).expect("a key")).collect();
            assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 60_000, "{}", design.name);
            // The keys of flights in the same minute are in any order, so each row is compared with the row 1,000 rows
            // later.
            let ascending = keys.iter().zip(keys.iter().skip(1_000)).all(|(earlier, later)| earlier < later);
            assert_eq!(ascending, design.name == "sequential", "{}", design.name);
            let splits = (design.splits)();
            assert!([0, REGIONS - 1].contains(&splits.len()), "{}: {splits:?}", design.name);
        }
    }
}
