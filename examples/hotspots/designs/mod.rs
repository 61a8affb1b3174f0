//! The twelve designs that are compared. A design is a type of row key for flights, such as
//! `[at][carrier][number][origin]`.

mod grouped;
mod spread;
mod timed;

use std::borrow::Borrow;
use std::fmt::Debug;

use anyhow::Result;
use fastrand::Rng;
use rowkey::{RowKey, Spreads};

use crate::event::{Event, text, timestamp};
use crate::questions::{Question, Table};
use crate::simulate::{Outcome, Setup, simulate};

pub(crate) use grouped::{CarrierFirst, FlightSalt, SaltedCarrier};
pub(crate) use spread::{Hashed, ReversedDigits};
pub(crate) use timed::{KeySalt, ModuloSeven, ModuloTen, NewestFirst, RandomSalt, RandomSuffix, TimeFirst};

/// A type of row key for flights, with its description and its way to answer questions.
pub(crate) trait Design: RowKey<Bytes: Borrow<[u8]> + Debug> {
    const ABOUT: About;

    fn key(event: &Event) -> Result<Self::Bytes>;

    /// Returns the split points for this many regions, or for as many as the key allows. By default, returns none.
    fn initial_splits(_regions: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Returns a label for a place in the key space, which the picture shows beside the heat map. `row` is the first
    /// row at or after `key`.
    fn label(key: &[u8], row: Option<&Event>) -> String;

    /// Reads the rows that answer a question, and as few other rows as the key allows.
    fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>>;
}

#[derive(Debug)]
pub(crate) struct About {
    /// The name on the command line.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// The parts of the row key, such as `[md5(carrier)][carrier][at][number][origin]`.
    pub(crate) key: &'static str,
    /// The effect of the key on writes, and the reason.
    pub(crate) why: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) about: &'static About,
    pub(crate) simulate: fn(&Setup<'_>, &mut dyn FnMut(u64)) -> Result<Outcome>,
}

const fn choice<K: Design>() -> Choice {
    Choice { about: &K::ABOUT, simulate: simulate::<K> }
}

/// All designs, in the order of the tables and pictures.
pub(crate) const ALL: [Choice; 12] = [
    choice::<TimeFirst>(),
    choice::<NewestFirst>(),
    choice::<RandomSuffix>(),
    choice::<ModuloTen>(),
    choice::<ModuloSeven>(),
    choice::<CarrierFirst>(),
    choice::<SaltedCarrier>(),
    choice::<FlightSalt>(),
    choice::<ReversedDigits>(),
    choice::<Hashed>(),
    choice::<KeySalt>(),
    choice::<RandomSalt>(),
];

/// Returns a random source that draws the same numbers for an event in every run.
fn random(event: &Event) -> Rng {
    Rng::with_seed(event.id.into())
}

fn splits<K: Spreads>(regions: usize) -> Vec<Vec<u8>> {
    K::split_points(regions).or_else(|error| K::split_points(error.most())).unwrap_or_default()
}

fn events<'t, K, E>(rows: impl Iterator<Item = Result<(K, &'t Event), E>>) -> Result<Vec<Event>>
where
    E: std::error::Error + Send + Sync + 'static,
{
    rows.map(|row| Ok(*row?.1)).collect()
}

fn day(row: Option<&Event>) -> String {
    let day =
        |event: &Event| timestamp(event.at).to_zoned_datetime(rowkey_examples::flight::NEW_YORK).strftime("%-d %b");
    row.map(|event| day(event).to_string()).unwrap_or_default()
}

fn carrier(row: Option<&Event>) -> String {
    row.map(|event| text(&event.carrier).to_owned()).unwrap_or_default()
}

fn first_byte(name: &str, key: &[u8]) -> String {
    format!("{name} {:02x}…", key.first().copied().unwrap_or(0))
}

fn bucket(key: &[u8]) -> String {
    format!("bucket {}", key.first().copied().unwrap_or(0))
}
