//! Tests `explain` with user-defined codecs and salts. `explain` of a key type calls the functions of its codecs and
//! salt, so it must agree with `decode`.

use rowkey::explain::Explanation;
use rowkey::{
    Codec, CodecError, DecodeError, KeyField, KeySpace, RowKey,
    codecs::{EncodedBy, InOrder, SelfDelimited},
};
use rowkey_proof::untyped::Untyped;

/// A codec that writes decimal digits without leading zeros.
#[derive(Debug)]
struct Decimal;

impl Codec<u32> for Decimal {
    type Encoded = Vec<u8>;
    const NAME: &'static str = "decimal";

    fn encode(value: &u32) -> Vec<u8> {
        value.to_string().into_bytes()
    }

    fn decode(bytes: Vec<u8>) -> Result<u32, CodecError> {
        let text = String::from_utf8(bytes)?;
        Ok(text.parse().map_err(|_| format!("{text:?} is not a number"))?)
    }
}

/// A codec for even numbers in one byte. `decode` reads an odd byte as the next even number, and encoding this number
/// gives another byte.
#[derive(Debug)]
struct Even;

impl Codec<u8> for Even {
    type Encoded = Result<[u8; 1], &'static str>;
    const NAME: &'static str = "even";

    fn encode(value: &u8) -> Result<[u8; 1], &'static str> {
        if value.is_multiple_of(2) { Ok([*value]) } else { Err("only even numbers are stored") }
    }

    fn decode([byte]: [u8; 1]) -> Result<u8, CodecError> {
        byte.checked_add(byte % 2).ok_or_else(|| "no even number follows".into())
    }
}

/// A codec that writes the number of bytes (0 to 2), then the number without leading zero bytes: 258 is `02 01 02`.
#[derive(Debug)]
struct Counted;

impl Codec<u16> for Counted {
    type Encoded = InOrder<SelfDelimited>;
    const NAME: &'static str = "counted";

    fn encode(value: &u16) -> InOrder<SelfDelimited> {
        let bytes: Vec<u8> = value.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
        InOrder(SelfDelimited([&[u8::try_from(bytes.len()).unwrap()], bytes.as_slice()].concat()))
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        Some(1 + usize::from(*bytes.first()?))
    }

    fn decode(bytes: Vec<u8>) -> Result<u16, CodecError> {
        match bytes[1..] {
            [] => Ok(0),
            [low] => Ok(low.into()),
            [high, low] => Ok(u16::from_be_bytes([high, low])),
            _ => Err("a number has at most two bytes".into()),
        }
    }
}

/// A type that implements its own codec. Its fields can be optional, descending, hashed, and part of a struct.
#[derive(Debug, Clone, PartialEq)]
struct Number(u32);

impl Codec<Number> for Number {
    type Encoded = Vec<u8>;
    const NAME: &'static str = "number";

    fn encode(value: &Number) -> Vec<u8> {
        Decimal::encode(&value.0)
    }

    fn decode(bytes: Vec<u8>) -> Result<Number, CodecError> {
        Decimal::decode(bytes).map(Number)
    }
}

impl<Field> KeyField<Field> for Number {
    type Codec = EncodedBy<Self>;
}

#[derive(Debug, PartialEq, KeyField)]
struct Numbers {
    first: Number,
    second: Option<Number>,
}

#[derive(Debug, PartialEq, RowKey)]
struct NumberKey {
    numbers: Numbers,
    #[descending]
    number: Option<Number>,
    last: Number,
}

#[derive(Debug, RowKey)]
struct HashedNumber {
    #[hash(md5, 2)]
    number: Number,
}

fn sum_of_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

#[derive(Debug, KeyField)]
struct Pair {
    #[rowkey(codec = Even)]
    even: u8,
    #[rowkey(codec = Decimal)]
    #[descending]
    number: u32,
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "d/", delimiter = '/')]
struct Delimited {
    #[rowkey(codec = Decimal)]
    customer: u32,
    #[rowkey(codec = Decimal)]
    order: u32,
}

#[derive(Debug, Clone, PartialEq, KeyField)]
struct CountedPair {
    #[rowkey(codec = Counted)]
    #[descending]
    first: u16,
    #[rowkey(codec = Counted)]
    second: u16,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(delimiter = '/')]
struct SelfDelimiting {
    #[rowkey(codec = Counted)]
    first: u16,
    pair: Option<CountedPair>,
    #[salt(md5, buckets = 2)]
    #[rowkey(codec = Counted)]
    #[descending]
    last: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "f/")]
struct Fixed {
    #[rowkey(codec = Even)]
    a: u8,
    #[rowkey(codec = Even)]
    #[descending]
    b: u8,
    c: bool,
}

#[derive(Debug, RowKey)]
struct Escaped {
    pair: Pair,
    #[rowkey(codec = Decimal)]
    number: u32,
    last: String,
}

#[derive(Debug, RowKey)]
#[rowkey(salt(with = sum_of_bytes, buckets = 3))]
struct SaltedByFunction {
    #[rowkey(codec = Even)]
    even: u8,
    text: String,
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "h/")]
struct Hashed {
    #[hash(md5, 1, hex)]
    user: String,
    #[rowkey(codec = Even)]
    even: u8,
}

#[derive(Debug, RowKey)]
struct Borrowed<'a> {
    text: &'a str,
    #[rowkey(codec = Even)]
    even: u8,
}

/// The same bytes as [`Borrowed`], in a type that can be decoded.
#[derive(Debug, RowKey)]
struct Owned {
    text: String,
    #[rowkey(codec = Even)]
    even: u8,
}

#[derive(Debug, KeySpace)]
#[allow(dead_code)]
enum Row {
    Delimited(Delimited),
    Fixed(Fixed),
}

/// For each prefix, calls `check` with the prefix followed by every sequence of at most four bytes of `BYTES`. With
/// `ROWKEY_THOROUGH` set, the sequences have at most five bytes.
fn for_all_bytes_after(prefixes: &[&[u8]], mut check: impl FnMut(&[u8])) {
    const BYTES: &[u8] = b"04x/\0\x01\xFF";
    fn extend(bytes: &mut Vec<u8>, left: usize, check: &mut impl FnMut(&[u8])) {
        check(bytes);
        if left > 0 {
            for byte in BYTES {
                bytes.push(*byte);
                extend(bytes, left - 1, check);
                bytes.pop();
            }
        }
    }
    let length = if crate::is_thorough() { 5 } else { 4 };
    for prefix in prefixes {
        extend(&mut prefix.to_vec(), length, &mut check);
    }
}

/// Checks that the explanation reports the same problem as decoding. Returns whether the bytes are a key.
fn is_key_and_agrees<T>(bytes: &[u8], explanation: &Explanation, decoded: Result<T, DecodeError>) -> bool {
    let shown = || format!("{}\n{explanation}", bytes.escape_ascii());
    match (&decoded, explanation.problem()) {
        (Ok(_), problem) => assert_eq!(problem, None, "{}", shown()),
        (Err(error), None) => panic!("{error}: {}", shown()),
        (Err(error), Some(problem)) => {
            assert_eq!(problem.to_string(), error.to_string(), "{}", shown());
            assert_eq!((problem.field(), problem.offset()), (error.field(), error.offset()), "{}", shown());
            assert!(explanation.parts().iter().any(|part| part.problem().is_some()), "{}", shown());
        }
    }
    assert_eq!(explanation.parts().iter().flat_map(|part| part.bytes()).copied().collect::<Vec<_>>(), bytes);
    decoded.is_ok()
}

#[test]
fn an_explanation_reports_the_values_that_a_codec_rejects() {
    for key in [b"d/x/1".as_slice(), b"d/042/1", b"d/7/", b"d/7/01"] {
        assert!(!is_key_and_agrees(key, &Delimited::explain(key), Delimited::decode(key)));
        assert!(!is_key_and_agrees(key, &Row::explain(key), Row::decode(key)));
    }
    assert_eq!(
        Delimited::explain(b"d/x/1").problem().unwrap().to_string(),
        "field `customer` at byte 2: \"x\" is not a number"
    );
    // The part has no note. A note that the codec does not print the value would hide that the bytes are wrong.
    let explanation = Delimited::explain(b"d/x/1");
    assert_eq!((explanation.parts()[1].value(), explanation.parts()[1].note()), (None, None));
    assert_eq!(Fixed::explain(b"f/\x01\xFF\x01").parts()[3].value(), Some("true"));
}

#[test]
fn an_explanation_agrees_with_decoding_for_all_bytes() {
    macro_rules! agrees {
        ($($key:ident: $prefixes:expr, $least:expr;)*) => {$({
            let mut keys = 0;
            for_all_bytes_after(&$prefixes, |bytes| {
                keys += usize::from(is_key_and_agrees(bytes, &$key::explain(bytes), $key::decode(bytes)));
            });
            assert!(keys >= $least, "only {keys} keys of {}", stringify!($key));
        })*};
    }
    agrees! {
        Delimited: [b"d/".as_slice(), b""], 10;
        Fixed: [b"f/".as_slice(), b"f"], 8;
        NumberKey: [b"4\0\0\0\xFF4".as_slice(), b"4\0\0\x010\0\0\xFE\xCB\xFF\xFF", b""], 10;
        Escaped: [b"\x04\xCF\xFF\xFF".as_slice(), b""], 10;
        SaltedByFunction: [b"".as_slice(), b"\x01"], 10;
        SelfDelimiting: [b"\0\0/\0/".as_slice(), b"\x01\0/\x01", b"\0\0/\x01\xFF"], 1;
        Row: [b"d/".as_slice(), b"f/", b""], 10;
    }
}

#[test]
fn a_type_with_a_codec_is_a_field_like_any_other() {
    let numbers = Numbers { first: Number(7), second: Some(Number(12)) };
    let key = NumberKey { numbers, number: Some(Number(3)), last: Number(40) };
    let bytes = key.encode();
    assert_eq!(bytes, [b"7\0\0\x0112\0\0".as_slice(), &[!1, !b'3', !0, !0], b"40"].concat());
    assert_eq!(NumberKey::decode(&bytes).unwrap(), key);
    let prefix = NumberKey::prefix().numbers(&key.numbers).number(key.number.as_ref());
    assert!(prefix.clone().range().contains(&bytes));
    assert!(!prefix.last(&Number(4)).range().contains(&bytes));
    // The digest input is the encoding without a terminator.
    #[derive(RowKey)]
    struct HashedText {
        #[hash(md5, 2)]
        text: String,
    }
    assert_eq!(HashedNumber { number: Number(7) }.encode(), HashedText { text: "7".into() }.encode());
}

#[test]
fn the_end_of_a_self_delimiting_field_is_found_only_with_the_type() {
    let key = SelfDelimiting { first: 7, pair: Some(CountedPair { first: 0, second: 258 }), last: 0x2F30 };
    let bytes = key.encode();
    assert_eq!(bytes[1..], *b"\x01\x07/\x01\xFF\x02\x01\x02/\xFD\xD0\xCF");
    assert_eq!(SelfDelimiting::decode(&bytes).unwrap(), key);
    let values = |explanation: Explanation| -> Vec<Option<String>> {
        assert!(explanation.is_ok(), "{explanation}");
        explanation.parts().iter().map(|part| part.value().map(String::from)).collect()
    };
    let with_type = values(SelfDelimiting::explain(&bytes));
    assert_eq!(
        with_type[1..].iter().map(Option::as_deref).collect::<Vec<_>>(),
        [Some("0x0107"), Some("Some({first: 0x00, second: 0x020102})"), Some("0x022f30"),]
    );
    // The layout alone cannot explain anything after the first self-delimiting field, and reports no problem there.
    let explanation = SelfDelimiting::LAYOUT.explain(&bytes);
    assert_eq!(explanation.parts()[1].note(), Some("encoded by the codec counted, which only the program has"));
    assert_eq!(explanation.parts()[2].note(), Some("not reached"));
    assert_eq!(explanation.parts()[0].note(), Some("not checked: only the program knows where a field ends"));
    assert_eq!(values(explanation)[1..], [None, None, None]);
    let leading = [("first", "0x0107"), ("pair", "Some({first: 0x00, second: 0x020102})"), ("last", "0x022f30")];
    let prefix = SelfDelimiting::prefix().first(7).pair(key.pair.as_ref());
    assert_eq!(
        SelfDelimiting::LAYOUT.ranges(&leading[..1]).unwrap(),
        SelfDelimiting::prefix().first(7).ranges().collect::<Vec<_>>()
    );
    assert_eq!(SelfDelimiting::LAYOUT.ranges(&leading[..2]).unwrap(), prefix.clone().ranges().collect::<Vec<_>>());
    assert_eq!(SelfDelimiting::LAYOUT.ranges(&leading).unwrap(), [prefix.last(0x2F30).range()]);
}

/// `Hashed` has no `decode`, because a hash has no inverse. `Borrowed` has none, because escaped text cannot be
/// borrowed; `Owned` decodes the same bytes.
#[test]
fn codecs_check_keys_that_cannot_be_decoded() {
    assert!(Hashed::explain(b"h/0a\x04").is_ok());
    let problem = Hashed::explain(b"h/0a\x05").problem().unwrap().to_string();
    assert_eq!(problem, "field `even` at byte 4: no value is encoded as these bytes");
    let mut keys = 0;
    for_all_bytes_after(&[b""], |bytes| {
        keys += usize::from(is_key_and_agrees(bytes, &Borrowed::explain(bytes), Owned::decode(bytes)));
    });
    assert!(keys > 10);
}

#[test]
fn codecs_print_their_values() {
    use rowkey_formats::{FixedBytes, Hex, KuduBytes, Leb128, MaxMinus, PercentEscaped, Terminated};

    #[derive(Debug, Clone, PartialEq, KeyField)]
    struct Numbers {
        #[rowkey(codec = Hex)]
        hex: u8,
        #[rowkey(codec = Hex)]
        #[descending]
        descending: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(delimiter = '/')]
    struct Printed {
        #[rowkey(codec = Leb128)]
        number: u64,
        #[rowkey(codec = KuduBytes)]
        bytes: Vec<u8>,
        #[rowkey(codec = Terminated<b':'>)]
        text: String,
        #[rowkey(codec = MaxMinus)]
        at: i64,
        #[rowkey(codec = FixedBytes)]
        fixed: [u8; 2],
        numbers: Numbers,
        #[rowkey(codec = Hex)]
        optional: Option<u16>,
        #[rowkey(codec = PercentEscaped)]
        escaped: String,
    }

    let key = Printed {
        number: 300,
        bytes: b"a\0\"".to_vec(),
        text: "é".into(),
        at: 1_364_248_490_000,
        fixed: [0, b'x'],
        numbers: Numbers { hex: 1, descending: 2 },
        optional: Some(7),
        escaped: "a|b".into(),
    };
    let bytes = key.try_encode().unwrap();
    let explanation = Printed::explain(&bytes);
    let values: Vec<_> = explanation.parts().iter().map(|part| part.value().unwrap_or("?")).collect();
    // Without the type, only the codec `PercentEscaped` is unknown.
    let without_type = rowkey_cli::explain_any([Printed::LAYOUT], &bytes);
    let known: Vec<_> = without_type.parts().iter().map(|part| part.value().unwrap_or("?")).collect();
    assert_eq!(known[..7], values[..7], "{without_type}");
    assert_eq!(
        values,
        [
            "300",
            "b\"a\\x00\\x22\"",
            "\"é\"",
            "1364248490000",
            "b\"\\x00x\"",
            "{hex: 1, descending: 2}",
            "Some(7)",
            "\"a|b\""
        ],
        "{explanation}"
    );
    assert!(explanation.is_ok() && explanation.parts().iter().all(|part| part.note().is_none()), "{explanation}");
}

#[test]
fn a_problem_has_the_offset_of_the_wrong_byte() {
    use rowkey_formats::{FoundationDb, Tidb};
    use rowkey_formats::{Leb128, PercentEscaped, TidbBytes};

    #[derive(Debug, RowKey)]
    #[rowkey(delimiter = '/')]
    struct Path {
        #[rowkey(codec = PercentEscaped)]
        folder: String,
        #[rowkey(codec = Leb128)]
        file: u8,
    }
    #[derive(Debug, RowKey)]
    struct Groups {
        table: u8,
        #[rowkey(codec = TidbBytes)]
        name: Vec<u8>,
    }
    #[derive(Debug, RowKey)]
    struct Column {
        table: u8,
        #[rowkey(codec = Tidb)]
        name: Vec<u8>,
    }
    #[derive(Debug, RowKey)]
    #[rowkey(fields = FoundationDb)]
    struct Tuple {
        user: String,
        ratio: f64,
    }
    #[derive(Debug, RowKey)]
    #[rowkey(namespace = "n/")]
    struct Stamp {
        table: u8,
        #[rowkey(before = 0x33)]
        stamp: u8,
    }

    macro_rules! problem {
        ($key:ident, $bytes:expr, $expected:literal) => {
            let bytes: &[u8] = $bytes;
            let explanation = $key::explain(bytes);
            assert_eq!(explanation.problem().map(ToString::to_string).as_deref(), Some($expected));
            is_key_and_agrees(bytes, &explanation, $key::decode(bytes));
        };
    }
    problem!(Path, b"ab%7c/\x01", "field `folder` at byte 2: expected hex digits in upper case after %");
    problem!(Path, b"ab|/\x01", "field `folder` at byte 2: expected % and two hex digits instead of this character");
    problem!(
        Path,
        b"ab%41/\x01",
        "field `folder` at byte 2: expected the character itself instead of % and its digits"
    );
    problem!(Path, b"ab%4/\x01", "field `folder` at byte 2: two hex digits must follow %");
    problem!(
        Groups,
        b"\x01abcdefgh\xF0",
        "field `name` at byte 9: expected the byte after a group, F7 to FF, found 0xf0"
    );
    problem!(Groups, b"\x01abcdefgh\xFC", "field `name` at byte 6: no value is encoded as these bytes");
    problem!(
        Column,
        b"\x01\x01abcdefgh\xF0",
        "field `name` at byte 10: expected the byte after a group, F7 to FF, found 0xf0"
    );
    problem!(Column, b"\x01\x01abcdefgh\xFC", "field `name` at byte 7: no value is encoded as these bytes");
    problem!(Tuple, b"\x01ann\0", "field `user` at byte 0: expected the FoundationDB type of a string, 02, found 0x01");
    problem!(
        Tuple,
        b"\x02\0\x20",
        "field `ratio` at byte 2: expected the FoundationDB type of a double, 21, found 0x20"
    );
    problem!(Stamp, b"n/\x014\0", "key at byte 3: expected the constant \"3\" (0x33)");
}

#[test]
fn a_note_says_which_kind_is_the_closest() {
    #[derive(Debug, RowKey)]
    #[rowkey(namespace = "t")]
    struct RecordKey {
        table: u16,
        #[rowkey(before = "_r")]
        record: u8,
    }
    #[derive(Debug, RowKey)]
    #[rowkey(namespace = "t")]
    struct EntryKey {
        table: u16,
        #[rowkey(before = "_i")]
        entry: u16,
    }
    #[derive(Debug, RowKey)]
    #[rowkey(namespace = "m")]
    struct MetaKey {
        meta: u8,
    }
    #[derive(Debug, KeySpace)]
    #[allow(dead_code)]
    enum Tables {
        Meta(MetaKey),
        Record(RecordKey),
        Entry(EntryKey),
    }
    let note = |bytes: &[u8]| {
        let explanation = Tables::explain(bytes);
        is_key_and_agrees(bytes, &explanation, Tables::decode(bytes));
        assert_eq!(explanation, rowkey_cli::explain_any(Tables::LAYOUTS.iter().copied(), bytes));
        explanation.parts()[0].note().map(ToString::to_string)
    };
    assert_eq!(note(b"x"), None);
    assert_eq!(
        note(b"t\0\x01_x\x07").as_deref(),
        Some("as a key of RecordKey: key at byte 3: expected the constant \"_r\"")
    );
}

/// A descending value is complemented in pieces of 64 and 256 bytes, until its end is found.
#[test]
fn a_descending_self_delimiting_value_of_any_length_is_read_to_its_end() {
    #[derive(Debug, PartialEq, RowKey)]
    struct LongKey {
        #[rowkey(codec = rowkey_formats::TidbBytes)]
        #[descending]
        content: Vec<u8>,
        after: u8,
    }

    for len in (0..80_u16).chain(216..240) {
        let content = (0..len).map(|index| index.to_be_bytes()[1]).collect();
        let key = LongKey { content, after: 7 };
        let bytes = key.encode();
        assert_eq!(LongKey::decode(&bytes).as_ref(), Ok(&key));
        assert!(LongKey::explain(&bytes).is_ok());
        for end in 0..bytes.len() {
            assert!(LongKey::decode(&bytes[..end]).is_err(), "{end} of {} bytes", bytes.len());
        }
    }
}

/// Such a value has no text that a condition could read. So it is shown as not known, as a whole.
#[test]
fn a_struct_with_a_part_that_only_the_program_can_read_is_not_known() {
    use rowkey_cli::Value;
    #[derive(Debug, Clone, KeyField)]
    struct Pair {
        #[rowkey(codec = Counted)]
        count: u16,
        more: u8,
    }
    #[derive(Debug, RowKey)]
    struct PairKey {
        text: String,
        pair: Pair,
    }
    let key = PairKey { text: "{a: ?}".into(), pair: Pair { count: 258, more: 1 } }.try_encode().unwrap();
    let explanation = PairKey::LAYOUT.explain(&key);
    assert_eq!(explanation.parts()[1].value(), Some("{count: ?, more: ?}"));
    let text = Value::Text { text: "{a: ?}".into(), is_optional: false };
    assert_eq!(Value::of_fields(PairKey::LAYOUT, &explanation), [Some(text), None]);
}
