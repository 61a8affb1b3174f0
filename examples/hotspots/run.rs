//! Simulates all designs in parallel, with a progress bar on a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};

use crate::designs::Choice;
use crate::simulate::{Outcome, Setup};

/// Returns the outcome of each design, in the order of `choices`.
pub(crate) fn all(choices: &[Choice], setup: &Setup<'_>) -> Result<Vec<Outcome>> {
    let bar = progress_bar(setup.replay.rows() * choices.len() as u64)?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(choice) = choices.get(index) else {
                return Ok(done);
            };
            done.push((index, (choice.simulate)(setup, &mut |events| bar.inc(events))?));
        }
    };
    let mut done = thread::scope(|scope| {
        let workers = available_parallelism().map_or(1, usize::from).min(choices.len());
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let results =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err(anyhow!("a thread failed"))));
        results.collect::<Result<Vec<_>>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    bar.finish_and_clear();
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
}

fn progress_bar(events: u64) -> Result<ProgressBar> {
    if !stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("replaying {bar:40} {human_pos} of {human_len} writes, {eta} left")?;
    Ok(ProgressBar::new(events).with_style(style))
}
