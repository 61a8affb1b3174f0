//! What a user can say on the command line.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::Zoned;
use jiff::civil::{Date, DateTime, Time};
use rowkey_examples::flight::NEW_YORK;

/// Load the flights that left New York into an embedded database and ask it questions, each answered by one scan of a
/// typed row key.
///
/// Without a question, all four are asked with examples. Answers go to standard output, everything else to standard
/// error. The first run loads the database, later ones find it loaded.
#[derive(Debug, Parser)]
#[command(name = "flights", max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) question: Option<Question>,

    #[command(flatten)]
    pub(crate) options: Options,
}

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The flights: CSV, plain or gzipped [default: January 2013, which comes with the example]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) data: Option<PathBuf>,

    /// The database; loaded when it does not hold these flights yet [default: `rowkey-flights.redb` among the temporary
    /// files]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) db: Option<PathBuf>,

    /// What to do about a row that is missing or broken, after reporting it with its line
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Refuse, global = true)]
    pub(crate) on_error: OnError,

    /// How to print the answers
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Format::Table, global = true)]
    pub(crate) format: Format,

    /// Print at most this many rows of a table; 0 prints all
    #[arg(long, value_name = "N", default_value_t = 20, global = true)]
    pub(crate) rows: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Load the other rows
    Skip,
    /// Load nothing
    Refuse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// One JSON object per question, with all flights
    Json,
}

#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub(crate) enum Question {
    /// All flights of one plane, in order of time
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
        before: Option<Zoned>,
        /// How many
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
    /// All flights to the airports whose codes start so
    To {
        /// The first letters of the airport's code, like S
        #[arg(value_name = "LETTERS", value_parser = code)]
        start: String,
    },
}

impl Question {
    /// The questions that are asked when the user asks none.
    pub(crate) fn examples() -> Vec<Self> {
        let day = jiff::civil::date(2013, 1, 10);
        let noon = jiff::civil::datetime(2013, 1, 15, 12, 0, 0, 0);
        vec![
            Self::Plane { plane: "N14228".into() },
            Self::Departures { airport: "JFK".into(), before: noon.to_zoned(NEW_YORK).ok(), last: 10 },
            Self::Carrier { carrier: "UA".into(), on: Some(day) },
            Self::To { start: "S".into() },
        ]
    }
}

/// As it stands on the command line.
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

/// All codes in the data are in capitals, so `jfk` can only mean `JFK`.
fn code(text: &str) -> Result<String, String> {
    let is_code = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| text.to_ascii_uppercase()).ok_or_else(|| "a code has only letters and digits".to_owned())
}

fn day(text: &str) -> Result<Date, String> {
    Date::strptime("%Y-%m-%d", text).map_err(|error| format!("write a day like 2013-01-10 ({error})"))
}

/// A day alone is its first moment.
fn time(text: &str) -> Result<Zoned, String> {
    let local = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        .iter()
        .find_map(|format| DateTime::strptime(format, text).ok())
        .or_else(|| Some(day(text).ok()?.to_datetime(Time::midnight())));
    local
        .and_then(|local| local.to_zoned(NEW_YORK).ok())
        .ok_or_else(|| "write a time in New York like 2013-01-15T12:00".to_owned())
}
