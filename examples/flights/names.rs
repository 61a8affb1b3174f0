//! Finds the planes, airports and carriers in the data, for the error about a name that is not in the data.

use std::ops::Bound;

use crate::flight::NEW_YORK;
use anyhow::{Result, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use redb::ReadableTable;
use rowkey::{DecodeKey, KeyRange, RowKey};

use super::command::Question;
use super::keys::{CarrierKey, DepartureKey, FlightKey, PlaneKey};
use super::store::{self, BytesTable, Snapshot};

/// A store of flights that can list the names in it. Used only when a question has no answer.
pub trait Names {
    /// Lists the planes whose tail numbers begin with `start`, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn planes(&self, start: &str) -> Result<Vec<String>>;

    /// Lists the airports that flights leave from, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn airports(&self) -> Result<Vec<String>>;

    /// Lists the carriers, in order.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn carriers(&self) -> Result<Vec<String>>;
}

/// Checks whether the plane, airport or carrier of a question occurs in the data.
///
/// # Errors
///
/// The name has no flight at all. The message lists the names that have.
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
    const MAX: usize = 20;
    match names.get(..MAX) {
        _ if names.is_empty() => String::new(),
        Some(first) if names.len() > MAX => format!("; {what}: {}, ..", first.join(", ")),
        _ => format!("; {what}: {}", names.join(", ")),
    }
}

/// Lists the planes that share the longest beginning of a tail number.
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

/// Lists the distinct values of the leading field in a range of a table.
///
/// Reads the first key in the range, then the first key after all keys with the same leading field, and so on. So it reads
/// one row per distinct value.
fn distinct<K>(
    snapshot: &Snapshot,
    table: BytesTable,
    range: KeyRange,
    same_and_name: impl Fn(K) -> (KeyRange, String),
) -> Result<Vec<String>>
where
    K: for<'k> DecodeKey<'k>,
{
    let table = snapshot.table(table)?;
    let (start, end) = range.into_parts();
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

/// Returns the first and the last day in the data.
///
/// # Errors
///
/// The store cannot be read.
pub fn first_and_last_day(snapshot: &Snapshot) -> Result<[Date; 2]> {
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
