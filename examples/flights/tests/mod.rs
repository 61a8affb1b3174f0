//! Compares the answers with the CSV, and tests loading and printing.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod answers;
mod loading;
mod printing;

use std::sync::LazyLock;

use rowkey_examples::shipped_flights;
use tempfile::TempDir;

use rowkey_examples::flights::command::{Data, OnError};
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::store::Store;

/// The flights that come with the example, loaded once for all tests.
///
/// A static is never dropped, so the folder is deleted at once. The open file remains usable.
static STORE: LazyLock<Store> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is a temporary folder");
    ensure_loaded(&shipped(), Some(&folder.path().join("db"))).expect("the flights load")
});

/// Returns the default options.
fn shipped() -> Data {
    Data { data: Some(shipped_flights()), on_error: OnError::Reject }
}
