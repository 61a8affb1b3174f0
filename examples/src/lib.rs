//! Code that several examples share: flights, the CSV reader and tables.

pub mod flight;
#[path = "../flights/mod.rs"]
pub mod flights;
pub mod rows;
pub mod terminal;

use std::path::PathBuf;

/// Returns the path of the flights that come with the examples: New York, January 2013.
pub fn shipped_flights() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", "flights-2013-01.csv.gz"].iter().collect()
}
