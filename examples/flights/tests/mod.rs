//! The example, checked against the CSV.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod answers;
mod loading;
mod printing;

use std::path::Path;

use rowkey_examples::shipped_flights;

use crate::cli::{Format, OnError, Options};

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
