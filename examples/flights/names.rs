//! Error messages for questions about a plane, airport or carrier that does not occur in the data. The messages suggest
//! names that occur.

use std::ops::Bound;

use crate::flight::NEW_YORK;
use anyhow::{Result, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use rowkey::RowKey;

use super::command::Question;
use super::keys::{CarrierKey, DepartureKey, FlightKey, PlaneKey};
use super::store::Snapshot;

/// A store of flights that can list the planes, airports and carriers in it. Used only when a question has no answer.
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

/// Returns an error if a question has no answer because its plane, airport or carrier does not occur in the data.
///
/// # Errors
///
/// No flight has this plane, airport or carrier. The message lists names that occur. Always fails for a question about
/// a plane: the question asks for all flights of the plane, so an empty answer means that the plane does not occur.
pub fn explain_empty_answer(question: &Question, names: &impl Names) -> Result<()> {
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

/// Returns text such as `; airports: EWR, JFK, LGA`.
fn hint(heading: &str, names: &[String]) -> String {
    const MAX: usize = 20;
    match names.get(..MAX) {
        _ if names.is_empty() => String::new(),
        Some(first) if names.len() > MAX => format!("; {heading}: {}, ..", first.join(", ")),
        _ => format!("; {heading}: {}", names.join(", ")),
    }
}

/// Lists the planes whose tail numbers share the longest possible beginning with `plane`.
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
        distinct(|last| {
            let next = match last {
                Some(last) => self.records(PlaneKey::prefix().plane_in(after(Some(last)))).next().transpose()?,
                None => self.records(PlaneKey::prefix().plane_starts_with(start)).next().transpose()?,
            };
            let plane = next.and_then(|(_, flight)| flight.plane);
            Ok(plane.filter(|plane| plane.starts_with(start)))
        })
    }

    fn airports(&self) -> Result<Vec<String>> {
        distinct(|last| {
            let next = self.records(DepartureKey::prefix().origin_in(after(last))).next().transpose()?;
            Ok(next.map(|(key, _)| key.origin))
        })
    }

    fn carriers(&self) -> Result<Vec<String>> {
        distinct(|last| {
            let next = self.records(CarrierKey::prefix().carrier_in(after(last))).next().transpose()?;
            Ok(next.map(|(key, _)| key.carrier))
        })
    }
}

/// Lists the distinct names in an index. `next` receives the previous name, or `None` at the beginning, and returns the
/// next name. `next` should read only one entry: the first entry after all entries with the previous name.
fn distinct(next: impl Fn(Option<&str>) -> Result<Option<String>>) -> Result<Vec<String>> {
    let mut names = Vec::<String>::new();
    while let Some(name) = next(names.last().map(String::as_str))? {
        names.push(name);
    }
    Ok(names)
}

/// Returns bounds of all names after `name`. If `name` is `None`, returns bounds of all names.
fn after(name: Option<&str>) -> (Bound<&str>, Bound<&str>) {
    (name.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded)
}

/// Returns the first and the last day in the data.
///
/// # Errors
///
/// The store cannot be read.
pub fn first_and_last_day(snapshot: &Snapshot) -> Result<[Date; 2]> {
    let flights = || snapshot.scan(FlightKey::prefix());
    let [Some(first), Some(last)] = [flights().next().transpose()?, flights().rev().next().transpose()?] else {
        bail!("the database is damaged: it holds no flight");
    };
    let day = |key: FlightKey| -> Result<Date> {
        Ok(Timestamp::from_second(key.scheduled)?.to_zoned_datetime(NEW_YORK).date())
    };
    Ok([day(first.0)?, day(last.0)?])
}
