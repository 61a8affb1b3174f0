//! Tests random salts: the writer chooses the bucket, and a reader finds the row in any bucket. Also tests the buckets
//! of all other salts.

use std::collections::{BTreeMap, BTreeSet};

use rowkey::{DecodeErrorKind, EncodeErrorKind, RowKey};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(salt(random, buckets = 3), namespace = "e/")]
struct Event {
    #[pad(3)]
    at: u16,
    name: String,
}

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(random, buckets = 12, digits))]
struct InDigits {
    at: u16,
}

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(random, buckets = 257))]
struct Wide {
    at: u16,
}

fn event(at: u16, name: &str) -> Event {
    Event { at, name: name.into() }
}

#[test]
fn a_key_can_be_encoded_in_every_bucket_but_not_after_the_last() {
    for bucket in 0..3 {
        let bytes = event(7, "x").encode_in(u64::from(bucket)).unwrap();
        assert_eq!(bytes, [b"e/", &[bucket][..], b"007x"].concat());
        assert_eq!(Event::decode(&bytes), Ok(event(7, "x")));
    }
    for bucket in 0..12 {
        let bytes = InDigits { at: 0x4142 }.encode_in(bucket).unwrap();
        assert_eq!(String::from_utf8_lossy(&bytes), format!("{bucket:02}AB"));
        assert_eq!(InDigits::decode(&bytes), Ok(InDigits { at: 0x4142 }));
    }
    for bucket in 0..257u16 {
        let bytes = Wide { at: 1 }.encode_in(bucket.into()).unwrap();
        assert_eq!(bytes, [bucket.to_be_bytes(), [0, 1]].concat()[..]);
        assert_eq!(Wide::decode(&bytes), Ok(Wide { at: 1 }));
    }
    for bucket in [3, 4, 255, 256, u64::MAX] {
        let error = event(7, "x").encode_in(bucket).unwrap_err();
        assert!(matches!(error.kind(), EncodeErrorKind::NoSuchBucket { count: 3, .. }), "{error}");
        assert_eq!(error.to_string(), format!("salt: bucket {bucket} is out of range: this key has buckets 0 to 2"));
    }
    assert!(Wide { at: 1 }.encode_in(257).is_err());
}

#[test]
fn a_salt_that_is_not_a_bucket_is_an_error() {
    let decode_with_salt = |salt: &[u8]| {
        let bytes = [b"e/", salt, b"007x"].concat();
        Event::decode(&bytes).unwrap_err()
    };
    for bucket in [3, 4, 0xFF] {
        let error = decode_with_salt(&[bucket]);
        assert!(matches!(error.kind(), DecodeErrorKind::NoBucket { .. }));
        assert_eq!((error.field(), error.offset()), (None, 2));
        assert_eq!(error.to_string(), format!("salt at byte 2: 0x{bucket:02x} is not the number of a bucket"));
    }
    for salt in [b"12", b"99", b"0a", b"/0", b"0:", b" 1", b"\xFF1"] {
        let bytes = [&salt[..], &[0, 1]].concat();
        let error = InDigits::decode(&bytes).unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::NoBucket { found, .. } if found == salt), "{error}");
    }
    for salt in [257u16, 258, u16::MAX] {
        assert!(Wide::decode(&[salt.to_be_bytes(), [0, 1]].concat()).is_err());
    }
}

#[test]
fn encoding_without_a_bucket_is_an_error() {
    let error = event(7, "x").try_encode().unwrap_err();
    assert_eq!(error.kind(), &EncodeErrorKind::NoBucketChosen);
    assert_eq!(error.to_string(), "salt: a random salt needs a bucket: call `encode_in(bucket)` or `encode_random()`");
    let mut out = b"before".to_vec();
    assert!(event(7, "x").encode_into(&mut out).is_err());
    assert_eq!(out, b"before");
}

#[test]
fn a_row_is_under_one_of_its_possible_keys() {
    let key = event(7, "x");
    let keys: Vec<_> = key.possible_keys().collect();
    let encoded: Vec<_> = (0..3).map(|bucket| key.encode_in(bucket).unwrap()).collect();
    assert_eq!(keys, encoded);
    let mut keys = key.possible_keys();
    assert_eq!(keys.len(), 3);
    keys.next();
    assert_eq!((keys.len(), keys.size_hint()), (2, (2, Some(2))));
    assert_eq!(Wide { at: 1 }.possible_keys().len(), 257);
    assert_eq!(InDigits { at: 1 }.possible_keys().last().unwrap()[..2], *b"11");
    assert_eq!(event(1234, "x").possible_keys().count(), 0, "a key that cannot be encoded has no possible keys");
    assert!(event(1234, "x").encode_in(0).is_err());
}

#[test]
fn random_encoding_uses_every_bucket() {
    let mut found = BTreeSet::new();
    for _ in 0..10_000 {
        let bytes = InDigits { at: 5 }.encode_random().unwrap();
        assert_eq!(InDigits::decode(&bytes).unwrap().at, 5);
        found.insert(bytes);
    }
    assert_eq!(found, InDigits { at: 5 }.possible_keys().collect());
    assert!(event(1234, "x").encode_random().is_err());
}

#[test]
fn a_query_reads_all_buckets() {
    let mut table = BTreeMap::new();
    for at in 0..100 {
        let key = event(at, if at % 2 == 0 { "even" } else { "odd" });
        table.insert(key.encode_random().unwrap(), at);
    }
    let ranges: Vec<_> = Event::prefix().at(7).ranges().collect();
    assert_eq!(ranges.len(), 3);
    for (bucket, range) in ranges.iter().enumerate() {
        assert_eq!(range.start(), [b"e/", &[bucket as u8][..], b"007"].concat());
    }
    let scan = |prefix: rowkey::Ranges| -> usize { prefix.map(|range| table.range(range).count()).sum() };
    assert_eq!(scan(Event::prefix().ranges()), 100);
    assert_eq!(scan(Event::prefix().at(7).ranges()), 1);
    assert_eq!(scan(Event::prefix().at(7).name("odd").ranges()), 1, "all fields are set, but the bucket is not known");
    assert_eq!(scan(Event::prefix().at(7).name("even").ranges()), 0);
    assert_eq!(scan(Event::prefix().at(7).name_starts_with("o").ranges()), 1);
    let rows = Event::prefix().at_in(20..).scan(|range| table.range(range));
    let times: Vec<_> = rows.map(|row| *row.unwrap().1).collect();
    assert_eq!(times, (20..100).collect::<Vec<_>>());
}

/// A scan returns rows with equal fields in the order of their buckets, and a backward scan in reverse.
#[test]
fn a_row_may_be_stored_in_two_buckets() {
    let mut table = BTreeMap::new();
    for (bucket, value) in [(2, "new"), (0, "old")] {
        table.insert(event(7, "x").encode_in(bucket).unwrap(), value);
    }
    table.insert(event(8, "x").encode_in(1).unwrap(), "other");
    let scan = || Event::prefix().scan(|range| table.range(range)).map(|row| *row.unwrap().1);
    let backward = || Event::prefix().scan(|range| table.range(range)).rev().map(|row| *row.unwrap().1);
    assert_eq!(scan().collect::<Vec<_>>(), ["old", "new", "other"]);
    assert_eq!(backward().collect::<Vec<_>>(), ["other", "new", "old"]);
}

#[test]
fn no_page_loses_a_row() {
    let stored = [(7, 0), (7, 2), (8, 1), (9, 0), (9, 1), (9, 2)];
    let table: BTreeMap<_, _> = stored.iter().map(|row| (event(row.0, "x").encode_in(row.1).unwrap(), *row)).collect();
    for backward in [false, true] {
        let mut expected = stored.to_vec();
        if backward {
            expected.reverse();
        }
        for size in 1..=stored.len() + 1 {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let mut rows = Event::prefix().scan(|range| table.range(range)).max_open_ranges(size);
                if backward {
                    rows = rows.rev();
                }
                if let Some(cursor) = &cursor {
                    rows = rows.after(cursor);
                }
                let page: Vec<_> = rows.by_ref().take(size).map(|row| *row.unwrap().1).collect();
                cursor = rows.cursor();
                if page.is_empty() {
                    break;
                }
                found.extend(page);
            }
            assert_eq!(found, expected, "pages of {size}");
            let last = event(expected[5].0, "x").encode_in(expected[5].1).unwrap();
            assert_eq!(cursor, Some(last), "a page without rows keeps the cursor");
        }
    }
}

/// Phoenix's hash of these bytes is -2^31, whose absolute value does not fit into an `i32`. An implementation
/// that takes the absolute value before the modulo gets a negative bucket, and never finds the row.
#[test]
fn phoenix_finds_the_row_whose_hash_has_no_absolute_value() {
    const BYTES: [u8; 6] = [0x96, 0x00, 0xF6, 0x00, 0x13, 0xFE];

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(salt(phoenix, buckets = 3))]
    struct Key {
        bytes: [u8; 6],
    }

    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(salt(phoenix, buckets = 3, of(bytes)))]
    struct VariableLength {
        bytes: Vec<u8>,
        at: u8,
    }

    let hash = BYTES.iter().fold(1i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(*byte as i8)));
    assert_eq!(hash, i32::MIN);
    let key = Key { bytes: BYTES };
    let stored = key.encode();
    assert_eq!(stored, [2, 0x96, 0x00, 0xF6, 0x00, 0x13, 0xFE]);
    assert_eq!(Key::decode(&stored).as_ref(), Ok(&key));
    let table = BTreeMap::from([(stored.to_vec(), "found")]);
    assert_eq!(table.range(Key::prefix().bytes(BYTES).range()).count(), 1);
    let mut rows = Key::prefix().scan(|range| table.range(range));
    assert_eq!(rows.next(), Some(Ok((key, &"found"))));
    assert!(rows.next().is_none());
    let ranges = Key::prefix().ranges().filter(|range| range.contains(&stored));
    assert_eq!(ranges.count(), 1);

    // The salt of a variable-length field hashes the escaped bytes, which have another hash.
    let key = VariableLength { bytes: BYTES.to_vec(), at: 1 };
    let stored = key.encode();
    assert_eq!(VariableLength::decode(&stored).as_ref(), Ok(&key));
    assert!(VariableLength::prefix().bytes(&BYTES).range().contains(&stored));
}

macro_rules! buckets {
    ($($test:ident: $salt:ident $($count:literal)*;)*) => {$(
        #[test]
        fn $test() {
            $({
                #[derive(Debug, Clone, PartialEq, RowKey)]
                struct Key {
                    #[salt($salt, buckets = $count)]
                    at: i32,
                }

                let width = if $count > 256 { 2 } else { 1 };
                let ranges: Vec<_> = Key::prefix().ranges().collect();
                assert_eq!(ranges.len(), $count);
                let mut rows = vec![0; $count];
                for at in (-2000..2000).chain([i32::MIN, i32::MAX]) {
                    let key = Key { at };
                    let bytes = key.encode();
                    let bucket = bytes[..width].iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
                    assert!(bucket < $count, "{at} is in bucket {bucket}");
                    rows[bucket] += 1;
                    assert_eq!(ranges.iter().filter(|range| range.contains(&bytes)).count(), 1);
                    assert!(ranges[bucket].contains(&bytes) && Key::prefix().at(at).range().contains(&bytes));
                    assert_eq!(Key::decode(&bytes), Ok(key));
                }
                assert!(rows.iter().all(|rows| *rows > 0), "{rows:?}");
            })*
        }
    )*};
}

buckets! {
    buckets_by_md5: md5 1 2 3 7 100 255 256 257;
    buckets_by_crc32: crc32 1 2 3 7 100 255 256 257;
    buckets_by_phoenix: phoenix 1 2 3 7 16;
    buckets_by_modulo: modulo 1 2 3 7 100 255 256 257;
}
