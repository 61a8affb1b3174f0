//! Loads the flights that left New York into an embedded database under five row keys, and answers four questions, each
//! by one scan: `cargo run -p rowkey-examples --example flights -- --help`.

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use rowkey_examples::flights::command::{Data, Printing, Question};
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::store::Store;
use rowkey_examples::flights::{names, print, queries};
use rowkey_examples::terminal;

/// Load the flights that left New York into an embedded database, and answer questions, each by one scan of an index.
///
/// Without a question, the program answers four example questions. Answers go to standard output, everything else to standard
/// error. The first run loads the database, and later runs use it.
#[derive(Debug, Parser)]
#[command(name = "flights", max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    question: Option<Question>,

    #[command(flatten)]
    data: Data,

    /// The database; loaded unless it already holds these flights [default: `rowkey-flights.redb` in the folder for
    /// temporary files]
    #[arg(long, value_name = "FILE", global = true)]
    db: Option<PathBuf>,

    #[command(flatten)]
    printing: Printing,
}

fn main() -> ExitCode {
    let Cli { question, data, db, printing } = Cli::parse();
    let questions = question.map_or_else(Question::examples, |question| vec![question]);
    let result = ensure_loaded(&data, db.as_deref())
        .and_then(|store| answer_all(&questions, &store, printing, &mut io::stdout().lock()));
    terminal::exit_code(&result)
}

fn answer_all(questions: &[Question], store: &Store, printing: Printing, out: &mut impl Write) -> Result<()> {
    let snapshot = store.read()?;
    for question in questions {
        let answer = queries::answer(question, &snapshot)?;
        if answer.flights.is_empty() {
            let [first, last] = names::first_and_last_day(&snapshot)?;
            eprintln!("no flight answers `{question}`; the data run from {first} to {last}");
        }
        print::answer(&answer, printing, out)?;
    }
    Ok(())
}
