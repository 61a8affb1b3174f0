//! Key spaces: enums whose variants each hold one row key.

use rowkey::{KeyField, KeySpace, RowKey};

#[test]
fn fields_of_a_struct_in_a_key_space_borrow_from_the_bytes() {
    #[derive(Debug, PartialEq, KeyField)]
    struct Label<'a> {
        #[pad(4)]
        name: &'a str,
        floor: u8,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "l/")]
    struct LabelKey<'a> {
        label: Label<'a>,
        note: &'a str,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row<'a> {
        Label(LabelKey<'a>),
    }
    let key = LabelKey { label: Label { name: "ab", floor: 7 }, note: "note" };
    let bytes = key.try_encode().unwrap();
    assert_eq!(bytes, b"l/ab\0\0\x07note");
    let Row::Label(read) = Row::decode(&bytes).unwrap();
    assert_eq!(read, key);
    assert!(bytes.as_ptr_range().contains(&read.label.name.as_ptr()));
    assert!(bytes.as_ptr_range().contains(&read.note.as_ptr()));
}

/// The kinds (key types) of these key spaces have the same namespace. They differ by a constant after a field, by a
/// code, or by their length.
mod kinds_of_a_key_space {
    use super::*;
    use rowkey::DecodeErrorKind;
    use std::fmt::Debug;

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct LogKey {
        region: u64,
        #[rowkey(before = 0x01)]
        index: u64,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct StateKey {
        #[rowkey(after = 0x02)]
        region: u64,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct SnapshotKey {
        region: u64,
        kind: Snapshot,
        name: String,
    }

    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Snapshot {
        #[code(b"\x03")]
        Full,
        #[code(b"\x04\x01")]
        Delta,
    }

    /// Longer than the keys of all other kinds.
    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01")]
    struct HashKey {
        hash: [u8; 64],
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum Raft {
        Log(LogKey),
        State(StateKey),
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum WithSnapshots {
        Log(LogKey),
        Snapshot(SnapshotKey),
        State(StateKey),
    }

    #[derive(Debug, Clone, PartialEq, KeySpace)]
    enum ByLength {
        Log(LogKey),
        Hash(HashKey),
        State(StateKey),
    }

    /// Checks that each row decodes to itself. Damaged bytes are an error, or decode to a row that encodes to these
    /// bytes. `explain` agrees.
    fn assert_told_apart<S: for<'a> rowkey::DecodeSpace<'a> + rowkey::TotalSpace + Debug + PartialEq>(rows: &[S]) {
        for row in rows {
            let bytes = row.encode();
            assert_eq!(S::decode(&bytes).as_ref(), Ok(row));
            assert!(S::all().contains(&bytes));
            for damaged in rowkey_proof::domain::damaged(&bytes) {
                let explained = S::explain(&damaged);
                match S::decode(&damaged) {
                    Ok(row) => assert_eq!((row.encode(), explained.problem()), (damaged, None)),
                    Err(error) => assert_eq!(explained.problem().unwrap().to_string(), error.to_string()),
                }
            }
        }
    }

    /// The least and the greatest number, and numbers whose bytes repeat the constants of the keys.
    const EDGES: [u64; 4] = [0, 0x0102_0102_0102_0102, 0x0303_0303_0303_0303, u64::MAX];

    #[test]
    fn kinds_are_distinguished_by_constants_and_codes() {
        let rows = EDGES.iter().flat_map(|region| {
            let region = *region;
            let log = EDGES.map(|index| LogKey { region, index });
            let snapshots = [Snapshot::Full, Snapshot::Delta]
                .map(|kind| SnapshotKey { region, kind, name: "\x01\x02".repeat(4) }.into());
            let state: [WithSnapshots; 1] = [StateKey { region }.into()];
            log.map(WithSnapshots::from).into_iter().chain(snapshots).chain(state)
        });
        assert_told_apart(&rows.collect::<Vec<_>>());
    }

    #[test]
    fn kinds_are_distinguished_by_length() {
        let logs = EDGES.map(|index| ByLength::from(LogKey { region: index, index }));
        let states = EDGES.map(|region| ByLength::from(StateKey { region }));
        let hashes = [0, 2, 0xFF].map(|byte| ByLength::from(HashKey { hash: [byte; 64] }));
        assert_told_apart(&[&logs[..], &states, &hashes].concat());
    }

    #[test]
    fn a_short_key_is_of_the_kind_that_its_constants_show() {
        let bytes = Raft::from(LogKey { region: 7, index: 8 }).encode();
        let error = Raft::decode(&bytes[..15]).unwrap_err();
        assert_eq!((error.field(), error.offset()), (Some("index"), 11));
        // These bytes end before the constant, so they could be of either kind.
        let error = Raft::decode(&bytes[..10]).unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::NoKind), "{error}");
    }
}

mod random_salt_in_a_key_space {
    use super::*;
    use rowkey::EncodeError;

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "fixed/", salt(random, buckets = 300))]
    struct FixedKey {
        at: u32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "digits/", salt(random, buckets = 12, digits))]
    struct DigitsKey {
        #[pad(3)]
        at: u16,
        name: String,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "hashed/")]
    struct HashedKey {
        #[salt(md5, buckets = 4)]
        at: u32,
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(namespace = "plain/")]
    struct PlainKey {
        at: u32,
    }

    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Fixed(FixedKey),
        Digits(DigitsKey),
        Hashed(HashedKey),
        Plain(PlainKey),
    }

    const BUCKETS: [u64; 2] = [300, 12];

    /// Returns a row of each kind with a random salt, in the order of `BUCKETS`, and the method `encode_in` of its key.
    #[allow(clippy::type_complexity)]
    fn salted_rows(at: u16) -> [(Row, Box<dyn Fn(u64) -> Result<Vec<u8>, EncodeError>>); 2] {
        let fixed = FixedKey { at: at.into() };
        let digits = DigitsKey { at, name: "a\0b".into() };
        [
            (Row::Fixed(fixed.clone()), Box::new(move |bucket| fixed.encode_in(bucket).map(Vec::from))),
            (Row::Digits(digits.clone()), Box::new(move |bucket| digits.encode_in(bucket))),
        ]
    }

    fn rows_without_a_random_salt(at: u32) -> [(Row, Vec<u8>); 2] {
        let (hashed, plain) = (HashedKey { at }, PlainKey { at });
        let bytes = [hashed.encode().to_vec(), plain.encode().to_vec()];
        [(Row::Hashed(hashed), bytes[0].clone()), (Row::Plain(plain), bytes[1].clone())]
    }

    #[test]
    fn each_bucket_has_the_bytes_of_the_key() {
        for at in [0, 7, 999] {
            for ((row, encode_in), buckets) in salted_rows(at).into_iter().zip(BUCKETS) {
                for bucket in (0..buckets).chain([buckets, buckets + 1, u64::MAX]) {
                    let bytes = row.encode_in(bucket);
                    assert_eq!(bytes, encode_in(bucket));
                    assert_eq!(bytes.is_ok(), bucket < buckets);
                    if let Ok(bytes) = bytes {
                        assert_eq!(Row::decode(&bytes).unwrap(), row);
                    }
                }
            }
        }
    }

    #[test]
    fn a_random_bucket_is_one_of_the_buckets() {
        for ((row, encode_in), buckets) in salted_rows(7).into_iter().zip(BUCKETS) {
            let all: Vec<_> = (0..buckets).map(|bucket| encode_in(bucket).unwrap()).collect();
            let drawn: Vec<_> = (0..100).map(|_| row.encode_random().unwrap()).collect();
            assert!(drawn.iter().all(|bytes| all.contains(bytes)));
            assert!(drawn.iter().any(|bytes| *bytes != drawn[0]), "100 draws from {buckets} buckets are all alike");
        }
    }

    #[test]
    fn a_key_without_a_random_salt_ignores_the_bucket() {
        for (row, bytes) in rows_without_a_random_salt(7) {
            let encodings = [row.try_encode(), row.encode_in(0), row.encode_in(u64::MAX), row.encode_random()];
            assert_eq!(encodings, [(); 4].map(|()| Ok(bytes.clone())));
        }
    }

    #[test]
    fn an_error_leaves_the_buffer_unchanged() {
        let too_wide = DigitsKey { at: 1000, name: String::new() };
        assert!(Row::Digits(too_wide.clone()).encode_in(3).is_err());
        assert!(Row::Digits(too_wide).encode_random().is_err());
        for (row, _) in salted_rows(7) {
            let mut out = vec![1, 2];
            let error = row.encode_into(&mut out).unwrap_err();
            assert_eq!(row.try_encode(), Err(error.clone()));
            assert!(error.to_string().contains("encode_in"), "{error}");
            assert_eq!(out, [1, 2]);
        }
    }
}

/// Two versions of a key type have the same name, so the explanation also names their namespaces.
#[test]
fn an_explanation_distinguishes_layouts_of_the_same_name() {
    mod v1 {
        #[derive(Debug, PartialEq, rowkey::RowKey)]
        #[rowkey(namespace = "1-")]
        pub struct OrderKey {
            order: u32,
        }
    }
    mod v2 {
        #[derive(Debug, PartialEq, rowkey::RowKey)]
        #[rowkey(namespace = "2-")]
        pub struct OrderKey {
            order: u64,
        }
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Order {
        V1(v1::OrderKey),
        V2(v2::OrderKey),
    }
    let explanation = Order::explain(b"3-\0\0\0\x07");
    assert_eq!(explanation.layout(), r#"OrderKey (namespace "1-") or OrderKey (namespace "2-")"#);
}
