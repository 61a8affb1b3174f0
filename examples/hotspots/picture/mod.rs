//! Draws a heat map for each design, as one SVG and as an HTML page.

mod chart;
mod legend;
mod page;
mod scale;
mod sheet;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::HumanCount;
use rowkey_examples::terminal::percent;

use crate::questions::Question;
use crate::simulate::{Answer, Outcome, Setup, Verdict};
use crate::table;

use self::scale::Scale;

pub(crate) fn write(outcomes: &[Outcome], setup: &Setup<'_>, folder: &Path) -> Result<[PathBuf; 2]> {
    // One scale for all designs, because the total writes of a window are the same under every design.
    let scale = Scale::of(outcomes.first().map_or(&[][..], |outcome| &outcome.loads), &setup.windows);
    let files = [
        ("hotspots.svg", sheet::draw(outcomes, setup, &scale)),
        ("hotspots.html", page::draw(outcomes, setup, &scale)),
    ];
    for (name, text) in &files {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(files.map(|(name, _)| folder.join(name)))
}

const TITLE: &str = "Where do the writes go?";

fn introduction(outcomes: &[Outcome], setup: &Setup<'_>) -> [String; 3] {
    let keys = if outcomes.len() == 1 { "one row key".to_owned() } else { format!("{} row keys", outcomes.len()) };
    [
        format!(
            "{}, {}, each written when the flight leaves, under {keys}.",
            table::flights(setup),
            setup.windows.period()
        ),
        format!(
            "A store sorts rows by key. It splits the table into regions, here of up to {} rows, and distributes them \
             over its servers, here {}.",
            HumanCount(setup.region_rows),
            setup.servers
        ),
        "One hot line: all writes go to one region, and one server does all the work. An even color, or many cooler \
         lines: all servers share the work."
            .to_owned(),
    ]
}

/// Returns the verdict in capitals, such as `HOT`.
fn verdict(outcome: &Outcome) -> String {
    table::verdict(outcome.verdict()).to_uppercase()
}

fn verdict_class(outcome: &Outcome) -> &'static str {
    match outcome.verdict() {
        Verdict::Hot => "hot",
        Verdict::Uneven => "uneven",
        Verdict::Even => "cool",
    }
}

/// Returns two lines of text: the shares of the writes, and the costs of reads.
fn measured(outcome: &Outcome) -> [String; 2] {
    let writes = format!(
        "Writes: busiest region {}, if even {}; busiest server {}",
        percent(outcome.busiest_region()),
        percent(outcome.even_share()),
        percent(outcome.busiest_server()),
    );
    let flight = outcome.answers.iter().find(|answer| matches!(answer.question, Question::OneFlight(_)));
    let reads = [
        shown_answer(outcome).map(|answer| format!("one hour {} in {}", rows(answer), ranges(answer))),
        flight.map(|answer| format!("one flight in {}", ranges(answer))),
    ];
    let reads: Vec<_> = reads.into_iter().flatten().collect();
    [writes, format!("Reads: {}", reads.join("; "))]
}

/// Returns the answer to the question about one hour, whose ranges are drawn beside the heat map.
fn shown_answer(outcome: &Outcome) -> Option<&Answer> {
    outcome.answers.iter().find(|answer| matches!(answer.question, Question::Hour(_)))
}

/// Returns text such as `54 rows`.
fn rows(answer: &Answer) -> String {
    table::count(answer.rows as u64, "row")
}

/// Returns text such as `12 ranges`.
fn ranges(answer: &Answer) -> String {
    table::count(answer.ranges as u64, "range")
}
