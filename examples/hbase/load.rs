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

/// Loads the flights. Does not load them if the tables already contain these flights and `again` is false. Returns the
/// description of the tables.
pub(crate) fn ensure_loaded(cluster: &Cluster, data: &Data, again: bool) -> Result<About> {
    let source = data.source()?;
    // Identifies the file of flights and the layouts of the keys. If the file or a layout changes, so does this text.
    let new_content = format!("{} as {:x?}", source.content(), tables::layouts());
    let mut client = cluster.gateway.connect()?;
    if let Some(about) = About::read(&mut client)?.filter(|about| about.content == new_content && !again) {
        if about.skipped == 0 {
            return Ok(about);
        }
        if data.on_error == OnError::Skip {
            eprintln!("{} rows were skipped when the tables were loaded", HumanCount(about.skipped));
            return Ok(about);
        }
    }
    let began = Instant::now();
    let (rows_by_table, skipped) =
        read_rows(&source, data.on_error).with_context(|| format!("cannot load {}", source.path.display()))?;
    tables::create(cluster, &mut client)?;
    // Replaces the old description, which says that the tables are complete. If this load is interrupted, the tables
    // are incomplete.
    About { content: "being loaded".to_owned(), skipped: 0, rows: Vec::new() }.write(&mut client)?;
    let count = rows_by_table.iter().map(|(_, rows)| rows.len() as u64).sum();
    let bar = progress_bar(count)?;
    for (table, rows) in &rows_by_table {
        put(&mut client, table.name, rows, &bar)?;
    }
    bar.finish_and_clear();
    let about = About {
        content: new_content,
        skipped,
        rows: rows_by_table.iter().map(|(table, rows)| (table.name.to_owned(), rows.len() as u64)).collect(),
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

type RowsByTable = [(Table, Vec<Row>); 5];

/// Reads the CSV file. Returns the rows to write to each table, and the number of lines of the file that were skipped.
fn read_rows(source: &Source, on_error: OnError) -> Result<(RowsByTable, u64)> {
    let mut seen = HashSet::new();
    let mut rows_by_table = TABLES.map(|table| (table, Vec::new()));
    let loaded = read(source, on_error, |flight| {
        let keys = match keys_of(flight) {
            Ok(keys) => keys,
            Err(error) => return Ok(Some(error.to_string())),
        };
        if !seen.insert(keys.primary.clone()) {
            return Ok(Some(duplicate_key(flight)));
        }
        for ((_, rows), row) in rows_by_table.iter_mut().zip(rows_of(flight, keys)?) {
            rows.extend(row);
        }
        Ok(None)
    })?;
    Ok((rows_by_table, loaded.skipped))
}

/// Returns the row of a flight for each table, in the order of [`TABLES`]. The row of [`FLIGHTS`] contains the flight.
/// The rows of the other tables contain its primary key.
fn rows_of(flight: &Flight, keys: Keys) -> Result<[Option<Row>; 5]> {
    let Keys { primary, plane, departure, carrier, destination } = keys;
    let index_row = |key| (key, primary.clone());
    let [plane, departure] = [plane, Some(departure)].map(|key| key.map(index_row));
    let [carrier, destination] = [carrier, destination].map(|key| Some(index_row(key)));
    let flight = (primary.clone(), postcard::to_allocvec(flight)?);
    Ok([Some(flight), plane, departure, carrier, destination])
}
