//! The flights that left New York in January 2013, in an embedded store under five row keys, and four questions, each
//! answered by one scan: `cargo run --release --example flights -- --help`.

mod cli;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::options::Printing;
use rowkey_examples::flights::question::Question;
use rowkey_examples::flights::store::Store;
use rowkey_examples::flights::{occurs, print, questions};
use rowkey_examples::terminal;

use crate::cli::Cli;

fn main() -> ExitCode {
    let Cli { question, data, db, printing } = Cli::parse();
    let questions = question.map_or_else(Question::examples, |question| vec![question]);
    let answered = ensure_loaded(&data, db.as_deref())
        .and_then(|store| answer_all(&questions, &store, printing, &mut io::stdout().lock()));
    terminal::end(&answered)
}

fn answer_all(questions: &[Question], store: &Store, printing: Printing, out: &mut impl Write) -> Result<()> {
    let snapshot = store.read()?;
    for question in questions {
        let answer = questions::answer(question, &snapshot)?;
        if answer.flights.is_empty() {
            let [first, last] = occurs::span(&snapshot)?;
            eprintln!("no flight answers `{question}`; the data run from {first} to {last}");
        }
        print(&answer, printing, out)?;
    }
    Ok(())
}
