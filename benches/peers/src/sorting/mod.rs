//! Finds out which keys of each peer sort, and writes the tables of `rowkey/docs/comparison.md`. Each peer encodes the same
//! drawn values and edge values with its public API. A cell that says "no" has the shortest counterexample of the run.

mod peers;

use crate::check::{Faults, check};
use crate::values::{I64, Random, U64, texts};
use crate::workloads::hand::upper_bound;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::ops::Bound;

/// The keys of a peer for the values of one type.
trait Keys<V> {
    type Key: Ord;
    fn encode(value: &V) -> Self::Key;
    fn decode(key: &Self::Key) -> Option<V>;
}

/// A key with two parts. All keys with the same text are a query.
type Numbered = (String, u64);

/// A text in descending order, then a number in ascending order. Shown as a tuple.
#[derive(Clone, PartialEq)]
struct Descending(String, u64);

impl Debug for Descending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (&self.0, self.1).fmt(f)
    }
}

/// A float that is equal to another one if the bits are the same.
#[derive(Clone, Copy, PartialEq)]
struct Float(u64);

impl Debug for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f64::from_bits(self.0).fmt(f)
    }
}

fn numbers() -> Vec<i64> {
    let mut random = Random::new();
    let drawn = std::iter::repeat_with(|| (random.number() as i64) >> (random.number() % 64)).take(100);
    distinct(I64.into_iter().chain(drawn).collect())
}

/// Returns floats without NaN and -0.0, which have columns of their own.
fn floats() -> Vec<Float> {
    let mut random = Random::new();
    let edges = [0.0, 5e-324, f64::MIN_POSITIVE, 1.0, 1.5, 255.0, 256.0, f64::MAX, f64::INFINITY];
    let drawn = std::iter::repeat_with(|| f64::from_bits(random.number())).filter(|float| !float.is_nan()).take(100);
    let negative = edges.into_iter().skip(1).map(|float| -float);
    edges.into_iter().chain(negative).chain(drawn).map(|float| Float(float.to_bits())).collect()
}

/// Returns strings that are easy to sort wrongly, and hosts with a common beginning.
fn hosts() -> Vec<String> {
    let mut random = Random::new();
    let hosts = ["host", "host1", "host12", "host2", "host1\0", "host\u{10FFFF}"].map(String::from);
    let drawn: Vec<String> = (0..20).map(|at| random.text(at % 7)).collect();
    distinct(texts().into_iter().chain(hosts).chain(drawn).collect())
}

fn distinct<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort();
    values.dedup();
    values
}

fn numbered() -> Vec<Numbered> {
    hosts().into_iter().flat_map(|host| U64.map(|number| (host.clone(), number))).collect()
}

fn pairs() -> Vec<(String, String)> {
    let edges =
        ["", "\0", "\0\0", "\u{1}", "a", "a\0", "aa", "ab", "b", "ÿ", "host1", "host12", "host1\0"].map(String::from);
    let mut random = Random::new();
    let parts = distinct(edges.into_iter().chain((0..20).map(|at| random.text(at % 4))).collect());
    parts.iter().flat_map(|a| parts.iter().map(move |b| (a.clone(), b.clone()))).collect()
}

fn optional() -> Vec<(Option<u64>, u64)> {
    let options = std::iter::once(None).chain(U64.map(Some));
    options.flat_map(|option| U64.map(|number| (option, number))).collect()
}

/// The cell of a feature that a peer does not offer, or that was not measured.
const NOT_OFFERED: &str = "not offered";

struct Row {
    name: String,
    /// The row in the tables of `performance.md`.
    measured: Option<&'static str>,
    integers: String,
    floats: String,
    negative_zero: String,
    nan: String,
    none: String,
    texts: String,
    numbered: String,
    pairs: String,
    descending: String,
    prefix: String,
    /// The shortest example of a value that does not decode.
    lost: Option<String>,
    decodes: bool,
}

impl Row {
    /// Begins a row whose peer has strings, integers and keys with several parts.
    fn new<P>(name: String) -> Self
    where
        P: Keys<i64> + Keys<String> + Keys<Numbered> + Keys<(String, String)>,
    {
        let none = || String::from(NOT_OFFERED);
        let mut row = Self {
            name,
            measured: None,
            integers: none(),
            floats: none(),
            negative_zero: none(),
            nan: none(),
            none: none(),
            texts: none(),
            numbered: none(),
            pairs: none(),
            descending: none(),
            prefix: none(),
            lost: None,
            decodes: true,
        };
        row.integers = row.checked::<P, _>(&numbers(), Ord::cmp);
        row.texts = row.checked::<P, _>(&hosts(), Ord::cmp);
        row.numbered = row.checked::<P, _>(&numbered(), Ord::cmp);
        row.pairs = row.checked::<P, _>(&pairs(), Ord::cmp);
        row
    }

    fn checked<P: Keys<V>, V: Debug + PartialEq>(&mut self, values: &[V], order: fn(&V, &V) -> Ordering) -> String {
        self.cell(&check(values, P::encode, P::decode, order))
    }

    fn cell(&mut self, faults: &Faults) -> String {
        if let Some((_, example)) = &faults.lost
            && self.lost.as_ref().is_none_or(|kept| example.len() < kept.len())
        {
            self.lost = Some(example.clone());
        }
        match faults {
            Faults { rejected: 1.., .. } => format!("rejects {} values", faults.rejected),
            Faults { colliding: Some([a, b]), .. } => format!("no: `{a}` = `{b}`"),
            Faults { misordered: Some((_, [lesser, greater])), .. } => format!("no: `{greater}` before `{lesser}`"),
            _ => "yes".into(),
        }
    }

    fn floats<P: Keys<f64>>(mut self) -> Self {
        let encode = |float: &Float| P::encode(&f64::from_bits(float.0));
        let decode = |key: &P::Key| P::decode(key).map(|float| Float(float.to_bits()));
        let by_number = |a: &Float, b: &Float| f64::from_bits(a.0).total_cmp(&f64::from_bits(b.0));
        self.floats = self.cell(&check(&floats(), encode, decode, by_number));
        let zeros = [-0.0_f64, 0.0].map(|zero| P::encode(&zero));
        self.negative_zero = match zeros[0].cmp(&zeros[1]) {
            Ordering::Less => "before 0.0",
            Ordering::Equal => "equal to 0.0",
            Ordering::Greater => "after 0.0",
        }
        .into();
        let nan = Float(f64::NAN.to_bits());
        self.cell(&check(&[Float((-0.0_f64).to_bits()), nan], encode, decode, by_number));
        let key_of_nan = encode(&nan);
        let before = floats().iter().filter(|float| encode(float) < key_of_nan).count();
        self.nan = match before {
            0 => "first",
            count if count == floats().len() => "last",
            _ => "among the numbers",
        }
        .into();
        self
    }

    fn options<P: Keys<(Option<u64>, u64)>>(mut self) -> Self {
        let first = self.checked::<P, _>(&optional(), Ord::cmp);
        let last = self.checked::<P, _>(&optional(), |a, b| (a.0.is_none(), a).cmp(&(b.0.is_none(), b)));
        self.none = match (first.as_str(), last.as_str()) {
            ("yes", _) => "first".into(),
            (_, "yes") => "last".into(),
            _ => first,
        };
        self
    }

    fn descending<P: Keys<Descending>>(mut self) -> Self {
        let values: Vec<Descending> = numbered().into_iter().map(|(text, number)| Descending(text, number)).collect();
        self.descending = self.checked::<P, _>(&values, |a, b| (Reverse(&a.0), a.1).cmp(&(Reverse(&b.0), b.1)));
        self
    }

    /// Reads all rows of some texts. `find` returns the rows of a text that the peer finds among all rows.
    fn prefix(mut self, find: impl Fn(&[Numbered], &str) -> Vec<Numbered>) -> Self {
        let rows = numbered();
        let mut wrong: Vec<String> = Vec::new();
        for text in hosts().into_iter().filter(|text| text.len() < 2 || text.starts_with("host")) {
            let found = find(&rows, &text);
            let other = found.iter().map(|row| &row.0).filter(|found| **found != text).min_by_key(|found| found.len());
            wrong.extend(other.map(|other| format!("`{text:?}` finds `{other:?}`")));
            let missing = rows.iter().find(|row| row.0 == text && !found.contains(row));
            wrong.extend(missing.map(|row| format!("`{text:?}` misses `{row:?}`")));
        }
        let shortest = wrong.into_iter().min_by_key(String::len);
        self.prefix = shortest.map_or_else(|| "yes".into(), |example| format!("no: {example}"));
        self
    }

    /// Like [`Row::prefix`], for a peer without prefixes: `start` encodes the text, and this code computes the upper bound.
    fn prefix_by_hand<P: Keys<Numbered, Key: AsRef<[u8]>>>(self, start: impl Fn(&str) -> Vec<u8>) -> Self {
        let mut row = self.prefix(|rows, text| {
            let start = start(text);
            let end = upper_bound(start.clone());
            in_range::<P>(rows, start, end)
        });
        if row.prefix == "yes" {
            row.prefix = "yes, upper bound by hand".into();
        }
        row
    }

    fn measured(mut self, name: &'static str) -> Self {
        self.measured = Some(name);
        self
    }

    /// The peer stores the key only to find the value, and cannot decode the key.
    fn without_decoding(mut self) -> Self {
        self.decodes = false;
        self
    }

    fn decoding(&self) -> String {
        match &self.lost {
            _ if !self.decodes => NOT_OFFERED.into(),
            None => "yes".into(),
            Some(example) => format!("no: {example}"),
        }
    }
}

/// Returns the rows whose encoded keys are in the range.
fn in_range<P: Keys<Numbered, Key: AsRef<[u8]>>>(
    rows: &[Numbered],
    start: Vec<u8>,
    end: Option<Vec<u8>>,
) -> Vec<Numbered> {
    let stored: BTreeMap<Vec<u8>, &Numbered> = rows.iter().map(|row| (P::encode(row).as_ref().to_vec(), row)).collect();
    let range = (Bound::Included(start), end.map_or(Bound::Unbounded, Bound::Excluded));
    stored.range(range).map(|(_, row)| (*row).clone()).collect()
}

/// Returns the name of a crate with its version in the lock file that begins with `version`.
fn versioned(name: &str, version: &str) -> String {
    let lock = include_str!("../../Cargo.lock");
    let line = format!("name = \"{name}\"\nversion = \"");
    let mut versions = lock.split(line.as_str()).skip(1).filter_map(|rest| rest.split_once('"'));
    let (version, _) = versions.find(|(found, _)| found.starts_with(version)).expect("the crate is in the lock file");
    format!("{name} {version}")
}

/// Returns two ratios of the table (b) in `performance.md`: of encoding to a new `Vec`, and of decoding.
fn measured(name: &str) -> [String; 2] {
    let page = include_str!("../../../../rowkey/docs/performance.md");
    let table = page.split("### (b)").nth(1).expect("the page has the table (b)");
    let cells = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let header = cells(table.lines().find(|line| line.starts_with('|')).expect("the table has a header"));
    let row = table.lines().map(cells).find(|row| row.get(1) == Some(&name)).expect("the table has a row of the peer");
    ["encode, new `Vec`", "decode, owned"].map(|column| {
        let column = header.iter().position(|cell| *cell == column).expect("the table has the column");
        row[column].into()
    })
}

/// Returns the tables of the page.
pub fn tables() -> String {
    let rows = peers::rows();
    let mut out =
        String::from("| one value | `i64` | `String` | `f64` | -0.0 | NaN | `None` |\n|---|---|---|---|---|---|---|\n");
    for row in &rows {
        let Row { name, integers, texts, floats, negative_zero, nan, none, .. } = row;
        writeln!(out, "| {name} | {integers} | {texts} | {floats} | {negative_zero} | {nan} | {none} |").unwrap();
    }
    out += "\n| several parts | `(String, u64)` | `(String, String)` | descending `String`, then `u64` | all keys of one text | \
            decodes to the same value | encode | decode |\n|---|---|---|---|---|---|--:|--:|\n";
    for row in &rows {
        let Row { name, numbered, pairs, descending, prefix, .. } = row;
        let [encode, decode] = row.measured.map_or_else(|| ["-".into(), "-".into()], measured);
        let decoding = row.decoding();
        writeln!(out, "| {name} | {numbered} | {pairs} | {descending} | {prefix} | {decoding} | {encode} | {decode} |")
            .unwrap();
    }
    out
}

#[cfg(test)]
mod tests {
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rowkey/docs/comparison.md");
    const BEGIN: &str = "<!-- sorting: begin -->\n\n";
    const END: &str = "\n<!-- sorting: end -->";

    /// `BLESS=1 cargo test` writes the tables again.
    #[test]
    fn the_page_has_the_tables_of_this_run() {
        let page = std::fs::read_to_string(PAGE).unwrap();
        let (before, rest) = page.split_once(BEGIN).unwrap();
        let (shown, after) = rest.split_once(END).unwrap();
        let tables = super::tables();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(PAGE, [before, BEGIN, &tables, END, after].concat()).unwrap();
        } else {
            assert!(shown == tables, "the page differs from this run, which BLESS=1 writes to the page:\n{tables}");
        }
    }
}
