//! Writes the same rows under several key designs, and reports how many writes `HBase` counted on each server.

mod designs;
mod measure;
mod picture;
mod table;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rowkey_examples::flight::Flight;
use rowkey_examples::flights::command::Data;
use rowkey_examples::flights::load::read;

use self::designs::ALL;
use self::measure::measure;
use crate::cli::Spread;
use crate::cluster::Cluster;
use crate::control::Sizes;

/// `HBase` splits a region at 4 MB, and writes memory to a file at 1 MB. With its much larger defaults, no region would
/// be split during the load.
const SIZES: Sizes = Sizes { region: 4 << 20, flush: 1 << 20 };

/// Four regions on each of three servers.
const REGIONS: usize = 12;

pub(crate) fn run(cluster: &Cluster, options: &Spread, data: &Data, out: &mut impl Write) -> Result<()> {
    let folder = options.out.clone().unwrap_or_else(default_folder);
    // Creates the folder before the long load, so that the user sees an error at once.
    fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let flights = recorded(data)?;
    let mut outcomes = Vec::with_capacity(ALL.len());
    for design in ALL {
        let outcome = measure(cluster, design, &flights, options);
        outcomes.push(outcome.with_context(|| format!("the load under {} keys", design.name))?);
    }
    table::print(&outcomes, options.writes.into(), options.regions, out)?;
    let path = folder.join("spread.svg");
    fs::write(&path, picture::draw(&outcomes, options.writes.into()))
        .with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("drew {}", path.display());
    Ok(())
}

fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("hbase")
}

fn recorded(data: &Data) -> Result<Vec<Flight>> {
    let source = data.source()?;
    let mut flights = Vec::new();
    read(&source, data.on_error, |flight| {
        flights.push(flight.clone());
        Ok(None)
    })?;
    flights.sort_by_key(|flight| flight.scheduled);
    Ok(flights)
}

#[allow(clippy::cast_precision_loss, reason = "rows are far below 2^53")]
fn real(count: u64) -> f64 {
    count as f64
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { real(part) / real(whole) }
}
