//! Compares rowkey with its peers, which are other crates that encode keys, and with hand-written code. Prints a
//! Markdown table for each workload. The values are times relative to hand-written code.
//!
//! Run it with `cargo run --release`, or with `benches/report` to update the documentation. `cargo run -- sorting` prints
//! which keys sort, and measures nothing.

mod arrow;
mod check;
mod harness;
mod integers;
mod mixed;
mod peer;
#[cfg(test)]
mod recipes;
mod report;
mod sorting;
mod text;
mod values;
#[path = "../../workloads/mod.rs"]
mod workloads;

const USAGE: &str = "usage: rowkey-peers sorting
       rowkey-peers [--rounds N] [--only LETTERS]
  sorting          prints which keys sort, and measures nothing
  --rounds N       how often each contender has its turn, 200 by default
  --only LETTERS   only some of the workloads, such as `ad` for (a) and (d)";

fn usage() -> ! {
    eprintln!("{USAGE}");
    std::process::exit(2);
}

fn main() {
    let (mut rounds, mut only) = (200, String::from("abcdefg"));
    let mut arguments = std::env::args().skip(1);
    if std::env::args().skip(1).eq(["sorting"]) {
        return print!("{}", sorting::tables());
    }
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("--rounds", Some(number)) => rounds = number.parse().unwrap_or_else(|_| usage()),
            ("--only", Some(letters)) if letters.chars().all(|letter| only.contains(letter)) => only = letters,
            _ => usage(),
        }
    }
    let mut report = report::Report::new(rounds.max(1));
    let workloads: [fn(&mut report::Report); 7] = [
        integers::run,
        |report| mixed::run(report, "b", 16),
        |report| mixed::run(report, "c", 256),
        text::digits,
        integers::salted,
        text::descending,
        text::delimited,
    ];
    for (letter, run) in ('a'..).zip(workloads) {
        if only.contains(letter) {
            run(&mut report);
        }
    }
    report.print_faults();
}
