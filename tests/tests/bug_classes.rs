//! Classes of bugs that key encodings have had, in libraries and in databases. Each class has a test that would find
//! the bug in rowkey. If the bug cannot occur in rowkey, the test checks the reason.
//!
//! Class 29 has no test here. It is about tests that use too few values; the tests in `laws/` use all values of
//! `rowkey_proof::domain`.

use rowkey::{
    Codec, CodecError, DecodeErrorKind, DecodeKey, EncodeErrorKind, KeyField, KeyRange, RowKey, TotalKey,
    codecs::InOrder,
};
use rowkey_proof::domain;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Bound::{Excluded, Included, Unbounded};

/// Checks that the encoded keys are in strictly ascending order, and that each key decodes.
fn assert_ascending<K>(keys: impl IntoIterator<Item = K>)
where
    K: for<'a> DecodeKey<'a> + Debug + PartialEq,
{
    let mut previous: Option<(K, Vec<u8>)> = None;
    for key in keys {
        let bytes = encoded(&key);
        assert_eq!(K::decode(&bytes).as_ref(), Ok(&key));
        if let Some((lesser, lesser_bytes)) = &previous {
            assert!(*lesser_bytes < bytes, "{lesser:?} is {lesser_bytes:x?}, {key:?} is {bytes:x?}");
        }
        previous = Some((key, bytes));
    }
    assert!(previous.is_some());
}

fn encoded<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().expect("the key has bytes").into()
}

fn within<'a, K: RowKey>(keys: &'a [K], range: &KeyRange) -> Vec<&'a K> {
    keys.iter().filter(|key| range.contains(&encoded(*key))).collect()
}

macro_rules! one_field {
    ($name:ident: $type:ty) => {
        #[derive(Debug, Clone, PartialEq, RowKey)]
        struct $name {
            value: $type,
            next: u8,
        }
    };
}

macro_rules! integers_ascend {
    ($($type:ty),*) => {$({
        one_field!(IntegerKey: $type);
        let mut values = domain::integers::<$type>();
        values.sort_unstable();
        let nexts = |value| [0, 0xFF].map(|next| IntegerKey { value, next });
        assert_ascending(values.into_iter().flat_map(nexts));
    })*};
}

one_field!(TextKey: String);
one_field!(BytesKey: Vec<u8>);

fn text(value: &str, next: u8) -> TextKey {
    TextKey { value: value.into(), next }
}

fn raw(value: &[u8], next: u8) -> BytesKey {
    BytesKey { value: value.into(), next }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(terminator = '\0')]
struct TerminatedKey {
    value: String,
    next: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '\0')]
struct DelimitedKey {
    value: String,
    next: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct TwoTextsKey {
    first: String,
    second: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingKey {
    #[descending]
    value: String,
    next: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingLastKey {
    #[descending]
    value: String,
}

#[test]
fn bug_01_signed_integers_in_twos_complement() {
    integers_ascend!(i8, i16, i32, i64, i128);
    one_field!(SignedKey: i32);
    assert_eq!(SignedKey { value: -1, next: 0 }.encode(), [0x7F, 0xFF, 0xFF, 0xFF, 0]);
}

#[test]
fn bug_02_little_endian_integers_beyond_255() {
    integers_ascend!(u8, u16, u32, u64, u128);
    one_field!(UnsignedKey: u32);
    assert_ascending([255, 256, 65_535, 65_536].map(|value| UnsignedKey { value, next: 0 }));
}

#[test]
fn bug_03_an_unescaped_nul_within_a_string() {
    let key = |first: &str, second: &str| TwoTextsKey { first: first.into(), second: second.into() };
    assert_eq!(key("a\0b", "").encode(), b"a\0\xFFb\0\0");
    assert_eq!(key("a", "b").encode(), b"a\0\0b");
    assert_ascending([
        key("a", ""),
        key("a", "b"),
        key("a", "b\0"),
        key("a\0", "b"),
        key("a\0b", ""),
        key("a\0b", "\0"),
    ]);
}

#[test]
fn bug_04_an_escaped_nul_that_equals_the_terminator() {
    assert_ascending([text("", 1), text("\0", 0), text("\0", 1)]);
    assert_ascending([text("a", 0), text("a", 5), text("a", 0xFF), text("a\0", 0), text("a\0", 0xFF)]);
}

#[test]
fn bug_05_a_terminator_that_sorts_after_the_next_field() {
    let words = ["", "\u{1}", "a", "ab", "b", "ÿ", "\u{10FFFF}"];
    assert_ascending(words.iter().flat_map(|word| [0, 0xFF].map(|next| text(word, next))));
    assert_ascending(words.iter().flat_map(|word| [0, 0xFF].map(|next| TerminatedKey { value: (*word).into(), next })));
    assert_ascending(words.iter().flat_map(|word| [0, 0xFF].map(|next| DelimitedKey { value: (*word).into(), next })));
}

#[test]
fn bug_06_a_string_without_a_terminator_before_another_field() {
    assert_ascending([text("a", 0xFF), text("ab", 0)]);
    assert_ascending([TerminatedKey { value: "a".into(), next: 0xFF }, TerminatedKey { value: "ab".into(), next: 0 }]);
    assert_ascending([raw(&[0xFF], 0xFF), raw(&[0xFF, 0], 0)]);
}

#[test]
fn bug_07_a_length_prefix_that_sorts_short_strings_first() {
    assert_ascending([text("grow1", 9), text("zing", 1)]);
    assert_ascending([raw(&[1; 300], 0), raw(&[2], 0)]);
}

#[test]
fn bug_08_two_values_with_the_same_bytes() {
    let strings = domain::strings();
    let mut seen = BTreeSet::new();
    for first in &strings {
        for second in &strings {
            let key = TwoTextsKey { first: first.clone(), second: second.clone() };
            assert!(seen.insert(key.encode()), "{key:?} has the bytes of another key");
        }
    }
    assert_eq!(seen.len(), strings.len().pow(2));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SeveralVariableKey {
    first: Option<String>,
    second: Vec<u8>,
    third: Option<Option<Vec<u8>>>,
    next: u8,
}

#[derive(Clone, Debug, PartialEq, RowKey)]
struct ListKey {
    #[rowkey(list)]
    texts: Vec<String>,
}

/// In lists, the bug occurred when an element was empty or began with the terminator, and another element followed.
#[test]
fn bug_09_fields_that_are_empty_or_begin_with_the_terminator() {
    let elements = || ["", "\0", "\0\0", "\u{1}"].map(String::from).into_iter();
    let mut lists = vec![vec![]];
    lists.extend(elements().map(|one| vec![one]));
    lists.extend(elements().flat_map(|one| elements().map(move |other| vec![one.clone(), other])));
    lists.sort();
    assert_ascending(lists.into_iter().map(|texts| ListKey { texts }));

    let contents: [&[u8]; 6] = [b"", b"\0", b"\0\0", b"\0\xFF", b"\x01", b"\xFF"];
    let texts = [None, Some(""), Some("\0"), Some("\0\0"), Some("\u{1}")];
    let thirds = || [None, Some(None)].into_iter().chain(contents.iter().map(|third| Some(Some(third.to_vec()))));
    let mut keys = Vec::new();
    for first in texts {
        for second in contents {
            for third in thirds() {
                for next in [0, 1, 0xFF] {
                    keys.push(SeveralVariableKey {
                        first: first.map(String::from),
                        second: second.into(),
                        third: third.clone(),
                        next,
                    });
                }
            }
        }
    }
    assert_eq!(keys.len(), 5 * 6 * 8 * 3);
    assert_ascending(keys);
}

#[test]
fn bug_10_the_number_of_elements_before_the_elements() {
    assert_ascending([raw(b"", 0xFF), raw(b"a", 0xFF), raw(b"ab", 0), raw(b"abc", 0), raw(b"b", 0), raw(b"ba", 0)]);
}

#[test]
fn bug_11_state_that_leaks_from_one_field_into_the_next() {
    // Another value of `next` changes only the last byte of the key, whatever bytes of `value` were escaped before it.
    for value in domain::bytes() {
        let [zero, one] = [0, 1].map(|next| raw(&value, next).encode());
        assert_eq!(
            (zero.split_last(), one.split_last()),
            (Some((&0, &one[..one.len() - 1])), Some((&1, &zero[..zero.len() - 1])))
        );
    }
    // `encode_into` appends the same bytes that `encode` returns. If a key cannot be encoded, the buffer does not
    // change.
    let mut buffer = text("\0", 0).encode();
    text("\0", 0).encode_into(&mut buffer).unwrap();
    assert_eq!(buffer, b"\0\xFF\0\0\0\0\xFF\0\0\0");
    assert!(TerminatedKey { value: "a\0".into(), next: 0 }.encode_into(&mut buffer).is_err());
    assert_eq!(buffer, b"\0\xFF\0\0\0\0\xFF\0\0\0");
}

#[test]
fn bug_12_descending_without_a_terminator() {
    let words = ["b", "ab", "a\0\0", "a\0", "a", "\0", ""];
    assert_ascending(words.iter().flat_map(|word| [0, 0xFF].map(|next| DescendingKey { value: (*word).into(), next })));
    assert_ascending(words.map(|value| DescendingLastKey { value: value.into() }));

    let mut strings = domain::strings();
    strings.sort_by_key(|value| Reverse(value.clone()));
    assert_ascending(
        strings.into_iter().flat_map(|value| [0, 0xFF].map(|next| DescendingKey { value: value.clone(), next })),
    );
}

#[test]
fn bug_13_escapes_of_ff_that_break_the_order() {
    let values: [&[u8]; 9] =
        [&[1], &[1, 3], &[7], &[0xFE], &[0xFE, 0xFF], &[0xFF], &[0xFF, 0], &[0xFF, 1, 3], &[0xFF, 0xFF]];
    assert_ascending(values.into_iter().flat_map(|value| [0, 0xFF].map(|next| raw(value, next))));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ThreeBytesKey {
    first: u8,
    second: u8,
    third: u8,
}

#[test]
fn bug_14_the_upper_bound_of_a_prefix_of_ff() {
    let prefix = ThreeBytesKey::prefix;
    let bounds = |range: KeyRange| range.into_parts();
    assert_eq!(bounds(prefix().first(1).second(0xFF).range()), (vec![1, 0xFF], Some(vec![2])));
    assert_eq!(bounds(prefix().first(0xFF).range()), (vec![0xFF], None));
    assert_eq!(bounds(prefix().first(0xFF).second(0xFF).range()), (vec![0xFF, 0xFF], None));
    assert_eq!(bounds(prefix().range()), (vec![], None));

    let values = [0, 1, 2, 0xFE, 0xFF];
    let mut table = Vec::new();
    for first in values {
        for second in values {
            table.extend(values.map(|third| ThreeBytesKey { first, second, third }));
        }
    }
    for first in values {
        let same: Vec<_> = table.iter().filter(|key| key.first == first).collect();
        assert_eq!(within(&table, &prefix().first(first).range()), same);
        for second in values {
            let range = prefix().first(first).second_in(second..).range();
            assert_eq!(
                within(&table, &range),
                same.iter().copied().filter(|key| key.second >= second).collect::<Vec<_>>()
            );
        }
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(namespace = "n/")]
struct NameKey {
    name: String,
}

#[test]
fn bug_15_a_range_without_the_key_that_is_its_prefix() {
    let key = |name: &str| NameKey { name: name.into() };
    assert_eq!(key("").encode(), b"n/");
    assert!(NameKey::all().contains(b"n/"));
    assert!(NameKey::prefix().range().contains(b"n/"));
    let names = ["", "a", "ab", "ab\0", "abc", "ac"].map(key);
    assert_eq!(
        within(&names, &NameKey::prefix().name_starts_with("ab").range()),
        [&key("ab"), &key("ab\0"), &key("abc")]
    );
    assert_eq!(within(&names, &NameKey::prefix().name_in("ab"..).range()).len(), 4);
}

#[test]
fn bug_16_equals_taken_for_begins_with() {
    let keys = ["", "a", "a\0", "a\0\0", "ab", "b"].map(|value| text(value, 0));
    assert_eq!(within(&keys, &TextKey::prefix().value("a").range()), [&text("a", 0)]);
    assert_eq!(within(&keys, &TextKey::prefix().value("").range()), [&text("", 0)]);
    assert_eq!(
        within(&keys, &TextKey::prefix().value_starts_with("a").range()),
        [&text("a", 0), &text("a\0", 0), &text("a\0\0", 0), &text("ab", 0)]
    );
    assert_eq!(within(&keys, &TextKey::prefix().value_starts_with("").range()).len(), 6);

    let names = ["", "a", "a\0", "ab"].map(|name| NameKey { name: name.into() });
    assert_eq!(within(&names, &NameKey::prefix().name("a").range()), [&names[1]]);
    assert_eq!(within(&names, &NameKey::prefix().name_starts_with("a").range()).len(), 3);
}

#[derive(Debug, Clone, RowKey)]
struct FloatKey {
    wide: f64,
    narrow: f32,
}

/// The total order of IEEE 754: -NaN, -∞, .., -0, 0, .., ∞, NaN. No values are merged: decoding returns the same bits.
#[test]
fn bug_17_nan_minus_zero_and_subnormals() {
    let (wides, narrows) = (domain::f64s(), domain::f32s());
    let keys: Vec<_> =
        wides.iter().flat_map(|wide| narrows.iter().map(|narrow| FloatKey { wide: *wide, narrow: *narrow })).collect();
    for pair in keys.windows(2) {
        assert!(pair[0].encode() < pair[1].encode(), "{pair:?}");
    }
    for key in &keys {
        let decoded = FloatKey::decode(&key.encode()).unwrap();
        assert_eq!((decoded.wide.to_bits(), decoded.narrow.to_bits()), (key.wide.to_bits(), key.narrow.to_bits()));
    }
    let without_nan = FloatKey::prefix().wide_in(f64::NEG_INFINITY..=f64::INFINITY).range();
    assert!(within(&keys, &without_nan).iter().all(|key| !key.wide.is_nan()));
    let only_zero = FloatKey::prefix().wide_in(0.0..=0.0).range();
    assert!(within(&keys, &only_zero).iter().all(|key| key.wide.to_bits() == 0));
    assert_eq!(within(&keys, &only_zero).len(), narrows.len());
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct OptionKey {
    value: Option<i32>,
    next: u8,
}

#[test]
fn bug_18_an_option_of_fixed_width_before_another_field() {
    let values = [None, Some(i32::MIN), Some(-1), Some(0), Some(i32::MAX)];
    assert_ascending(values.into_iter().flat_map(|value| [0, 1, 0xFF].map(|next| OptionKey { value, next })));
    assert_eq!(OptionKey { value: None, next: 7 }.encode(), [0, 7]);
    assert_eq!(OptionKey { value: Some(0), next: 7 }.encode(), [1, 0x80, 0, 0, 0, 7]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingOptionKey {
    #[descending]
    value: Option<String>,
    next: u8,
}

#[test]
fn bug_19_where_none_sorts() {
    let some = |value: &str| Some(value.to_owned());
    let key = |value: &Option<String>| DescendingOptionKey { value: value.clone(), next: 0 };
    let descending = [some("b"), some("a"), some("\0"), some(""), None];
    assert_ascending(descending.iter().map(key));

    let keys = descending.each_ref().map(key);
    let range = DescendingOptionKey::prefix().value_in(..Some("a")).range();
    assert_eq!(within(&keys, &range), [&keys[2], &keys[3], &keys[4]]);
    let range = DescendingOptionKey::prefix().value_in((Excluded(None), Unbounded)).range();
    assert_eq!(within(&keys, &range), [&keys[0], &keys[1], &keys[2], &keys[3]]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(namespace = "k", salt(md5, 2, of(id)))]
struct EverythingKey {
    #[pad(4)]
    id: u16,
    name: String,
    #[descending]
    note: Option<String>,
    #[reverse]
    host: Vec<u8>,
    flag: bool,
    letter: char,
    #[pad(6)]
    label: String,
    tail: String,
}

fn everything() -> EverythingKey {
    EverythingKey {
        id: 42,
        name: "a\0b".into(),
        note: Some("ÿ".into()),
        host: vec![0, 0xFF],
        flag: true,
        letter: 'x',
        label: "ab".into(),
        tail: "end".into(),
    }
}

/// Checks that decoding does not panic, and that a decoded key encodes to the same bytes.
fn assert_decodes_or_fails<K: for<'a> DecodeKey<'a>>(bytes: &[u8]) {
    if let Ok(key) = K::decode(bytes) {
        assert_eq!(encoded(&key), bytes);
    }
}

#[test]
fn bug_20_truncated_or_damaged_bytes_that_panic() {
    let keys = [encoded(&everything()), encoded(&EverythingKey { note: None, tail: String::new(), ..everything() })];
    for key in &keys {
        assert!(EverythingKey::decode(key).is_ok());
        domain::damaged(key).iter().for_each(|damaged| assert_decodes_or_fails::<EverythingKey>(damaged));
        for offset in 0..key.len() {
            for byte in 0..=0xFF {
                let mut damaged = key.clone();
                damaged[offset] = byte;
                assert_decodes_or_fails::<EverythingKey>(&damaged);
            }
        }
    }
    // The last field is a string, so a key that is cut off within it is a valid key with a shorter string. A key that
    // is cut off before this field is an error.
    let whole = &keys[0];
    for length in 0..whole.len() - "end".len() {
        assert!(EverythingKey::decode(&whole[..length]).is_err());
    }
}

#[test]
fn bug_21_trailing_or_missing_bytes_that_are_accepted() {
    for end in [0, 1, 0xFF] {
        let error = decode_text_followed_by(&[end]).unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::Trailing { count: 1, .. }), "{error}");
    }
    let error = TextKey::decode(b"a\0\0").unwrap_err();
    assert!(matches!(error.kind(), DecodeErrorKind::Truncated { expected: 1, found: 0, .. }), "{error}");
    assert_eq!((error.field(), error.offset()), (Some("next"), 3));

    let fixed = ThreeBytesKey { first: 1, second: 2, third: 3 }.encode();
    assert!(ThreeBytesKey::decode(&fixed[..2]).is_err());
    assert!(ThreeBytesKey::decode(&[&fixed[..], &[0]].concat()).is_err());
    assert!(ThreeBytesKey::decode(b"").is_err());
    // A descending string has a terminator even as the last field.
    let last = DescendingLastKey { value: "a".into() }.encode();
    assert!(DescendingLastKey::decode(&[&last[..], &[0xFF]].concat()).is_err());
}

fn decode_text_followed_by(rest: &[u8]) -> Result<TextKey, rowkey::DecodeError> {
    TextKey::decode(&[&text("a", 7).encode(), rest].concat())
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DigitsKey {
    #[pad(6)]
    value: u32,
    #[descending]
    #[pad(6)]
    descending: u32,
}

#[test]
fn bug_22_integers_of_varying_length() {
    one_field!(WideKey: i128);
    one_field!(NarrowKey: i16);
    assert!(domain::integers::<i128>().into_iter().all(|value| WideKey { value, next: 0 }.encode().len() == 17));
    assert!(domain::integers::<i16>().into_iter().all(|value| NarrowKey { value, next: 0 }.encode().len() == 3));

    assert_eq!(encoded(&DigitsKey { value: 7, descending: 7 }), b"000007999992");
    for other in
        ["7999992", "     7999992", "+00007999992", "00007 999992", "7.0e+0999992", "00000799999/", "00000799999:"]
    {
        assert!(DigitsKey::decode(other.as_bytes()).is_err(), "{other}");
    }
    // In an escaped string, the byte 00 can only be followed by FF (an escaped NUL) or 00 (the terminator).
    assert!((1..0xFF).all(|byte| TextKey::decode(&[b'a', 0, byte, 0, 0, 7]).is_err()));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LabelKey {
    #[pad(8)]
    label: String,
}

#[test]
fn bug_23_fields_of_more_than_64_kilobytes() {
    for value in ["a".repeat(70_000), "\0".repeat(70_000), "ÿ".repeat(70_000)] {
        assert_ascending([text(&value, 0), text(&value, 1), text(&format!("{value}\0"), 0)]);
        assert_ascending([DescendingKey { value: value.clone(), next: 0 }, DescendingKey { value, next: 1 }]);
    }
    let error = LabelKey { label: "nine byte".into() }.try_encode().unwrap_err();
    assert!(matches!(error.kind(), EncodeErrorKind::TooLong { len: 9, width: 8, .. }));
    assert_eq!((LabelKey::LAYOUT.max_len(), TextKey::LAYOUT.max_len()), (Some(8), None));
}

one_field!(FlagKey: bool);

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Level {
    #[code(254)]
    Warning,
    #[code(255)]
    Error,
    #[code(7)]
    Debug,
}

one_field!(LevelKey: Level);

/// The tags of options, the bytes of `bool` and the codes of enum variants are fixed. They do not depend on the order
/// of the variants. All other bytes are errors.
#[test]
fn bug_24_tags_that_depend_on_the_order_of_variants() {
    for tag in 0..=0xFF {
        assert_eq!(
            FlagKey::decode(&[tag, 7]).ok(),
            match tag {
                0 => Some(FlagKey { value: false, next: 7 }),
                1 => Some(FlagKey { value: true, next: 7 }),
                _ => None,
            }
        );
        assert_eq!(OptionKey::decode(&[tag, 7]).ok(), (tag == 0).then_some(OptionKey { value: None, next: 7 }));
        assert_eq!(OptionKey::decode(&[tag, 0x80, 0, 0, 0, 7]).is_ok(), tag == 1);
        assert_eq!(LevelKey::decode(&[tag, 7]).is_ok(), [254, 255, 7].contains(&tag));
    }
    assert_ascending([Level::Debug, Level::Warning, Level::Error].map(|value| LevelKey { value, next: 0 }));
    assert_eq!(LevelKey { value: Level::Error, next: 0 }.encode(), [255, 0]);
}

/// A codec for thousandths in digits: 500 is stored as `00.500`. `decode` accepts more texts than `encode` writes.
struct Thousandths;

impl Codec<u16> for Thousandths {
    type Encoded = InOrder<Vec<u8>>;
    const NAME: &'static str = "thousandths";

    fn encode(value: &u16) -> InOrder<Vec<u8>> {
        InOrder(format!("{:02}.{:03}", value / 1000, value % 1000).into())
    }

    fn decode(bytes: Vec<u8>) -> Result<u16, CodecError> {
        let text = String::from_utf8(bytes)?;
        let (whole, part) = text.split_once('.').ok_or("no point")?;
        Ok(whole.parse::<u16>()? * 1000 + format!("{part:0<3}").parse::<u16>()?)
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct PriceKey {
    #[rowkey(codec = Thousandths)]
    price: u16,
    next: u8,
}

#[test]
fn bug_25_decoding_that_makes_other_bytes_the_same_value() {
    let key = PriceKey { price: 500, next: 7 };
    assert_eq!(key.encode(), b"00.500\0\0\x07");
    assert_eq!(PriceKey::decode(b"00.500\0\0\x07").unwrap(), key);
    // The codec also reads `00.5` as 500. The library rejects it, because encoding 500 gives other bytes.
    for other in ["00.5", "0.500", "00.50", "000.500"] {
        let error = PriceKey::decode(&[other.as_bytes(), b"\0\0\x07"].concat()).unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::NotCanonical), "{other}: {error}");
    }
    assert_ascending([0, 1, 499, 500, 501, 999, 1000, 65_535].map(|price| PriceKey { price, next: 0 }));
    // Decoding would strip the last `\0` as padding, so encoding reports an error.
    let error = LabelKey { label: "a\0".into() }.try_encode().unwrap_err();
    assert!(matches!(error.kind(), EncodeErrorKind::EndsInPad { pad: '\0', .. }));
}

/// The crates `rowkey` and `rowkey-derive` forbid unsafe code, so no tool needs to search them for undefined behavior.
#[test]
fn bug_26_unsafe_code_with_undefined_behavior() {
    let roots = [include_str!("../../rowkey/src/lib.rs"), include_str!("../../rowkey-derive/src/lib.rs")];
    for root in roots {
        assert!(root.lines().any(|line| line == "#![forbid(unsafe_code)]"));
    }
}

/// rowkey has no comparator. Encoded keys and the bounds of ranges are compared as byte slices, even if a bound is
/// shorter or longer than every key.
#[test]
fn bug_27_a_comparator_that_differs_from_the_bytes() {
    fn assert_compares<K: TotalKey>(keys: &[K], range: &KeyRange) {
        let mut probes: Vec<Vec<u8>> = keys.iter().map(|key| key.encode().into()).collect();
        for a in keys {
            for b in keys {
                let [x, y] = [a, b].map(RowKey::encode);
                assert_eq!(x.cmp(&y), x.as_ref().cmp(y.as_ref()));
            }
        }
        for bound in [Some(range.start()), range.end()].into_iter().flatten() {
            probes.extend([bound.to_vec(), [bound, &[0]].concat()]);
            probes.extend(bound.split_last().map(|(_, shorter)| shorter.to_vec()));
        }
        for probe in probes {
            let inside = range.start() <= &*probe && range.end().is_none_or(|end| &*probe < end);
            assert_eq!(range.contains(&probe), inside, "{probe:x?} in {range:?}");
        }
    }
    let fixed: Vec<_> = [0, 1, 0xFF]
        .iter()
        .flat_map(|first| [0, 0xFF].map(|third| ThreeBytesKey { first: *first, second: 1, third }))
        .collect();
    assert_compares(&fixed, &ThreeBytesKey::prefix().first(0).range());
    let texts: Vec<_> = domain::strings().iter().map(|value| text(value, 0)).collect();
    assert_compares(&texts, &TextKey::prefix().value_in((Included("a"), Excluded("ab"))).range());
    assert_compares(&texts, &TextKey::prefix().value("a").next(0).range());
}

/// A module that redefines the names of the prelude.
mod shadowed {
    #![allow(dead_code, reason = "they only shadow the prelude")]

    pub(super) struct Result;
    pub(super) struct Option;
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Ok;
    pub(super) struct Some;
    pub(super) trait Into {}
    pub(super) trait Clone {}

    #[derive(rowkey::RowKey)]
    pub(super) struct Key<'a, 'b: 'a> {
        pub(super) r#type: u16,
        pub(super) out: u8,
        pub(super) owned: ::std::string::String,
        pub(super) text: ::std::borrow::Cow<'b, str>,
        pub(super) bytes: &'a [u8],
    }

    impl Key<'_, '_> {
        pub(super) fn encode(&self) -> &'static str {
            "mine"
        }

        pub(super) fn decode() -> &'static str {
            "mine"
        }

        pub(super) fn prefix() -> &'static str {
            "mine"
        }
    }
}

#[test]
fn bug_28_derived_code_that_depends_on_the_names_around_it() {
    use shadowed::Key;
    let key = Key { r#type: 1, out: 2, owned: "a".into(), text: "b".into(), bytes: b"c" };
    assert_eq!([key.encode(), Key::decode(), Key::prefix()], ["mine"; 3]);

    let bytes = RowKey::encode(&key);
    assert_eq!(bytes, b"\0\x01\x02a\0\0b\0\0c");
    let again = <Key<'_, '_> as RowKey>::decode(&bytes).unwrap();
    assert_eq!((again.r#type, again.out, &*again.owned, &*again.text, again.bytes), (1, 2, "a", "b", &b"c"[..]));
    let range = <Key<'_, '_> as RowKey>::prefix().r#type(1).out(2).owned("a").range();
    assert!(range.contains(&bytes));
}
