//! The command `guess`: prints the struct that [`rowkey_guess`] proposes for sample keys.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use anyhow::{Result, anyhow};
use rowkey_cli::FileLayout;
use rowkey_guess::{Advice, GuessError, Proposal, space_code};

use crate::cli::Guess;
use crate::layouts::LayoutFile;
use crate::samples;

/// Proposes a struct for sample keys, or several structs and their key space.
pub(crate) fn guess(args: &Guess, input: impl BufRead, out: &mut impl Write) -> Result<()> {
    let (samples, proposals) = if args.wide {
        let cells = samples::cells(args, input)?;
        let proposal = rowkey_guess::guess_wide(&cells).map(|proposal| vec![proposal]);
        (cells.into_iter().map(|(row, qualifier)| [row, qualifier].concat()).collect(), proposal)
    } else {
        let samples = samples::read(args, input)?;
        let proposals = rowkey_guess::guess(&samples);
        (samples, proposals)
    };
    let proposals = proposals.map_err(|error| match error {
        GuessError::SomeNotDecoded => anyhow!("{error}; help: give the command the keys of one kind"),
        error => error.into(),
    })?;
    let in_file = |proposal: &Proposal| FileLayout(proposal.layout().clone());
    let layout = match &proposals[..] {
        [proposal] => LayoutFile::One(Box::new(in_file(proposal))),
        proposals => LayoutFile::Space(proposals.iter().map(in_file).collect()),
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &layout).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for proposal in &proposals {
        writeln!(out, "{}", proposal.code())?;
        writeln!(out, "{}", parts_table(proposal))?;
        if let Some(advice) = advice(proposal) {
            writeln!(out, "{advice}\n")?;
        }
    }
    if proposals.len() > 1 {
        writeln!(out, "{}", space_code(&proposals))?;
    }
    // Explains samples from all over the table, because the first samples resemble each other.
    for sample in samples.iter().step_by(samples.len().div_ceil(args.show.max(1))).take(args.show) {
        writeln!(out, "{}", layout.explain(sample))?;
    }
    Ok(())
}

/// Returns a table of the parts, with the meaning and the likelihood of each guess.
fn parts_table(proposal: &Proposal) -> String {
    let parts = proposal.parts().into_iter().map(|part| (part.name, format!("{} %", part.percent), part.reading));
    let header = ("part".to_owned(), "sure".to_owned(), "reading".to_owned());
    let rows: Vec<(String, String, String)> = std::iter::once(header).chain(parts).collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |mut table, (name, sure, reading)| {
        let _ = writeln!(table, "  {name:width$}  {sure:>4}  {reading}");
        table
    })
}

fn advice(proposal: &Proposal) -> Option<String> {
    match proposal.advice()? {
        Advice::MoreKeys { needed, .. } => Some(format!(
            "The guess compared only {} different keys. What they have in common can be a coincidence.\n\
             help: take {needed} or more keys from all over the table",
            proposal.compared_keys()
        )),
        Advice::KeysOfOneKind => Some(
            "The end of the keys has no pattern. Perhaps the keys are of several kinds, or an earlier part is read wrongly.\n\
             help: give the command the keys of one kind; if they are, read the values of each part from the left, and correct the \
             first part that makes no sense"
                .to_owned(),
        ),
        _ => None,
    }
}
