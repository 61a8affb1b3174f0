//! Prints the comparison of the designs as two tables: the shares of the writes, and the costs of the questions.

use std::io::{self, Write};

use indicatif::HumanCount;
use rowkey_examples::terminal::{percent, table};

use crate::questions::Question;
use crate::simulate::{Answer, Outcome, Setup, Verdict};

pub(crate) fn print(outcomes: &[Outcome], setup: &Setup<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n", headline(setup))?;
    writeln!(out, "{}", about_writes(setup))?;
    let rows = outcomes.iter().map(writes_of);
    writeln!(out, "{}\n", table(&WRITES_HEADER, 2..WRITES_HEADER.len() - 1, rows))?;
    writeln!(out, "{}", about_reads(setup))?;
    let rows = outcomes.iter().map(|outcome| reads_of(outcome, setup));
    let header = reads_header(setup);
    writeln!(out, "{}", table(&header, 1..header.len(), rows))?;
    for question in questions(outcomes, setup) {
        writeln!(out, "  {question}")?;
    }
    Ok(())
}

/// Returns text such as `1,000 generated flights`.
pub(crate) fn flights(setup: &Setup<'_>) -> String {
    count(setup.replay.rows(), if setup.replay.is_generated() { "generated flight" } else { "flight" })
}

fn headline(setup: &Setup<'_>) -> String {
    format!(
        "{}, {}; regions of up to {} on {}",
        flights(setup),
        setup.windows.period(),
        count(setup.region_rows, "row"),
        count(setup.servers as u64, "server"),
    )
}

pub(crate) fn about_writes(setup: &Setup<'_>) -> String {
    format!(
        "Writes: the share of the busiest region, and of the busiest server, in a window of {} (second half of the time)",
        setup.windows.length()
    )
}

pub(crate) const WRITES_HEADER: [&str; 9] =
    ["design", "key", "regions", "full", "region", "at peak", "if even", "server", ""];

pub(crate) fn writes_of(outcome: &Outcome) -> Vec<String> {
    vec![
        outcome.about.name.to_owned(),
        outcome.about.key.to_owned(),
        regions(outcome),
        percent(outcome.fill),
        percent(outcome.busiest_region()),
        percent(outcome.busiest_region_at_peak()),
        percent(outcome.even_share()),
        percent(outcome.busiest_server()),
        verdict(outcome.verdict()).to_owned(),
    ]
}

pub(crate) fn about_reads(setup: &Setup<'_>) -> String {
    let rows = HumanCount(setup.sample.len() as u64);
    let which = match setup.replay.rows().div_ceil(setup.sample.len().max(1) as u64) {
        1 => String::new(),
        every => format!(" (one flight in {every})"),
    };
    format!("Reads: ranges opened / rows read, of a table of {rows} rows{which}")
}

pub(crate) fn reads_header(setup: &Setup<'_>) -> Vec<&'static str> {
    ["design"].into_iter().chain(setup.questions.iter().map(Question::name)).collect()
}

pub(crate) fn reads_of(outcome: &Outcome, setup: &Setup<'_>) -> Vec<String> {
    let cost = |answer: &Answer| format!("{} / {}", HumanCount(answer.ranges as u64), HumanCount(answer.rows as u64));
    let costs = setup.questions.iter().map(|question| outcome.answer(question).map(cost).unwrap_or_default());
    [outcome.about.name.to_owned()].into_iter().chain(costs).collect()
}

/// Returns each question with its values, and the number of rows in its answer.
pub(crate) fn questions(outcomes: &[Outcome], setup: &Setup<'_>) -> Vec<String> {
    let line = |question: &Question| {
        let answer = outcomes.first().and_then(|outcome| outcome.answer(question));
        let rows = HumanCount(answer.map_or(0, |answer| answer.events.len()) as u64);
        format!("{}: {}, {rows} in all", question.name(), question.in_full())
    };
    setup.questions.iter().map(line).collect()
}

/// Returns the number of regions before the first and after the last write, such as `1 → 19`.
pub(crate) fn regions(outcome: &Outcome) -> String {
    match outcome.empty_regions {
        0 => format!("{} → {}", outcome.regions_before, outcome.regions),
        empty => format!("{} → {}, {empty} empty", outcome.regions_before, outcome.regions),
    }
}

/// Returns a number with its noun, such as `12 ranges`.
pub(crate) fn count(count: u64, name: &str) -> String {
    format!("{} {name}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Hot => "hot",
        Verdict::Uneven => "uneven",
        Verdict::Even => "even",
    }
}
