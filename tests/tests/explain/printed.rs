//! Tests the values that explanations print, and whether a layout says that its keys sort. A wrong part has the same
//! error as decoding the key.

use crate::keys::{Derived, LastBytes, RandomKey, ReversedKey, Sampled, Scalars};
use rowkey::explain::{Explanation, HbaseShell};
use rowkey::{Codec, CodecError, DecodeErrorKind, KeyField, RowKey, codecs::InOrder};
use rowkey_proof::untyped::{Untyped, from_file, to_file};

fn values(explanation: &Explanation) -> Vec<&str> {
    assert!(explanation.is_ok(), "{explanation}");
    explanation.parts().iter().map(|part| part.value().unwrap()).collect()
}

fn bytes(content: &[u8]) -> String {
    // The notation of the HBase shell escapes `'` and `#`, but explanations do not.
    let text = HbaseShell(content).to_string().replace(r"\x27", "'").replace(r"\x23", "#");
    format!("b\"{text}\"")
}

#[test]
fn a_value_prints_as_the_field_contains_it() {
    for key in Scalars::samples() {
        let c = if key.c.is_nan() { format!("NaN (bits {:08x})", key.c.to_bits()) } else { format!("{:?}", key.c) };
        let d = if key.d.is_nan() { format!("NaN (bits {:016x})", key.d.to_bits()) } else { format!("{:?}", key.d) };
        let expected = [key.a.to_string(), format!("{:?}", key.b), c, d, bytes(&key.e)];
        assert_eq!(values(&Scalars::explain(&key.encode())), expected);
    }
    for key in ReversedKey::samples() {
        let Ok(encoded) = key.try_encode() else { continue };
        let ReversedKey { a, b, c, s, v, p, g } = &key;
        let text = |text: &str| format!("{text:?}");
        let expected = [a.to_string(), b.to_string(), bytes(c), text(s), bytes(v), text(p), g.to_string()];
        assert_eq!(values(&ReversedKey::explain(&encoded)), expected);
    }
    for key in LastBytes::samples() {
        assert_eq!(values(&LastBytes::explain(&key.encode()))[1], bytes(&key.b));
    }
}

#[test]
fn only_the_table_truncates_long_bytes() {
    for len in [0, 1, 31, 32, 33, 1000] {
        let key = LastBytes { a: 1, b: vec![0xAB; len] }.encode();
        let explanation = LastBytes::explain(&key);
        let table = explanation.to_string();
        assert_eq!(
            table.contains(&format!("{}.. {len} bytes  {}.. {len} bytes", "ab".repeat(32), r"\xAB".repeat(32))),
            len > 32,
            "{table}"
        );
        assert_eq!(table.contains(".. "), len > 32, "{table}");
        assert_eq!(explanation.parts()[1].bytes(), vec![0xAB; len]);
    }
}

#[derive(Debug)]
struct Raw;

impl Codec<Vec<u8>> for Raw {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "raw";

    fn encode(bytes: &Vec<u8>) -> InOrder<Vec<u8>> {
        InOrder(bytes.to_vec())
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        Ok(bytes)
    }
}

/// A codec for two little-endian bytes, whose order is not the order of the numbers.
#[derive(Debug)]
struct Little;

impl Codec<u16> for Little {
    type Encoded = [u8; 2];
    const NAME: &'static str = "little";

    #[allow(clippy::little_endian_bytes)]
    fn encode(value: &u16) -> [u8; 2] {
        value.to_le_bytes()
    }

    #[allow(clippy::little_endian_bytes)]
    fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
        Ok(u16::from_le_bytes(bytes))
    }
}

#[derive(Debug, KeyField)]
struct Reading {
    sensor: u8,
    #[rowkey(codec = Little)]
    at: u16,
}

#[derive(Debug, KeyField)]
struct Size {
    width: u16,
    height: u16,
}

#[derive(Debug, RowKey)]
struct Measured {
    reading: Reading,
    size: Size,
    #[rowkey(codec = Raw)]
    note: Vec<u8>,
}

#[test]
fn a_custom_codec_within_a_struct_has_a_note() {
    let explanation = Measured::explain(&[1, 2, 3, 0, 4, 0, 5, 6, 7]);
    let read = from_file(&to_file(Measured::LAYOUT)).unwrap();
    let of_file = read.explain(&[1, 2, 3, 0, 4, 0, 5, 6, 7]);
    assert_eq!(of_file.parts()[0].note(), Some("at: encoded by the codec little, which only the program has"));
    let values = |explanation: &Explanation| -> Vec<_> {
        explanation.parts().iter().map(|part| (part.range(), part.value().map(String::from))).collect()
    };
    assert_eq!(values(&of_file), values(&explanation));
    let [reading, size, note] = explanation.parts() else { panic!("{explanation}") };
    assert_eq!(reading.value(), Some("{sensor: 1, at: 0x0203}"));
    assert_eq!(reading.note(), Some("at: encoded by the codec little, which does not print the value"));
    assert_eq!((size.value(), size.note()), (Some("{width: 4, height: 5}"), None));
    assert_eq!((note.value(), note.bytes()), (Some("0x0607"), &[6, 7][..]));
}

/// Returns whether the layout says that its keys sort. Checks that its table says the same.
fn is_ordered<K: RowKey>() -> bool {
    let table = K::LAYOUT.to_string();
    let is_unordered = table.lines().any(|line| line.ends_with("none") || line.ends_with("by salt"));
    assert_eq!(K::LAYOUT.is_ordered(), !is_unordered, "{table}");
    K::LAYOUT.is_ordered()
}

/// Returns three booleans for each kind of field: whether keys sort in which this field is alone, is before another
/// field, or is before the delimiter `_` and another field.
macro_rules! sorts {
    ($([$($field:tt)*])*) => {[$({
        #[derive(RowKey)]
        struct Alone { $($field)* }
        #[derive(RowKey)]
        struct First { $($field)*, last: u8 }
        #[derive(RowKey)]
        #[rowkey(delimiter = '_')]
        struct Delimited { $($field)*, last: u8 }
        [is_ordered::<Alone>(), is_ordered::<First>(), is_ordered::<Delimited>()]
    }),*]};
}

#[derive(Debug, Clone, Copy, KeyField)]
enum SortedCodes {
    #[code("a")]
    A,
    #[code("ba")]
    Ba,
    #[code("bb")]
    Bb,
}

#[derive(Debug, Clone, Copy, KeyField)]
enum UnsortedCodes {
    #[code("a")]
    A,
    #[code("bb")]
    Bb,
    #[code("ba")]
    Ba,
}

#[test]
fn the_layout_tells_whether_each_kind_of_field_sorts() {
    assert_eq!(
        sorts! {
            [a: u8] [a: String] [#[pad(4)] a: String] [#[pad(4, 'x')] a: String] [#[reverse] a: u8]
            [#[rowkey(codec = Raw)] a: Vec<u8>] [#[rowkey(codec = Little)] a: u16]
            [a: Size] [a: Reading] [a: SortedCodes] [a: UnsortedCodes] [#[hash(md5, 1)] a: u8]
        },
        [
            [true, true, true],
            [true, true, false],
            [true, true, true],
            [false, false, false],
            [false, false, false],
            [true, true, false],
            [false, false, false],
            [true, true, true],
            [false, false, false],
            [true, true, true],
            [false, false, false],
            [false, false, false],
        ]
    );
    let struct_of_fixed = Size { width: 1, height: 2 };
    #[derive(RowKey)]
    struct Fixed(Size, SortedCodes);
    assert_eq!(Fixed::LAYOUT.fixed_len(), None);
    assert_eq!((Fixed::LAYOUT.min_len(), Fixed::LAYOUT.max_len()), (5, Some(6)));
    assert_eq!(Fixed(struct_of_fixed, SortedCodes::Bb).encode().len(), 6);
    assert_eq!((Measured::LAYOUT.min_len(), Measured::LAYOUT.max_len()), (7, None));
}

#[test]
fn an_invalid_shard_has_the_error_of_decoding() {
    for number in [0_u16, 299, 300, 301, u16::MAX] {
        let key = [b"c\0\0\x80\0\x01r\0\0tm\x90".as_slice(), &number.to_be_bytes(), b"l"].concat();
        assert_eq!(Derived::decode(&key).is_ok(), number < 300, "{number}");
        let reported = Derived::explain(&key).problem().map(ToString::to_string);
        assert_eq!(reported, Derived::decode(&key).err().map(|error| error.to_string()));
    }
}

#[test]
fn an_error_in_a_hex_digest_points_at_the_first_invalid_digit() {
    #[derive(RowKey)]
    struct HexOf {
        a: u16,
        #[hash(md5, 2, hex)]
        b: String,
        c: u16,
    }
    for bad in 0..4 {
        let mut key = *b"12345678";
        key[2 + bad..6].fill(b'G');
        let problem = HexOf::explain(&key).problem().unwrap().to_string();
        assert_eq!(problem, format!("field `b` at byte {}: expected a lower-case hex digit, found 0x47", 2 + bad));
    }
}

/// The parser reads eight digits at a time. The first problem is reported: either the number is too large, or a byte is
/// not a digit.
#[test]
fn too_many_digits_have_the_error_of_decoding() {
    #[derive(Debug, RowKey)]
    struct Wide {
        #[pad(25)]
        a: u64,
        #[pad(30)]
        b: u16,
        #[pad(39)]
        c: u128,
    }
    let zeros = Wide { a: 0, b: 0, c: 0 }.try_encode().unwrap();
    for from in 0..zeros.len() {
        for bad in [None].into_iter().chain((0..zeros.len()).map(Some)) {
            let mut key = zeros;
            let end = [25, 55, 94].into_iter().find(|end| from < *end).unwrap();
            key[from..end].fill(b'9');
            bad.into_iter().for_each(|bad| key[bad] = b'x');
            let reported = Wide::explain(&key).problem().map(ToString::to_string);
            assert_eq!(reported, Wide::decode(&key).err().map(|error| error.to_string()), "{}", key.escape_ascii());
        }
    }
}

#[test]
fn a_time_that_does_not_exist_is_no_such_time() {
    #[derive(Debug, RowKey)]
    struct At(#[format("%F %T")] chrono::NaiveDateTime);
    for text in [
        "2024-00-10 10:10:10",
        "2024-13-10 10:10:10",
        "2024-01-00 10:10:10",
        "2024-02-30 10:10:10",
        "2024-01-10 24:10:10",
        "2024-01-10 10:60:10",
        "2024-01-10 10:10:60",
    ] {
        let error = At::decode(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), &DecodeErrorKind::NoSuchTime, "{text}");
    }
}

#[test]
fn a_random_salt_is_checked_even_if_a_field_is_wrong() {
    let explained = |bytes: &[u8]| {
        let explanation = RandomKey::explain(bytes);
        let salt = &explanation.parts()[1];
        (salt.note().map(String::from), salt.problem().is_some(), explanation.problem().is_some())
    };
    let note = Some("chosen by the writer".to_string());
    assert_eq!(explained(b"r\x04\x07text"), (note.clone(), false, false));
    assert_eq!(explained(b"r\x04\x07\xFF"), (note.clone(), false, true));
    assert_eq!(explained(b"r\x05\x07text"), (note.clone(), true, true));
    assert_eq!(explained(b"r\x05\x07\xFF"), (note, true, true));
}

#[test]
fn bytes_after_a_value_are_rejected() {
    let layout = Measured::LAYOUT;
    assert!(layout.ranges(&[("reading", "0x010203")]).is_ok());
    let error = layout.ranges(&[("reading", "0x01020304")]).unwrap_err().to_string();
    assert_eq!(error, "field `reading`: the value ends before the last 1 bytes");
}

/// A prefix without a known salt has ranges if it spans at most 4096 buckets.
#[test]
fn a_prefix_can_span_as_many_buckets_as_ranges_are_allowed() {
    macro_rules! buckets {
        ($salt:tt) => {{
            #[derive(RowKey)]
            struct Key {
                #[salt $salt]
                a: u8,
            }
            Key::LAYOUT.ranges(&[]).map(|ranges| ranges.len()).map_err(|error| error.to_string())
        }};
    }
    let rejected = |count: &str| {
        Err(format!("this spans {count} buckets, more than 4096: give a value to `a`, which determines the salt"))
    };
    assert_eq!(buckets!((md5, buckets = 4096)), Ok(4096));
    assert_eq!(buckets!((md5, buckets = 4097)), rejected("4097"));
    assert_eq!(buckets!((md5, 1)), Ok(256));
    assert_eq!(buckets!((md5, 1, hex)), Ok(256));
    assert_eq!(buckets!((md5, 2)), rejected("65536"));
    assert_eq!(buckets!((md5, 7)), rejected(&(1_u64 << 56).to_string()));
    assert_eq!(buckets!((md5, 8)), rejected(&u64::MAX.to_string()));
    assert_eq!(buckets!((md5, 16, hex)), rejected(&u64::MAX.to_string()));
}
