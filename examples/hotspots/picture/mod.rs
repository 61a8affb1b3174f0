//! The picture: a heat map for each design, as one SVG and as an HTML page.

mod chart;
mod legend;
mod page;
mod scale;
mod sheet;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::questions::Question;
use crate::simulate::{Answer, Outcome, Setup, Verdict};
use crate::table;

use self::scale::Scale;

/// Looks for light and dark; both files hold it, so that neither needs another file. Not by variables, which some
/// viewers of SVG do not know, and below `.hotspots`, so that it means nothing to a page around the picture.
const STYLE: &str = include_str!("style.css");

/// Writes `hotspots.svg` and `hotspots.html` into a folder.
pub(crate) fn write(outcomes: &[Outcome], setup: &Setup<'_>, folder: &Path) -> Result<[PathBuf; 2]> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let scale = Scale::of(outcomes, &setup.windows);
    let files = [("hotspots.svg", sheet::draw(outcomes, setup, &scale)), ("hotspots.html", page::draw(outcomes, setup, &scale))];
    for (name, text) in &files {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(files.map(|(name, _)| folder.join(name)))
}

const TITLE: &str = "Where do the writes go?";

/// What was done, in a sentence.
fn what(outcomes: &[Outcome], setup: &Setup<'_>) -> String {
    let keys = if outcomes.len() == 1 { "one row key".to_owned() } else { format!("{} row keys", outcomes.len()) };
    format!("{}, each written when it leaves, under {keys}. A region with more rows is cut at its median key.", table::headline(setup))
}

const HOW_TO_READ: &str = "A bright streak: at any time all writes fall on one spot, and one server does the work of \
                           all. An even tint: all servers share it.";

/// `HOT`, and how much that is.
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

/// What is measured of the writes, in words.
fn measured(outcome: &Outcome) -> String {
    format!(
        "Busiest region {} of the writes, {} if even; busiest server {}. {} regions{}.",
        table::percent(outcome.busiest_region()),
        table::percent(outcome.even_share()),
        table::percent(outcome.busiest_server()),
        outcome.regions,
        if outcome.empty_regions > 0 { format!(", {} of them empty", outcome.empty_regions) } else { String::new() },
    )
}

/// The answer whose ranges are shown beside the heat map.
fn shown_answer(outcome: &Outcome) -> Option<&Answer> {
    outcome.answers.iter().find(|answer| matches!(answer.question, Question::Hour(_)))
}

/// What the two questions cost that tell the designs apart most.
fn costs(outcome: &Outcome) -> String {
    let cost = |question: fn(&Question) -> bool, name: &str| {
        let answer = outcome.answers.iter().find(|answer| question(&answer.question))?;
        Some(format!("{name}: {}", cost(answer)))
    };
    let costs = [
        cost(|question| matches!(question, Question::Hour(_)), "One hour"),
        cost(|question| matches!(question, Question::OneFlight(_)), "One flight"),
    ];
    costs.into_iter().flatten().collect::<Vec<_>>().join(". ") + "."
}

fn cost(answer: &Answer) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let count = |count: usize| indicatif::HumanCount(count as u64).to_string();
    format!(
        "{} range{}, {} row{} read",
        count(answer.ranges),
        plural(answer.ranges),
        count(answer.rows),
        plural(answer.rows)
    )
}
