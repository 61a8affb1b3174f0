//! The events to write, in the order of time: the recorded flights, or any number of generated flights.

use std::fs::File;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use rowkey_examples::rows::Rows;
use rowkey_examples::shipped_flights;

use crate::cli::Cli;
use crate::event::Event;

/// A source of events. Every replay yields the same events.
#[derive(Debug)]
pub(crate) struct Replay {
    /// Sorted by time.
    recorded: Vec<Event>,
    /// The number of events to generate. If `None`, the recorded events are replayed.
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

/// Generates events. Each hour gets the same share of the events as in the recorded data, at equal intervals. Carrier
/// and airport are those of a random recorded flight of this hour.
///
/// The events are not collected, so a hundred million rows need no more memory than a thousand.
fn generate(recorded: &[Event], rows: u64) -> impl Iterator<Item = Event> {
    let total = recorded.len() as u64;
    let share =
        move |flights: u64| u64::try_from(u128::from(rows) * u128::from(flights) / u128::from(total)).unwrap_or(0);
    let hours = recorded.chunk_by(|a, b| a.at.div_euclid(HOUR) == b.at.div_euclid(HOUR));
    let mut random = Rng::with_seed(62);
    let mut recorded_before = 0;
    hours
        .flat_map(move |hour| {
            let generated_before = share(recorded_before);
            recorded_before += hour.len() as u64;
            let count = share(recorded_before) - generated_before;
            (0..count).map(move |index| (hour, index, count, generated_before + index + 1))
        })
        .filter_map(move |(hour, index, count, id)| {
            let flight = random.choice(hour)?;
            let second_of_hour = i64::try_from(u128::from(index) * 3_600 / u128::from(count)).ok()?;
            Some(Event {
                at: flight.at.div_euclid(HOUR) * HOUR + second_of_hour * 1_000,
                number: number(id),
                id: u32::try_from(id).ok()?,
                ..*flight
            })
        })
}

/// Returns a flight number from 1 to 9,999. Any 9,999 successive ids have different numbers, so events at the same time
/// have different keys.
fn number(id: u64) -> u16 {
    u16::try_from(id * 7_919 % 9_999 + 1).unwrap_or(1)
}
