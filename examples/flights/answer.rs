//! What a question brings, and what it cost.

use std::time::Duration;

use super::question::Question;
use crate::flight::Flight;

/// The flights that answer a question, in the order of the table that was scanned.
#[derive(Debug)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// All flights that answer it.
    pub flights: Vec<Flight>,
    /// The table that was scanned.
    pub table: String,
    /// By so many scans, one for each range.
    pub scans: usize,
    /// How many of its rows the scans touched.
    pub touched: u64,
    /// How many it has.
    pub table_rows: u64,
    /// For the scans and for getting each flight by its primary key.
    pub elapsed: Duration,
}
