//! What the examples share: the flights they load and how these are read.

pub mod flight;
#[path = "../flights/mod.rs"]
pub mod flights;
pub mod hex;
pub mod picture;
pub mod rows;
pub mod terminal;
pub mod vectors;

use std::path::PathBuf;

/// The flights that come with the examples: January 2013, New York.
pub fn shipped_flights() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", "flights-2013-01.csv.gz"].iter().collect()
}
