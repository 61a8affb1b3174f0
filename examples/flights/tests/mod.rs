//! The example, checked against the CSV.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod answers;
mod loading;
mod printing;

use std::path::Path;
use std::sync::LazyLock;

use rowkey_examples::shipped_flights;
use tempfile::TempDir;

use crate::cli::{Format, OnError, Options};
use crate::load::ensure_loaded;
use crate::store::Store;

/// All flights that come with the example, loaded once for all tests. A static is never dropped, so the folder goes
/// right away; the file in it stays for as long as it is open.
static STORE: LazyLock<Store> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is a temporary folder");
    ensure_loaded(&options(&folder.path().join("db"))).expect("the flights load")
});

/// As if nothing but the database were named on the command line.
fn options(db: &Path) -> Options {
    Options {
        data: Some(shipped_flights()),
        db: Some(db.to_owned()),
        on_error: OnError::Refuse,
        format: Format::Table,
        rows: 20,
    }
}
