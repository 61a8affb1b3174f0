//! The events in the order in which they happened: as recorded, or as many as wanted that are like them.

use std::fs::File;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use rowkey_examples::rows::Rows;
use rowkey_examples::shipped_flights;

use crate::cli::Cli;
use crate::event::Event;

/// Where events come from; they can be replayed any number of times, each time the same.
#[derive(Debug)]
pub(crate) struct Replay {
    /// In order of time.
    recorded: Vec<Event>,
    /// How many to generate; as recorded, if `None`.
    generate: Option<u64>,
}

impl Replay {
    pub(crate) fn load(cli: &Cli) -> Result<Self> {
        let path = cli.csv.clone().unwrap_or_else(shipped_flights);
        let recorded = read(&path).with_context(|| format!("cannot replay {}", path.display()))?;
        Ok(Self { recorded, generate: cli.rows })
    }

    #[cfg(test)]
    pub(crate) fn of(recorded: Vec<Event>, generate: Option<u64>) -> Self {
        Self { recorded, generate }
    }

    pub(crate) fn rows(&self) -> u64 {
        self.generate.unwrap_or(self.recorded.len() as u64)
    }

    pub(crate) fn is_generated(&self) -> bool {
        self.generate.is_some()
    }

    pub(crate) fn events(&self) -> Box<dyn Iterator<Item = Event> + '_> {
        match self.generate {
            None => Box::new(self.recorded.iter().copied()),
            Some(rows) => Box::new(generate(&self.recorded, rows)),
        }
    }
}

fn read(path: &std::path::Path) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    for line in Rows::new(File::open(path)?)? {
        let line = line?;
        let event = line.flight.map_err(Into::into).and_then(|flight| Event::of(&flight));
        events.push(event.with_context(|| format!("line {}", line.number))?);
    }
    if events.is_empty() {
        bail!("there are no flights in it");
    }
    events.sort_by_key(Event::identity);
    for (event, id) in events.iter_mut().zip(1..) {
        event.id = id;
    }
    Ok(events)
}

const HOUR: i64 = 3_600_000;

/// Events over the same hours as the recorded ones, each hour with its share of them, evenly spaced within it. Carrier
/// and airport are those of a flight of the same hour.
///
/// Nothing is kept, so that it takes the same memory for a thousand rows and for a hundred million.
fn generate(recorded: &[Event], rows: u64) -> impl Iterator<Item = Event> {
    let total = recorded.len() as u64;
    let share =
        move |flights: u64| u64::try_from(u128::from(rows) * u128::from(flights) / u128::from(total)).unwrap_or(0);
    let hours = recorded.chunk_by(|a, b| a.at.div_euclid(HOUR) == b.at.div_euclid(HOUR));
    let mut chance = Rng::with_seed(62);
    let mut before = 0;
    hours
        .flat_map(move |hour| {
            let first = share(before);
            before += hour.len() as u64;
            let count = share(before) - first;
            (0..count).map(move |index| (hour, index, count, first + index + 1))
        })
        .filter_map(move |(hour, index, count, id)| {
            let like = chance.choice(hour)?;
            let second = i64::try_from(u128::from(index) * 3_600 / u128::from(count)).ok()?;
            Some(Event {
                at: like.at.div_euclid(HOUR) * HOUR + second * 1_000,
                number: number(id),
                id: u32::try_from(id).ok()?,
                ..*like
            })
        })
}

/// A flight number from 1 to 9,999 that no other of 9,999 successive rows has, so that no two rows have the same key.
fn number(id: u64) -> u16 {
    u16::try_from(id * 7_919 % 9_999 + 1).unwrap_or(1)
}
