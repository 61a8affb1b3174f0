//! Answers for people.

use std::io::{self, Write};

use crate::flight::{ClockTime, Flight};
use crate::terminal::table;
use indicatif::HumanCount;

use super::answer::Answer;
use super::question::Question;

const MISSING: &str = "-";

/// Prints an answer and what it cost: at most `most` flights, or all when it is 0, and how many more there are.
///
/// # Errors
///
/// `out` takes no more.
pub fn print(answer: &Answer, most: usize, out: &mut impl Write) -> io::Result<()> {
    print_flights(answer, most, out)?;
    let scans = match answer.scans {
        1 => "the scan".to_owned(),
        scans => format!("{scans} scans"),
    };
    writeln!(
        out,
        "{} in {:.1?}: {scans} touched {} of the {} rows of `{}`, each of which leads to its flight\n",
        flights(answer.flights.len()),
        answer.elapsed,
        HumanCount(answer.touched),
        HumanCount(answer.table_rows),
        answer.table,
    )
}

/// The answer alone: nothing of it depends on the store that gave it.
///
/// # Errors
///
/// `out` takes no more.
pub fn print_flights(answer: &Answer, most: usize, out: &mut impl Write) -> io::Result<()> {
    let most = if most == 0 { usize::MAX } else { most };
    writeln!(out, "{}", title(&answer.question))?;
    if !answer.flights.is_empty() {
        let header = ["scheduled", "flight", "plane", "from", "to", "left", "min late", "arrived", "min late"];
        writeln!(out, "{}", table(&header, [6, 8], answer.flights.iter().take(most).map(cells)))?;
    }
    let more = answer.flights.len().saturating_sub(most);
    if more > 0 {
        writeln!(out, "and {} more; --rows 0 prints all", HumanCount(more as u64))?;
    }
    if let Question::To { .. } = answer.question {
        writeln!(out, "{}", by_destination(&answer.flights))?;
    }
    Ok(())
}

/// The number of flights in words.
pub fn flights(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} flight{plural}", HumanCount(count as u64))
}

/// How many flights go to each airport; the flights to one stand together.
fn by_destination(flights: &[Flight]) -> String {
    flights
        .chunk_by(|a, b| a.destination == b.destination)
        .filter_map(|same| Some(format!("{} {}", same.first()?.destination, same.len())))
        .collect::<Vec<_>>()
        .join(", ")
}

fn title(question: &Question) -> String {
    match question {
        Question::Plane { plane } => format!("Flights of plane {plane}, in order of time"),
        Question::Departures { airport, before, last } => {
            let before = before.as_ref().map(|time| time.strftime(" before %Y-%m-%d %H:%M").to_string());
            format!("The last {last} departures from {airport}{}, newest first", before.unwrap_or_default())
        }
        Question::Carrier { carrier, on } => {
            let day = on.map(|day| format!(" on {day}"));
            format!("Flights of carrier {carrier}{}, newest first", day.unwrap_or_default())
        }
        Question::To { start } => {
            format!("Flights to airports that start with {start}, by airport and time")
        }
    }
}

fn cells(flight: &Flight) -> [String; 9] {
    let or_missing = |text: Option<String>| text.unwrap_or_else(|| MISSING.into());
    let time = |time: Option<ClockTime>| or_missing(time.map(|time| time.to_string()));
    let minutes = |minutes: Option<i16>| or_missing(minutes.map(|minutes| minutes.to_string()));
    [
        flight.scheduled_local().strftime("%Y-%m-%d %H:%M").to_string(),
        format!("{} {}", flight.carrier, flight.number),
        or_missing(flight.plane.clone()),
        flight.origin.clone(),
        flight.destination.clone(),
        time(flight.departed),
        minutes(flight.departure_delay),
        time(flight.arrived),
        minutes(flight.arrival_delay),
    ]
}
