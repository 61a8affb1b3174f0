//! Tests the command line.

use clap::{CommandFactory, Parser};

use super::{FLIGHTS, cli};
use crate::cli::Cli;
use crate::simulate::Setup;

fn rejection(words: &str) -> String {
    let words = ["hotspots"].into_iter().chain(words.split(' '));
    Cli::try_parse_from(words).expect_err("an error").to_string()
}

#[test]
fn designs_are_chosen_by_name_each_once() {
    Cli::command().debug_assert();
    let names = |words| cli(words).choices().iter().map(|choice| choice.about.name).collect::<Vec<_>>();
    assert_eq!(names("--designs key-salt,time-first,key-salt"), ["key-salt", "time-first"]);
    assert_eq!(names("").len(), 12);
    let message = rejection("--designs time-frist");
    assert!(message.contains("time-first"), "{message}");
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for number in ["10000000", "10_000_000", "10,000,000"] {
        assert_eq!(cli(&format!("--rows {number}")).rows, Some(10_000_000));
    }
    assert!(rejection("--rows 100000001").contains("at most 100,000,000"));
    for wrong in ["--rows 0", "--rows many", "--rows -1", "--region-rows 0", "--servers 0", "--windows 15"] {
        rejection(wrong);
    }
}

#[test]
fn too_many_regions_are_rejected_before_they_take_the_memory() {
    let message = Setup::new(&FLIGHTS, &cli("--region-rows 10")).expect_err("too many").to_string();
    assert!(message.ends_with("--region-rows must be at least 106"), "{message}");
    assert!(Setup::new(&FLIGHTS, &cli("--region-rows 106")).is_ok());
}
