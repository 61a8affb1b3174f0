//! The command line of the example `hotspots`.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::designs::{self, Choice};

/// Replay flights against a simulated cluster under many row keys, and show where the writes go.
///
/// Prints two tables, and draws one picture with a heat map for each design: time from left to right, the key space from
/// top to bottom. If all writes of a time window are in one place, one server does all the work.
#[derive(Debug, Parser)]
#[command(name = "hotspots", max_term_width = 100)]
pub(crate) struct Cli {
    /// The flights: CSV, plain or gzipped [default: January 2013, which comes with the example]
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,

    /// Replay N generated flights that are similar to the flights of the CSV, up to 100,000,000 [default: the flights of the
    /// CSV]
    #[arg(long, value_name = "N", value_parser = rows)]
    pub(crate) rows: Option<u64>,

    /// The folder for hotspots.svg and hotspots.html [default: `hotspots` in the workspace's target folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// The designs to compare, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(names()).try_map(|name| choice(&name)))]
    pub(crate) designs: Vec<Choice>,

    /// The maximum number of time windows. Their length is rounded, for example to 12 hours. In a long window, a hot spot
    /// moves from region to region and looks cooler than it is
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(16..=512))]
    pub(crate) windows: u16,

    /// A region with more rows than this is split in two [default: a tenth of all rows]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) region_rows: Option<u64>,

    /// The number of servers
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(crate) servers: u8,
}

impl Cli {
    /// Returns each design once, in the order of the command line.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for choice in &self.designs {
            if choices.iter().all(|other| other.about.name != choice.about.name) {
                choices.push(*choice);
            }
        }
        if choices.is_empty() { designs::ALL.to_vec() } else { choices }
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    designs::ALL.iter().map(|choice| choice.about.name)
}

fn choice(name: &str) -> Result<Choice, String> {
    designs::ALL.iter().find(|choice| choice.about.name == name).copied().ok_or_else(|| "unknown".to_owned())
}

const MAX_ROWS: u64 = 100_000_000;

fn rows(text: &str) -> Result<u64, String> {
    let rows = count(text)?;
    if rows <= MAX_ROWS { Ok(rows) } else { Err("at most 100,000,000".to_owned()) }
}

/// Reads `10000000`, `10_000_000` or `10,000,000`.
fn count(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|char| !matches!(char, '_' | ',')).collect();
    match digits.parse() {
        Ok(0) | Err(_) => Err("write a whole number, 1 or more".to_owned()),
        Ok(count) => Ok(count),
    }
}
