//! The range for each question, and the scan that answers the question.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use redb::{ReadableTableMetadata, TableHandle};
use rowkey::{KeyRange, RowKey};

use super::command::{Question, seconds_before, seconds_of};
use super::keys::{CarrierKey, DepartureKey, DestinationKey, PlaneKey};
use super::names;
use super::store::{self, BytesTable, Snapshot};
use crate::flight::Flight;

/// A scan of one table that answers a question.
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
                let range =
                    DepartureKey::prefix().origin(airport).scheduled_in(seconds_before(before.as_ref())).range();
                Self { table: store::BY_DEPARTURE, range, limit: *last }
            }
            Question::Carrier { carrier, on: None } => {
                all(store::BY_CARRIER, CarrierKey::prefix().carrier(carrier).range())
            }
            Question::Carrier { carrier, on: Some(day) } => {
                let range = CarrierKey::prefix().carrier(carrier).scheduled_in(seconds_of(*day)?).range();
                all(store::BY_CARRIER, range)
            }
            Question::To { start } => {
                all(store::BY_DESTINATION, DestinationKey::prefix().destination_starts_with(start).range())
            }
        })
    }
}

/// The flights that answer a question, and what the answer cost.
#[derive(Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// In the order of the table that was scanned.
    pub flights: Vec<Flight>,
    /// The table that was scanned.
    pub table: String,
    /// The number of scans, one for each range.
    pub scans: usize,
    /// The number of rows that the scans read.
    pub touched: u64,
    /// The number of rows in the table.
    pub table_rows: u64,
    /// The time of the scans and of the lookups of the flights by their primary keys.
    pub elapsed: Duration,
}

/// Answers a question.
///
/// # Errors
///
/// The store cannot be read, or the plane, airport or carrier of the question does not occur in the data.
pub fn answer(question: &Question, snapshot: &Snapshot) -> Result<Answer> {
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
        names::check(question, snapshot)?;
    }
    Ok(Answer {
        question: question.clone(),
        flights,
        table: scan.table.name().to_owned(),
        scans: 1,
        touched,
        table_rows: index.len()?,
        elapsed,
    })
}
