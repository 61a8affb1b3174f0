//! What occurs in the data, for questions about what does not.

use std::ops::Bound;

use crate::flight::NEW_YORK;
use anyhow::{Result, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use redb::ReadableTable;
use rowkey::{DecodeKey, KeyRange, RowKey};

use super::keys::{CarrierKey, DepartureKey, FlightKey, PlaneKey};
use super::question::Question;
use super::store::{self, BytesTable, Snapshot};

/// A store of flights that can say which names occur in it. Asked only when a question has no answer.
pub trait Names {
    /// The planes whose tail numbers start so, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read, like those below.
    fn planes(&self, start: &str) -> Result<Vec<String>>;

    /// The airports that flights leave from, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn airports(&self) -> Result<Vec<String>>;

    /// The carriers, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn carriers(&self) -> Result<Vec<String>>;
}

/// To be asked where a question has no answer.
///
/// # Errors
///
/// The plane, airport or carrier of the question has no flight at all.
pub fn check(question: &Question, names: &impl Names) -> Result<()> {
    match question {
        Question::Plane { plane } => {
            let alike = planes_like(plane, names)?;
            bail!("no flight was flown by plane {plane}{}", hint("planes like it", &alike));
        }
        Question::Departures { airport, .. } => {
            let airports = names.airports()?;
            if !airports.contains(airport) {
                bail!("no flight leaves from {airport}{}", hint("airports", &airports));
            }
        }
        Question::Carrier { carrier, .. } => {
            let carriers = names.carriers()?;
            if !carriers.contains(carrier) {
                bail!("no flight is of carrier {carrier}{}", hint("carriers", &carriers));
            }
        }
        Question::To { .. } => {}
    }
    Ok(())
}

fn hint(what: &str, names: &[String]) -> String {
    const MOST: usize = 20;
    match names.get(..MOST) {
        _ if names.is_empty() => String::new(),
        Some(first) if names.len() > MOST => format!("; {what}: {}, ..", first.join(", ")),
        _ => format!("; {what}: {}", names.join(", ")),
    }
}

/// The planes that start with as much of this one's tail number as any does.
fn planes_like(plane: &str, names: &impl Names) -> Result<Vec<String>> {
    for start in (1..=plane.len()).rev().filter_map(|length| plane.get(..length)) {
        let planes = names.planes(start)?;
        if !planes.is_empty() {
            return Ok(planes);
        }
    }
    Ok(Vec::new())
}

impl Names for Snapshot {
    fn planes(&self, start: &str) -> Result<Vec<String>> {
        let alike = PlaneKey::prefix().plane_starts_with(start).range();
        distinct(self, store::BY_PLANE, alike, |key: PlaneKey| {
            (PlaneKey::prefix().plane(&key.plane).range(), key.plane)
        })
    }

    fn airports(&self) -> Result<Vec<String>> {
        let all = DepartureKey::all();
        distinct(self, store::BY_DEPARTURE, all, |key: DepartureKey| {
            (DepartureKey::prefix().origin(&key.origin).range(), key.origin)
        })
    }

    fn carriers(&self) -> Result<Vec<String>> {
        let all = CarrierKey::all();
        distinct(self, store::BY_CARRIER, all, |key: CarrierKey| {
            (CarrierKey::prefix().carrier(&key.carrier).range(), key.carrier)
        })
    }
}

/// The different values of the leading field in a part of a table: the first key there is read, then the first one
/// behind all keys that share its leading field, and so on. It touches as many rows as there are values.
fn distinct<K>(
    snapshot: &Snapshot,
    table: BytesTable,
    part: KeyRange,
    same_and_name: impl Fn(K) -> (KeyRange, String),
) -> Result<Vec<String>>
where
    K: for<'k> DecodeKey<'k>,
{
    let table = snapshot.table(table)?;
    let (start, end) = part.into_parts();
    let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    let mut next = Some(start);
    let mut names = Vec::new();
    while let Some(start) = next {
        let rest = (Bound::Included(start.as_slice()), end);
        let Some(entry) = table.range::<&[u8]>(rest)?.next() else {
            break;
        };
        let (same, name) = same_and_name(K::decode(entry?.0.value())?);
        names.push(name);
        next = same.into_parts().1;
    }
    Ok(names)
}

/// The first and the last day in the data.
///
/// # Errors
///
/// The store cannot be read.
pub fn span(snapshot: &Snapshot) -> Result<[Date; 2]> {
    let flights = snapshot.table(store::FLIGHTS)?;
    let ends = [flights.first()?, flights.last()?];
    let [Some((first, _)), Some((last, _))] = ends else {
        bail!("the database is damaged: it holds no flight");
    };
    let day = |key: &[u8]| -> Result<Date> {
        let scheduled = FlightKey::decode(key)?.scheduled;
        Ok(Timestamp::from_second(scheduled)?.to_zoned(NEW_YORK).date())
    };
    Ok([day(first.value())?, day(last.value())?])
}
