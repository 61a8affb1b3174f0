//! Loads the flights that left New York into any store that has an adapter, and answers the questions of the example
//! `flights`. The answers are the same, byte for byte:
//!
//! ```sh
//! cd examples/engines
//! cargo run --release -- --store redb --at /tmp/flights.redb
//! cargo run --release --features dynamodb -- --store dynamodb --at http://127.0.0.1:8000
//! ```

mod open;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use rowkey::RowKey;
use rowkey_examples::flight::Flight;
use rowkey_examples::flights::command::{Data, Format, Printing, Question};
use rowkey_examples::flights::keys::FlightKey;
use rowkey_examples::flights::queries::{Answer, flights_of};
use rowkey_examples::flights::{load, print};
use rowkey_remote::{AsyncDatabase, AsyncStore};
use std::io::{self, Write};
use std::time::Instant;

/// Load the flights that left New York into a store, and answer questions.
///
/// Without a question, the program answers four example questions. Answers go to standard output, and times to standard
/// error. The first run loads the store, and later runs use it.
#[derive(Debug, Parser)]
#[command(name = "flights", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    question: Option<Question>,

    /// The store; each one except redb needs the feature of its name
    #[arg(long, value_enum, global = true, default_value_t = Engine::Redb)]
    store: Engine,

    /// The path or the address of the store
    #[arg(long, global = true, default_value = "flights.redb")]
    at: String,

    #[command(flatten)]
    data: Data,

    #[command(flatten)]
    printing: Printing,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Engine {
    Redb,
    #[cfg(feature = "rocksdb")]
    Rocksdb,
    #[cfg(feature = "hbase")]
    Hbase,
    #[cfg(feature = "dynamodb")]
    Dynamodb,
    #[cfg(feature = "bigtable")]
    Bigtable,
    #[cfg(feature = "mongodb")]
    Mongodb,
}

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::parse();
    match cli.store {
        Engine::Redb => run(&open::redb(&cli.at)?, &cli).await,
        #[cfg(feature = "rocksdb")]
        Engine::Rocksdb => run(&open::rocksdb(&cli.at)?, &cli).await,
        #[cfg(feature = "hbase")]
        Engine::Hbase => run(&open::hbase(&cli.at), &cli).await,
        #[cfg(feature = "dynamodb")]
        Engine::Dynamodb => run(&open::dynamodb(&cli.at).await?, &cli).await,
        #[cfg(feature = "bigtable")]
        Engine::Bigtable => run(&open::bigtable(&cli.at).await?, &cli).await,
        #[cfg(feature = "mongodb")]
        Engine::Mongodb => run(&open::mongodb(&cli.at).await?, &cli).await,
    }
}

async fn run(store: &impl Flights, cli: &Cli) -> Result<()> {
    let mut flights = Vec::new();
    let source = cli.data.source()?;
    load::read(&source, cli.data.on_error, |flight| {
        flights.push(flight.clone());
        Ok(None)
    })?;
    if store.count().await? != flights.len() as u64 {
        let start = Instant::now();
        store.load(&flights).await.context("cannot load the flights")?;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("loaded {} flights in {seconds:.1} s", flights.len());
    }
    let questions = cli.question.as_ref().map_or_else(Question::examples, |question| vec![question.clone()]);
    let mut out = io::stdout().lock();
    for question in questions {
        let start = Instant::now();
        let (flights, table) = store.answer(&question).await?;
        let elapsed = start.elapsed();
        eprintln!("{question}: {} flights in {elapsed:.1?}", flights.len());
        match cli.printing.format {
            Format::Json => {
                print::json_of_flights(&flights, &mut out)?;
                writeln!(out)?;
            }
            Format::Table => {
                let touched = flights.len() as u64;
                let answer = Answer { question, flights, table, scans: 1, touched, table_rows: touched, elapsed };
                print::table_of_flights(&answer, cli.printing.rows, &mut out)?;
            }
        }
    }
    Ok(())
}

/// The operations of the program on a store. A store on this machine and an async store implement them differently.
trait Flights {
    async fn count(&self) -> Result<u64>;
    async fn load(&self, flights: &[Flight]) -> Result<()>;
    async fn answer(&self, question: &Question) -> Result<(Vec<Flight>, String)>;
}

/// The number of flights that are written at the same time.
const WRITES: usize = 32;

impl<S: AsyncStore> Flights for AsyncDatabase<S> {
    async fn count(&self) -> Result<u64> {
        Ok(self.read(|rows| rows.count(FlightKey::prefix())).await?)
    }

    async fn load(&self, flights: &[Flight]) -> Result<()> {
        let put = async |flight: &Flight| self.write(|rows| rows.put(&FlightKey::from(flight), flight)).await;
        let Some((first, others)) = flights.split_first() else { return Ok(()) };
        // The first write records the layouts of the tables.
        put(first).await?;
        Ok(stream::iter(others).map(put).buffer_unordered(WRITES).try_collect().await?)
    }

    async fn answer(&self, question: &Question) -> Result<(Vec<Flight>, String)> {
        let (flights, table) = self.read(|rows| flights_of(question, rows)).await?;
        Ok((flights, table.name().to_owned()))
    }
}

macro_rules! flights_in_transactions {
    ($($database:ty),*) => {$(
        impl Flights for $database {
            async fn count(&self) -> Result<u64> {
                Ok(self.read()?.count(FlightKey::prefix())?)
            }

            async fn load(&self, flights: &[Flight]) -> Result<()> {
                Ok(self.write(|rows| {
                    flights.iter().try_for_each(|flight| rows.put(&FlightKey::from(flight), flight))
                })?)
            }

            async fn answer(&self, question: &Question) -> Result<(Vec<Flight>, String)> {
                let (flights, table) = flights_of(question, &self.read()?)?;
                Ok((flights, table.name().to_owned()))
            }
        }
    )*};
}

flights_in_transactions!(rowkey_redb::Database);
#[cfg(feature = "rocksdb")]
flights_in_transactions!(rowkey_rocksdb::Database);
