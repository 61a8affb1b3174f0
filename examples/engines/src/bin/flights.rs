//! Loads the flights that left New York into any store that has an adapter, and answers the questions of the example
//! `flights`. The answers are the same, byte for byte:
//!
//! ```sh
//! cd examples/engines
//! cargo run --bin flights -- --store redb --at /tmp/flights.redb
//! cargo run --bin flights --features dynamodb -- --store dynamodb --at http://127.0.0.1:8000
//! ```

use anyhow::{Context, Result};
use clap::Parser;
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::Table;
use rowkey_async::{AsyncDatabase, AsyncStore};
use rowkey_engines::stores::{Program, Store};
use rowkey_examples::flights::command::{Data, Format, Printing, Question};
use rowkey_examples::flights::keys::FlightKey;
use rowkey_examples::flights::queries::{Answer, flights_of};
use rowkey_examples::flights::{load, print};
use std::io::{self, Write};
use std::time::Instant;

/// Load the flights that left New York into a store, and answer questions.
///
/// Without a question, the program answers four example questions. Answers go to standard output, and times to standard
/// error. The first run loads the store, and later runs use it.
#[derive(Debug, Parser)]
#[command(name = "flights", disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    store: Store,

    #[command(flatten)]
    flights: Flights,
}

#[derive(Debug, clap::Args)]
struct Flights {
    #[command(subcommand)]
    question: Option<Question>,

    #[command(flatten)]
    data: Data,

    #[command(flatten)]
    printing: Printing,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Cli { store, flights } = Cli::parse();
    store.run(flights).await
}

impl Program for Flights {
    const TABLES: &'static [&'static Table] = &[FlightKey::TABLE];

    async fn run<S: AsyncStore>(self, database: AsyncDatabase<S>) -> Result<()> {
        let mut flights = Vec::new();
        let source = self.data.source()?;
        load::read(&source, self.data.on_error, |flight| {
            flights.push(flight.clone());
            Ok(None)
        })?;
        if database.count(FlightKey::prefix()).await? != flights.len() as u64 {
            let start = Instant::now();
            let records = flights.into_iter().map(|flight| (FlightKey::from(&flight), flight));
            let count = database.load(records).await.context("cannot load the flights")?;
            let seconds = start.elapsed().as_secs_f64();
            eprintln!("loaded {count} flights in {seconds:.1} s");
        }
        let questions = self.question.as_ref().map_or_else(Question::examples, |question| vec![question.clone()]);
        let mut out = io::stdout();
        for question in questions {
            let start = Instant::now();
            let (flights, table) = database.read(|rows| flights_of(&question, rows)).await?;
            let elapsed = start.elapsed();
            eprintln!("{question}: {} flights in {elapsed:.1?}", flights.len());
            match self.printing.format {
                Format::Json => {
                    print::json_of_flights(&flights, &mut out)?;
                    writeln!(out)?;
                }
                Format::Table => {
                    let (touched, table) = (flights.len() as u64, table.name().to_owned());
                    let answer = Answer { question, flights, table, scans: 1, touched, table_rows: touched, elapsed };
                    print::table_of_flights(&answer, self.printing.rows, &mut out)?;
                }
            }
        }
        Ok(())
    }
}
