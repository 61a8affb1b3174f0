//! Tests the self-delimiting codecs of strings and bytes: queries, the lengths of keys, and the causes of errors.

use rowkey::{Codec, CodecError, KeySpace, RowKey, codecs::SelfDelimited};
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, JavaUtf, KuduBytes, Leb128, MemcomparableSeq, NulTerminated, Storekey, Terminated, TidbBytes,
    Vlq,
};
use rowkey_proof::domain;
use rowkey_proof::untyped::{from_file, to_file};

/// Defines a test for each codec: the queries of a field contain exactly the matching keys, in ascending and in descending
/// order, alone, before another field and within a list of bounds that no key can contain.
macro_rules! queries_of {
    ($($name:ident: $codec:ty as $type:ty, [$slice:ty] = $values:expr $(, sorted $($sorted:ident)?)?;)+) => {$(
        #[test]
        fn $name() {
            #[derive(Debug, PartialEq, RowKey)]
            struct Key {
                first: u8,
                #[rowkey(codec = $codec)]
                value: $type,
                next: u8,
            }

            #[derive(Debug, PartialEq, RowKey)]
            struct Down {
                #[descending]
                #[rowkey(codec = $codec)]
                value: $type,
            }

            let values: Vec<$type> = $values;
            let stored: Vec<_> = values
                .iter()
                .filter_map(|value| {
                    let down = Down { value: value.clone() }.try_encode().ok()?;
                    let key = |next| Key { first: 7, value: value.clone(), next }.try_encode().unwrap();
                    Some((value, [key(0), key(0xFF)], down))
                })
                .collect();
            assert!(stored.len() > 40);
            for (value, keys, down) in &stored {
                assert_eq!(Key::decode(&keys[1]).unwrap(), Key { first: 7, value: (*value).clone(), next: 0xFF });
                assert_eq!(&&Down::decode(down).unwrap().value, value);
            }
            for start in &values {
                let start: &$slice = start;
                let range = Key::prefix().first(7).value_starts_with(start).range();
                let down_range = Down::prefix().value_starts_with(start).range();
                let equal = Key::prefix().first(7).value(start).range();
                for (value, keys, down) in &stored {
                    let matches = value.starts_with(start);
                    assert!(keys.iter().all(|key| range.contains(key) == matches), "{value:?} starts with {start:?}");
                    assert_eq!(down_range.contains(down), matches, "{value:?} starts with {start:?}, descending");
                    assert!(keys.iter().all(|key| equal.contains(key) == (value[..] == start[..])), "{value:?} is {start:?}");
                }
                $(
                    $(let _ = stringify!($sorted);)?
                    let from = Key::prefix().first(7).value_in(start..).range();
                    let until = Down::prefix().value_in(..=start).range();
                    for (value, keys, down) in &stored {
                        assert!(keys.iter().all(|key| from.contains(key) == (value[..] >= start[..])), "{value:?} from {start:?}");
                        assert_eq!(until.contains(down), value[..] <= start[..], "{value:?} until {start:?}, descending");
                    }
                )?
            }
        }
    )+};
}

queries_of! {
    cockroach_texts: CockroachBytes as String, [str] = domain::strings(), sorted;
    cockroach_bytes: CockroachBytes as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    cockroach_descending_texts: CockroachBytesDescending as String, [str] = domain::strings(), sorted;
    cockroach_descending_bytes: CockroachBytesDescending as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    kudu_texts: KuduBytes as String, [str] = domain::strings(), sorted;
    kudu_bytes: KuduBytes as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    tidb_texts: TidbBytes as String, [str] = domain::strings(), sorted;
    tidb_bytes: TidbBytes as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    memcomparable_sequences: MemcomparableSeq as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    storekey_texts: Storekey as String, [str] = domain::strings(), sorted;
    storekey_bytes: Storekey as Vec<u8>, [[u8]] = domain::bytes(), sorted;
    terminated_texts: Terminated<b'a'> as String, [str] = domain::strings();
    terminated_bytes: Terminated<b'\xFF'> as Vec<u8>, [[u8]] = domain::bytes();
    nul_terminated_texts: NulTerminated as String, [str] = domain::strings(), sorted;
}

macro_rules! widths_of {
    ($($type:ty as $codec:ty: $min:expr, $max:expr;)+) => {$({
        #[derive(RowKey)]
        struct Key {
            #[rowkey(codec = $codec)]
            _value: $type,
        }
        assert_eq!((Key::LAYOUT.min_len(), Key::LAYOUT.max_len()), ($min, $max), stringify!($codec));
    })+};
}

#[test]
fn the_lengths_of_keys_are_those_of_the_values() {
    widths_of! {
        u64 as Leb128: 1, Some(10);
        u8 as Vlq: 1, Some(2);
        u128 as BitcoinVarint: 1, Some(19);
        u32 as CockroachInteger: 1, Some(5);
        i64 as CockroachIntegerDescending: 1, Some(9);
        u8 as CockroachIntegerDescending: 1, Some(3);
        Option<i16> as CockroachNullable<CockroachInteger>: 1, Some(3);
        i8 as Terminated<b':'>: 2, Some(5);
        u64 as Terminated<b':'>: 2, Some(21);
        String as JavaUtf: 2, Some(65_537);
        String as Terminated<b':'>: 1, None;
        String as CockroachBytes: 3, None;
        Vec<u8> as CockroachBytesDescending: 3, None;
        Option<String> as CockroachNullable<CockroachBytes>: 1, None;
        String as KuduBytes: 2, None;
        String as TidbBytes: 9, None;
    }
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(max_len = 12)]
struct SeriesKey {
    kind: u8,
    #[rowkey(codec = Leb128)]
    series: u64,
    chunk: u8,
}

#[derive(Debug, PartialEq, RowKey)]
struct BlobKey([u8; 13]);

/// The keys differ in their lengths, because a varint of a `u64` has at most 10 bytes.
#[derive(Debug, PartialEq, KeySpace)]
enum Row {
    Series(SeriesKey),
    Blob(BlobKey),
}

#[test]
fn kinds_differ_in_the_greatest_width_of_a_codec() {
    let rows = [Row::Series(SeriesKey { kind: 1, series: u64::MAX, chunk: 2 }), Row::Blob(BlobKey([0xFF; 13]))];
    for row in rows {
        assert_eq!(Row::decode(&row.encode()), Ok(row));
    }
}

/// The widths are part of the recorded layout and of layout files, but not of the fingerprint: they follow from the name of
/// the codec.
#[test]
fn widths_are_recorded() {
    /// A number after the number of its bytes.
    struct Counted;
    impl Codec<u64> for Counted {
        type Encoded = SelfDelimited;
        const NAME: &'static str = "number after its width";
        const WIDTHS: (usize, Option<usize>) = (1, Some(9));
        fn encode(value: &u64) -> SelfDelimited {
            let bytes: Vec<u8> = value.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
            SelfDelimited([vec![u8::try_from(bytes.len()).unwrap()], bytes].concat())
        }
        fn end(bytes: &[u8]) -> Option<usize> {
            bytes.first().map(|len| 1 + usize::from(*len))
        }
        fn decode(bytes: Vec<u8>) -> Result<u64, CodecError> {
            Ok(bytes[1..].iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
        }
    }

    #[derive(RowKey)]
    struct CountedKey {
        kind: u8,
        #[rowkey(codec = Counted)]
        number: u64,
        last: u8,
    }
    rowkey::testing::codec::<Counted, u64>([0, 1, 255, 256, u64::MAX]).unwrap();
    assert_eq!(CountedKey { kind: 1, number: 256, last: 2 }.encode(), [1, 2, 1, 0, 2]);

    let layout = CountedKey::LAYOUT;
    let file = to_file(layout);
    assert!(file.contains(r#""self_delimited":{"min":1,"max":9}"#), "{file}");
    let read = from_file(&file).unwrap();
    assert_eq!((&read, read.max_len()), (layout, Some(11)));
    assert_eq!(&rowkey::Layout::from_bytes(&layout.to_bytes()).unwrap(), layout);

    let without = from_file(&file.replace(r#"{"min":1,"max":9}"#, "true")).unwrap();
    assert_eq!((without.max_len(), without.fingerprint()), (None, layout.fingerprint()));
    assert_eq!(rowkey::Layout::from_bytes(&without.to_bytes()).unwrap(), without);
    let wrong = from_file(&file.replace(r#"{"min":1,"max":9}"#, r#"{"min":2,"max":1}"#));
    assert!(wrong.unwrap_err().contains("the least width of `self_delimited` is above the greatest"));
}

#[test]
fn a_missing_end_is_said_to_be_missing() {
    #[derive(Debug, RowKey)]
    struct UserKey {
        #[rowkey(codec = Terminated<b':'>)]
        user: String,
        #[rowkey(codec = JavaUtf)]
        name: String,
        #[rowkey(codec = Leb128)]
        id: u32,
    }
    for (bytes, message) in [
        (
            &b"ann"[..],
            "field `user` at byte 0: the key ends within the field: its delimiter or terminator ':' is missing",
        ),
        (b"ann:\0", "field `name` at byte 4: expected 2 bytes, but the key ends after 1 of them"),
        (b"ann:\0\x03a", "field `name` at byte 6: expected 3 bytes, but the key ends after 1 of them"),
        (b"ann:\0\x01a\x80", "field `id` at byte 8: expected 1 byte, but the key ends here"),
    ] {
        let error = UserKey::decode(bytes).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(UserKey::explain(bytes).problem().unwrap().to_string(), message);
    }
}
