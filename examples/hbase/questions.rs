//! Each question is one range of one table, or one in each bucket of its salt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use rowkey::{KeyRange, RowKey};
use rowkey_examples::flight::Flight;
use rowkey_examples::flights::answer::Answer;
use rowkey_examples::flights::occurs;
use rowkey_examples::flights::question::{Question, seconds_of, until};

use crate::client::{Error, Gateway, Row, Rows};
use crate::keys::{CarrierKey, DepartureKey, DestinationKey, PlaneKey};
use crate::load::BATCH;
use crate::tables::{About, BY_CARRIER, BY_DEPARTURE, BY_DESTINATION, BY_PLANE, FLIGHTS, Table};

/// Answers a question; an error where what it asks about does not occur in the tables.
pub(crate) fn answer(question: &Question, gateway: &Gateway, about: &About) -> Result<Answer> {
    let scan = Scan::of(question)?;
    let began = Instant::now();
    let fetched = Arc::new(AtomicU64::new(0));
    let scans = scan.ranges.len();
    let primary = scan.run(gateway, &fetched)?;
    let mut client = gateway.connect()?;
    let mut flights = Vec::with_capacity(primary.len());
    for keys in primary.chunks(BATCH) {
        for row in client.get(FLIGHTS.name, keys)? {
            let row = row.context("the tables are damaged: a flight is missing; `load --again` loads them anew")?;
            flights.push(postcard::from_bytes::<Flight>(&row)?);
        }
    }
    let elapsed = began.elapsed();
    if flights.is_empty() {
        occurs::check(question, gateway)?;
    }
    Ok(Answer {
        question: question.clone(),
        flights,
        table: scan.table.name.to_owned(),
        scans,
        touched: fetched.load(Ordering::Relaxed),
        table_rows: about.rows_of(scan.table),
        elapsed,
    })
}

struct Scan {
    table: Table,
    ranges: Vec<KeyRange>,
    /// Bytes in front of the key by which the ranges are merged.
    skip: usize,
    limit: usize,
}

impl Scan {
    fn of(question: &Question) -> Result<Self> {
        Ok(match question {
            // The salt comes from the plane, so that this is one range.
            Question::Plane { plane } => Self::new::<PlaneKey>(BY_PLANE, [PlaneKey::prefix().plane(plane).range()]),
            Question::Departures { airport, before, last } => {
                let ranges = DepartureKey::prefix().origin(airport).scheduled_in(until(before.as_ref())).ranges();
                Self { limit: *last, ..Self::new::<DepartureKey>(BY_DEPARTURE, ranges) }
            }
            Question::Carrier { carrier, on: None } => {
                Self::new::<CarrierKey>(BY_CARRIER, CarrierKey::prefix().carrier(carrier).ranges())
            }
            Question::Carrier { carrier, on: Some(day) } => {
                let ranges = CarrierKey::prefix().carrier(carrier).scheduled_in(seconds_of(*day)?).ranges();
                Self::new::<CarrierKey>(BY_CARRIER, ranges)
            }
            Question::To { start } => {
                let ranges = DestinationKey::prefix().destination_starts_with(start).ranges();
                Self::new::<DestinationKey>(BY_DESTINATION, ranges)
            }
        })
    }

    fn new<K: RowKey>(table: Table, ranges: impl IntoIterator<Item = KeyRange>) -> Self {
        Self { table, ranges: ranges.into_iter().collect(), skip: K::LAYOUT.fields_at(), limit: usize::MAX }
    }

    /// The values of the rows in the ranges, in the order of their keys: each range is scanned by a thread of its own.
    fn run(&self, gateway: &Gateway, fetched: &Arc<AtomicU64>) -> Result<Vec<Vec<u8>>, Error> {
        // All rows that are wanted may stand in one bucket; more than that none needs to send.
        let batch = u16::try_from(self.limit.min(BATCH)).unwrap_or(u16::MAX);
        thread::scope(|scope| {
            let open = |range| {
                // A bucket that is ahead waits when so many of its rows do.
                let (sender, rows) = sync_channel::<Result<Row, Error>>(batch.into());
                scope.spawn(move || {
                    let rows = match Rows::new(gateway, self.table.name, range, batch) {
                        Ok(rows) => rows.inspect(|_| {
                            fetched.fetch_add(1, Ordering::Relaxed);
                        }),
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    for row in rows {
                        // The other end is gone when enough was read.
                        if sender.send(row).is_err() {
                            return;
                        }
                    }
                });
                rows
            };
            let buckets: Vec<_> = self.ranges.iter().map(open).collect();
            rowkey::merge(buckets, self.skip).take(self.limit).map(|row| Ok(row?.1)).collect()
        })
    }
}
