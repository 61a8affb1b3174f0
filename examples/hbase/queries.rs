//! Answers questions: scans one range of an index, or one range for each bucket of the salt. The values in the index
//! are the keys of flights. The program then looks up the flights under these keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use rowkey::{KeyRange, RowKey};
use rowkey_examples::flight::Flight;
use rowkey_examples::flights::command::{Question, seconds_before, seconds_of};
use rowkey_examples::flights::names;
use rowkey_examples::flights::queries::Answer;

use crate::client::{Error, Gateway, Row, Rows};
use crate::keys::{CarrierKey, DepartureKey, DestinationKey, PlaneKey};
use crate::load::BATCH;
use crate::tables::{About, BY_CARRIER, BY_DEPARTURE, BY_DESTINATION, BY_PLANE, FLIGHTS, Table};

/// Returns the flights that answer the question. Returns an error if no flight answers the question because its plane,
/// airport or carrier does not occur in the data, or if `HBase` cannot be read.
pub(crate) fn answer(question: &Question, gateway: &Gateway, about: &About) -> Result<Answer> {
    let scan = Scan::of(question)?;
    let began = Instant::now();
    let fetched = Arc::new(AtomicU64::new(0));
    let range_count = scan.ranges.len();
    let flight_keys = scan.run(gateway, &fetched)?;
    let mut client = gateway.connect()?;
    let mut flights = Vec::with_capacity(flight_keys.len());
    for keys in flight_keys.chunks(BATCH) {
        for row in client.get(FLIGHTS.name, keys)? {
            let row = row.context("the tables are damaged: a flight is missing; `load --again` loads them again")?;
            flights.push(postcard::from_bytes::<Flight>(&row)?);
        }
    }
    let elapsed = began.elapsed();
    if flights.is_empty() {
        // Returns an error if the plane, airport or carrier of the question does not occur in the data.
        names::explain_empty_answer(question, gateway)?;
    }
    Ok(Answer {
        question: question.clone(),
        flights,
        table: scan.table.name.to_owned(),
        scans: range_count,
        touched: fetched.load(Ordering::Relaxed),
        table_rows: about.rows_of(scan.table),
        elapsed,
    })
}

/// The ranges of an index that contain the answer to a question.
struct Scan {
    table: Table,
    ranges: Vec<KeyRange>,
    /// The length of the salt. The ranges are merged by the bytes after the salt.
    skip: usize,
    /// The greatest number of flights in the answer.
    limit: usize,
}

impl Scan {
    fn of(question: &Question) -> Result<Self> {
        Ok(match question {
            // The salt is computed from the plane, so this is one range.
            Question::Plane { plane } => Self::new::<PlaneKey>(BY_PLANE, [PlaneKey::prefix().plane(plane).range()]),
            Question::Departures { airport, before, last: limit } => {
                let ranges =
                    DepartureKey::prefix().origin(airport).scheduled_in(seconds_before(before.as_ref())).ranges();
                Self { limit: *limit, ..Self::new::<DepartureKey>(BY_DEPARTURE, ranges) }
            }
            Question::Carrier { carrier, on: None } => {
                Self::new::<CarrierKey>(BY_CARRIER, CarrierKey::prefix().carrier(carrier).ranges())
            }
            Question::Carrier { carrier, on: Some(day) } => {
                let ranges = CarrierKey::prefix().carrier(carrier).scheduled_in(seconds_of(*day)?).ranges();
                Self::new::<CarrierKey>(BY_CARRIER, ranges)
            }
            Question::To { start: first_letters } => {
                let ranges = DestinationKey::prefix().destination_starts_with(first_letters).ranges();
                Self::new::<DestinationKey>(BY_DESTINATION, ranges)
            }
        })
    }

    fn new<K: RowKey>(table: Table, ranges: impl IntoIterator<Item = KeyRange>) -> Self {
        Self { table, ranges: ranges.into_iter().collect(), skip: K::LAYOUT.fields_offset(), limit: usize::MAX }
    }

    /// Returns the values of the rows, which are primary keys, in the order of the index. Scans each range in a
    /// separate thread.
    fn run(&self, gateway: &Gateway, fetched: &Arc<AtomicU64>) -> Result<Vec<Vec<u8>>, Error> {
        // The number of rows that a thread fetches at a time. The answer has at most `limit` rows, even if all of them
        // are in one bucket, so no thread needs more than `limit` rows.
        let batch = u16::try_from(self.limit.min(BATCH)).unwrap_or(u16::MAX);
        thread::scope(|scope| {
            let open = |range| {
                // The capacity of the channel is bounded: a thread that reads faster than the merge waits, and does not
                // fill the memory.
                let (sender, receiver) = sync_channel::<Result<Row, Error>>(batch.into());
                scope.spawn(move || {
                    let rows = match Rows::new(gateway, self.table.name, range, batch) {
                        Ok(rows) => rows.inspect(|row| {
                            fetched.fetch_add(row.is_ok().into(), Ordering::Relaxed);
                        }),
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    for row in rows {
                        // The merge has read enough rows, and has dropped the receiver.
                        if sender.send(row).is_err() {
                            return;
                        }
                    }
                });
                receiver
            };
            let buckets: Vec<_> = self.ranges.iter().map(open).collect();
            rowkey::scan::merge(buckets, self.skip).take(self.limit).map(|row| Ok(row?.1)).collect()
        })
    }
}
