//! What can be said about any run that loads flights and prints answers.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::store::Source;
use crate::shipped_flights;

/// Which flights are loaded.
#[derive(Debug, Clone, Args)]
pub struct Data {
    /// The flights: CSV, plain or gzipped [default: January 2013, which comes with the example]
    #[arg(long, value_name = "FILE", global = true)]
    pub data: Option<PathBuf>,

    /// What to do about a row that is missing or broken, after reporting it with its line
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Refuse, global = true)]
    pub on_error: OnError,
}

impl Data {
    /// The file that was named, or the one that comes with the examples.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn source(&self) -> Result<Source> {
        Source::new(self.data.clone().unwrap_or_else(shipped_flights))
    }
}

/// What is done about a broken row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Load the other rows
    Skip,
    /// Load nothing
    Refuse,
}

/// How answers are printed.
#[derive(Debug, Clone, Copy, Args)]
pub struct Printing {
    /// How to print the answers
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Format::Table, global = true)]
    pub format: Format,

    /// Print at most this many rows of a table; 0 prints all
    #[arg(long, value_name = "N", default_value_t = 20, global = true)]
    pub rows: usize,
}

/// For whom answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// One JSON object per question, with all flights
    Json,
}
