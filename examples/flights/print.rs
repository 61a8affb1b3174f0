//! Prints answers: as tables for people, as JSON for programs.

use std::io::{self, Write};

use indicatif::HumanCount;
use serde::Serialize;

use super::command::{Format, Printing, Question};
use super::queries::Answer;
use crate::flight::{ClockTime, Flight};
use crate::terminal;

/// Prints an answer in the format that the user chose, and how many rows the scans read for it.
///
/// # Errors
///
/// `out` cannot be written.
pub fn answer(answer: &Answer, printing: Printing, out: &mut impl Write) -> io::Result<()> {
    match printing.format {
        Format::Table => table(answer, printing.rows, out),
        Format::Json => json(answer, out),
    }
}

/// The text that a table shows in place of a missing value.
const MISSING: &str = "-";

fn table(answer: &Answer, max_flights: usize, out: &mut impl Write) -> io::Result<()> {
    table_of_flights(answer, max_flights, out)?;
    let scans = match answer.scans {
        1 => "the scan".to_owned(),
        scans => format!("{scans} scans"),
    };
    writeln!(
        out,
        "{} in {:.1?}: {scans} touched {} of the {} rows of `{}`, and each row contains the key of a flight\n",
        flights_in_words(answer.flights.len()),
        answer.elapsed,
        HumanCount(answer.touched),
        HumanCount(answer.table_rows),
        answer.table,
    )
}

/// Prints the flights of an answer but not the scans and the time, so that the text is the same for every store.
///
/// Prints at most `max_flights` flights, then the number of flights that were left out. If `max_flights` is 0, prints all flights.
///
/// # Errors
///
/// `out` cannot be written.
pub fn table_of_flights(answer: &Answer, max_flights: usize, out: &mut impl Write) -> io::Result<()> {
    let max_flights = if max_flights == 0 { usize::MAX } else { max_flights };
    writeln!(out, "{}", title(&answer.question))?;
    if !answer.flights.is_empty() {
        let header = ["scheduled", "flight", "plane", "from", "to", "left", "late (min)", "arrived", "late (min)"];
        writeln!(out, "{}", terminal::table(&header, [6, 8], answer.flights.iter().take(max_flights).map(cells)))?;
    }
    let more = answer.flights.len().saturating_sub(max_flights);
    if more > 0 {
        writeln!(out, "and {} more; --rows 0 prints all", HumanCount(more as u64))?;
    }
    if let Question::To { .. } = answer.question {
        writeln!(out, "{}", counts_by_destination(&answer.flights))?;
    }
    Ok(())
}

/// Returns text such as "1 flight" or "2,000 flights".
pub fn flights_in_words(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} flight{plural}", HumanCount(count as u64))
}

/// Returns the number of flights to each airport, such as `SAN 12, SEA 20`. The flights to the same airport must be
/// neighbors.
fn counts_by_destination(flights: &[Flight]) -> String {
    flights
        .chunk_by(|a, b| a.destination == b.destination)
        .filter_map(|same| Some(format!("{} {}", same.first()?.destination, same.len())))
        .collect::<Vec<_>>()
        .join(", ")
}

fn title(question: &Question) -> String {
    match question {
        Question::Plane { plane } => format!("Flights of plane {plane}, by time"),
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

#[derive(Serialize)]
struct AnswerObject<'a> {
    /// The question as on the command line, for example `to S`.
    question: String,
    table: &'a str,
    table_rows: u64,
    rows_touched: u64,
    scans: usize,
    seconds: f64,
    flights: Vec<FlightObject<'a>>,
}

#[derive(Serialize)]
struct FlightObject<'a> {
    scheduled: String,
    carrier: &'a str,
    flight: u16,
    plane: Option<&'a str>,
    origin: &'a str,
    destination: &'a str,
    departed: Option<String>,
    departure_delay: Option<i16>,
    scheduled_arrival: String,
    arrived: Option<String>,
    arrival_delay: Option<i16>,
    air_time: Option<u16>,
    distance: u16,
}

/// Prints the answer as one JSON object on one line.
fn json(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let object = AnswerObject {
        question: answer.question.to_string(),
        table: &answer.table,
        table_rows: answer.table_rows,
        rows_touched: answer.touched,
        scans: answer.scans,
        seconds: answer.elapsed.as_secs_f64(),
        flights: flight_objects(&answer.flights),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// Prints the flights of an answer as a JSON array.
///
/// # Errors
///
/// `out` cannot be written.
pub fn json_of_flights(flights: &[Flight], out: &mut impl Write) -> io::Result<()> {
    Ok(serde_json::to_writer(out, &flight_objects(flights))?)
}

fn flight_objects(flights: &[Flight]) -> Vec<FlightObject<'_>> {
    flights.iter().map(flight_object).collect()
}

fn flight_object(flight: &Flight) -> FlightObject<'_> {
    FlightObject {
        scheduled: flight.scheduled_local().strftime("%Y-%m-%dT%H:%M%:z").to_string(),
        carrier: &flight.carrier,
        flight: flight.number,
        plane: flight.plane.as_deref(),
        origin: &flight.origin,
        destination: &flight.destination,
        departed: flight.departed.map(|time| time.to_string()),
        departure_delay: flight.departure_delay,
        scheduled_arrival: flight.scheduled_arrival.to_string(),
        arrived: flight.arrived.map(|time| time.to_string()),
        arrival_delay: flight.arrival_delay,
        air_time: flight.air_time,
        distance: flight.distance,
    }
}
