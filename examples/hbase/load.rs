//! Loads the CSV of flights into `HBase`.

use std::collections::HashSet;
use std::io::{IsTerminal, stderr};
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use rowkey_examples::flight::Flight;
use rowkey_examples::flights::command::{Data, OnError};
use rowkey_examples::flights::load::{duplicate_key, read};
use rowkey_examples::flights::print::flights_in_words;
use rowkey_examples::flights::store::Source;

use crate::client::{Client, Row};
use crate::cluster::Cluster;
use crate::keys::{Keys, keys_of};
use crate::tables::{self, About, FLIGHTS, TABLES, Table};

/// The number of rows in one request.
pub(crate) const BATCH: usize = 1000;

/// Loads the flights, unless the tables already hold them and `again` is false. Returns what the tables hold.
pub(crate) fn ensure_loaded(cluster: &Cluster, data: &Data, again: bool) -> Result<About> {
    let source = data.source()?;
    let content = format!("{} as {:x?}", source.content(), tables::layouts());
    let mut client = cluster.gateway.connect()?;
    if let Some(about) = About::read(&mut client)?.filter(|about| about.content == content && !again) {
        if about.skipped == 0 {
            return Ok(about);
        }
        if data.on_error == OnError::Skip {
            eprintln!("{} rows were skipped when the tables were loaded", HumanCount(about.skipped));
            return Ok(about);
        }
    }
    let began = Instant::now();
    let (rows, skipped) =
        rows(&source, data.on_error).with_context(|| format!("cannot load {}", source.path.display()))?;
    tables::create(cluster, &mut client)?;
    // Replaces the old description, which says that the tables are complete. It would be wrong after an interrupted
    // load.
    About { content: "being loaded".to_owned(), skipped: 0, rows: Vec::new() }.write(&mut client)?;
    let count = rows.iter().map(|(_, rows)| rows.len() as u64).sum();
    let bar = progress_bar(count)?;
    for (table, rows) in &rows {
        put(&mut client, table.name, rows, &bar)?;
    }
    bar.finish_and_clear();
    let about = About {
        content,
        skipped,
        rows: rows.iter().map(|(table, rows)| (table.name.to_owned(), rows.len() as u64)).collect(),
    };
    about.write(&mut client)?;
    let flights = usize::try_from(about.rows_of(FLIGHTS)).unwrap_or(usize::MAX);
    eprintln!("loaded {} under five keys into HBase in {:.1?}", flights_in_words(flights), began.elapsed());
    Ok(about)
}

pub(crate) fn put(client: &mut Client, table: &str, rows: &[Row], bar: &ProgressBar) -> Result<()> {
    for batch in rows.chunks(BATCH) {
        client.put(table, batch)?;
        bar.inc(batch.len() as u64);
    }
    Ok(())
}

pub(crate) fn progress_bar(rows: u64) -> Result<ProgressBar> {
    if !stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("writing {bar:40} {human_pos} of {human_len} rows, {eta} left")?;
    Ok(ProgressBar::new(rows).with_style(style))
}

type TableRows = [(Table, Vec<Row>); 5];

/// Reads the file. Returns the rows of all tables, and the number of rows of the file that were skipped.
fn rows(source: &Source, on_error: OnError) -> Result<(TableRows, u64)> {
    let mut seen = HashSet::new();
    let mut rows = TABLES.map(|table| (table, Vec::new()));
    let loaded = read(source, on_error, |flight| {
        let keys = match keys_of(flight) {
            Ok(keys) => keys,
            Err(error) => return Ok(Some(error.to_string())),
        };
        if !seen.insert(keys.primary.clone()) {
            return Ok(Some(duplicate_key(flight)));
        }
        for ((_, rows), row) in rows.iter_mut().zip(rows_of(flight, keys)?) {
            rows.extend(row);
        }
        Ok(None)
    })?;
    Ok((rows, loaded.skipped))
}

/// Returns the row of a flight for each table, in the order of [`TABLES`].
fn rows_of(flight: &Flight, keys: Keys) -> Result<[Option<Row>; 5]> {
    let Keys { primary, plane, departure, carrier, destination } = keys;
    let index_row = |key| (key, primary.clone());
    let [plane, departure] = [plane, Some(departure)].map(|key| key.map(index_row));
    let [carrier, destination] = [carrier, destination].map(|key| Some(index_row(key)));
    let flight = (primary.clone(), postcard::to_allocvec(flight)?);
    Ok([Some(flight), plane, departure, carrier, destination])
}
