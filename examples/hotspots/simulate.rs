//! One design's replay: every event is written to the cluster, then the table is asked.

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

/// What all designs have in common.
#[derive(Debug)]
pub(crate) struct Setup<'r> {
    pub(crate) replay: &'r Replay,
    pub(crate) windows: Windows,
    /// Some of the events, or all if they are not too many: the table that is asked, and the scale of the key space.
    pub(crate) sample: Vec<Event>,
    pub(crate) questions: Vec<Question>,
    pub(crate) region_rows: u64,
    pub(crate) servers: usize,
}

/// So many events are in the sample at most.
const MOST_SAMPLED: u64 = 1_000_000;

/// So many full regions there may be; where regions stay half full, twice as many.
const MOST_FULL_REGIONS: u64 = 256;

/// A table that is cut before its first row has so many regions on each server.
const REGIONS_A_SERVER: usize = 4;

impl<'r> Setup<'r> {
    /// Fails when the table would have so many regions that keeping them all takes too much memory.
    pub(crate) fn new(replay: &'r Replay, cli: &Cli) -> Result<Self> {
        let least = replay.rows().div_ceil(MOST_FULL_REGIONS);
        let region_rows = cli.region_rows.unwrap_or(replay.rows().div_ceil(10));
        if region_rows < least {
            bail!(
                "{} rows in regions of {region_rows} are too many regions: --region-rows must be at least {least}",
                replay.rows()
            );
        }
        let every = usize::try_from(replay.rows().div_ceil(MOST_SAMPLED)).unwrap_or(usize::MAX).max(1);
        let mut end = 0;
        let events = replay.events().inspect(|event| end = event.at);
        let sample: Vec<_> =
            events.enumerate().filter(|(index, _)| index % every == 0).map(|(_, event)| event).collect();
        let first = sample.first().map_or(0, |event| event.at);
        let questions = Question::about(&sample)?;
        let windows = Windows::new(first, end, cli.windows.into());
        Ok(Self { replay, windows, sample, questions, region_rows, servers: cli.servers.into() })
    }
}

/// What became of a design.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) about: &'static About,
    pub(crate) heat: Heat,
    /// Of each time window.
    pub(crate) loads: Vec<Load>,
    /// Regions before the first row.
    pub(crate) regions_before: usize,
    pub(crate) regions: usize,
    pub(crate) empty_regions: usize,
    /// Rows of the average region as a share of the rows it has room for.
    pub(crate) fill: f64,
    /// The window in which a region was cut, and the cell at whose start.
    pub(crate) cuts: Vec<(usize, usize)>,
    /// Cells of the key space with names for them.
    pub(crate) places: Vec<(usize, String)>,
    pub(crate) answers: Vec<Answer>,
}

/// What a question cost.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: Question,
    pub(crate) events: Vec<Event>,
    pub(crate) ranges: usize,
    pub(crate) rows: usize,
    /// The cells in which the ranges lie.
    pub(crate) cells: Vec<Range<usize>>,
}

/// Replays under the keys `K`; `progress` is told now and then of so many more events.
pub(crate) fn simulate<K: Design>(setup: &Setup<'_>, progress: &mut dyn FnMut(u64)) -> Result<Outcome> {
    const TELL: u64 = 1 << 14;
    let before = K::cuts(REGIONS_A_SERVER * setup.servers);
    let keys = setup.sample.iter().map(|event| Ok((K::key(event)?, *event)));
    let table = Table::<K>::new(keys.collect::<Result<Vec<_>>>()?);
    let space = KeySpace::new(&before, table.keys());

    let mut cluster = Cluster::new(&before, setup.region_rows, setup.servers);
    let mut heat = Heat::new(setup.windows.count(), space.cells());
    let mut loads = Vec::with_capacity(setup.windows.count());
    let mut cuts = Vec::new();
    for (event, number) in setup.replay.events().zip(1..) {
        let window = setup.windows.of(event.at);
        while loads.len() < window {
            loads.push(cluster.end_window());
        }
        let key = K::key(&event)?;
        heat.add(window, space.cell(key.as_ref()));
        if let Some(median) = cluster.write(key) {
            cuts.push((window, space.cell(median.as_ref())));
        }
        if number % TELL == 0 {
            progress(TELL);
        }
    }
    progress(setup.replay.rows() % TELL);
    loads.push(cluster.end_window());

    Ok(Outcome {
        about: &K::ABOUT,
        loads,
        regions_before: before.len() + 1,
        regions: cluster.regions(),
        empty_regions: cluster.empty_regions(),
        fill: ratio(setup.replay.rows(), setup.region_rows * cluster.regions() as u64),
        cuts,
        places: places(&space, &table),
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

/// A name for each region that the table began with; if that is one region, for four places in it.
fn places<K: Design>(space: &KeySpace, table: &Table<K>) -> Vec<(usize, String)> {
    let step = if space.cells_each() == space.cells() { space.cells() / 4 } else { space.cells_each() };
    let cells = (0..space.cells()).step_by(step.max(1));
    cells.map(|cell| (cell, K::place(space.start(cell), table.first_from(space.start(cell))))).collect()
}

#[allow(clippy::cast_precision_loss, reason = "rows are far below 2^53")]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { real(part) / real(whole) }
}

impl Load {
    /// What each region's share would be if all took the same.
    pub(crate) fn even_share(&self) -> f64 {
        1.0 / real(self.regions as u64)
    }
}

/// How evenly the writes of a design are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// One region takes at least half of the writes of its time.
    Hot,
    /// One region takes more than twice its even share.
    Uneven,
    /// No region takes more than twice its even share.
    Even,
}

impl Outcome {
    pub(crate) fn answer(&self, question: &Question) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.question == *question)
    }

    /// The second half of the time, when the table is no longer new: at first it is one region, and all writes go there.
    fn settled(&self) -> &[Load] {
        self.loads.get(self.loads.len() / 2..).unwrap_or_default()
    }

    /// The part of the writes that went to what was busiest in its window.
    fn share(&self, busiest: impl Fn(&Load) -> u64) -> f64 {
        let settled = self.settled();
        ratio(settled.iter().map(busiest).sum(), settled.iter().map(|load| load.writes).sum())
    }

    /// The share of a window's writes that its busiest region took; windows count by their writes.
    pub(crate) fn busiest_region(&self) -> f64 {
        self.share(|load| load.busiest_region)
    }

    /// The same for servers.
    pub(crate) fn busiest_server(&self) -> f64 {
        self.share(|load| load.busiest_server)
    }

    /// What the share of each region would be if all took the same.
    pub(crate) fn even_share(&self) -> f64 {
        let settled = self.settled();
        let shares = settled.iter().map(|load| real(load.writes) * load.even_share());
        shares.sum::<f64>() / real(settled.iter().map(|load| load.writes).sum::<u64>().max(1))
    }

    /// The busiest region's share in the window with the most writes.
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
