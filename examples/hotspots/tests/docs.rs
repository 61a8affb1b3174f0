//! Checks that the pictures and numbers in the chapter "Choosing a key" (`rowkey/docs/choosing`) are the output of this
//! example.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rowkey_examples::terminal::percent;
use tempfile::TempDir;

use super::{OUTCOMES, SETUP, cli, outcome};
use crate::compare;
use crate::table::reads_of;

fn chapter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("rowkey").join("docs").join("choosing")
}

/// With `BLESS=1` in the environment, this test draws the pictures again.
#[test]
fn the_pictures_are_the_output_of_this_example() {
    let pictures = [
        ("hot.svg", "time-first,random-suffix,modulo-ten,carrier-first"),
        ("spread.svg", "salted-carrier,flight-salt,key-salt,random-salt"),
    ];
    for (name, designs) in pictures {
        let folder = TempDir::new().expect("there is a temporary folder");
        let command = format!("--designs {designs} --out {}", folder.path().display());
        compare(&cli(&command), &mut Vec::new()).expect("the flights can be replayed");
        let drawn = fs::read_to_string(folder.path().join("hotspots.svg")).expect("the picture was drawn");
        assert!(drawn.len() < 60_000, "{name} makes the page heavy: {} bytes", drawn.len());
        assert!(drawn.lines().all(|line| !line.is_empty()), "an empty line ends a picture within Markdown");
        let path = chapter().join(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, drawn).expect("the file can be written");
        } else {
            let shown = fs::read_to_string(&path).expect("the chapter has it");
            assert!(shown == drawn, "{} is out of date: draw it again with `BLESS=1`", path.display());
        }
    }
}

/// Returns the text of a page in one line, because a quotation may contain a line break.
fn text(name: &str) -> String {
    let text = fs::read_to_string(chapter().join(name)).expect("the page exists");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_quotes_the_measured_costs_of_reads() {
    let text = text("3-price.md");
    let rows = text.matches(" / ").count() / SETUP.questions.len();
    let quoted = OUTCOMES.iter().filter(|outcome| {
        let cells = reads_of(outcome, &SETUP);
        let (name, costs) = cells.split_first().expect("a name");
        text.contains(&format!("| `{name}` | {} |", costs.join(" | ")))
    });
    assert_eq!(quoted.count(), rows);
    assert!(rows > 6);
}

#[test]
fn the_page_quotes_the_measured_shares_of_writes() {
    let writes = text("2-writes.md");
    let price = text("3-price.md");
    let quotes = [
        ("time-first", &writes, "{region} of the writes go to one region; an even share would be {even}"),
        ("time-first", &writes, "there are {regions} regions, and on average each is {full} full"),
        ("newest-first", &writes, "smallest so far, and {region} of the writes go to one region"),
        ("modulo-seven", &writes, "the busiest region takes {region} of the writes; an even share would be {even}"),
        (
            "carrier-first",
            &writes,
            "larger than others. The busiest region takes {region}; an even share would be {even}",
        ),
        ("reversed-digits", &writes, "The busiest region then takes {region}; an even share would be {even}"),
        ("salted-carrier", &price, "few salts. The busiest region takes {region}; an even share would be {even}"),
        ("flight-salt", &price, "many values. The busiest region takes {region}; an even share would be {even}"),
        ("key-salt", &price, "is even: the busiest region takes {region}; an even share would be {even}"),
        ("random-salt", &price, "is equally even ({region})"),
    ];
    for (name, text, quote) in quotes {
        let outcome = outcome(name);
        let quote = quote
            .replace("{regions}", &outcome.regions.to_string())
            .replace("{region}", &percent(outcome.busiest_region()))
            .replace("{even}", &percent(outcome.even_share()))
            .replace("{full}", &percent(outcome.fill));
        assert!(text.contains(&quote), "the chapter should say about {name}: {quote}");
    }
}
