//! Checks that `HBase` gives the same answers as the embedded store of the example `flights`, byte by byte, and that
//! all tables are complete.

use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use indicatif::HumanCount;
use rowkey::RowKey;
use rowkey_examples::flights::command::{Data, Question};
use rowkey_examples::flights::load::ensure_loaded;
use rowkey_examples::flights::queries::Answer;
use rowkey_examples::flights::{print, queries};
use tempfile::TempDir;

use crate::client::Rows;
use crate::cluster::Cluster;
use crate::keys::FlightKey;
use crate::load::BATCH;
use crate::tables::{About, TABLES};

pub(crate) fn check(cluster: &Cluster, about: &About, data: &Data, out: &mut impl Write) -> Result<()> {
    let folder = TempDir::new()?;
    let embedded = ensure_loaded(data, Some(&folder.path().join("flights.redb")))?;
    let snapshot = embedded.read()?;
    let mut flights = 0;
    let questions = all_questions();
    for question in &questions {
        let expected = queries::answer(question, &snapshot)?;
        let found = crate::queries::answer(question, &cluster.gateway, about)?;
        compare(&expected, &found).with_context(|| format!("`{question}`"))?;
        flights += found.flights.len();
    }
    let unknown = unknown_names();
    for question in &unknown {
        let problem = |answer: Result<Answer>| answer.err().map(|error| error.to_string());
        let expected = problem(queries::answer(question, &snapshot));
        let found = problem(crate::queries::answer(question, &cluster.gateway, about));
        ensure!(expected.is_some() && expected == found, "`{question}`: {found:?} instead of {expected:?}");
    }
    writeln!(
        out,
        "{} questions, {} flights: HBase's answers equal the answers of the embedded store, byte for byte",
        questions.len(),
        HumanCount(flights as u64)
    )?;

    for table in TABLES {
        let rows = about.rows_of(table);
        let scanned = scan(cluster, table.name)?;
        ensure!(scanned == rows, "a scan of `{}` finds {scanned} rows instead of {rows}", table.name);
        let counted = if cluster.has_control() {
            let counted = cluster.control("count rows")?.count(table.name)?;
            ensure!(counted.rows == rows, "HBase counts {} rows in `{}` instead of {rows}", counted.rows, table.name);
            ensure!(counted.ascending, "HBase gives the rows of `{}` out of order", table.name);
            "loaded, scanned and counted by a scan in Java"
        } else {
            "loaded and scanned"
        };
        writeln!(out, "{}: {} rows {counted}", table.name, HumanCount(rows))?;
    }
    Ok(())
}

/// Returns the example questions, and questions with special ranges: empty ranges, all rows of a plane, airport or
/// carrier, and the first or last rows of a table.
fn all_questions() -> Vec<Question> {
    let mut questions = Question::examples();
    let day = |day| jiff::civil::date(2013, 1, day);
    let to = |start: &str| Question::To { start: start.into() };
    questions.extend(["N711MQ", "N725MQ", "N0EGMQ"].map(|plane| Question::Plane { plane: plane.into() }));
    for airport in ["EWR", "JFK", "LGA"].map(String::from) {
        for last in [1, 300, 2_500, usize::MAX] {
            questions.push(Question::Departures { airport: airport.clone(), before: None, last });
        }
    }
    for carrier in ["UA", "B6", "OO"] {
        let on = [None, Some(day(1)), Some(day(31)), Some(jiff::civil::date(2012, 12, 31))];
        questions.extend(on.map(|on| Question::Carrier { carrier: carrier.into(), on }));
    }
    questions.extend(["A", "ATL", "X", "XNAX"].map(to));
    questions
}

/// Returns questions about planes, airports and carriers without flights. Their answers are errors that suggest names.
fn unknown_names() -> Vec<Question> {
    let departures = |airport: &str| Question::Departures { airport: airport.into(), before: None, last: 10 };
    let carrier = |carrier: &str| Question::Carrier { carrier: carrier.into(), on: None };
    let mut questions = vec![departures("XNA"), carrier("ZZ")];
    questions.extend(["N14229", "N", "D-AIMA"].map(|plane| Question::Plane { plane: plane.into() }));
    questions
}

fn compare(expected: &Answer, found: &Answer) -> Result<()> {
    let bytes = |answer: &Answer| -> Result<[Vec<u8>; 3]> {
        let [mut short, mut whole, mut objects] = [const { Vec::new() }; 3];
        print::table_of_flights(answer, 20, &mut short)?;
        print::table_of_flights(answer, 0, &mut whole)?;
        print::json_of_flights(&answer.flights, &mut objects)?;
        Ok([short, whole, objects])
    };
    let (expected_bytes, found_bytes) = (bytes(expected)?, bytes(found)?);
    if expected_bytes == found_bytes && expected.table_rows == found.table_rows {
        return Ok(());
    }
    let differs = expected.flights.iter().zip(&found.flights).position(|(expected, found)| expected != found);
    bail!(
        "HBase's answer differs: {} flights of {} rows instead of {} of {}; the first that differs is number {}",
        found.flights.len(),
        found.table_rows,
        expected.flights.len(),
        expected.table_rows,
        differs.map_or_else(|| "none".to_owned(), |index| (index + 1).to_string()),
    )
}

/// Counts the rows of a table by a scan, and checks that they are in order.
fn scan(cluster: &Cluster, table: &str) -> Result<u64> {
    let batch = u16::try_from(BATCH).unwrap_or(u16::MAX);
    let mut rows = 0;
    let mut last = Vec::new();
    for row in Rows::new(&cluster.gateway, table, &FlightKey::all(), batch)? {
        let (key, _) = row?;
        ensure!(key > last, "a scan of `{table}` is out of order at row {rows}");
        last = key;
        rows += 1;
    }
    Ok(rows)
}
