//! Reads the buckets of a salted table in parallel, one thread each, and merges the rows into key order.
//!
//! `cargo run --release --example parallel`

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use rowkey::{DecodeError, KeyRange, RowKey, scan::ScanError};

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
struct EventKey {
    at: u64, // milliseconds
    event: u32,
}

/// Simulates a slow remote table that sends rows in batches of 100. Each batch takes 5 ms.
struct Table(BTreeMap<Vec<u8>, String>);

impl Table {
    fn of_events(count: u32) -> Self {
        let events = (0..count).map(|event| EventKey { at: u64::from(event) * 10, event });
        Self(events.map(|key| (key.encode().into(), format!("event {}", key.event))).collect())
    }

    fn rows(&self, range: KeyRange) -> impl Iterator<Item = (&[u8], &str)> {
        self.0.range(range).enumerate().map(|(index, (key, value))| {
            if index % 100 == 0 {
                thread::sleep(Duration::from_millis(5));
            }
            (&**key, &**value)
        })
    }
}

/// Returns the events at or after `from`. Reads each bucket in a separate thread.
fn in_parallel(table: &Table, from: u64) -> Result<Vec<(EventKey, &str)>, DecodeError> {
    thread::scope(|scope| {
        let fetch = |range| {
            // Bounded, so that a thread that reads faster than the merge waits and does not fill the memory.
            let (sender, rows) = sync_channel(100);
            scope.spawn(move || {
                // Sending fails only if the merge stopped early because a key could not be decoded.
                let _ = table.rows(range).try_for_each(|row| sender.send(row));
            });
            rows
        };
        let buckets: Vec<_> = EventKey::prefix().at_in(from..).ranges().map(fetch).collect();
        let rows = rowkey::scan::merge(buckets, EventKey::LAYOUT.fields_offset());
        rows.map(|(key, value)| Ok((EventKey::decode(key)?, value))).collect()
    })
}

/// Returns the same events as [`in_parallel`]. Reads the buckets in this thread, with one `scan`.
fn in_turn(table: &Table, from: u64) -> Result<Vec<(EventKey, &str)>, ScanError<Infallible>> {
    EventKey::prefix().at_in(from..).scan(|range| table.rows(range)).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = Table::of_events(4000);

    let started = Instant::now();
    let events = in_turn(&table, 2000)?;
    println!("one bucket after the other: {} events in {} ms", events.len(), started.elapsed().as_millis());

    let started = Instant::now();
    let same_events = in_parallel(&table, 2000)?;
    println!("all buckets in parallel:    {} events in {} ms", same_events.len(), started.elapsed().as_millis());

    assert_eq!(events, same_events);
    Ok(())
}
