//! rowkey beside its peers and hand-written code, in one run: a table of ratios to hand-written, as Markdown.
//!
//! `cargo run --release`, or `benches/report` to have it in the documentation.

mod arrow;
mod check;
mod harness;
mod integers;
mod mixed;
mod peer;
mod report;
mod text;
mod values;
#[path = "../../workloads/mod.rs"]
mod workloads;

fn main() {
    let mut rounds = 200;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next().as_deref().map(str::parse)) {
            ("--rounds", Some(Ok(number))) if number > 0 => rounds = number,
            _ => {
                eprintln!("usage: rowkey-peers [--rounds N]   (how often each contender has its turn, 200 by default)");
                std::process::exit(2);
            }
        }
    }
    let mut report = report::Report::new(rounds);
    integers::run(&mut report);
    mixed::run(&mut report, "b", 16);
    mixed::run(&mut report, "c", 256);
    text::digits(&mut report);
    integers::salted(&mut report);
    text::descending(&mut report);
    text::delimited(&mut report);
    report.print_faults();
}
