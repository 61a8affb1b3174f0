//! Loads the CSV of flights into the database.

use std::env::temp_dir;
use std::fs::File;
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::time::Instant;

use crate::flight::Flight;
use crate::rows::Rows as CsvRows;
use anyhow::{Context, Result, bail};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use rowkey::record::ChangeErrorKind;
use rowkey::store::Rows;
use rowkey_redb::{Error, WriteStore};

use super::command::{Data, OnError};
use super::keys::FlightKey;
use super::print::flights_in_words;
use super::store::{Source, Store};

/// The number of broken rows that are reported one by one. Further broken rows are only counted.
const MAX_REPORTS: u64 = 20;

/// The result of loading a file.
#[derive(Debug)]
pub struct Loaded {
    /// Rows that were loaded.
    pub flights: usize,
    /// Rows that were broken and skipped.
    pub skipped: u64,
}

/// Opens the database, and loads the flights unless the database already holds them.
///
/// # Errors
///
/// The file or the database cannot be used, or a row is broken and broken rows are rejected.
pub fn ensure_loaded(data: &Data, db: Option<&Path>) -> Result<Store> {
    let source = data.source()?;
    let path = db.map_or_else(|| temp_dir().join("rowkey-flights.redb"), Path::to_owned);
    let store = Store::open(&path)
        .with_context(|| format!("cannot use the database {} (--db names another)", path.display()))?;
    let skipped = store.skipped(&source)?;
    // If the database was loaded without its broken rows, `OnError::Reject` loads the file again to report the first
    // one.
    match skipped.filter(|&skipped| skipped == 0 || data.on_error == OnError::Skip) {
        Some(0) => {}
        Some(skipped) => eprintln!("{} rows were skipped when {} was loaded", HumanCount(skipped), path.display()),
        None => {
            let start = Instant::now();
            let loaded = load(&store, &source, data.on_error)
                .with_context(|| format!("cannot load {}", source.path.display()))?;
            eprintln!(
                "loaded {} under five keys into {} in {:.1?}",
                flights_in_words(loaded.flights),
                path.display(),
                start.elapsed()
            );
            eprintln!("`rowkey ls {}` shows its tables (cargo install --path rowkey-cli)", path.display());
        }
    }
    Ok(store)
}

/// With `OnError::Reject`, one broken row makes the whole load fail.
fn load(store: &Store, source: &Source, on_error: OnError) -> Result<Loaded> {
    let mut loaded = Loaded { flights: 0, skipped: 0 };
    store.replace(source, |rows| {
        loaded = read(source, on_error, |flight| insert(rows, flight))?;
        Ok(loaded.skipped)
    })?;
    Ok(loaded)
}

/// Reads the rows of a file and passes each flight to `insert`, which returns a message if it rejects the flight.
///
/// # Errors
///
/// - The file cannot be read, or holds no flight.
/// - A row is broken or rejected, and `on_error` is `Reject`.
/// - `insert` fails.
pub fn read(
    source: &Source,
    on_error: OnError,
    mut insert: impl FnMut(&Flight) -> Result<Option<String>>,
) -> Result<Loaded> {
    let bar = progress_bar(source.size)?;
    let file = File::open(&source.path)?;
    let mut loaded = Loaded { flights: 0, skipped: 0 };
    for line in CsvRows::new(bar.wrap_read(file))? {
        let line = line?;
        let problem = match line.flight {
            Ok(flight) => insert(&flight)?,
            Err(error) => Some(error.to_string()),
        };
        match problem {
            None => loaded.flights += 1,
            Some(problem) if on_error == OnError::Reject => {
                bail!("line {}: {problem}\nNothing was loaded; --on-error skip loads the other rows", line.number)
            }
            Some(problem) => {
                loaded.skipped += 1;
                if loaded.skipped <= MAX_REPORTS {
                    bar.suspend(|| eprintln!("skipped line {}: {problem}", line.number));
                }
            }
        }
    }
    if loaded.flights == 0 {
        bail!("there are no flights in it");
    }
    bar.finish_and_clear();
    if loaded.skipped > MAX_REPORTS {
        eprintln!("skipped {} more lines", HumanCount(loaded.skipped - MAX_REPORTS));
    }
    Ok(loaded)
}

/// Returns the message about a flight whose primary key is already in the table.
pub fn duplicate_key(flight: &Flight) -> String {
    format!(
        "an earlier row has the same key: {} {} from {} at {}",
        flight.carrier,
        flight.number,
        flight.origin,
        flight.scheduled_local().strftime("%Y-%m-%d %H:%M"),
    )
}

/// Returns a progress bar that counts bytes, because the number of rows is unknown until the file has been read.
fn progress_bar(bytes: u64) -> Result<ProgressBar> {
    if !stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("loading {bar:40} {percent:>3} % {elapsed}")?;
    Ok(ProgressBar::new(bytes).with_style(style))
}

/// Inserts a flight. If the flight has an invalid or duplicate key, writes nothing and returns the reason.
fn insert(rows: &mut Rows<WriteStore<'_>>, flight: &Flight) -> Result<Option<String>> {
    match rows.insert(&FlightKey::from(flight), flight) {
        Ok(()) => Ok(None),
        Err(Error::Exists { .. }) => Ok(Some(duplicate_key(flight))),
        Err(Error::Change(error)) => match error.kind() {
            ChangeErrorKind::Key(error) => Ok(Some(error.to_string())),
            _ => Err(error.into()),
        },
        Err(error) => Err(error.into()),
    }
}
