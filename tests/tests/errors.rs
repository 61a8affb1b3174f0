//! Tests the messages of `EncodeError` and `DecodeError`: each kind of error once, word for word, with the field and
//! the offset that the error reports.

use rowkey::{
    Codec, CodecError, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, KeyField, KeySpace, RowKey,
};
use std::collections::BTreeSet;
use std::error::Error;
use std::num::NonZero;

#[derive(Debug, RowKey)]
#[rowkey(namespace = "orders/")]
struct DigitsKey {
    #[salt(md5, 2)]
    #[pad(6)]
    customer: u32,
    #[pad(3)]
    #[descending]
    level: i16,
    #[pad(4)]
    #[reverse]
    part: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(delimiter = '_')]
struct DelimitedKey {
    host: String,
    #[pad(4, 'x')]
    path: String,
    port: u16,
}

#[derive(Debug, RowKey)]
struct BinaryKey {
    #[rowkey(codec = Even)]
    even: u8,
    name: String,
    set: bool,
    initial: char,
    part: Option<NonZero<u8>>,
}

#[derive(Debug, RowKey)]
struct TimeKey {
    #[format("%Y-%m-%d")]
    day: jiff::civil::Date,
    channel: Channel,
}

#[derive(Debug, RowKey)]
struct LengthsKey {
    number: u16,
    #[length(u8)]
    #[rowkey(before = "_")]
    name: String,
    #[length(u16)]
    text: String,
}

#[derive(Debug, Clone, Copy, KeyField)]
enum Channel {
    #[code("web")]
    Web,
    #[code("shop")]
    Shop,
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "r", salt(random, buckets = 3))]
struct RandomKey {
    at: u8,
}

#[derive(Debug, KeySpace)]
enum Row {
    Digits(DigitsKey),
    Random(RandomKey),
}

/// A codec for even numbers in one byte. `decode` wrongly accepts an odd byte as the next even number: it decodes 01 as
/// 2. The key rejects the byte 01, because 2 is encoded as 02.
struct Even;

impl Codec<u8> for Even {
    type Encoded = Result<[u8; 1], &'static str>;
    const NAME: &'static str = "even";

    fn encode(value: &u8) -> Result<[u8; 1], &'static str> {
        if value.is_multiple_of(2) { Ok([*value]) } else { Err("only even numbers are stored") }
    }

    fn decode([byte]: [u8; 1]) -> Result<u8, CodecError> {
        if byte == 255 { Err("no number".into()) } else { Ok(byte + byte % 2) }
    }
}

fn variant_name(kind: &impl std::fmt::Debug) -> String {
    format!("{kind:?}").split([' ', '(']).next().unwrap().into()
}

/// Returns the names of the variants of an enum in `rowkey/src/error.rs`. The enums are `non_exhaustive`, so a `match`
/// here would accept a new variant.
fn kinds_in_source(name: &str) -> BTreeSet<String> {
    let source = include_str!("../../rowkey/src/error.rs");
    let (_, variants) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enum");
    let (variants, _) = variants.split_once("\n}").expect("the end of the enum");
    let words = variants.lines().filter_map(|line| line.strip_prefix("    "));
    let names = words.filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap().into()).collect()
}

#[derive(RowKey)]
struct ReversedKey {
    #[pad(4, 'x')]
    #[reverse]
    path: String,
}

#[test]
fn each_kind_of_encode_error_says_what_was_wrong() {
    let digits = |customer, level| DigitsKey { customer, level, part: 1 }.try_encode().unwrap_err();
    let delimited = |host: &str, path: &str| {
        DelimitedKey { host: host.into(), path: path.into(), port: 80 }.try_encode().unwrap_err()
    };
    let binary = BinaryKey { even: 1, name: "a".into(), set: true, initial: 'a', part: None };
    let day = TimeKey { day: jiff::civil::date(-1, 1, 1), channel: Channel::Web };
    let random = RandomKey { at: 1 };
    let lengths =
        |number, name: &str| LengthsKey { number, name: name.into(), text: String::new() }.try_encode().unwrap_err();
    let errors = [
        (digits(1_234_567, 0), Some("customer"), "field `customer`: 1234567 has 7 digits, but the key holds only 6"),
        (digits(1, -5), Some("level"), "field `level`: -5 is negative, and padded digits have no sign"),
        (delimited("a", "abcde"), Some("path"), "field `path`: the string has 5 bytes, but the key holds only 4"),
        (
            delimited("a", "ax"),
            Some("path"),
            "field `path`: the string ends in 'x', which is the pad character: decoding would remove it",
        ),
        (
            ReversedKey { path: "xa".into() }.try_encode().unwrap_err(),
            Some("path"),
            "field `path`: the string begins with 'x', which is the pad character: the field is reversed, so decoding would remove it",
        ),
        (
            delimited("a_b", "a"),
            Some("host"),
            "field `host`: the value contains '_' at byte 1, which ends the field in this key",
        ),
        (
            lengths(1, &"a".repeat(256)),
            Some("name"),
            "field `name`: the value has 256 bytes, but its length prefix cannot store a length above 255",
        ),
        (binary.try_encode().unwrap_err(), Some("even"), "field `even`: only even numbers are stored"),
        (
            day.try_encode().unwrap_err(),
            Some("day"),
            "field `day`: the time does not fit the format \"%Y-%m-%d\": it has a part that the format leaves out, such as seconds or a fraction of a second, or a year outside 0000 to 9999",
        ),
        (
            random.try_encode().unwrap_err(),
            None,
            "salt: a random salt needs a bucket: call `encode_in(bucket)` or `encode_random()`",
        ),
        (random.encode_in(3).unwrap_err(), None, "salt: bucket 3 is out of range: this key has buckets 0 to 2"),
    ];
    for (error, field, message) in &errors {
        assert_eq!((error.to_string(), error.field()), (message.to_string(), *field));
        let ends_with_kind = error.to_string().split_once(": ").unwrap().1 == error.kind().to_string();
        assert!(ends_with_kind, "{error}: {}", error.kind());
    }
    let kinds: BTreeSet<_> = errors.iter().map(|(error, ..)| variant_name(error.kind())).collect();
    assert_eq!(kinds.len(), errors.len(), "{kinds:?}");
    assert_eq!(kinds, kinds_in_source("EncodeErrorKind"));
    assert!(matches!(errors[0].0.kind(), EncodeErrorKind::TooManyDigits { value: 1_234_567, width: 6, .. }));
}

#[derive(Debug, RowKey)]
struct ListKey {
    #[rowkey(codec = rowkey_formats::Storekey)]
    #[allow(dead_code, reason = "only decoded")]
    numbers: Vec<u16>,
}

#[test]
fn each_kind_of_decode_error_says_what_was_wrong_and_where() {
    let digits = |bytes: &[u8]| DigitsKey::decode(bytes).unwrap_err();
    let delimited = |bytes: &[u8]| DelimitedKey::decode(bytes).unwrap_err();
    let binary = |bytes: &[u8]| BinaryKey::decode(bytes).unwrap_err();
    let time = |bytes: &[u8]| TimeKey::decode(bytes).unwrap_err();
    let random = |bytes: &[u8]| RandomKey::decode(bytes).unwrap_err();
    let lengths = |bytes: &[u8]| LengthsKey::decode(bytes).unwrap_err();
    let list = |bytes: &[u8]| ListKey::decode(bytes).unwrap_err();
    let salt = &DigitsKey { customer: 123, level: 0, part: 1 }.try_encode().unwrap()[7..9];
    let salted = |digits: &[u8]| [b"orders/", salt, digits].concat();
    let errors = [
        (digits(&salted(b"000123")), Some("level"), 15, "expected 3 bytes, but the key ends here"),
        (digits(&salted(b"0001239991000more")), None, 22, "the key should end here, but 4 more bytes follow"),
        (digits(b"orders-..0001239991000"), None, 0, "expected \"orders/\""),
        (digits(b"orders/\0\x010001239991000"), None, 7, "found 0x0001, but the salt of these fields is 0x3c6f"),
        (digits(&salted(b"0001A39991000")), Some("customer"), 13, "expected 6 ASCII digits, found 0x41"),
        (digits(&salted(b"0001239990006")), Some("part"), 18, "the stored value is out of range for the field's type"),
        (random(b"r\x03\x01"), None, 1, "0x03 is not the number of a bucket"),
        (delimited(b"a"), Some("host"), 0, "the key ends within the field: its delimiter or terminator '_' is missing"),
        (
            list(b"\x01\0\x07"),
            Some("numbers"),
            0,
            "the key ends within the field: the end of the value is missing (the codec is: list of storekey u16)",
        ),
        (delimited(b"a_abxx-"), Some("path"), 6, "expected the delimiter '_', found 0x2d"),
        (delimited(b"\xFF_abxx_\0\x50"), Some("host"), 0, "the bytes are not UTF-8"),
        (binary(b"\xFF"), Some("even"), 0, "no number"),
        (binary(b"\x01"), Some("even"), 0, "no value is encoded as these bytes"),
        (
            binary(b"\0a\0\x01"),
            Some("name"),
            3,
            "expected 00 or ff after 00, found 01: 00 00 is the terminator, and 00 ff is an escaped 00",
        ),
        (binary(b"\0a\0\0\x02"), Some("set"), 4, "expected a bool, 00 or 01, found 0x02"),
        (binary(b"\0a\0\0\x01\0\x11\0\0"), Some("initial"), 5, "0x00110000 is not a char"),
        (binary(b"\0a\0\0\x01\0\0\0a\x01\0"), Some("part"), 10, "found zero in a field that is never zero"),
        (time(b"2017/01/02web"), Some("day"), 4, "the bytes are not a time in the format \"%Y-%m-%d\""),
        (time(b"2017-02-30web"), Some("day"), 0, "this day or time of day does not exist"),
        (lengths(b"\0\x07-"), None, 2, "expected the constant \"_\" (0x5F)"),
        (
            lengths(b"\0\x07_\0\0\x02\xC0\x80"),
            Some("text"),
            6,
            "the bytes are not UTF-8, but have the form that Java's `writeUTF` writes: \
             replace `#[length(u16)]` with `#[rowkey(codec = rowkey_formats::JavaUtf)]`",
        ),
        (time(b"2017-01-02www"), Some("channel"), 10, "expected one of the codes \"web\" \"shop\""),
        (Row::decode(b"x").unwrap_err(), None, 0, "the key matches no kind of key in this key space"),
    ];
    for (error, field, offset, message) in &errors {
        assert_eq!((error.kind().to_string(), error.field(), error.offset()), (message.to_string(), *field, *offset));
        let part = match (field, error.kind()) {
            (Some(field), _) => format!("field `{field}`"),
            (None, DecodeErrorKind::Salt { .. } | DecodeErrorKind::NoBucket { .. }) => "salt".into(),
            (None, DecodeErrorKind::Namespace { .. }) => "namespace".into(),
            (None, _) => "key".into(),
        };
        assert_eq!(error.to_string(), format!("{part} at byte {offset}: {message}"));
    }
    let kinds: BTreeSet<_> = errors.iter().map(|(error, ..)| variant_name(error.kind())).collect();
    assert_eq!(kinds.len(), errors.len(), "{kinds:?}");
    assert_eq!(kinds, kinds_in_source("DecodeErrorKind"));
}

#[test]
fn a_key_that_ends_within_its_salt_is_an_error_about_the_salt() {
    #[derive(Debug, RowKey)]
    #[rowkey(namespace = "n", salt(md5, 3))]
    struct VariableKey {
        user: String,
    }

    let errors = [DigitsKey::decode(b"orders/a").unwrap_err(), VariableKey::decode(b"na").unwrap_err()];
    assert_eq!(errors[0].to_string(), "salt at byte 7: expected 2 bytes, but the key ends after 1 of them");
    assert_eq!(errors[1].to_string(), "salt at byte 1: expected 3 bytes, but the key ends after 1 of them");
    let explained = [DigitsKey::explain(b"orders/a"), VariableKey::explain(b"na")];
    for (error, explanation) in errors.iter().zip(&explained) {
        assert_eq!(explanation.problem().unwrap().to_string(), error.to_string());
    }
}

#[test]
fn salts_that_are_text_are_printed_as_text() {
    #[derive(Debug, RowKey)]
    struct HexKey {
        #[salt(md5, 2, hex)]
        user: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(salt(random, buckets = 20, digits))]
    struct BucketKey {
        user: u8,
    }

    let error = HexKey::decode(b"0000\x07").unwrap_err();
    let salt = String::from_utf8(HexKey { user: 7 }.encode()[..4].into()).unwrap();
    assert_eq!(
        error.to_string(),
        format!("salt at byte 0: found \"0000\", but the salt of these fields is \"{salt}\"")
    );
    let error = BucketKey::decode(b"20\x07").unwrap_err();
    assert_eq!(error.to_string(), r#"salt at byte 0: "20" is not the number of a bucket"#);
}

#[test]
fn errors_in_descending_and_reversed_fields_report_the_offset_of_the_stored_byte() {
    // Descending digits are stored complemented. The complement of `A` is not a digit either, and the message shows the
    // stored byte.
    let salt = &DigitsKey { customer: 123, level: 0, part: 1 }.try_encode().unwrap()[7..9];
    let descending = DigitsKey::decode(&[b"orders/", salt, b"0001239A91000"].concat()).unwrap_err();
    assert_eq!(descending.to_string(), "field `level` at byte 16: expected 3 ASCII digits, found 0x41");
    let reversed = DigitsKey::decode(&[b"orders/", salt, b"00012399910A0"].concat()).unwrap_err();
    assert_eq!(reversed.to_string(), "field `part` at byte 20: expected 4 ASCII digits, found 0x41");
}

#[derive(Debug, RowKey)]
#[rowkey(terminator = '\0')]
struct ZeroTerminatedKey {
    #[descending]
    room: String,
    user: String,
    id: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct ByteDelimitedKey {
    room: String,
    id: u8,
}

#[derive(Debug, RowKey)]
struct EscapedKey {
    room: String,
    #[descending]
    user: String,
}

/// A message about a missing terminator writes the terminator as the attribute `terminator` does, for example `'\0'`.
/// For a descending field, the message adds that the field stores the complement of the terminator.
#[test]
fn a_message_about_a_missing_terminator_names_it() {
    let message = |error: rowkey::DecodeError| error.to_string();
    for (found, expected) in [
        (
            message(ZeroTerminatedKey::decode(b"\x9E").unwrap_err()),
            r"field `room` at byte 0: the key ends within the field: its delimiter or terminator '\0' is missing (the field is descending: it stores the complement)",
        ),
        (
            message(ZeroTerminatedKey::decode(b"\x9E\xFFa").unwrap_err()),
            r"field `user` at byte 2: the key ends within the field: its delimiter or terminator '\0' is missing",
        ),
        (
            message(ByteDelimitedKey::decode(b"a").unwrap_err()),
            r"field `room` at byte 0: the key ends within the field: its delimiter or terminator b'\xff' is missing",
        ),
        (
            message(EscapedKey::decode(b"a").unwrap_err()),
            "field `room` at byte 0: the key ends within the field: its terminator 00 00 is missing",
        ),
        (
            message(EscapedKey::decode(b"a\0\0\x9E").unwrap_err()),
            "field `user` at byte 3: the key ends within the field: its terminator 00 00 is missing (the field is descending: it stores the complement)",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_message_about_one_extra_byte_is_in_the_singular() {
    let error = TimeKey::decode(b"2017-01-02webx").unwrap_err();
    assert_eq!(error.kind().to_string(), "the key should end here, but 1 more byte follows");
}

#[test]
fn both_error_types_implement_the_usual_traits() {
    fn is_error<E: Error + Clone + PartialEq + Send + Sync + 'static>() {}

    is_error::<EncodeError>();
    is_error::<DecodeError>();
    assert!(DigitsKey::decode(b"").unwrap_err().source().is_none());
}

/// `decode` checks the namespace before the length. Bytes of another key type usually have a wrong namespace and a
/// wrong length, and the message about the namespace explains more.
#[test]
fn bytes_without_the_namespace_are_an_error_about_the_namespace_whatever_their_length_is() {
    let key = DigitsKey { customer: 123, level: 0, part: 1 }.try_encode().unwrap();
    for len in 0..2 * key.len() {
        for wrong_index in 0.."orders/".len() {
            let mut bytes: Vec<u8> = key.iter().copied().cycle().take(len).collect();
            if let Some(byte) = bytes.get_mut(wrong_index) {
                *byte ^= 1;
            }
            let error = DigitsKey::decode(&bytes).unwrap_err();
            let has_namespace = bytes.starts_with(b"orders/");
            assert_eq!(matches!(error.kind(), DecodeErrorKind::Namespace { .. }), !has_namespace, "{error}");
            assert_eq!(DigitsKey::explain(&bytes).problem().unwrap().to_string(), error.to_string());
        }
    }
}
