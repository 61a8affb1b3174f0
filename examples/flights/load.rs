//! From the CSV into the tables.

use std::env::temp_dir;
use std::fs::File;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use redb::{ReadableTable, Table, WriteTransaction};
use rowkey_examples::flight::Flight;
use rowkey_examples::rows::Rows;
use rowkey_examples::shipped_flights;

use crate::cli::{OnError, Options};
use crate::keys::Keys;
use crate::store::{self, Source, Store};
use crate::table;

/// So many broken rows are told one by one; of the rest, only how many they are.
const MOST_REPORTS: u64 = 20;

#[derive(Debug)]
struct Loaded {
    flights: usize,
    skipped: u64,
    elapsed: Duration,
}

/// The database with the flights in it: loaded now, unless it already holds them.
pub(crate) fn ensure_loaded(options: &Options) -> Result<Store> {
    let source = Source::new(options.data.clone().unwrap_or_else(shipped_flights))?;
    let path = options.db.clone().unwrap_or_else(|| temp_dir().join("rowkey-flights.redb"));
    let store = Store::open(&path)
        .with_context(|| format!("cannot use the database {} (--db names another)", path.display()))?;
    let loaded = store.skipped(&source)?;
    match loaded.filter(|&skipped| skipped == 0 || options.on_error == OnError::Skip) {
        Some(0) => {}
        Some(skipped) => eprintln!("{} rows were skipped when {} was loaded", HumanCount(skipped), path.display()),
        None => {
            let loaded = load(&store, &source, options.on_error)
                .with_context(|| format!("cannot load {}", source.path.display()))?;
            eprintln!(
                "loaded {} under five keys into {} in {:.1?}",
                table::flights(loaded.flights),
                path.display(),
                loaded.elapsed
            );
        }
    }
    Ok(store)
}

/// Loads all flights or, with `OnError::Refuse` and a broken row among them, none.
fn load(store: &Store, source: &Source, on_error: OnError) -> Result<Loaded> {
    let start = Instant::now();
    let bar = progress_bar(source.size)?;
    let file = File::open(&source.path)?;
    let rows = Rows::new(bar.wrap_read(file))?;
    let mut loaded = Loaded { flights: 0, skipped: 0, elapsed: Duration::ZERO };
    store.replace(source, |write| {
        let mut tables = Tables::open(write)?;
        for line in rows {
            let line = line?;
            let problem = match line.flight {
                Ok(flight) => tables.insert(&flight)?,
                Err(error) => Some(error.to_string()),
            };
            match problem {
                None => loaded.flights += 1,
                Some(problem) if on_error == OnError::Refuse => {
                    bail!("line {}: {problem}\nNothing was loaded; --on-error skip loads the other rows", line.number)
                }
                Some(problem) => {
                    loaded.skipped += 1;
                    if loaded.skipped <= MOST_REPORTS {
                        bar.suspend(|| eprintln!("skipped line {}: {problem}", line.number));
                    }
                }
            }
        }
        if loaded.flights == 0 {
            bail!("there are no flights in it");
        }
        Ok(loaded.skipped)
    })?;
    bar.finish_and_clear();
    if loaded.skipped > MOST_REPORTS {
        eprintln!("skipped {} more lines", HumanCount(loaded.skipped - MOST_REPORTS));
    }
    loaded.elapsed = start.elapsed();
    Ok(loaded)
}

/// Over the bytes of the file, as nobody knows how many rows are in it.
fn progress_bar(bytes: u64) -> Result<ProgressBar> {
    if !stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("loading {bar:40} {percent:>3} % {elapsed}")?;
    Ok(ProgressBar::new(bytes).with_style(style))
}

type BytesTable<'w> = Table<'w, &'static [u8], &'static [u8]>;

struct Tables<'w> {
    flights: BytesTable<'w>,
    by_plane: BytesTable<'w>,
    by_departure: BytesTable<'w>,
    by_carrier: BytesTable<'w>,
    by_destination: BytesTable<'w>,
}

impl<'w> Tables<'w> {
    fn open(write: &'w WriteTransaction) -> Result<Self> {
        Ok(Self {
            flights: write.open_table(store::FLIGHTS)?,
            by_plane: write.open_table(store::BY_PLANE)?,
            by_departure: write.open_table(store::BY_DEPARTURE)?,
            by_carrier: write.open_table(store::BY_CARRIER)?,
            by_destination: write.open_table(store::BY_DESTINATION)?,
        })
    }

    /// Says what is wrong with the flight when it cannot be kept, and then leaves the tables alone.
    fn insert(&mut self, flight: &Flight) -> Result<Option<String>> {
        let keys = match Keys::of(flight) {
            Ok(keys) => keys,
            Err(error) => return Ok(Some(error.to_string())),
        };
        let primary = keys.primary.as_slice();
        if self.flights.get(primary)?.is_some() {
            return Ok(Some(format!(
                "an earlier row has the same key: {} {} from {} at {}",
                flight.carrier,
                flight.number,
                flight.origin,
                flight.scheduled_local().strftime("%Y-%m-%d %H:%M"),
            )));
        }
        self.flights.insert(primary, postcard::to_allocvec(flight)?.as_slice())?;
        if let Some(plane) = &keys.plane {
            self.by_plane.insert(plane.as_slice(), primary)?;
        }
        self.by_departure.insert(keys.departure.as_slice(), primary)?;
        self.by_carrier.insert(keys.carrier.as_slice(), primary)?;
        self.by_destination.insert(keys.destination.as_slice(), primary)?;
        Ok(None)
    }
}
