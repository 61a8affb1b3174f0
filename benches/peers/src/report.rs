//! Prints one table per workload, with a row per contender and a column per operation.

use crate::check::{Faults, check};
use crate::harness::{Contender, Operation, time};
use std::cmp::Ordering;
use std::fmt::Debug;

pub struct Report {
    rounds: usize,
    faults: Vec<String>,
}

impl Report {
    pub fn new(rounds: usize) -> Self {
        Self { rounds, faults: Vec::new() }
    }

    /// Checks how each contender encodes `checked_values`, measures the times of all contenders, and prints the table
    /// with `remark` below. The contenders contain the values that they are timed with.
    ///
    /// Ratios are relative to the first contender, which is hand-written. Without `order`, `workload` does not check
    /// the order of the encoded values.
    pub fn workload<V: Debug + PartialEq + 'static>(
        &mut self,
        title: &str,
        mut contenders: Vec<Contender<V>>,
        checked_values: &[V],
        order: Option<fn(&V, &V) -> Ordering>,
        remark: &str,
    ) {
        let faults: Vec<Faults> = contenders
            .iter()
            .map(|contender| {
                let by_bytes = |a: &V, b: &V| (contender.encode)(a).cmp(&(contender.encode)(b));
                let decode = |key: &Vec<u8>| Some((contender.decode)(key));
                check(checked_values, &contender.encode, decode, |a, b| {
                    order.map_or_else(|| by_bytes(a, b), |order| order(a, b))
                })
            })
            .collect();
        for (contender, faults) in contenders.iter().zip(&faults) {
            self.note_faults(title, contender.name, faults);
        }
        let columns: Vec<Operation> = Operation::ALL
            .into_iter()
            .filter(|operation| {
                contenders.iter().any(|contender| contender.passes.iter().any(|(its, _)| its == operation))
            })
            .collect();
        let times: Vec<Vec<Option<f64>>> =
            columns.iter().map(|operation| time(&mut contenders, *operation, self.rounds)).collect();

        println!("\n### {title}\n");
        let names: Vec<&str> = columns.iter().map(|operation| operation.name()).collect();
        println!("| | {} | |", names.join(" | "));
        println!("|---|{}---|", "--:|".repeat(columns.len()));
        for (index, (contender, faults)) in contenders.iter().zip(&faults).enumerate() {
            let cells: Vec<String> = times.iter().map(|times| cell(times, index)).collect();
            println!("| {} | {} | {} |", contender.name, cells.join(" | "), faults.summary());
        }
        if !remark.is_empty() {
            println!("\n{remark}");
        }
    }

    fn note_faults(&mut self, title: &str, name: &str, faults: &Faults) {
        let order = faults.misordered.as_ref().map(|(count, [a, b])| {
            format!("{count} of {} pairs in another order than their values, such as {a} and {b}", faults.pairs)
        });
        let collision = faults.colliding.as_ref().map(|[a, b]| format!("the same bytes for {a} and {b}"));
        let lost = faults.lost.as_ref().map(|(_, example)| example.clone());
        for fault in [order, collision, lost].into_iter().flatten() {
            self.faults.push(format!("{name}, {title}: {fault}"));
        }
    }

    pub fn print_faults(&self) {
        for fault in &self.faults {
            let shortened: String = fault.chars().take(300).collect();
            eprintln!("{}", shortened.escape_debug());
        }
    }
}

/// Returns the ratio to the first contender, or the time in nanoseconds in the first row.
fn cell(times: &[Option<f64>], index: usize) -> String {
    let first = times.first().copied().flatten();
    match (times.get(index).copied().flatten(), first) {
        (Some(time), _) if index == 0 => format!("1.00 ({:.1} ns)", time / crate::values::SAMPLES as f64),
        (Some(time), Some(first)) => format!("{:.2}", time / first),
        (Some(time), None) => format!("({:.1} ns)", time / crate::values::SAMPLES as f64),
        (None, _) => "-".into(),
    }
}
