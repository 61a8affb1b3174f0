//! The designs that are compared: the same flight under different keys.

mod grouped;
mod spread;
mod timed;

use std::borrow::Borrow;
use std::fmt::Debug;

use anyhow::Result;
use fastrand::Rng;
use rowkey::{RowKey, Spreads, TotalKey};

use crate::event::{Event, text, timestamp};
use crate::questions::{Question, Table};
use crate::simulate::{Outcome, Setup, simulate};

pub(crate) use grouped::{CarrierFirst, FlightSalt, SaltedCarrier};
pub(crate) use spread::{Hashed, ReversedDigits};
pub(crate) use timed::{KeySalt, ModuloSeven, ModuloTen, NewestFirst, RandomSalt, RandomSuffix, TimeFirst};

/// A key for flights, what people should know about it, and how it answers questions.
pub(crate) trait Design: RowKey<Bytes: Borrow<[u8]> + Debug> {
    const ABOUT: About;

    /// The key of an event.
    fn key(event: &Event) -> Result<Self::Bytes>;

    /// Where a table is cut before its first row, if the key says where: into so many regions, or as many as it can.
    fn cuts(_regions: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A name for the place of a key in the table; `row` is what stands there.
    fn place(key: &[u8], row: Option<&Event>) -> String;

    /// Reads what answers a question, and as little beside it as the key allows.
    fn ask(question: &Question, table: &Table<Self>) -> Result<Vec<Event>>;
}

#[derive(Debug)]
pub(crate) struct About {
    /// On the command line.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// The key as the guides write keys.
    pub(crate) key: &'static str,
    /// What it does to writes, and why.
    pub(crate) why: &'static str,
}

/// A design that can be picked by its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) about: &'static About,
    pub(crate) simulate: fn(&Setup<'_>, &mut dyn FnMut(u64)) -> Result<Outcome>,
}

const fn choice<K: Design>() -> Choice {
    Choice { about: &K::ABOUT, simulate: simulate::<K> }
}

/// All designs, from those that heat one spot to those that spread.
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

/// Chance for keys that leave something to it, each time the same for the same event.
fn chance(event: &Event) -> Rng {
    Rng::with_seed(event.id.into())
}

/// Total keys have an encoding for every event.
fn encode<K: TotalKey>(key: &K) -> K::Bytes {
    key.encode()
}

/// Of a table under `K`, for `regions` regions or as many as there can be.
fn split<K: Spreads>(regions: usize) -> Vec<Vec<u8>> {
    K::split_points(regions).or_else(|error| K::split_points(error.most())).unwrap_or_default()
}

/// What a scan found, in its order.
fn found<'t, K, E>(rows: impl Iterator<Item = Result<(K, &'t Event), E>>) -> Result<Vec<Event>>
where
    E: std::error::Error + Send + Sync + 'static,
{
    rows.map(|row| Ok(*row?.1)).collect()
}

fn day(row: Option<&Event>) -> String {
    let day = |event: &Event| timestamp(event.at).to_zoned(rowkey_examples::flight::NEW_YORK).strftime("%-d %b");
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
