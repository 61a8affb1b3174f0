//! The command line: the questions about flights, and the options for loading and printing. The examples `flights` and
//! `hbase` share these.

use std::fmt;
use std::ops::{Bound, Range};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use jiff::ZonedDateTime;
use jiff::civil::{Date, DateTime, Time};

use super::store::Source;
use crate::flight::NEW_YORK;
use crate::shipped_flights;

/// A question about flights.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Question {
    /// All flights of one plane, by time
    Plane {
        /// The plane's tail number, like N14228
        #[arg(value_name = "TAIL NUMBER", value_parser = code)]
        plane: String,
    },
    /// The last departures of an airport before a time, newest first
    Departures {
        /// The airport's code, like JFK
        #[arg(value_parser = code)]
        airport: String,
        /// Scheduled before this time in New York, like 2013-01-15T12:00 [default: the end of the data]
        #[arg(long, value_name = "TIME", value_parser = time)]
        before: Option<ZonedDateTime>,
        /// The number of departures
        #[arg(long, value_name = "N", default_value_t = 10)]
        last: usize,
    },
    /// One carrier's flights on one day, newest first
    Carrier {
        /// The carrier's code, like UA
        #[arg(value_parser = code)]
        carrier: String,
        /// Scheduled on this day in New York, like 2013-01-10 [default: all days]
        #[arg(long, value_name = "DAY", value_parser = day)]
        on: Option<Date>,
    },
    /// All flights to the airports whose codes start with these letters
    To {
        /// The first letters of the airport's code, like S
        #[arg(value_name = "LETTERS", value_parser = code)]
        start: String,
    },
}

impl Question {
    /// Returns the questions to ask when the command line contains no question.
    pub fn examples() -> Vec<Self> {
        let day = jiff::civil::date(2013, 1, 10);
        let noon = jiff::civil::datetime(2013, 1, 15, 12, 0, 0, 0);
        vec![
            Self::Plane { plane: "N14228".into() },
            Self::Departures { airport: "JFK".into(), before: noon.to_zoned_datetime(NEW_YORK).ok(), last: 10 },
            Self::Carrier { carrier: "UA".into(), on: Some(day) },
            Self::To { start: "S".into() },
        ]
    }
}

/// Writes the question as on the command line, for example `departures JFK --last 10`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plane { plane } => write!(f, "plane {plane}"),
            Self::Departures { airport, before, last } => {
                write!(f, "departures {airport}")?;
                if let Some(time) = before {
                    write!(f, " --before {}", time.strftime("%Y-%m-%dT%H:%M"))?;
                }
                write!(f, " --last {last}")
            }
            Self::Carrier { carrier, on: None } => write!(f, "carrier {carrier}"),
            Self::Carrier { carrier, on: Some(day) } => write!(f, "carrier {carrier} --on {day}"),
            Self::To { start } => write!(f, "to {start}"),
        }
    }
}

/// Reads a code. All codes in the data are in capitals, so `jfk` can only mean `JFK`.
fn code(text: &str) -> Result<String, String> {
    let is_code = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| text.to_ascii_uppercase()).ok_or_else(|| "a code has only letters and digits".to_owned())
}

fn day(text: &str) -> Result<Date, String> {
    Date::strptime("%Y-%m-%d", text).map_err(|error| format!("write a day like 2013-01-10 ({error})"))
}

/// Reads a time in New York. A day without a time of day means midnight at the start of the day.
fn time(text: &str) -> Result<ZonedDateTime, String> {
    let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        .iter()
        .find_map(|format| DateTime::strptime(format, text).ok())
        .or_else(|| Some(day(text).ok()?.to_datetime(Time::midnight())));
    local
        .and_then(|local| local.to_zoned_datetime(NEW_YORK).ok())
        .ok_or_else(|| "write a time in New York like 2013-01-15T12:00".to_owned())
}

/// Returns bounds of the times before `time`, in seconds since 1970. If `time` is `None`, returns bounds of all times.
pub fn seconds_before(time: Option<&ZonedDateTime>) -> (Bound<i64>, Bound<i64>) {
    let end = time.map_or(Bound::Unbounded, |time| Bound::Excluded(time.timestamp().as_second()));
    (Bound::Unbounded, end)
}

/// Returns the start and the end of a day in New York, in seconds since 1970.
///
/// # Errors
///
/// The calendar has no next day.
pub fn seconds_of(day: Date) -> Result<Range<i64>, jiff::Error> {
    let [start, end] = [day, day.tomorrow()?].map(|day| day.to_zoned_datetime(NEW_YORK));
    Ok(start?.timestamp().as_second()..end?.timestamp().as_second())
}

/// The options of loading.
#[derive(Debug, Clone, Args)]
pub struct Data {
    /// The flights: CSV, plain or gzipped [default: January 2013, which comes with the example]
    #[arg(long, value_name = "FILE", global = true)]
    pub data: Option<PathBuf>,

    /// What to do if a row is broken
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Reject, global = true)]
    pub on_error: OnError,
}

impl Data {
    /// Returns the file that the user named, or the shipped flights.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn source(&self) -> Result<Source> {
        Source::new(self.data.clone().unwrap_or_else(shipped_flights))
    }
}

/// The treatment of a broken row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Load the other rows
    Skip,
    /// Load nothing
    Reject,
}

/// The options of printing.
#[derive(Debug, Clone, Copy, Args)]
pub struct Printing {
    /// How to print the answers
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Format::Table, global = true)]
    pub format: Format,

    /// Print at most this many rows of a table; 0 prints all
    #[arg(long, value_name = "N", default_value_t = 20, global = true)]
    pub rows: usize,
}

/// The format of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// One JSON object per question, with all flights
    Json,
}
