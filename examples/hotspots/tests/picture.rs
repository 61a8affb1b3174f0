//! Tests the pictures and the table.

use std::fs;

use tempfile::{NamedTempFile, TempDir};

use super::{FLIGHTS, OUTCOMES, SETUP, cli};
use crate::compare;
use crate::picture;
use crate::replay::Replay;
use crate::run;
use crate::simulate::Setup;
use crate::table;

/// Checks that every element is closed, and that elements are properly nested.
fn assert_balanced(markup: &str) {
    const NEVER_CLOSED: [&str; 2] = ["meta", "!DOCTYPE"];
    let mut open = Vec::new();
    let style = markup.find("<style>").zip(markup.find("</style>")).expect("a style");
    let without_style = [&markup[..style.0], &markup[style.1 + 8..]].concat();
    for tag in without_style.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') || NEVER_CLOSED.contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_svg_and_the_page_need_no_other_file() {
    let folder = TempDir::new().expect("there is a temporary folder");
    let files = picture::write(&OUTCOMES, &SETUP, folder.path()).unwrap();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.len() < 500_000, "{} bytes", text.len());
        assert_balanced(&text);
        for outcome in &*OUTCOMES {
            assert!(text.contains(&format!(">{}<", outcome.about.title)), "{}", outcome.about.name);
        }
        assert!(text.contains("prefers-color-scheme: dark"));
        assert!(!text.contains("NaN") && !text.contains("inf"), "a length that is not a number");
        let links = text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!links.contains("http") && !links.contains("url("), "something is fetched from elsewhere");
    }
}

#[test]
fn any_number_of_flights_and_designs_can_be_drawn() {
    let folder = TempDir::new().expect("there is a temporary folder");
    let flights: Vec<_> = FLIGHTS.events().collect();
    for (rows, words) in
        [(1, ""), (2, "--servers 50"), (100, "--designs key-salt --windows 16"), (5_000, "--servers 1")]
    {
        let replay = Replay::of(flights.clone(), Some(rows));
        let cli = cli(words);
        let setup = Setup::new(&replay, &cli).unwrap();
        let outcomes = run::all(&cli.choices(), &setup).unwrap();
        for path in picture::write(&outcomes, &setup, folder.path()).unwrap() {
            let text = fs::read_to_string(&path).unwrap();
            assert_balanced(&text);
            assert!(!text.contains("NaN") && !text.contains("inf"), "{rows} {words}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let file = NamedTempFile::new().expect("there is a temporary folder");
    let message = |folder: &str| {
        let cli = cli(&format!("--out {}/{folder}", file.path().display()));
        let error = compare(&cli, &mut Vec::new()).expect_err("a file is not a folder");
        error.to_string()
    };
    assert!(message("below").starts_with("cannot create the folder "), "{}", message("below"));
}

#[test]
fn the_table_has_a_line_for_each_design_and_question() {
    let mut out = Vec::new();
    table::print(&OUTCOMES, &SETUP, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    for outcome in &*OUTCOMES {
        let lines = out.lines().filter(|line| line.starts_with(&format!(" {} ", outcome.about.name)));
        assert_eq!(lines.count(), 2, "{out}");
    }
    assert!(out.contains("one hour: all flights of 16 Jan 12:00-13:00, 51 in all"), "{out}");
}
