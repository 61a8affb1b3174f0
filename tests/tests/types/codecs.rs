//! Tests the library's codecs of other systems, such as Bitcoin and CockroachDB, with values from the sources of these
//! systems.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, percent_encode};
use proptest::prelude::*;
use rowkey::{
    Codec, DecodeErrorKind, KeyField, RowKey,
    codecs::{StartsAlike, Without},
    format::Format,
    testing,
};
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, Hex, Ieee754, JavaUtf, KuduBytes, Leb128, MaxMinus, MemcomparableSeq, NulTerminated,
    PercentEscaped, Terminated, TidbBytes, Vlq,
};
use rowkey_proof::untyped::Untyped;

/// Returns integers around each power of two, and around the greatest numbers that a codec stores in one, two and three
/// bytes.
fn around_powers() -> Vec<u64> {
    let mut numbers = vec![0, u64::MAX];
    for bits in 0..64 {
        let power = 1u64 << bits;
        numbers.extend([power - 1, power, power.saturating_add(1)]);
    }
    for limit in [109, 110, 128, 16511, 16512, 2_113_663, 2_113_664] {
        numbers.extend([limit - 1, limit, limit + 1]);
    }
    numbers
}

fn signed() -> Vec<i64> {
    around_powers().into_iter().flat_map(|number| [number.cast_signed(), number.wrapping_neg().cast_signed()]).collect()
}

/// Tests the laws of keys with a field in a format.
macro_rules! keys_of {
    ($format:ty as $type:ty: $values:expr $(,)?) => {{
        #[derive(Debug, PartialEq, PartialOrd, RowKey)]
        struct Key {
            #[rowkey(codec = $format)]
            value: $type,
            next: u8,
        }
        testing::keys($values.into_iter().map(|value| Key { value, next: 7 }))
    }};
}

/// Returns the stored bytes of a value in hex.
macro_rules! stored {
    ($format:ty as $type:ty: $value:expr) => {{
        #[derive(RowKey)]
        struct Key {
            #[rowkey(codec = $format)]
            value: $type,
        }
        hex(Key { value: $value }.try_encode().unwrap().as_ref())
    }};
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

#[test]
fn keys_keep_the_laws() {
    keys_of!(Leb128 as u64: around_powers()).unwrap();
    keys_of!(Leb128 as u128: [0, 127, 128, u128::MAX >> 2, u128::MAX]).unwrap();
    keys_of!(BitcoinVarint as u64: around_powers()).unwrap();
    keys_of!(BitcoinVarint as u128: [0, 127, 128, u128::MAX >> 2, u128::MAX - 1, u128::MAX]).unwrap();
    keys_of!(Vlq as u64: around_powers()).unwrap();
    keys_of!(Vlq as u128: [0, 127, 128, u128::MAX >> 2, u128::MAX]).unwrap();
    keys_of!(Hex as u8: 0..=u8::MAX).unwrap();
    keys_of!(Hex as u64: around_powers()).unwrap();
    keys_of!(Hex as u128: [0, 9, 10, u128::MAX]).unwrap();
    keys_of!(FixedBytes as [u8; 2]: [[0, 0], [0, 0xFF], [1, 0], [0xFF, 0xFF]]).unwrap();
    keys_of!(CockroachInteger as u64: around_powers()).unwrap();
    keys_of!(CockroachInteger as i64: signed()).unwrap();
    let contents = || ["", "\0", "\0\0", "\u{1}", "\0\u{1}", "a", "a\0", "a\0b", "ab", "ÿ"].map(String::from);
    keys_of!(CockroachBytes as String: contents()).unwrap();
    keys_of!(CockroachBytes as Vec<u8>: [vec![], vec![0], vec![0, 0xFF], vec![0xFF], vec![0, 1]]).unwrap();
    keys_of!(CockroachIntegerDescending as i64: signed()).unwrap();
    keys_of!(CockroachIntegerDescending as u32: [0, 1, 109, 110, 255, 256, u32::MAX]).unwrap();
    keys_of!(CockroachBytesDescending as String: contents()).unwrap();
    let bytes = || [vec![], vec![0], vec![0, 0xFF], vec![0xFF], vec![0xFF, 0], vec![0xFF, 0xFE], vec![0, 1]];
    keys_of!(CockroachBytesDescending as Vec<u8>: bytes()).unwrap();
    let or_null = |number: i64| [None, Some(number)];
    keys_of!(CockroachNullable<CockroachInteger> as Option<i64>: signed().into_iter().flat_map(or_null)).unwrap();
    keys_of!(CockroachNullable<CockroachIntegerDescending> as Option<i64>: signed().into_iter().flat_map(or_null))
        .unwrap();
    let or_null = |bytes: Vec<u8>| [None, Some(bytes)];
    keys_of!(CockroachNullable<CockroachBytes> as Option<Vec<u8>>: bytes().into_iter().flat_map(or_null)).unwrap();
    keys_of!(CockroachNullable<CockroachBytesDescending> as Option<Vec<u8>>: bytes().into_iter().flat_map(or_null))
        .unwrap();
    keys_of!(KuduBytes as String: contents()).unwrap();
    keys_of!(KuduBytes as Vec<u8>: [vec![], vec![0], vec![0, 1], vec![0, 0], vec![1, 0], vec![0xFF]]).unwrap();
    let groups = || contents().into_iter().chain([7, 8, 9, 15, 16, 17].map(|len| "b".repeat(len)));
    keys_of!(TidbBytes as String: groups()).unwrap();
    keys_of!(TidbBytes as Vec<u8>:
        [0, 1, 7, 8, 9].into_iter().flat_map(|len| [0, 0xFF].map(|byte| vec![byte; len])),
    )
    .unwrap();
    keys_of!(MemcomparableSeq as Vec<u8>: [vec![], vec![0], vec![1, 0], vec![1], vec![0xFF; 3]]).unwrap();
    let bits = |floats: Vec<f64>| floats.into_iter().filter(|float| !float.is_nan());
    keys_of!(Ieee754 as f64: bits(rowkey_proof::domain::f64s())).unwrap();
    keys_of!(Ieee754 as f32: [0.0, 1.5, -1.5, f32::MIN, f32::INFINITY]).unwrap();
    keys_of!(NulTerminated as String: contents()).unwrap();
    keys_of!(Terminated<b'a'> as String: contents()).unwrap();
    keys_of!(Terminated<b'\xFF'> as Vec<u8>: [vec![], vec![0], vec![0xFF], vec![0xFE]]).unwrap();
    keys_of!(Terminated<b':'> as u64: around_powers()).unwrap();
    keys_of!(Terminated<b'-'> as u128: [0, 9, 10, u128::MAX]).unwrap();
    keys_of!(Terminated<b'\0'> as i64: signed()).unwrap();
    keys_of!(Terminated<b'/'> as std::num::NonZeroI8: [i8::MIN, -1, 1, i8::MAX].map(|n| n.try_into().unwrap()))
        .unwrap();
    keys_of!(NulTerminated as Vec<u8>: [vec![], vec![0], vec![1], vec![0xFF, 1]]).unwrap();
}

#[derive(Debug, PartialEq, RowKey)]
struct JavaKey {
    #[rowkey(codec = JavaUtf)]
    user: String,
    #[descending]
    #[rowkey(codec = JavaUtf)]
    group: String,
}

/// Encodes text in modified UTF-8 after its length in two bytes, as the documentation of `java.io.DataInput` describes.
/// Each UTF-16 code unit has one byte if it is from 1 to 7F, two bytes if it is zero or from 80 to 7FF, and otherwise
/// three bytes.
fn java_utf(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in text.encode_utf16() {
        let last = 0x80 | (unit & 0x3F);
        match unit {
            1..=0x7F => bytes.push(unit),
            0..=0x7FF => bytes.extend([0xC0 | unit >> 6, last]),
            _ => bytes.extend([0xE0 | unit >> 12, 0x80 | (unit >> 6 & 0x3F), last]),
        }
    }
    let bytes: Vec<u8> = bytes.into_iter().map(|byte| u8::try_from(byte).unwrap()).collect();
    [&u16::try_from(bytes.len()).unwrap().to_be_bytes()[..], &bytes].concat()
}

proptest! {
    #[test]
    fn java_reads_what_java_utf_writes(user: String, group in "[\0\u{1}a\u{7F}-\u{81}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}-\u{10000}🦀\u{10FFFF}]*") {
        let complement: Vec<u8> = java_utf(&group).into_iter().map(|byte| !byte).collect();
        let expected = [java_utf(&user), complement].concat();
        let key = JavaKey { user, group };
        prop_assert_eq!(key.try_encode().unwrap(), &expected[..]);
        prop_assert_eq!(JavaKey::decode(&expected).unwrap(), key);
    }

    /// `decode` rejects what Java would not write: half of a surrogate pair, and more bytes than a character needs.
    #[test]
    fn java_utf_is_canonical(content in prop::collection::vec(prop::sample::select(
        vec![0, b'a', 0x80, 0x9F, 0xA0, 0xB0, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0],
    ), 0..9)) {
        let bytes = [&[0, u8::try_from(content.len()).unwrap()], &content[..], &[!0, !0]].concat();
        if let Ok(key) = JavaKey::decode(&bytes) {
            prop_assert_eq!(&java_utf(&key.user), &bytes[..2 + content.len()]);
        }
    }
}

#[derive(Debug, PartialEq, RowKey)]
struct Utf8Key {
    #[length(u16)]
    user: String,
}

proptest! {
    /// Text that Java wrote is decoded if it has the same bytes in UTF-8. Otherwise the error says that the text
    /// is from Java.
    #[test]
    fn an_error_about_utf_8_says_that_the_bytes_are_from_java(user in "[\0\u{1}aé€\u{FFFF}\u{10000}🦀\u{10FFFF}]{0,3}") {
        let bytes = java_utf(&user);
        let decoded = Utf8Key::decode(&bytes);
        let explanation = Utf8Key::LAYOUT.explain(&bytes);
        let problem = explanation.problem().map(|problem| problem.reason().to_owned());
        if user.chars().all(|character| ('\u{1}'..='\u{FFFF}').contains(&character)) {
            prop_assert_eq!(decoded, Ok(Utf8Key { user }));
            prop_assert_eq!(problem, None);
        } else {
            let error = decoded.unwrap_err();
            prop_assert_eq!(error.kind(), &DecodeErrorKind::ModifiedUtf8);
            prop_assert_eq!(problem, Some(error.kind().to_string()));
        }
    }
}

#[test]
fn other_bytes_that_are_not_utf_8_are_not_said_to_be_from_java() {
    for content in [&b"\xFF"[..], b"\xC0", b"\xC1\x80", b"\xED\xA0\x80", b"\xED\xB0\x80\xED\xA0\x80", b"a\x80\xC0\x80"]
    {
        let bytes = [&[0, u8::try_from(content.len()).unwrap()], content].concat();
        assert_eq!(
            Utf8Key::decode(&bytes).unwrap_err().kind(),
            &DecodeErrorKind::NotUtf8,
            "{}",
            content.escape_ascii()
        );
    }
    let error = Utf8Key::decode(b"\0\x02\xC0\x80").unwrap_err();
    let advice = "replace `#[length(u16)]` with `#[rowkey(codec = rowkey_formats::JavaUtf)]`";
    assert!(error.to_string().ends_with(advice), "{error}");
}

#[test]
fn java_utf_has_a_length_of_two_bytes() {
    for (text, len) in [("a", 65_535), ("\u{7FF}", 32_767), ("€", 21_845), ("🦀", 10_922)] {
        let longest = text.repeat(len);
        assert_eq!(stored!(JavaUtf as String: longest.clone()), hex(&java_utf(&longest)));
        let error = JavaKey { user: text.repeat(len + 1), group: String::new() }.try_encode().unwrap_err();
        assert_eq!(error.to_string(), "field `user`: the string needs more than 65535 bytes");
    }
    keys_of!(JavaUtf as String: ["", "\0", "a", "é", "€", "🦀", "a\0🦀"].map(String::from)).unwrap();
}

/// The bytes that percent-encoding escapes: all bytes except the unreserved characters of RFC 3986, section 2.3.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(delimiter = '/')]
struct PathKey {
    #[rowkey(codec = PercentEscaped)]
    folder: Vec<u8>,
    #[rowkey(codec = PercentEscaped)]
    file: String,
}

proptest! {
    #[test]
    fn percent_encoding_is_that_of_urls(folder: Vec<u8>, file: String) {
        let expected = format!("{}/{}", percent_encode(&folder, ESCAPED), percent_encode(file.as_bytes(), ESCAPED));
        let key = PathKey { folder, file };
        prop_assert_eq!(key.encode(), expected.as_bytes());
        prop_assert_eq!(PathKey::decode(expected.as_bytes()).unwrap(), key);
    }

    /// `decode` accepts only canonical bytes, and returns for them what other programs decode.
    #[test]
    fn percent_encoded_bytes_are_canonical(bytes in "[a%/~|F20-9]{0,12}") {
        let Some((folder, file)) = bytes.split_once('/').filter(|(_, file)| !file.contains('/')) else { return Ok(()) };
        let values = [folder, file].map(|part| percent_decode(part.as_bytes()).collect::<Vec<u8>>());
        let again = [&values[0], &values[1]].map(|value| percent_encode(value, ESCAPED).to_string()).join("/");
        let text = String::from_utf8(values[1].clone());
        match PathKey::decode(bytes.as_bytes()) {
            Ok(key) => {
                prop_assert_eq!(&again, &bytes);
                prop_assert_eq!((key.folder, Ok(key.file)), (values[0].clone(), text));
            }
            Err(_) => prop_assert!(again != bytes || text.is_err()),
        }
    }
}

#[test]
fn each_byte_is_percent_encoded_as_in_urls() {
    for byte in 0..=u8::MAX {
        let Without(StartsAlike(bytes)) = PercentEscaped::<'/'>::encode(&vec![byte]);
        assert_eq!(bytes, percent_encode(&[byte], ESCAPED).to_string().into_bytes(), "{byte}");
    }
    testing::codec::<PercentEscaped, Vec<u8>>((0..=u8::MAX).map(|byte| vec![byte])).unwrap();
    let texts = ["", "/", "%", "%2F", "a/", "a%", "a/b", "~", "é", "é/"].map(String::from);
    testing::text_codec::<PercentEscaped, String>(texts.clone()).unwrap();
    testing::text_codec::<PercentEscaped<'|'>, String>(texts).unwrap();
}

/// The name of a codec is part of the fingerprint, so codecs with different terminators need different names.
#[test]
fn names_of_terminated_values_contain_the_terminator() {
    assert_eq!(NulTerminated::NAME, r"'\0'-terminated");
    assert_eq!(<Terminated<b'\xFE'>>::NAME, r"b'\xfe'-terminated");
    assert_eq!(<Terminated<b':'>>::NAME, "':'-terminated");
}

#[test]
fn terminated_digits_are_canonical() {
    #[derive(Debug, PartialEq, RowKey)]
    struct Key {
        #[rowkey(codec = Terminated<b':'>)]
        number: i16,
        last: u8,
    }

    for (number, bytes) in [(0, &b"0:\x07"[..]), (-32768, b"-32768:\x07"), (32767, b"32767:\x07")] {
        assert_eq!(Key { number, last: 7 }.encode(), bytes);
        assert_eq!(Key::decode(bytes).unwrap(), Key { number, last: 7 });
    }
    for bytes in
        [&b":\x07"[..], b"-:\x07", b"-0:\x07", b"00:\x07", b"+1:\x07", b"32768:\x07", b"1\x07", b"1:", b"1:7:\x07"]
    {
        assert!(Key::decode(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn the_error_of_terminated_digits_is_at_the_byte_that_is_not_a_digit() {
    #[derive(Debug, RowKey)]
    struct Key {
        first: u8,
        #[rowkey(codec = Terminated<b':'>)]
        number: i16,
    }

    let error = Key::decode(b"\x07-1x2:").unwrap_err();
    assert_eq!(error.to_string(), "field `number` at byte 3: expected a decimal digit, found 0x78");
}

#[test]
fn percent_encoded_starts_are_one_range() {
    let files = ["", "a", "a/", "a/b", "a0", "a|", "b"];
    let keys = || files.map(|file| PathKey { folder: file.into(), file: file.into() });
    for start in files {
        let by_folder = PathKey::prefix().folder_starts_with(start).range();
        testing::ranges([by_folder], keys(), |key| key.folder.starts_with(start.as_bytes())).unwrap();
        let by_file = PathKey::prefix().folder(&b"a".to_vec()).file_starts_with(start).range();
        testing::ranges([by_file], keys(), |key| key.folder == b"a" && key.file.starts_with(start)).unwrap();
    }
}

/// The table in the comments of Bitcoin Core's `src/serialize.h`.
#[test]
fn bitcoin_varints_are_those_of_bitcoin_core() {
    let table = [
        (0, "00"),
        (1, "01"),
        (127, "7F"),
        (128, "8000"),
        (255, "807F"),
        (256, "8100"),
        (16383, "FE7F"),
        (16384, "FF00"),
        (16511, "FF7F"),
        (65535, "82FE7F"),
        (1 << 32, "8EFEFEFF00"),
    ];
    for (number, bytes) in table {
        assert_eq!(stored!(BitcoinVarint as u64: number), bytes, "{number}");
    }
}

/// The examples of protobuf's encoding guide.
#[test]
fn leb128_numbers_are_those_of_protobuf() {
    assert_eq!(stored!(Leb128 as u64: 1), "01");
    assert_eq!(stored!(Leb128 as u64: 150), "9601");
    assert_eq!(stored!(Leb128 as u64: u64::MAX), "FFFFFFFFFFFFFFFFFF01");
}

/// Examples of the standard for MIDI files, and `writeVInt` of HugeGraph's `BytesBuffer.java`.
#[test]
fn vlq_numbers_are_those_of_midi() {
    let table = [
        (0, "00"),
        (0x40, "40"),
        (0x7F, "7F"),
        (0x80, "8100"),
        (0x2000, "C000"),
        (0x3FFF, "FF7F"),
        (0x4000, "818000"),
        (0x0FFF_FFFF, "FFFFFF7F"),
    ];
    for (number, bytes) in table {
        assert_eq!(stored!(Vlq as u64: number), bytes, "{number}");
    }
}

/// The bytes follow from `KeyEncoderTraits<BINARY>` in Kudu's `src/kudu/common/key_encoder.h`.
#[test]
fn kudu_bytes_are_those_of_kudu() {
    assert_eq!(stored!(KuduBytes as String: "a\0b".into()), "610001620000");
    assert_eq!(stored!(KuduBytes as Vec<u8>: vec![0, 0]), "000100010000");
    assert_eq!(stored!(KuduBytes as Vec<u8>: vec![]), "0000");
}

/// Values from the functions and constants of CockroachDB's `pkg/util/encoding/encoding.go`.
#[test]
fn cockroach_values_are_those_of_cockroachdb() {
    let table: [(i64, &str); 13] = [
        (i64::MIN, "808000000000000000"),
        (-0x1_0000, "85FF0000"),
        (-0xFFFF, "860001"),
        (-0x100, "86FF00"),
        (-0xFF, "8701"),
        (-1, "87FF"),
        (0, "88"),
        (109, "F5"),
        (110, "F66E"),
        (0xFF, "F6FF"),
        (0x100, "F70100"),
        (0xFF_FFFF, "F8FFFFFF"),
        (i64::MAX, "FD7FFFFFFFFFFFFFFF"),
    ];
    for (number, bytes) in table {
        assert_eq!(stored!(CockroachInteger as i64: number), bytes, "{number}");
    }
    assert_eq!(stored!(CockroachInteger as u64: u64::MAX), "FDFFFFFFFFFFFFFFFF");
    assert_eq!(stored!(CockroachBytes as String: "a\0b".into()), "126100FF620001");
    assert_eq!(stored!(CockroachNullable<CockroachInteger> as Option<i64>: None), "00");
}

/// Values from `EncodeVarintDescending`, `EncodeBytesDescending` and `encodedNullDesc` in the same file of CockroachDB.
#[test]
fn descending_cockroach_values_are_those_of_cockroachdb() {
    let table: [(i64, &str); 9] = [
        (i64::MAX, "808000000000000000"),
        (0xFFFF, "85FF0000"),
        (0xFF, "86FF00"),
        (7, "87F8"),
        (0, "87FF"),
        (-1, "88"),
        (-110, "F5"),
        (-111, "F66E"),
        (i64::MIN, "FD7FFFFFFFFFFFFFFF"),
    ];
    for (number, bytes) in table {
        assert_eq!(stored!(CockroachIntegerDescending as i64: number), bytes, "{number}");
    }
    assert_eq!(stored!(CockroachIntegerDescending as u8: 7), "87F8");
    assert_eq!(stored!(CockroachBytesDescending as String: "a\0b".into()), "139EFF009DFFFE");
    assert_eq!(stored!(CockroachBytesDescending as Vec<u8>: vec![]), "13FFFE");
    assert_eq!(stored!(CockroachNullable<CockroachBytesDescending> as Option<String>: None), "FF");
    assert_eq!(stored!(CockroachNullable<CockroachIntegerDescending> as Option<i64>: Some(7)), "87F8");
}

/// From the comment of `EncodeBytes` in TiDB's `pkg/util/codec/bytes.go`.
#[test]
fn tidb_bytes_are_those_of_tidb() {
    let table: [(&[u8], &str); 4] = [
        (&[], "0000000000000000F7"),
        (&[1, 2, 3], "0102030000000000FA"),
        (&[1, 2, 3, 0], "0102030000000000FB"),
        (&[1, 2, 3, 4, 5, 6, 7, 8], "0102030405060708FF0000000000000000F7"),
    ];
    for (content, bytes) in table {
        assert_eq!(stored!(TidbBytes as Vec<u8>: content.to_vec()), bytes);
    }
}

/// The bytes of Java's `ByteBuffer.putDouble` and `putFloat`, which are also those of `to_be_bytes`.
#[test]
fn plain_doubles_have_the_bits_of_ieee_754() {
    #[derive(Debug, RowKey)]
    struct Key {
        #[rowkey(codec = Ieee754)]
        double: f64,
        #[rowkey(codec = Ieee754)]
        float: f32,
    }

    for (double, float) in rowkey_proof::domain::f64s().into_iter().zip(rowkey_proof::domain::f32s()) {
        let bytes = Key { double, float }.encode();
        assert_eq!(bytes[..], [&double.to_be_bytes()[..], &float.to_be_bytes()].concat());
        let key = Key::decode(&bytes).unwrap();
        assert_eq!((key.double.to_bits(), key.float.to_bits()), (double.to_bits(), float.to_bits()));
    }
    let bytes = Key { double: 1.5, float: -2.0 }.encode();
    assert_eq!(bytes, *b"\x3F\xF8\0\0\0\0\0\0\xC0\0\0\0");
    let shown: Vec<_> = Key::explain(&bytes).parts().iter().map(|part| part.value().unwrap().to_owned()).collect();
    assert_eq!(shown, ["1.5", "-2.0"]);
}

#[derive(Debug, PartialEq, RowKey)]
struct Everything {
    #[rowkey(codec = Leb128)]
    a: u16,
    #[rowkey(codec = BitcoinVarint)]
    b: u16,
    #[rowkey(codec = CockroachInteger)]
    c: i8,
    #[rowkey(codec = CockroachBytes)]
    #[descending]
    d: String,
    #[rowkey(codec = Vlq)]
    e: u16,
    #[rowkey(codec = Hex)]
    f: u8,
    #[rowkey(codec = KuduBytes)]
    g: String,
    #[rowkey(codec = NulTerminated)]
    h: Vec<u8>,
}

#[test]
fn the_error_of_a_descending_codec_names_the_complement() {
    #[derive(Debug, PartialEq, RowKey)]
    struct ScoreKey {
        #[descending]
        #[rowkey(codec = CockroachInteger)]
        score: i64,
    }

    let bytes = [0x87, 0xFF];
    let message = "field `score` at byte 0: expected the tag of an integer, 80 to FD, found 0x78 (the field is descending: it stores the complement)";
    assert_eq!(ScoreKey::decode(&bytes).unwrap_err().to_string(), message);
    assert_eq!(ScoreKey::explain(&bytes).problem().unwrap().to_string(), message);
}

#[test]
fn bytes_that_encode_no_value_are_rejected() {
    const GOOD: [&[u8]; 8] = [b"\x01", b"\x01", b"\x89", b"\xED\x9E\xFF\xFE", b"\x01", b"0a", b"a\0\x01\0\0", b"a\0"];
    let bad: [&[&[u8]]; 8] = [
        &[b"\x81\x00", b"\xFF\xFF\x04", b"\xFF\x00"],
        &[b"\x82\xFE\xFF\x00", b"\xFF\xFF\xFF\x00"],
        &[b"\x00", b"\xFE", b"\xF6\x01", b"\xF6\x80", b"\x86\xFF\xFF", b"\xF7\x00"],
        &[b"\xEC\x9E\xFF\xFE", b"\xED\x9E\xFF\xFD", b"\xED\x00\xFF\xFE"],
        &[b"\x80\x01", b"\x84\x80\x00", b"\xFF\xFF\xFF\x7F"],
        &[b"0A", b"+a", b"0g", b"\xFF0"],
        &[b"a", b"a\0", b"a\0\x01", b"a\0\x02", b"\xFF\0\0", b"a\0\x01\0\x02"],
        &[b"a", b""],
    ];
    let good = GOOD.concat();
    assert_eq!(Everything::decode(&good).unwrap().try_encode().unwrap(), good);
    for (field, bad) in bad.iter().enumerate() {
        for bytes in *bad {
            let mut parts = GOOD;
            parts[field] = bytes;
            let key = parts.concat();
            let error = Everything::decode(&key).unwrap_err();
            assert_eq!(error.field(), Some(["a", "b", "c", "d", "e", "f", "g", "h"][field]), "{}: {error}", hex(&key));
        }
    }
}

#[derive(Debug, PartialEq, PartialOrd, KeyField)]
struct Stay {
    #[rowkey(codec = MaxMinus<99, 2>)]
    from: u8,
    days: u8,
}

#[derive(Debug, PartialEq, RowKey)]
struct StayKey {
    #[rowkey(codec = MaxMinus<99, 2>)]
    newest_first: i8,
    #[rowkey(codec = MaxMinus<99, 3>)]
    #[descending]
    oldest_first: u8,
    #[rowkey(codec = MaxMinus<99, 2>)]
    optional: Option<u8>,
    stay: Stay,
}

#[test]
fn max_minus_writes_what_java_writes() {
    let times = || signed().into_iter().chain([1_364_248_490_000, i64::MAX - 1]);
    keys_of!(MaxMinus as i64: times()).unwrap();
    keys_of!(MaxMinus as u64: around_powers()).unwrap();
    keys_of!(MaxMinus<9> as u8: 0..=u8::MAX).unwrap();
    keys_of!(MaxMinus<{ u64::MAX }, 25> as u64: around_powers()).unwrap();
    assert_eq!(<MaxMinus>::NAME, "19 digits of 9223372036854775807 minus");
    assert_eq!(<MaxMinus<9, 2>>::NAME, "2 digits of 9 minus");

    #[derive(RowKey)]
    struct Key {
        #[rowkey(codec = MaxMinus)]
        time: i64,
    }
    for time in times() {
        let bytes = Key { time }.try_encode();
        match i64::MAX.checked_sub(time).filter(|_| time >= 0) {
            Some(difference) => assert_eq!(bytes.unwrap(), *format!("{difference:019}").as_bytes()),
            None => assert!(bytes.is_err(), "{time}"),
        }
    }
}

/// Each range of a method such as `newest_first_in` contains exactly the values between its bounds, even if a bound
/// cannot be encoded.
#[test]
fn bounds_of_a_codec_that_descends_are_those_of_the_values() {
    let key = |newest_first, oldest_first| StayKey {
        newest_first,
        oldest_first,
        optional: Some(7),
        stay: Stay { from: 8, days: 9 },
    };
    assert_eq!(key(1, 2).try_encode().unwrap(), *b"98\xCF\xC6\xC8\x0192\x39\x31\x09");
    assert_eq!(StayKey::decode(&key(1, 2).try_encode().unwrap()).unwrap(), key(1, 2));
    let values = [-128, -1, 0, 1, 9, 10, 50, 98, 99, 100, 127];
    let encoded: Vec<_> =
        values.into_iter().filter_map(|value| Some((value, key(value, 2).try_encode().ok()?))).collect();
    assert_eq!(encoded.len(), 7);
    assert!(encoded.windows(2).all(|pair| pair[0].1 > pair[1].1));
    for (low, high) in values.into_iter().flat_map(|low| values.map(|high| (low, high))) {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        for bounds in [
            (Included(low), Included(high)),
            (Included(low), Excluded(high)),
            (Excluded(low), Included(high)),
            (Excluded(low), Excluded(high)),
            (Included(low), Unbounded),
            (Unbounded, Excluded(high)),
        ] {
            let range = StayKey::prefix().newest_first_in(bounds).range();
            for (value, bytes) in &encoded {
                let expected = std::ops::RangeBounds::contains(&bounds, value);
                assert_eq!(range.contains(bytes), expected, "{value} in {bounds:?}");
            }
        }
    }
    let range = StayKey::prefix().newest_first(1).oldest_first_in(..=2).range();
    assert!(range.contains(&key(1, 2).try_encode().unwrap()) && !range.contains(&key(1, 3).try_encode().unwrap()));
    assert!(key(1, 2).try_encode().unwrap() < key(1, 3).try_encode().unwrap());
    let table = StayKey::LAYOUT.to_string();
    let orders: Vec<_> = table.lines().filter_map(|line| line.split_whitespace().next_back()).collect();
    assert_eq!(orders[orders.len() - 4..], ["descending", "ascending", "none", "none"], "{table}");
}
