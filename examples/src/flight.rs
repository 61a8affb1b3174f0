//! A flight, read from a row of the CSV in `examples/data`.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The time zone of the airports of departure.
pub const NEW_YORK: TimeZone = jiff::tz::get!("America/New_York");

/// One flight out of New York.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// The scheduled departure. Every flight has one, even a cancelled flight.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub scheduled: Timestamp,
    /// The airline's two-character code.
    pub carrier: String,
    /// The airline's number for the flight.
    pub number: u16,
    /// The tail number of the plane; unknown for some cancelled flights.
    pub plane: Option<String>,
    /// The airport of departure.
    pub origin: String,
    /// The airport of arrival.
    pub destination: String,
    /// The actual departure; `None` for a cancelled flight.
    pub departed: Option<ClockTime>,
    /// The delay of the departure in minutes; negative if early.
    pub departure_delay: Option<i16>,
    /// The scheduled arrival.
    pub scheduled_arrival: ClockTime,
    /// The actual arrival; `None` for a cancelled flight, and for a few others.
    pub arrived: Option<ClockTime>,
    /// The delay of the arrival in minutes; negative if early.
    pub arrival_delay: Option<i16>,
    /// Minutes in the air.
    pub air_time: Option<u16>,
    /// Miles between the airports.
    pub distance: u16,
}

impl Flight {
    /// Returns the scheduled departure in New York time.
    pub fn scheduled_local(&self) -> ZonedDateTime {
        self.scheduled.to_zoned_datetime(NEW_YORK)
    }
}

/// A time of day in the format of the data: `517` for 05:17, and `2400` for the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTime(u16);

impl ClockTime {
    /// Returns the hour, 0 to 24.
    pub fn hour(self) -> u16 {
        self.0 / 100
    }

    /// Returns the minute, 0 to 59.
    pub fn minute(self) -> u16 {
        self.0 % 100
    }
}

impl FromStr for ClockTime {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = text.parse().map(Self).map_err(|_| ())?;
        let exists = time.minute() < 60 && time.0 <= 2400;
        exists.then_some(time).ok_or(())
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour(), self.minute())
    }
}

/// The reason why a row is not a flight.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowError {
    /// The line is empty.
    #[error("the row is missing: the line is empty")]
    Empty,
    /// The bytes are not UTF-8.
    #[error("the line is not UTF-8")]
    NotText,
    /// A quoted field has no closing quote.
    #[error("a quote is opened and not closed")]
    OpenQuote,
    /// The row has more or fewer fields than the header.
    #[error("the row has {found} fields, but the header has {expected}")]
    Width {
        /// Fields in this row.
        found: usize,
        /// Fields in the header.
        expected: usize,
    },
    /// A field does not have the form that its column requires.
    #[error("column `{column}`: `{found}` is not {wanted}")]
    Field {
        /// The name in the header.
        column: &'static str,
        /// The text in the field.
        found: String,
        /// The description of valid values, such as "a date".
        wanted: &'static str,
    },
    /// The day or the time of day does not exist.
    #[error("columns `year` to `sched_dep_time`: there is no {year}-{month}-{day} {time}")]
    NoSuchTime {
        /// Column `year`.
        year: i16,
        /// Column `month`.
        month: i8,
        /// Column `day`.
        day: i8,
        /// Column `sched_dep_time`.
        time: ClockTime,
    },
    /// The local time and the UTC hour of the schedule contradict each other.
    #[error("column `time_hour`: {hour} is not the hour of {local} in New York")]
    TimesDiffer {
        /// Column `time_hour`.
        hour: Timestamp,
        /// Columns `year` to `sched_dep_time`.
        local: DateTime,
    },
}

/// A row of the CSV before its fields are parsed. The columns `hour` and `minute` are left out, because they repeat
/// `sched_dep_time`.
#[derive(Debug, Deserialize)]
pub(crate) struct Columns<'a> {
    year: &'a str,
    month: &'a str,
    day: &'a str,
    dep_time: &'a str,
    sched_dep_time: &'a str,
    dep_delay: &'a str,
    arr_time: &'a str,
    sched_arr_time: &'a str,
    arr_delay: &'a str,
    carrier: &'a str,
    flight: &'a str,
    tailnum: &'a str,
    origin: &'a str,
    dest: &'a str,
    air_time: &'a str,
    distance: &'a str,
    time_hour: &'a str,
}

const NUMBER: &str = "a whole number in range";
const CLOCK_TIME: &str = "a time of day (hhmm)";
const CODE: &str = "a code of capitals and digits";

impl TryFrom<Columns<'_>> for Flight {
    type Error = RowError;

    fn try_from(row: Columns<'_>) -> Result<Self, RowError> {
        Ok(Self {
            scheduled: scheduled(&row)?,
            carrier: code("carrier", row.carrier)?,
            number: parse("flight", row.flight, NUMBER)?,
            plane: unless_missing(row.tailnum, |text| code("tailnum", text))?,
            origin: code("origin", row.origin)?,
            destination: code("dest", row.dest)?,
            departed: unless_missing(row.dep_time, |text| parse("dep_time", text, CLOCK_TIME))?,
            departure_delay: unless_missing(row.dep_delay, |text| parse("dep_delay", text, NUMBER))?,
            scheduled_arrival: parse("sched_arr_time", row.sched_arr_time, CLOCK_TIME)?,
            arrived: unless_missing(row.arr_time, |text| parse("arr_time", text, CLOCK_TIME))?,
            arrival_delay: unless_missing(row.arr_delay, |text| parse("arr_delay", text, NUMBER))?,
            air_time: unless_missing(row.air_time, |text| parse("air_time", text, NUMBER))?,
            distance: parse("distance", row.distance, NUMBER)?,
        })
    }
}

/// Returns the scheduled departure: the hour in UTC from `time_hour`, and the minute from the local time.
///
/// The local time alone would be ambiguous when clocks go back. Both times must agree.
fn scheduled(row: &Columns<'_>) -> Result<Timestamp, RowError> {
    let year = parse("year", row.year, NUMBER)?;
    let month = parse("month", row.month, NUMBER)?;
    let day = parse("day", row.day, NUMBER)?;
    let time: ClockTime = parse("sched_dep_time", row.sched_dep_time, CLOCK_TIME)?;
    let hour: Timestamp = parse("time_hour", row.time_hour, "a time in UTC")?;

    let local = Date::new(year, month, day)
        .ok()
        .and_then(|date| {
            let hour = i8::try_from(time.hour()).ok()?;
            let minute = i8::try_from(time.minute()).ok()?;
            date.to_datetime(jiff::civil::Time::new(hour, minute, 0, 0).ok()?).into()
        })
        .ok_or(RowError::NoSuchTime { year, month, day, time })?;
    let instant = hour + SignedDuration::from_mins(time.minute().into());
    if instant.to_zoned_datetime(NEW_YORK).datetime() == local {
        Ok(instant)
    } else {
        Err(RowError::TimesDiffer { hour, local })
    }
}

fn unless_missing<T>(text: &str, read: impl FnOnce(&str) -> Result<T, RowError>) -> Result<Option<T>, RowError> {
    if text == "NA" { Ok(None) } else { read(text).map(Some) }
}

fn parse<T: FromStr>(column: &'static str, text: &str, wanted: &'static str) -> Result<T, RowError> {
    text.parse().map_err(|_| RowError::Field { column, found: text.to_owned(), wanted })
}

fn code(column: &'static str, text: &str) -> Result<String, RowError> {
    let is_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    if text.is_empty() || text == "NA" || !text.bytes().all(is_code) {
        return Err(RowError::Field { column, found: text.to_owned(), wanted: CODE });
    }
    Ok(text.to_owned())
}
