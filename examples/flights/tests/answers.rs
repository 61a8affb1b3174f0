//! Compares every answer, row by row and in order, with a filter over the CSV that does not use keys.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use csv::StringRecord;
use jiff::civil::{Date, DateTime};
use rowkey_examples::flight::{ClockTime, Flight, NEW_YORK};
use rowkey_examples::flights::command::Question;
use rowkey_examples::flights::queries::{Answer, answer};

use super::{CSV, STORE};

const COLUMNS: [&str; 19] = [
    "year",
    "month",
    "day",
    "dep_time",
    "sched_dep_time",
    "dep_delay",
    "arr_time",
    "sched_arr_time",
    "arr_delay",
    "carrier",
    "flight",
    "tailnum",
    "origin",
    "dest",
    "air_time",
    "distance",
    "hour",
    "minute",
    "time_hour",
];

/// A row of the CSV file. The columns that the filters compare are parsed once, because 200 filters read every row.
pub(super) struct Row {
    columns: StringRecord,
    /// The scheduled departure, such as `2013-01-01T05:15`. The order of the texts is the order of the times.
    pub scheduled: String,
    pub carrier: String,
    number: u16,
    pub plane: String,
    origin: String,
    pub destination: String,
}

impl Row {
    fn new(columns: StringRecord) -> Self {
        let number = |column: usize| -> u16 { columns[column].parse().expect("the column holds numbers") };
        let [month, day, time, number] = [1, 2, 4, 10].map(number);
        let [carrier, plane, origin, destination] = [9, 11, 12, 13].map(|column: usize| columns[column].to_owned());
        let (hour, minute) = (time / 100, time % 100);
        let scheduled = format!("{}-{month:02}-{day:02}T{hour:02}:{minute:02}", &columns[0]);
        Self { columns, scheduled, carrier, number, plane, origin, destination }
    }
}

pub(super) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows = csv::Reader::from_reader(CSV.as_bytes());
    assert_eq!(rows.headers().expect("the columns have names"), &COLUMNS[..]);
    rows.records().map(|row| Row::new(row.expect("no row is broken"))).collect()
});

fn ask(question: &Question) -> anyhow::Result<Answer> {
    answer(question, &STORE.read()?)
}

fn filter(keep: impl Fn(&Row) -> bool) -> Vec<&'static Row> {
    ROWS.iter().filter(|row| keep(row)).collect()
}

/// Rebuilds the row that a flight was read from.
fn columns(flight: &Flight) -> StringRecord {
    fn or_missing<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "NA".into(), |value| value.to_string())
    }
    let digits = |time: ClockTime| time.hour() * 100 + time.minute();
    let local = flight.scheduled_local();
    let fields = [
        local.year().to_string(),
        local.month().to_string(),
        local.day().to_string(),
        or_missing(flight.departed.map(digits)),
        (i16::from(local.hour()) * 100 + i16::from(local.minute())).to_string(),
        or_missing(flight.departure_delay),
        or_missing(flight.arrived.map(digits)),
        digits(flight.scheduled_arrival).to_string(),
        or_missing(flight.arrival_delay),
        flight.carrier.clone(),
        flight.number.to_string(),
        or_missing(flight.plane.clone()),
        flight.origin.clone(),
        flight.destination.clone(),
        or_missing(flight.air_time),
        flight.distance.to_string(),
        local.hour().to_string(),
        local.minute().to_string(),
        flight.scheduled.strftime("%Y-%m-%dT%H:00:00Z").to_string(),
    ];
    fields.iter().collect()
}

/// Checks that the answer is exactly these rows in this order, and that the scan read no other rows.
#[track_caller]
fn check(question: &Question, table_rows: usize, expected: &[&Row]) {
    let answer = ask(question).unwrap_or_else(|error| panic!("{question}: {error:#}"));
    assert_eq!(answer.flights.len(), expected.len(), "{question}");
    for (position, (flight, expected)) in answer.flights.iter().zip(expected).enumerate() {
        assert_eq!(columns(flight), expected.columns, "{question}: row {position}");
    }
    assert_eq!(answer.touched, expected.len() as u64, "{question}");
    assert_eq!(answer.table_rows, table_rows as u64, "{question}");
}

#[test]
fn every_flight_of_a_plane_is_found() {
    let planes: BTreeSet<&str> = ROWS.iter().map(|row| row.plane.as_str()).filter(|&name| name != "NA").collect();
    let index_rows = filter(|row| row.plane != "NA").len();
    let some = planes.iter().copied().step_by(97);
    // If one tail number is the beginning of another (`N1` and `N12`), flights of the longer one must not be found.
    let beginnings_of_others =
        planes.iter().copied().filter(|name| planes.range(*name..).nth(1).is_some_and(|next| next.starts_with(name)));
    for plane in some.chain(beginnings_of_others.take(20)).chain(["N14228"]) {
        let mut expected = filter(|row| row.plane == plane);
        expected.sort_by_key(|row| (&row.scheduled, &row.carrier, row.number, &row.origin));
        check(&Question::Plane { plane: plane.into() }, index_rows, &expected);
    }
}

#[test]
fn the_last_departures_before_a_time_are_found() {
    let times = [
        "2012-12-31T00:00",
        "2013-01-01T05:15", // the time of the first departure from Newark, which must not be found
        "2013-01-01T05:16",
        "2013-01-15T12:00",
        "2013-01-31T23:59",
        "2014-01-01T00:00",
    ];
    for airport in ["EWR", "JFK", "LGA"] {
        for (before, last) in times.iter().flat_map(|time| [(time, 10), (time, 1), (time, 300)]) {
            let mut expected = filter(|row| row.origin == airport && row.scheduled.as_str() < *before);
            expected.sort_by_key(|row| (Reverse(&row.scheduled), &row.carrier, row.number));
            expected.truncate(last);
            let before: DateTime = before.parse().expect("a time");
            let before = before.to_zoned_datetime(NEW_YORK).ok();
            check(&Question::Departures { airport: airport.into(), before, last }, ROWS.len(), &expected);
        }
        let mut expected = filter(|row| row.origin == airport);
        expected.sort_by_key(|row| (Reverse(&row.scheduled), &row.carrier, row.number));
        let question = Question::Departures { airport: airport.into(), before: None, last: usize::MAX };
        check(&question, ROWS.len(), &expected);
    }
}

#[test]
fn every_flight_of_a_carrier_on_a_day_is_found() {
    let carriers: BTreeSet<&str> = ROWS.iter().map(|row| row.carrier.as_str()).collect();
    for carrier in carriers {
        for day in [None, Some("2012-12-31"), Some("2013-01-01"), Some("2013-01-10"), Some("2013-01-31")] {
            let on_day = |row: &Row| day.is_none_or(|day| row.scheduled.starts_with(day));
            let mut expected = filter(|row| row.carrier == carrier && on_day(row));
            expected.sort_by_key(|row| (Reverse(&row.scheduled), row.number, &row.origin));
            let on = day.map(|day| day.parse::<Date>().expect("a day"));
            check(&Question::Carrier { carrier: carrier.into(), on }, ROWS.len(), &expected);
        }
    }
}

#[test]
fn every_flight_to_destinations_with_these_first_letters_is_found() {
    let letters = ('A'..='Z').map(String::from);
    for start in letters.chain(["SA", "SAN", "SANA", "Z0", ""].map(String::from)) {
        let mut expected = filter(|row| row.destination.starts_with(&start));
        expected.sort_by_key(|row| (&row.destination, &row.scheduled, &row.carrier, row.number, &row.origin));
        check(&Question::To { start }, ROWS.len(), &expected);
    }
}

#[test]
fn a_name_without_flights_is_an_error_that_lists_the_names_with_flights() {
    let error = |question: Question| ask(&question).expect_err("the name has no flights").to_string();
    assert_eq!(
        error(Question::Departures { airport: "JFX".into(), before: None, last: 10 }),
        "no flight leaves from JFX; airports: EWR, JFK, LGA"
    );
    assert_eq!(
        error(Question::Carrier { carrier: "UAL".into(), on: None }),
        "no flight is of carrier UAL; carriers: 9E, AA, AS, B6, DL, EV, F9, FL, HA, MQ, OO, UA, US, VX, WN, YV"
    );
    assert_eq!(error(Question::Plane { plane: "D-AIMA".into() }), "no flight was flown by plane D-AIMA");
    let alike = error(Question::Plane { plane: "N1422".into() });
    assert!(alike.starts_with("no flight was flown by plane N1422; planes like it: N14"), "{alike}");
}
