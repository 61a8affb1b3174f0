//! Answers for programs: one JSON object per question, each on one line.

use std::io::{self, Write};

use crate::flight::Flight;
use serde::Serialize;

use super::answer::Answer;

#[derive(Serialize)]
struct AnswerObject<'a> {
    /// As it would stand on the command line.
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

/// Prints an answer and what it cost.
///
/// # Errors
///
/// `out` takes no more.
pub fn print(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
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

/// The flights alone, as they stand in an answer.
///
/// # Errors
///
/// `out` takes no more.
pub fn print_flights(flights: &[Flight], out: &mut impl Write) -> io::Result<()> {
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
