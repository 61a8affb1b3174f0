//! Simulates one design: writes every event to a simulated cluster, then asks questions about the rows.

use std::ops::Range;

use anyhow::{Result, bail};

use crate::cli::Cli;
use crate::cluster::{Cluster, Load};
use crate::designs::{About, Design};
use crate::event::Event;
use crate::heat::{Heat, KeySpace};
use crate::questions::{Question, Table};
use crate::replay::Replay;
use crate::windows::Windows;

/// The input of the simulation, the same for all designs.
#[derive(Debug)]
pub(crate) struct Setup<'r> {
    pub(crate) replay: &'r Replay,
    pub(crate) windows: Windows,
    /// At most a million events. The questions are asked about a table of these events, and their keys divide the key
    /// space into cells.
    pub(crate) sample: Vec<Event>,
    pub(crate) questions: Vec<Question>,
    pub(crate) region_rows: u64,
    pub(crate) servers: usize,
}

const MAX_SAMPLED: u64 = 1_000_000;

/// The maximum number of regions if all regions are full. A table can have twice as many regions, because regions can
/// be half full.
const MAX_FULL_REGIONS: u64 = 256;

/// The number of initial regions on each server, for designs with initial split points.
const REGIONS_PER_SERVER: usize = 4;

impl<'r> Setup<'r> {
    /// Fails if the table would have so many regions that they need too much memory.
    pub(crate) fn new(replay: &'r Replay, cli: &Cli) -> Result<Self> {
        let min_rows = replay.rows().div_ceil(MAX_FULL_REGIONS);
        let region_rows = cli.region_rows.unwrap_or(replay.rows().div_ceil(10));
        if region_rows < min_rows {
            bail!(
                "{} rows in regions of {region_rows} are too many regions: --region-rows must be at least {min_rows}",
                replay.rows()
            );
        }
        let sample_step = usize::try_from(replay.rows().div_ceil(MAX_SAMPLED)).unwrap_or(usize::MAX).max(1);
        let mut end = 0;
        let events = replay.events().inspect(|event| end = event.at);
        let sample: Vec<_> =
            events.enumerate().filter(|(index, _)| index % sample_step == 0).map(|(_, event)| event).collect();
        let first = sample.first().map_or(0, |event| event.at);
        let questions = Question::about(&sample)?;
        let windows = Windows::new(first, end, cli.windows.into());
        Ok(Self { replay, windows, sample, questions, region_rows, servers: cli.servers.into() })
    }
}

/// The measurements of one simulated design.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) about: &'static About,
    pub(crate) heat: Heat,
    pub(crate) loads: Vec<Load>,
    pub(crate) regions_before: usize,
    pub(crate) regions: usize,
    pub(crate) empty_regions: usize,
    /// The share of its capacity that an average region uses, from 0 to 1.
    pub(crate) fill: f64,
    /// For each split of a region: the time window, and the cell that contains the split key.
    pub(crate) splits: Vec<(usize, usize)>,
    /// The labels beside the heat map: a cell and its text.
    pub(crate) labels: Vec<(usize, String)>,
    pub(crate) answers: Vec<Answer>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: Question,
    pub(crate) events: Vec<Event>,
    pub(crate) ranges: usize,
    pub(crate) rows: usize,
    pub(crate) cells: Vec<Range<usize>>,
}

/// Simulates the design `K`. Calls `progress` from time to time with the number of events that were written since the
/// previous call.
pub(crate) fn simulate<K: Design>(setup: &Setup<'_>, progress: &mut dyn FnMut(u64)) -> Result<Outcome> {
    const STEP: u64 = 1 << 14;
    let initial_splits = K::initial_splits(REGIONS_PER_SERVER * setup.servers);
    let keys = setup.sample.iter().map(|event| Ok((K::key(event)?, *event)));
    let table = Table::<K>::new(keys.collect::<Result<Vec<_>>>()?);
    let space = KeySpace::new(&initial_splits, table.keys());

    let mut cluster = Cluster::new(&initial_splits, setup.region_rows, setup.servers);
    let mut heat = Heat::new(setup.windows.count(), space.cells());
    let mut loads = Vec::with_capacity(setup.windows.count());
    let mut splits = Vec::new();
    for (event, number) in setup.replay.events().zip(1..) {
        let window = setup.windows.of(event.at);
        while loads.len() < window {
            loads.push(cluster.end_window());
        }
        let key = K::key(&event)?;
        heat.add(window, space.cell(key.as_ref()));
        if let Some(median) = cluster.write(key) {
            splits.push((window, space.cell(median.as_ref())));
        }
        if number % STEP == 0 {
            progress(STEP);
        }
    }
    progress(setup.replay.rows() % STEP);
    loads.push(cluster.end_window());

    Ok(Outcome {
        about: &K::ABOUT,
        loads,
        regions_before: initial_splits.len() + 1,
        regions: cluster.regions(),
        empty_regions: cluster.empty_regions(),
        fill: ratio(setup.replay.rows(), setup.region_rows * cluster.regions() as u64),
        splits,
        labels: labels(&space, &table),
        answers: setup.questions.iter().map(|question| answer(question, &table, &space)).collect::<Result<_>>()?,
        heat,
    })
}

fn answer<K: Design>(question: &Question, table: &Table<K>, space: &KeySpace) -> Result<Answer> {
    let cost = table.ask(question)?;
    Ok(Answer {
        question: question.clone(),
        events: cost.answer,
        ranges: cost.ranges.len(),
        rows: cost.rows,
        cells: cost.ranges.iter().map(|range| space.cells_of(range)).collect(),
    })
}

/// Returns a label for each initial region, or four labels if there is only one initial region.
fn labels<K: Design>(space: &KeySpace, table: &Table<K>) -> Vec<(usize, String)> {
    let step = if space.cells_per_region() == space.cells() { space.cells() / 4 } else { space.cells_per_region() };
    let cells = (0..space.cells()).step_by(step.max(1));
    cells.map(|cell| (cell, K::label(space.start(cell), table.first_from(space.start(cell))))).collect()
}

#[allow(clippy::cast_precision_loss, reason = "rows are far below 2^53")]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { real(part) / real(whole) }
}

impl Load {
    /// Returns the share of writes that each region would get if all regions got the same number.
    pub(crate) fn even_share(&self) -> f64 {
        1.0 / real(self.regions as u64)
    }
}

/// The spread of the writes of a design over regions and servers. The "even share" is the share of a region if all regions took the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// On average over the windows, the busiest region takes at least half of the writes.
    Hot,
    /// The busiest region takes less than half of the writes, but more than twice the even share.
    Uneven,
    /// The busiest region takes at most twice the even share.
    Even,
}

impl Outcome {
    pub(crate) fn answer(&self, question: &Question) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.question == *question)
    }

    /// Returns the loads of the second half of the windows. In the first half, the table still has few regions.
    fn settled(&self) -> &[Load] {
        self.loads.get(self.loads.len() / 2..).unwrap_or_default()
    }

    /// Returns the share of the writes that went to the busiest region or server of each window, which `busiest`
    /// counts.
    fn share(&self, busiest: impl Fn(&Load) -> u64) -> f64 {
        let settled = self.settled();
        ratio(settled.iter().map(busiest).sum(), settled.iter().map(|load| load.writes).sum())
    }

    pub(crate) fn busiest_region(&self) -> f64 {
        self.share(|load| load.busiest_region)
    }

    pub(crate) fn busiest_server(&self) -> f64 {
        self.share(|load| load.busiest_server)
    }

    /// Returns the even share, as an average over the windows weighted by their writes.
    pub(crate) fn even_share(&self) -> f64 {
        let settled = self.settled();
        let shares = settled.iter().map(|load| real(load.writes) * load.even_share());
        shares.sum::<f64>() / real(settled.iter().map(|load| load.writes).sum::<u64>().max(1))
    }

    /// Returns the share of the busiest region in the window with the most writes.
    pub(crate) fn busiest_region_at_peak(&self) -> f64 {
        let peak = self.settled().iter().max_by_key(|load| load.writes);
        peak.map_or(0.0, |load| ratio(load.busiest_region, load.writes))
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.busiest_region() {
            share if share >= 0.5 => Verdict::Hot,
            share if share > 2.0 * self.even_share() => Verdict::Uneven,
            _ => Verdict::Even,
        }
    }
}
