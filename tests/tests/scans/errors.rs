//! Tests errors in scans: a scan returns the error of a row about where the row would be, and loses no other row.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use rowkey::explain::HbaseShell;
use rowkey::{
    DecodeErrorKind, KeyRange, RowKey,
    scan::{ScanError, ScanErrorKind},
};

use crate::store::Store;

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(modulo, buckets = 4, of(at)))]
struct Reading {
    at: u32,
    #[pad(3)]
    sensor: u16,
}

const ROWS: u32 = 40;

fn key(at: u32) -> Vec<u8> {
    Reading { at, sensor: 7 }.try_encode().unwrap().to_vec()
}

fn store() -> Store {
    Store::new((0..ROWS).map(|at| (key(at), at)))
}

#[derive(Clone, Debug, PartialEq)]
enum StoreError {
    Locked,
    Checksum(u32),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Locked => f.write_str("the table is locked"),
            StoreError::Checksum(at) => write!(f, "row {at} is damaged"),
        }
    }
}

impl Error for StoreError {}

type Row = Result<(Reading, u32), ScanError<StoreError>>;

/// Returns the values of the rows, and each error with the number of rows before it.
fn outcome(rows: impl Iterator<Item = Row>) -> (Vec<u32>, Vec<(usize, ScanError<StoreError>)>) {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Ok((key, value)) => {
                assert_eq!(key.at, value);
                values.push(value);
            }
            Err(error) => errors.push((values.len(), error)),
        }
    }
    (values, errors)
}

fn all_but(missing: impl Fn(u32) -> bool) -> Vec<u32> {
    (0..ROWS).filter(|at| !missing(*at)).collect()
}

fn reversed(mut rows: Vec<u32>) -> Vec<u32> {
    rows.reverse();
    rows
}

#[test]
fn only_the_rows_of_a_range_that_cannot_be_opened_are_lost() {
    let store = store();
    for bucket in 0..4 {
        let open = |range: KeyRange| {
            if range.start()[0] == bucket { Err(StoreError::Locked) } else { Ok(store.open(range)) }
        };
        for limit in [1, 2, 4] {
            let (rows, errors) = outcome(Reading::prefix().scan(open).max_open_ranges(limit));
            assert_eq!(rows, all_but(|at| at % 4 == u32::from(bucket)));
            let [(0, error)] = &errors[..] else { panic!("{errors:?}") };
            assert_eq!((error.bucket(), error.key()), (bucket.into(), None));
            assert_eq!(error.kind(), &ScanErrorKind::Open(StoreError::Locked));
            let message = format!("bucket {bucket}: the range could not be opened: the table is locked");
            assert_eq!(error.to_string(), message);
            let (rows, errors) = outcome(Reading::prefix().scan(open).rev().max_open_ranges(limit));
            assert_eq!(rows, reversed(all_but(|at| at % 4 == u32::from(bucket))));
            assert_eq!(errors.len(), 1);
        }
    }
}

#[test]
fn all_ranges_may_fail_to_open() {
    let rows = Reading::prefix().scan(|_| Err::<std::vec::IntoIter<(Vec<u8>, u32)>, _>(StoreError::Locked));
    let (rows, errors) = outcome(rows);
    assert!(rows.is_empty(), "{rows:?}");
    let buckets: Vec<_> = errors.iter().map(|(_, error)| error.bucket()).collect();
    assert_eq!(buckets, [0, 1, 2, 3]);
}

#[test]
fn reopening_a_range_may_fail() {
    let store = store();
    let mut opens_left = 6;
    let scan = Reading::prefix().scan(|range| {
        opens_left -= 1;
        if opens_left == 0 { Err(StoreError::Locked) } else { Ok(store.open(range)) }
    });
    let (rows, errors) = outcome(scan.max_open_ranges(1));
    let [(before, error)] = &errors[..] else { panic!("{errors:?}") };
    let lost: BTreeSet<_> = (0..ROWS).filter(|at| !rows.contains(at)).map(|at| at % 4).collect();
    assert_eq!(lost, BTreeSet::from([u32::try_from(error.bucket()).unwrap()]));
    assert!(*before > 0 && rows.is_sorted());
}

#[test]
fn only_a_row_that_cannot_be_read_is_lost() {
    let store = store();
    let damages: [&[u32]; 7] = [&[0], &[17], &[39], &[0, 1, 2, 3], &[8, 12, 16], &[5, 6], &[36, 37, 38, 39]];
    for damaged in damages {
        let is_damaged = |at: &u32| damaged.contains(at);
        let open = |range: KeyRange| {
            let check = |row @ (_, at)| if is_damaged(&at) { Err(StoreError::Checksum(at)) } else { Ok(row) };
            store.open(range).map(check)
        };
        for limit in [1, 2, 3, 4] {
            store.reset_counts();
            let (rows, errors) = outcome(Reading::prefix().scan(open).max_open_ranges(limit));
            assert_eq!(rows, all_but(|at| is_damaged(&at)), "{damaged:?}");
            check_damaged(damaged, &errors);
            assert!(store.counts().max_open <= limit, "{damaged:?}: {} open", store.counts().max_open);
            store.reset_counts();
            let (rows, errors) = outcome(Reading::prefix().scan(open).rev().max_open_ranges(limit));
            assert_eq!(rows, reversed(all_but(|at| is_damaged(&at))), "{damaged:?}");
            check_damaged(damaged, &errors);
            assert!(store.counts().max_open <= limit, "{damaged:?}: {} open", store.counts().max_open);
        }
    }
}

fn check_damaged(damaged: &[u32], errors: &[(usize, ScanError<StoreError>)]) {
    let mut found = Vec::new();
    for (_, error) in errors {
        let ScanErrorKind::Row(StoreError::Checksum(at)) = error.kind() else { panic!("{error:?}") };
        assert_eq!(error.bucket(), *at as usize % 4);
        assert_eq!(error.to_string(), format!("bucket {}: a row could not be read: row {at} is damaged", at % 4));
        found.push(*at);
    }
    found.sort();
    assert_eq!(found, damaged);
}

#[test]
fn an_error_is_returned_before_the_next_row_of_its_bucket() {
    let store = store();
    let check = |row @ (_, at): (&[u8], u32)| if at == 17 { Err(StoreError::Checksum(at)) } else { Ok(row.1) };
    let open = |range: KeyRange| store.open(range).map(move |row| check(row).map(|at| (key(at), at)));
    let (_, errors) = outcome(Reading::prefix().scan(open));
    assert!(matches!(errors[..], [(14..=20, _)]), "{errors:?}");
    let (_, errors) = outcome(Reading::prefix().scan(open).rev());
    assert!(matches!(errors[..], [(19..=25, _)]), "{errors:?}");
}

/// The rows include bytes that are too long, too short, of another salt, or not digits.
#[test]
fn only_a_row_whose_key_cannot_be_decoded_is_lost() {
    let long = [&key(5)[..], b"!"].concat();
    let short = key(9)[..6].to_vec();
    let salt_only = vec![3];
    let wrong_salt = [&[2], &key(13)[1..]].concat();
    let letters = [&key(20)[..5], b"abc"].concat();
    let bad_keys = [long, short, salt_only, wrong_salt, letters];
    for bad in &bad_keys {
        let rows = (0..ROWS).map(|at| (key(at), at));
        let store = Store::new(rows.chain([(bad.clone(), u32::MAX)]));
        let open = |range: KeyRange| store.open(range).map(Ok);
        for limit in [1, 2, 4] {
            let (rows, errors) = outcome(Reading::prefix().scan(open).max_open_ranges(limit));
            assert_eq!(rows, all_but(|_| false));
            check_key(bad, &errors);
            let (rows, errors) = outcome(Reading::prefix().scan(open).rev().max_open_ranges(limit));
            assert_eq!(rows, reversed(all_but(|_| false)));
            check_key(bad, &errors);
        }
    }
}

fn check_key(bad: &[u8], errors: &[(usize, ScanError<StoreError>)]) {
    let [(_, error)] = errors else { panic!("{errors:?}") };
    assert_eq!(error.bucket(), usize::from(bad[0]));
    assert_eq!(error.key(), Some(bad));
    let expected = Reading::decode(bad).unwrap_err();
    assert_eq!(error.kind(), &ScanErrorKind::Key(expected.clone()));
    let bytes = HbaseShell(bad);
    assert_eq!(error.to_string(), format!("bucket {}: key \"{bytes}\": {expected}", bad[0]));
}

#[test]
fn a_row_in_a_wrong_bucket_is_an_error_that_names_its_key() {
    let store = Store::new([([&[2], &key(13)[1..]].concat(), 13)]);
    let mut scan = Reading::prefix().scan(|range| store.open(range));
    let error = scan.next().unwrap().unwrap_err();
    let ScanErrorKind::Key(decode) = error.kind() else { panic!("{error:?}") };
    assert!(
        matches!(decode.kind(), DecodeErrorKind::Salt { expected, found, .. } if expected == &[1] && found == &[2])
    );
    assert_eq!(
        error.to_string(),
        r#"bucket 2: key "\x02\x00\x00\x00\x0D007": salt at byte 0: found 0x02, but the salt of these fields is 0x01"#
    );
    assert!(scan.next().is_none());
}

#[test]
fn bytes_that_are_not_a_key_are_rejected_as_a_cursor_even_outside_of_the_query() {
    let store = store();
    let open = |range: KeyRange| Ok::<_, StoreError>(store.open(range));
    let stored = key(13);
    let wrong_salt = [&[2], &stored[1..]].concat();
    let unknown_bucket = [&[4], &stored[1..]].concat();
    let scan = || Reading::prefix().at_in(14..).scan(open);
    for cursor in [&[], &stored[..1], &stored[..7], &[&stored[..], b"x"].concat(), &wrong_salt, &unknown_bucket] {
        for scan in [scan().after(cursor), scan().rev().after(cursor)] {
            let (rows, errors) = outcome(scan);
            assert!(rows.is_empty(), "{rows:?}");
            let [(0, error)] = &errors[..] else { panic!("{errors:?}") };
            let ScanErrorKind::After(decode) = error.kind() else { panic!("{error:?}") };
            assert_eq!(Some(decode), Reading::decode(cursor).err().as_ref());
            assert_eq!(error.to_string(), format!("the bytes passed to `after` are not a key: {decode}"));
        }
    }
    assert_eq!(store.counts().opened, []);
}

#[test]
fn a_scan_error_returns_the_error_of_the_store() {
    let mut scan = Reading::prefix().scan(|_| Err::<std::vec::IntoIter<(Vec<u8>, u32)>, _>(StoreError::Locked));
    let error = scan.next().unwrap().unwrap_err();
    assert_eq!(error.into_kind(), ScanErrorKind::Open(StoreError::Locked));
}

#[derive(Debug)]
struct Wrapped(StoreError);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the disk failed")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// Reports print an error and then its sources, so each message must appear only once.
#[test]
fn a_report_prints_each_cause_once() {
    let report = |error: &dyn Error| {
        let mut messages = vec![error.to_string()];
        let mut source = error.source();
        while let Some(error) = source {
            messages.push(error.to_string());
            source = error.source();
        }
        messages.join(" <- ")
    };
    let bad_key = Reading::prefix().scan(|_| [([0], 1)].into_iter()).next().unwrap().unwrap_err();
    let decode = Reading::decode(&[0]).unwrap_err();
    assert_eq!(report(&bad_key), format!("bucket 0: key \"\\x00\": {decode}"));

    let bad_cursor = Reading::prefix().scan(|_| [([0], 1)].into_iter()).after([]).next().unwrap().unwrap_err();
    let decode = Reading::decode(&[]).unwrap_err();
    assert_eq!(report(&bad_cursor), format!("the bytes passed to `after` are not a key: {decode}"));

    let mut closed =
        Reading::prefix().scan(|_| Err::<std::vec::IntoIter<(Vec<u8>, u32)>, _>(Wrapped(StoreError::Locked)));
    let expected = "bucket 0: the range could not be opened: the disk failed <- the table is locked";
    assert_eq!(report(&closed.next().unwrap().unwrap_err()), expected);

    let mut damaged =
        Reading::prefix().scan(|_| [Err::<(Vec<u8>, u32), _>(Wrapped(StoreError::Checksum(3)))].into_iter());
    let expected = "bucket 0: a row could not be read: the disk failed <- row 3 is damaged";
    assert_eq!(report(&damaged.next().unwrap().unwrap_err()), expected);
}

/// An error of a scan over one range names no bucket, because the key may have no salt.
#[test]
fn an_error_of_a_single_range_names_no_bucket() {
    #[derive(Debug, RowKey)]
    struct PortKey {
        port: u16,
    }

    let error = PortKey::prefix().scan(|_| [(b"a\xFF\"\n", 1)].into_iter()).next().unwrap().unwrap_err();
    let decode = PortKey::decode(b"a\xFF\"\n").unwrap_err();
    assert_eq!(error.to_string(), format!(r#"key "a\xFF\x22\x0A": {decode}"#));
    assert_eq!(format!("{error:?}"), error.to_string());

    let closed = |_| Err::<std::vec::IntoIter<(Vec<u8>, u32)>, _>(StoreError::Locked);
    let error = PortKey::prefix().scan(closed).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the range could not be opened: the table is locked");
}
