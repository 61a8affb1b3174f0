//! The query for each question, and the scan that answers the question.

use std::time::{Duration, Instant};

use anyhow::Result;
use redb::{ReadableTableMetadata, TableDefinition};
use rowkey::record::Index;
use rowkey::store::{Read, Rows, Table};
use rowkey::{Query, RowKey};

use super::command::{Question, seconds_before, seconds_of};
use super::keys::{CarrierKey, DepartureKey, DestinationKey, FlightKey, PlaneKey};
use super::names;
use super::store::Snapshot;
use crate::flight::Flight;

/// Returns the first `limit` flights that match a query of an index, and the table of the index.
fn scan<Q, S: Read>(query: Q, limit: usize, rows: &Rows<S>) -> Result<(Vec<Flight>, &'static Table)>
where
    Q: Query<Key: Index<Record = FlightKey>>,
{
    let rows = rows.records(query).take(limit);
    let flights = rows.map(|row| row.map(|(_, flight)| flight)).collect::<Result<_, _>>()?;
    Ok((flights, <Q::Key as Index>::TABLE))
}

/// Returns the flights that answer a question, in any store, and the table of the index that was read.
///
/// # Errors
///
/// The store cannot be read.
pub fn flights_of<S: Read>(question: &Question, rows: &Rows<S>) -> Result<(Vec<Flight>, &'static Table)> {
    const ALL: usize = usize::MAX;
    match question {
        Question::Plane { plane } => scan(PlaneKey::prefix().plane(plane), ALL, rows),
        Question::Departures { airport, before, last } => {
            let times = seconds_before(before.as_ref());
            scan(DepartureKey::prefix().origin(airport).scheduled_in(times), *last, rows)
        }
        Question::Carrier { carrier, on: None } => scan(CarrierKey::prefix().carrier(carrier), ALL, rows),
        Question::Carrier { carrier, on: Some(day) } => {
            scan(CarrierKey::prefix().carrier(carrier).scheduled_in(seconds_of(*day)?), ALL, rows)
        }
        Question::To { start } => scan(DestinationKey::prefix().destination_starts_with(start), ALL, rows),
    }
}

/// The flights that answer a question, and how many rows and how much time the answer took.
#[derive(Debug)]
pub struct Answer {
    /// The question that was asked.
    pub question: Question,
    /// The flights, in the order of the table that was scanned.
    pub flights: Vec<Flight>,
    /// The table that was scanned.
    pub table: String,
    /// The number of scans, one for each range.
    pub scans: usize,
    /// The number of rows of `table` that the scans read.
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
    let start = Instant::now();
    let (flights, table) = flights_of(question, snapshot)?;
    let elapsed = start.elapsed();
    if flights.is_empty() {
        names::explain_empty_answer(question, snapshot)?;
    }
    // To count rows, redb needs the name of a table, and not the types of its keys and values.
    let entries: TableDefinition<'_, (), ()> = TableDefinition::new(table.name());
    Ok(Answer {
        question: question.clone(),
        table: table.name().to_owned(),
        scans: 1,
        // The scan reads one entry of the index for each flight.
        touched: flights.len() as u64,
        table_rows: snapshot.store().transaction().open_untyped_table(entries)?.len()?,
        flights,
        elapsed,
    })
}
