//! Tests that `explain` accepts exactly the keys that `decode` accepts, and reports the same error as `decode` for all
//! other bytes.

use crate::keys::{self, KeyType, Sampled, encoded, every_key_type};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rowkey::explain::Explanation;
use rowkey::{DecodeError, Layout, RowKey};
use rowkey_proof::domain;
use rowkey_proof::untyped::Untyped;
use std::fmt::Debug;

/// Returns the step between the keys to check: the default run checks every 20th of the keys that CI checks.
fn step() -> usize {
    if crate::is_thorough() { 1 } else { 20 }
}

fn assert_agrees(key_type: &KeyType, bytes: &[u8]) {
    let decoded = (key_type.decode)(bytes);
    let decoded = decoded.as_ref().map(|key| &**key);
    assert_reports(&key_type.layout.explain(bytes), bytes, decoded);
    assert_reports(&(key_type.explain)(bytes), bytes, decoded);
}

/// Checks that the explanation reports the same problem as decoding, and that its parts contain all bytes of the key in
/// order.
fn assert_reports(explanation: &Explanation, bytes: &[u8], decoded: Result<&dyn Debug, &DecodeError>) {
    assert!(!explanation.to_string().is_empty(), "an explanation of any bytes prints a text");
    match decoded {
        Ok(key) => assert!(explanation.is_ok(), "{key:?}\n{explanation}"),
        Err(error) => {
            let problem = explanation.problem().unwrap_or_else(|| panic!("{error}\n{bytes:02x?}\n{explanation}"));
            assert_eq!(problem.to_string(), error.to_string(), "{bytes:02x?}\n{explanation}");
            assert_eq!((problem.field(), problem.offset()), (error.field(), error.offset()), "{explanation}");
        }
    }
    let shown: Vec<u8> = explanation.parts().iter().flat_map(|part| part.bytes()).copied().collect();
    assert_eq!(shown, bytes, "{explanation}");
    let mut offset = 0;
    for range in explanation.parts().iter().filter_map(|part| part.range()) {
        assert_eq!(range.start, offset, "{explanation}");
        offset = range.end;
    }
}

#[test]
fn keys_with_values_of_the_domain_are_explained_as_they_decode() {
    for key_type in every_key_type() {
        for bytes in (key_type.encoded)() {
            assert_agrees(&key_type, &bytes);
            assert!(key_type.layout.explain(&bytes).is_ok());
        }
    }
}

#[test]
fn damaged_keys_are_explained_as_they_decode() {
    for key_type in every_key_type() {
        for bytes in (key_type.encoded)().iter().filter(|bytes| bytes.len() < 60).step_by(4 * step()) {
            for damaged in domain::damaged(bytes) {
                assert_agrees(&key_type, &damaged);
            }
        }
    }
}

fn on_random_bytes(layout: &Layout, check: &dyn Fn(&[u8])) {
    let cases = 120 / u32::try_from(step()).unwrap();
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let octets = prop_oneof![Just(0u8), Just(0xFF), Just(1), Just(b'_'), Just(b'0'), Just(b'a'), any::<u8>()];
    let bytes = (any::<bool>(), prop::collection::vec(octets, 0..80));
    let checked = runner.run(&bytes, |(has_namespace, bytes)| {
        check(&bytes);
        if has_namespace {
            check(&[layout.namespace(), &bytes].concat());
        }
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{}: {error}", layout.name()));
}

#[test]
fn random_bytes_and_keys_of_other_tables_are_explained_as_they_decode() {
    let others = [
        encoded::<keys::Integers>(),
        encoded::<keys::Delimited>(),
        encoded::<keys::SaltedHex>(),
        encoded::<keys::Derived>(),
    ];
    for key_type in every_key_type() {
        on_random_bytes(key_type.layout, &|bytes| assert_agrees(&key_type, bytes));
        for other in &others {
            other.iter().step_by(5 * step()).for_each(|bytes| assert_agrees(&key_type, bytes));
        }
    }
}

#[test]
fn every_bucket_of_a_random_salt_is_valid() {
    use keys::RandomKey;
    let key_type = KeyType::of::<RandomKey>();
    for key in RandomKey::samples().iter().flat_map(RandomKey::possible_keys) {
        assert_agrees(&key_type, &key);
        assert!(key_type.layout.explain(&key).is_ok());
    }
}

/// The printed layout is formatted by code of its own: compile errors show it too, and constants cannot use `fmt`.
#[test]
fn a_table_escapes_characters_as_literals_do() {
    #[derive(RowKey)]
    #[rowkey(namespace = b"\0\t\r\n\"'\\a\x7F\xFF", delimiter = '\'')]
    struct Quoted {
        größe: u16,
        #[pad(4, '\\')]
        b: String,
        #[format("%H'%M\"%S")]
        c: jiff::civil::Time,
        d: String,
    }
    #[derive(RowKey)]
    #[rowkey(delimiter = '\u{1}')]
    struct Control {
        #[pad(4, '\t')]
        a: String,
        #[pad(4, '\u{7F}')]
        b: String,
        c: Option<Vec<u8>>,
    }
    #[derive(RowKey)]
    #[rowkey(terminator = '\n')]
    struct Line {
        #[pad(4, '"')]
        a: String,
        b: String,
        c: u8,
    }
    let quoted = Quoted::LAYOUT.to_string();
    assert!(quoted.contains(r#""\x00\x09\x0D\x0A\"\'\\a\x7F\xFF""#), "{quoted}");
    assert!(quoted.contains(&format!("string padded with {:?}, then {:?} ", '\\', '\'')), "{quoted}");
    assert!(quoted.contains(&format!("time as \"{}\"", b"%H'%M\"%S".escape_ascii())), "{quoted}");
    let control = Control::LAYOUT.to_string();
    assert!(control.contains(&format!("string padded with {:?}, then {:?} ", '\t', '\u{1}')), "{control}");
    assert!(control.contains(&format!("string padded with {:?}, then {:?} ", '\u{7F}', '\u{1}')), "{control}");
    let line = Line::LAYOUT.to_string();
    assert!(line.contains(&format!("string padded with {:?} ", '"')), "{line}");
    assert!(line.contains(&format!("string, ends in {:?} ", '\n')), "{line}");
    // Column widths count characters, not bytes.
    let starts = |name: &str| {
        quoted.lines().find(|line| line.starts_with(name)).and_then(|line| {
            let after = line.chars().skip(name.chars().count()).position(|character| character != ' ')?;
            Some(name.chars().count() + after)
        })
    };
    assert_eq!(starts("größe"), starts("namespace"), "{quoted}");
}
