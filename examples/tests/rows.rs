//! Tests the CSV reader: an error names the line and what is wrong, and does not affect other rows.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs::File;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rowkey_examples::flight::Flight;
use rowkey_examples::rows::{ReadError, Rows};
use rowkey_examples::shipped_flights;

const HEADER: &str = "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,\
    flight,tailnum,origin,dest,air_time,distance,hour,minute,time_hour";
const GOOD: &str = "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z";

/// The number of a line, and the flight or the error message of the line.
type Read = (u64, Result<Flight, String>);

fn read(file: &[u8]) -> Result<Vec<Read>, ReadError> {
    let message =
        |flight: Result<Flight, _>| flight.map_err(|error: rowkey_examples::flight::RowError| error.to_string());
    Rows::new(file)?.map(|line| line.map(|line| (line.number, message(line.flight)))).collect()
}

/// Returns the error message for `row`. The row is line 3 of the file, between two valid rows.
fn problem(row: impl AsRef<[u8]>) -> String {
    let file = [HEADER.as_bytes(), GOOD.as_bytes(), row.as_ref(), GOOD.as_bytes()].join(&b'\n');
    let mut lines = read(&file).expect("the file is readable");
    assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [2, 3, 4]);
    let (_, broken) = lines.remove(1);
    assert!(lines.iter().all(|(_, flight)| flight.is_ok()), "a line beside the broken one was rejected too: {lines:?}");
    broken.expect_err("the row is broken")
}

/// Returns the valid row [`GOOD`] with `from` replaced by `to`.
fn with(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1);
    GOOD.replace(from, to)
}

#[test]
fn a_row_becomes_a_flight() {
    let lines = read(format!("{HEADER}\n{GOOD}").as_bytes()).expect("the file is readable");
    let [(2, Ok(flight))] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(flight.scheduled_local().to_string(), "2013-01-01T05:15:00-05:00[America/New_York]");
    assert_eq!((flight.carrier.as_str(), flight.number), ("UA", 1545));
    assert_eq!(flight.plane.as_deref(), Some("N14228"));
    assert_eq!(flight.departed.map(|time| time.to_string()).as_deref(), Some("05:17"));
    assert_eq!(flight.departure_delay, Some(2));
}

#[test]
fn missing_values_are_read_as_none() {
    let row = with("517,", "NA,").replace(",2,830,", ",NA,NA,").replace(",11,", ",NA,").replace("N14228", "NA");
    let lines = read(format!("{HEADER}\n{row}").as_bytes()).expect("the file is readable");
    let [(_, Ok(flight))] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(
        (flight.departed, flight.departure_delay, flight.arrived, flight.arrival_delay),
        (None, None, None, None)
    );
    assert_eq!(flight.plane, None);
}

#[test]
fn columns_are_found_by_name() {
    let reverse = |line: &str| line.split(',').rev().collect::<Vec<_>>().join(",");
    let expected = read(format!("{HEADER}\n{GOOD}\n").as_bytes()).expect("the file is readable");
    let reversed =
        read(format!("{}\r\n{}\r\n", reverse(HEADER), reverse(GOOD)).as_bytes()).expect("the file is readable");
    assert_eq!(reversed, expected);
}

#[test]
fn fields_may_be_quoted() {
    let quote = |line: &str| format!("\"{}\"", line.replace(',', "\",\""));
    let expected = read(format!("{HEADER}\n{GOOD}\n").as_bytes()).expect("the file is readable");
    let quoted = read(format!("\u{feff}{}\n{}\n", quote(HEADER), quote(GOOD)).as_bytes());
    assert_eq!(quoted.expect("the file is readable"), expected);
}

#[test]
fn broken_rows_say_what_is_wrong() {
    assert_eq!(problem(""), "the row is missing: the line is empty");
    assert_eq!(problem("2013,1,1"), "the row has 3 fields, but the header has 19");
    assert_eq!(problem(format!("{GOOD},")), "the row has 20 fields, but the header has 19");
    assert_eq!(problem(b"2013,\xff"), "the line is not UTF-8");
    assert_eq!(problem(with("N14228", "\"N14228")), "a quote is opened and not closed");
    assert_eq!(problem(with("517,", "5x7,")), "column `dep_time`: `5x7` is not a time of day (hhmm)");
    assert_eq!(problem(with("517,", "560,")), "column `dep_time`: `560` is not a time of day (hhmm)");
    assert_eq!(problem(with("517,", ",")), "column `dep_time`: `` is not a time of day (hhmm)");
    assert_eq!(problem(with(",11,", ",late,")), "column `arr_delay`: `late` is not a whole number in range");
    assert_eq!(problem(with("1545", "99999")), "column `flight`: `99999` is not a whole number in range");
    assert_eq!(problem(with("1545", "NA")), "column `flight`: `NA` is not a whole number in range");
    assert_eq!(problem(with(",UA,", ",NA,")), "column `carrier`: `NA` is not a code of capitals and digits");
    assert_eq!(problem(with("EWR", "")), "column `origin`: `` is not a code of capitals and digits");
}

#[test]
fn scheduled_times_must_exist_and_agree() {
    assert_eq!(
        problem(with("2013,1,1,", "2013,2,30,")),
        "columns `year` to `sched_dep_time`: there is no 2013-2-30 05:15"
    );
    assert_eq!(problem(with(",515,", ",2400,")), "columns `year` to `sched_dep_time`: there is no 2013-1-1 24:00");
    assert_eq!(
        problem(with(",515,", ",615,")),
        "column `time_hour`: 2013-01-01T10:00:00Z is not the hour of 2013-01-01T06:15:00 in New York"
    );
    assert_eq!(problem(with("2013-01-01T10", "today")), "column `time_hour`: `today:00:00Z` is not a time in UTC");
}

#[test]
fn times_in_summer_are_read_as_daylight_saving_time() {
    let row = with("2013,1,1,", "2013,7,1,").replace("2013-01-01T10", "2013-07-01T09");
    let lines = read(format!("{HEADER}\n{row}").as_bytes()).expect("the file is readable");
    assert!(matches!(lines.as_slice(), [(2, Ok(_))]), "{lines:?}");
}

#[test]
fn a_file_of_something_else_is_rejected() {
    let rejection = |file: &[u8]| Rows::new(file).expect_err("not a CSV of flights").to_string();
    let start = "not a CSV of flights, as its first line shows: ";
    assert_eq!(rejection(b""), format!("{start}the row is missing: the line is empty"));
    assert_eq!(rejection(b"year,month\n"), format!("{start}missing field `day`"));
    assert_eq!(rejection(b"\x7fELF\xff"), format!("{start}the line is not UTF-8"));
}

#[test]
fn a_damaged_archive_is_an_error_and_ends_the_iterator() {
    let mut archive = GzEncoder::new(Vec::new(), Compression::none());
    write!(archive, "{HEADER}\n{GOOD}\n{GOOD}\n").expect("a vector accepts all bytes");
    let archive = archive.finish().expect("a vector accepts all bytes");
    assert_eq!(read(&archive).expect("the archive is whole").len(), 2);

    let cut = archive.get(..archive.len() - 20).expect("the archive is longer");
    let error = read(cut).expect_err("the archive is cut");
    assert!(error.to_string().ends_with("cannot be read"), "{error}");
    let after_the_error = Rows::new(cut).expect("the header is whole").skip_while(Result::is_ok).nth(1);
    assert!(after_the_error.is_none());
}

#[test]
fn the_shipped_flights_are_complete() {
    let file = File::open(shipped_flights()).expect("the file is part of this package");
    let flights: Vec<_> = Rows::new(file)
        .expect("they have a header")
        .map(|line| line.expect("the archive is whole").flight.expect("no row is broken"))
        .collect();
    assert_eq!(flights.len(), 27_004);
    assert_eq!(flights.iter().filter(|flight| flight.plane.is_none()).count(), 155);
    assert_eq!(flights.iter().filter(|flight| flight.departed.is_none()).count(), 521);
}
