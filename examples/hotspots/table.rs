//! The comparison as tables for people.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use indicatif::HumanCount;

use crate::questions::Question;
use crate::simulate::{Answer, Outcome, Setup, Verdict};

/// A line under the header and no other.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Prints where the writes went, then what the questions cost.
pub(crate) fn print(outcomes: &[Outcome], setup: &Setup<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n", headline(setup))?;
    writeln!(out, "Writes: the share that the busiest region, and the busiest server, took of a window of {}", setup.windows.length())?;
    writeln!(out, "{}\n", writes(outcomes))?;
    writeln!(out, "Reads: ranges opened / rows read, of a table of {} rows", HumanCount(setup.sample.len() as u64))?;
    writeln!(out, "{}", reads(outcomes, &setup.questions))?;
    for question in &setup.questions {
        let answer = outcomes.first().and_then(|outcome| outcome.answer(question));
        let rows = answer.map_or(0, |answer| answer.events.len());
        writeln!(out, "{}: {}, {} in all", question.name(), question.in_full(), HumanCount(rows as u64))?;
    }
    Ok(())
}

/// What was replayed.
pub(crate) fn headline(setup: &Setup<'_>) -> String {
    format!(
        "{} {}, regions of up to {} rows on {} servers",
        HumanCount(setup.replay.rows()),
        if setup.replay.is_generated() { "generated flights" } else { "flights" },
        HumanCount(setup.region_rows),
        setup.servers,
    )
}

fn writes(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_header(["design", "key", "regions", "full", "region", "at peak", "if even", "server", ""])
        .add_rows(outcomes.iter().map(|outcome| {
            [
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
        }));
    align_right(&mut table, 2..8);
    table
}

fn reads(outcomes: &[Outcome], questions: &[Question]) -> Table {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_header(["design"].into_iter().chain(questions.iter().map(Question::name)))
        .add_rows(outcomes.iter().map(|outcome| {
            let costs = questions.iter().map(|question| outcome.answer(question).map(cost).unwrap_or_default());
            [outcome.about.name.to_owned()].into_iter().chain(costs)
        }));
    align_right(&mut table, 1..questions.len() + 1);
    table
}

fn align_right(table: &mut Table, columns: std::ops::Range<usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// `12 / 54`.
pub(crate) fn cost(answer: &Answer) -> String {
    format!("{} / {}", HumanCount(answer.ranges as u64), HumanCount(answer.rows as u64))
}

/// `1 → 19`.
pub(crate) fn regions(outcome: &Outcome) -> String {
    match outcome.empty_regions {
        0 => format!("{} → {}", outcome.regions_before, outcome.regions),
        empty => format!("{} → {}, {empty} empty", outcome.regions_before, outcome.regions),
    }
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Hot => "hot",
        Verdict::Uneven => "uneven",
        Verdict::Even => "even",
    }
}
