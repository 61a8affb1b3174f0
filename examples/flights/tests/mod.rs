//! Compares the answers with the CSV, and tests loading and printing.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod answers;
mod loading;
mod printing;

use std::fs::{self, File};
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use rowkey_examples::shipped_flights;
use tempfile::TempDir;

use rowkey_examples::flights::command::{Data, OnError};
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::store::Store;

/// The carriers with fewer than 100 flights.
const SMALL_CARRIERS: [&str; 5] = [",AS,", ",F9,", ",HA,", ",OO,", ",YV,"];

/// The CSV file that the tests load: every fourth shipped flight, and all flights of the small carriers. With
/// `ROWKEY_THOROUGH=1` in the environment, as in `.ci/run`, it has all shipped flights, which a debug build loads in
/// eight seconds.
static CSV: LazyLock<String> = LazyLock::new(|| {
    let mut shipped = String::new();
    let file = File::open(shipped_flights()).expect("the flights are shipped");
    GzDecoder::new(file).read_to_string(&mut shipped).expect("the file is not damaged");
    if std::env::var_os("ROWKEY_THOROUGH").is_some() {
        return shipped;
    }
    let mut lines = shipped.split_inclusive('\n');
    let header = lines.next().expect("the columns have names");
    let is_small = |line: &str| SMALL_CARRIERS.iter().any(|carrier| line.contains(carrier));
    let chosen = lines.enumerate().filter(|(row, line)| row % 4 == 0 || is_small(line)).map(|(_, line)| line);
    [header].into_iter().chain(chosen).collect()
});

/// The flights of the CSV file, loaded once for all tests.
///
/// A static is never dropped, so the folder is deleted at the end of this initializer. The open file remains usable.
static STORE: LazyLock<Store> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is a temporary folder");
    let file = folder.path().join("flights.csv");
    fs::write(&file, &*CSV).expect("the folder is ours");
    let data = Data { data: Some(file), on_error: OnError::Reject };
    ensure_loaded(&data, Some(&folder.path().join("db"))).expect("the flights load")
});
