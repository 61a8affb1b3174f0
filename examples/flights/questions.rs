//! Each question is one range of one table.

use std::ops::Bound;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use jiff::civil::Date;
use redb::{ReadableTableMetadata, TableHandle};
use rowkey::{KeyRange, RowKey};
use rowkey_examples::flight::{Flight, NEW_YORK};

use crate::cli::Question;
use crate::keys::{CarrierKey, DepartureKey, DestinationKey, PlaneKey};
use crate::occurs;
use crate::store::{self, BytesTable, Snapshot};

/// The flights that answer a question, in the order of the table that was scanned.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: Question,
    pub(crate) flights: Vec<Flight>,
    /// The table that was scanned, how many of its rows the scan touched, and how many it has.
    pub(crate) table: String,
    pub(crate) touched: u64,
    pub(crate) table_rows: u64,
    /// For the scan and for getting each flight by its primary key.
    pub(crate) elapsed: Duration,
}

/// Answers a question, or says why it has no answer: what it asks about does not occur in the data.
pub(crate) fn answer(question: &Question, snapshot: &Snapshot) -> Result<Answer> {
    let scan = Scan::of(question)?;
    let start = Instant::now();
    let index = snapshot.table(scan.table)?;
    let rows = snapshot.table(store::FLIGHTS)?;
    let mut touched = 0;
    let mut flights = Vec::new();
    for entry in index.range(scan.range.as_ref())?.take(scan.limit) {
        let (_, primary) = entry?;
        touched += 1;
        let row = rows.get(primary.value())?.context("the database is damaged: a flight is missing")?;
        flights.push(postcard::from_bytes(row.value())?);
    }
    let elapsed = start.elapsed();
    if flights.is_empty() {
        occurs::check(question, snapshot)?;
    }
    Ok(Answer {
        question: question.clone(),
        flights,
        table: scan.table.name().to_owned(),
        touched,
        table_rows: index.len()?,
        elapsed,
    })
}

struct Scan {
    table: BytesTable,
    range: KeyRange,
    limit: usize,
}

impl Scan {
    fn of(question: &Question) -> Result<Self> {
        let all = |table, range| Self { table, range, limit: usize::MAX };
        Ok(match question {
            Question::Plane { plane } => all(store::BY_PLANE, PlaneKey::prefix().plane(plane).range()),
            Question::Departures { airport, before, last } => {
                let end = match before {
                    Some(time) => Bound::Excluded(time.timestamp().as_second()),
                    None => Bound::Unbounded,
                };
                let range = DepartureKey::prefix().origin(airport).scheduled_in((Bound::Unbounded, end)).range();
                Self { table: store::BY_DEPARTURE, range, limit: *last }
            }
            Question::Carrier { carrier, on: None } => {
                all(store::BY_CARRIER, CarrierKey::prefix().carrier(carrier).range())
            }
            Question::Carrier { carrier, on: Some(day) } => {
                let times = midnight(*day)?..midnight(day.tomorrow()?)?;
                all(store::BY_CARRIER, CarrierKey::prefix().carrier(carrier).scheduled_in(times).range())
            }
            Question::To { start } => {
                all(store::BY_DESTINATION, DestinationKey::prefix().destination_starts_with(start).range())
            }
        })
    }
}

/// The first second of a day in New York.
fn midnight(day: Date) -> Result<i64> {
    Ok(day.to_zoned(NEW_YORK)?.timestamp().as_second())
}
