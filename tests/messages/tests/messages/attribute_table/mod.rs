//! Tests the tables of `attribute_tables.md`: builds a key from the row and the column of every cell, and
//! compares its bytes, or the compiler's message, with the cell.
//!
//! By default, every third cell of each row and of each column is tested. With
//! `ROWKEY_THOROUGH=1` in the environment, as in `.ci/run`, or with `BLESS=1`, all cells are tested.
//!
//! With `BLESS=1` in the environment, wrong cells are overwritten. The cell of an error then has the whole message: cut
//! it down to the words that matter.

mod case;
mod compile;
mod page;

use case::Case;
use compile::{Compiler, Outcome};
use page::{Cell, Content, Page};
use std::io::Write;

/// The version of rustc whose messages `attribute_tables.md` quotes.
const MESSAGES_OF: &str = "1.95.";

/// The heading of each table, and the number of its cells that are not empty.
const TABLES: &[(&str, usize)] = &[
    ("One attribute on each kind of type", 12 * 29),
    ("Before another field", 12 * 12),
    ("Descending before another field", 12 * 5),
    ("Two attributes of the field", 66 * 3),
    ("An attribute of the field and one of the struct", 13 * 13),
    ("A format, or an attribute about the end of the key", 28 * 4 - 4),
    ("Two attributes of the struct", 55),
    ("Algorithms and sizes", 8 * 14),
];

#[test]
fn every_cell_of_the_attribute_table_is_what_the_compiler_does() {
    let mut page = Page::read();
    for (heading, filled) in TABLES {
        let cells = page.cells.iter().filter(|cell| cell.heading == *heading && cell.content != Content::Nothing);
        assert_eq!(cells.count(), *filled, "filled cells under \"{heading}\"");
    }
    let known = |cell: &&Cell| TABLES.iter().any(|(heading, _)| cell.heading == *heading);
    assert_eq!(page.cells.iter().find(|cell| !known(cell)), None, "a table under an unknown heading");

    let compiler = Compiler::find();
    let messages_are_known = compiler.version.contains(MESSAGES_OF);
    if !messages_are_known {
        // Bypasses the test harness, which hides the output of passing tests.
        let skipped =
            format!("SKIPPED: the cells with errors, as they quote rustc {MESSAGES_OF}x: {}\n", compiler.version);
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
    let all = ["ROWKEY_THOROUGH", "BLESS"].iter().any(|name| std::env::var_os(name).is_some());
    let filled = page.cells.iter().filter(|cell| cell.content != Content::Nothing && (all || cell.is_in_sample()));
    let filled = filled.cloned();
    let (with_errors, mut cells): (Vec<_>, Vec<_>) = filled.partition(|cell| matches!(cell.content, Content::Error(_)));
    let outcomes_of = |name, cells: &[Cell]| compiler.outcomes(name, &cells.iter().map(Case::of).collect::<Vec<_>>());
    let mut outcomes = outcomes_of("bytes", &cells);
    if messages_are_known {
        outcomes.extend(outcomes_of("errors", &with_errors));
        cells.extend(with_errors);
    }
    let wrong: Vec<_> = cells.iter().zip(&outcomes).filter(|(cell, outcome)| !agrees(cell, outcome)).collect();

    if std::env::var_os("BLESS").is_some() {
        for (cell, outcome) in &wrong {
            page.write(cell, &outcome.to_string());
        }
        page.save();
    }
    let report: String = wrong.iter().map(|(cell, outcome)| format!("{cell}\n    the key: {outcome}\n")).collect();
    assert!(wrong.is_empty(), "{} cells of {} are wrong:\n{report}", wrong.len(), cells.len());
}

fn agrees(cell: &Cell, outcome: &Outcome) -> bool {
    match (&cell.content, outcome) {
        (Content::Bytes(said), Outcome::Bytes { bytes, .. }) => said == bytes,
        // The compiler must report a mistake as one error.
        (Content::Error(words), Outcome::Errors(messages)) => {
            matches!(&**messages, [message] if message.contains(words))
        }
        _ => false,
    }
}
