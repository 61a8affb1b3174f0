//! Tests the printed answers and the parsing of the command line.

use clap::{CommandFactory, Parser};
use rowkey_examples::flights::command::{Format, Printing, Question};
use serde_json::Value;

use super::STORE;
use super::answers::{ROWS, Row};
use crate::{Cli, answer_all};

fn print(questions: &[Question], format: Format, rows: usize) -> String {
    let mut out = Vec::new();
    answer_all(questions, &STORE, Printing { format, rows }, &mut out).unwrap_or_else(|error| panic!("{error:#}"));
    String::from_utf8(out).expect("UTF-8")
}

fn rows(keep: impl Fn(&Row) -> bool) -> usize {
    ROWS.iter().filter(|row| keep(row)).count()
}

#[test]
fn json_output_is_not_shortened() {
    let out = print(&Question::examples(), Format::Json, 1);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let count = |answer: &Value| answer["flights"].as_array().map(Vec::len);
    let of_plane = rows(|row| row.plane == "N14228");
    let of_carrier = rows(|row| row.carrier == "UA" && row.scheduled.starts_with("2013-01-10"));
    let to_s = rows(|row| row.destination.starts_with('S'));
    assert_eq!(answers.iter().map(count).collect::<Vec<_>>(), [of_plane, 10, of_carrier, to_s].map(Some));
    assert_eq!(answers[1]["question"], "departures JFK --before 2013-01-15T12:00 --last 10");
    assert_eq!(answers[0]["flights"][0]["scheduled"], "2013-01-01T05:15-05:00");
}

#[test]
fn long_tables_are_shortened_and_say_so() {
    let to_s = [Question::To { start: "S".into() }];
    let flights = rows(|row| row.destination.starts_with('S'));
    let with_comma = |number: usize| match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    };
    let short = print(&to_s, Format::Table, 3);
    assert!(short.contains(&format!("and {} more; --rows 0 prints all", with_comma(flights - 3))), "{short}");
    assert_eq!(short.matches(" SAN ").count(), 3, "{short}");
    let [touched, all] = [flights, ROWS.len()].map(with_comma);
    let cost =
        format!("touched {touched} of the {all} rows of `by_destination`, and each row contains the key of a flight");
    assert!(short.contains(&cost), "{short}");
    let long = print(&to_s, Format::Table, 0);
    assert!(!long.contains(" more; "), "{long}");
    assert!(long.lines().count() > flights);
}

#[test]
fn a_question_prints_as_the_command_that_parses_to_it() {
    Cli::command().debug_assert();
    for question in Question::examples() {
        let words = question.to_string();
        let asked = Cli::try_parse_from(["flights"].into_iter().chain(words.split(' ')));
        assert_eq!(asked.expect("a command").question, Some(question));
    }
}

#[test]
fn times_are_read_strictly() {
    let before = |time: &str| Cli::try_parse_from(["flights", "departures", "jfk", "--before", time]);
    let question = |time: &str| before(time).expect("a time").question.map(|question| question.to_string());
    let noon = Some("departures JFK --before 2013-01-15T12:00 --last 10".to_owned());
    assert_eq!(question("2013-01-15T12:00"), noon);
    assert_eq!(question("2013-01-15 12:00"), noon);
    assert_eq!(question("2013-01-15"), noon.map(|text| text.replace("12:00", "00:00")));
    for wrong in ["noon", "2013-02-30T12:00", "2013-01-15T25:00", "2013-01-15T12:00+01:00", "15.01.2013", ""] {
        let message = before(wrong).expect_err("not a time").to_string();
        assert!(message.contains("write a time in New York like 2013-01-15T12:00"), "{message}");
    }
}
