//! Checks that rowkey encodes values like `HBase` and Phoenix. The file `vectors.txt` contains values, such as the `i16` -256, and
//! their bytes. The Java classes of `HBase` and Phoenix have written these bytes. `mvn test` in `stores/hbase/server` checks that
//! the classes still write the same bytes, and that they write what rowkey has written for some 1,800 other values:
//!
//! `HBASE_VECTORS=FILE cargo test -p rowkey-tests --features thorough --test formats hbase` writes these to a file.

mod encode;
mod samples;
mod splits;

use self::encode::encode;
use self::samples::samples;
use rowkey_proof::hex::{hex, unhex};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

const FILE: &str = include_str!("../../../../stores/hbase/server/src/test/resources/vectors.txt");

/// Writes bytes in hex, or `-` for no bytes.
fn to_text(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { hex(bytes).to_lowercase() }
}

/// Reads the output of [`to_text`].
fn from_text(text: &str) -> Vec<u8> {
    if text == "-" { Vec::new() } else { unhex(text) }
}

fn lines() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("three fields: {line}")))
}

/// Checks whether the split points of `HBase` differ because of rounding. `HBase` rounds the size of a region down and
/// then adds up the rounded sizes, so its later split points are slightly lower than rowkey's.
fn is_rounded(kind: &str, regions: &str) -> bool {
    let regions: u32 = regions.parse().unwrap_or(1);
    match kind {
        "hex-splits" | "uniform-splits" => !regions.is_power_of_two(),
        "decimal-splits" => !100_000_000_u32.is_multiple_of(regions),
        _ => false,
    }
}

/// Checks whether rowkey and Phoenix encode values of a kind differently. In a descending column of booleans, Phoenix
/// swaps true and false, but rowkey complements the byte, as in all descending fields.
fn differs(kind: &str) -> bool {
    kind == "bool-desc"
}

#[test]
fn every_value_has_the_bytes_of_the_file() {
    let exact = lines().filter(|[kind, value, _]| !is_rounded(kind, value) && !differs(kind));
    let wrong: Vec<_> = exact
        .filter_map(|[kind, value, bytes]| {
            let ours = encode(kind, value);
            (ours != bytes).then(|| format!("{kind} {value}: {ours} instead of {bytes}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rounded_split_points_differ_by_less_than_the_number_of_regions() {
    let rounded: Vec<_> = lines().filter(|[kind, value, _]| is_rounded(kind, value)).collect();
    assert!(!rounded.is_empty());
    for [kind, value, bytes] in rounded {
        let number = |point: &str| {
            let octets = u64::from_str_radix(point, 16).unwrap_or_else(|_| panic!("hex: {point}")).to_be_bytes();
            let radix = match kind {
                "uniform-splits" => return u64::from_be_bytes(octets),
                "hex-splits" => 16,
                _ => 10,
            };
            str::from_utf8(&octets).ok().and_then(|digits| u64::from_str_radix(digits, radix).ok()).unwrap_or(0)
        };
        let regions: u64 = value.parse().unwrap_or(0);
        let ours = encode(kind, value);
        assert_eq!(ours.split(',').count(), bytes.split(',').count(), "{kind} {value}");
        for (ours, theirs) in ours.split(',').zip(bytes.split(',')) {
            // `None` if the split point of rowkey is less than the split point of HBase, which the test rejects.
            let difference = number(ours).checked_sub(number(theirs));
            assert!(difference.is_some_and(|difference| difference < regions), "{kind} {value}: {ours} and {theirs}");
        }
    }
}

#[test]
fn a_descending_bool_differs_from_phoenix() {
    let theirs: Vec<_> = lines().filter(|[kind, ..]| differs(kind)).map(|[_, value, bytes]| (value, bytes)).collect();
    assert_eq!(theirs, [("false", "01"), ("true", "00")]);
    assert_eq!(["false", "true"].map(|value| encode("bool-desc", value)), ["ff", "fe"]);
}

/// The sample values contain every kind in `vectors.txt` except `bool-desc`.
#[test]
fn there_are_samples_of_every_kind() {
    let samples = samples();
    let kinds: BTreeSet<_> = samples.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, lines().map(|[kind, ..]| kind).filter(|kind| !differs(kind)).collect());
    let values: BTreeSet<_> = samples.iter().collect();
    assert!(values.len() > 1_500, "{} different values", values.len());
}

#[test]
fn rowkey_encodes_every_sample() {
    let mut text = "# Keys encoded by rowkey, in the format of src/test/resources/vectors.txt.\n".to_owned();
    for (kind, value) in samples() {
        writeln!(text, "{kind}\t{value}\t{}", encode(&kind, &value)).unwrap();
    }
    if let Some(file) = std::env::var_os("HBASE_VECTORS") {
        fs::write(file, text).unwrap();
    }
}
