//! Tests `Layout::ranges`, which takes the values of the first fields as text. The ranges equal those of the typed
//! prefix, and invalid values are errors.

use crate::keys::{self, Sampled, every_key_type};
use proptest::prelude::*;
use rowkey::explain::{Explanation, PartKind};
use rowkey::{KeyField, KeyRange, Layout, RowKey};
use rowkey_proof::untyped::Untyped;

fn ranges<K: RowKey>(leading: &[(&str, &str)]) -> Vec<KeyRange> {
    K::LAYOUT.ranges(leading).unwrap_or_else(|error| panic!("{error}"))
}

fn rejection<K: RowKey>(leading: &[(&str, &str)]) -> String {
    K::LAYOUT.ranges(leading).unwrap_err().to_string()
}

#[test]
fn ranges_are_those_of_the_prefix() {
    use keys::*;
    let integers = [("a", "7"), ("b", "-300"), ("c", "9"), ("d", "-1"), ("e", "5"), ("f", "-5"), ("g", "-1")];
    let prefix = Integers::prefix().a(7).b(-300).c(9).d(-1).e(5).f(-5);
    assert_eq!(ranges::<Integers>(&[]), [Integers::prefix().range()]);
    assert_eq!(ranges::<Integers>(&integers[..6]), [prefix.clone().range()]);
    assert_eq!(ranges::<Integers>(&integers), [prefix.g((-1).try_into().unwrap()).range()]);

    let scalars = [("a", "true"), ("b", "ÿ"), ("c", "-1.5"), ("d", "2.5"), ("e", r"\x00ab")];
    let prefix = Scalars::prefix().a(true).b('ÿ').c(-1.5).d(2.5).e(*b"\0ab");
    assert_eq!(ranges::<Scalars>(&scalars), [prefix.range()]);
    let prefix = DescendingScalars::prefix().a(true).b('ÿ').c(-1.5).d(2.5).e(*b"\0ab");
    assert_eq!(ranges::<DescendingScalars>(&scalars), [prefix.range()]);

    let padded = [("a", "12"), ("b", "3"), ("c", "4"), ("d", "5"), ("t", "ab"), ("x", "host")];
    let prefix = Padded::prefix().a(12).b(3).c(4).d(5).t("ab").x("host");
    assert_eq!(ranges::<Padded>(&padded), [prefix.range()]);
    assert_eq!(ranges::<PaddedDescending>(&[("a", "12"), ("i", "3")]), [PaddedDescending::prefix().a(12).i(3).range()]);

    let one = std::num::NonZero::new(1).unwrap();
    let prefix = PaddedNonZero::prefix().a(one).b(one);
    assert_eq!(ranges::<PaddedNonZero>(&[("a", "1"), ("b", "1")]), [prefix.range()]);

    let reversed = [("a", "1"), ("b", "12"), ("c", r"\x01\x02\x03"), ("s", "abÿ"), ("v", r"\x00a"), ("p", "xy")];
    let prefix = ReversedKey::prefix().a(1).b(12).c([1, 2, 3]).s("abÿ").v(b"\0a").p("xy");
    assert_eq!(ranges::<ReversedKey>(&reversed), [prefix.range()]);

    assert_eq!(ranges::<EscapedDescending>(&[("a", "x")]), [EscapedDescending::prefix().a("x").range()]);
    let delimited = [("a", "1"), ("b", "x"), ("c", "2"), ("d", "Some(y)"), ("e", "None"), ("f", "a_b")];
    let prefix = Delimited::prefix().a(1).b("x").c(2).d(Some("y")).e(None).f("a_b");
    assert_eq!(ranges::<Delimited>(&delimited), [prefix.range()]);

    let derived = [("place", "0x6300FF0000800000"), ("channel", "Tmall"), ("state", "Closed"), ("shard", "299")];
    let [range] = &ranges::<Derived>(&derived)[..] else { panic!("the key has no salt") };
    assert_eq!(range.start(), b"c\0\xFF\0\0\x80\0\0tm\x9C\x93\x90\x8C\x9A\x9B\x01\x2B");

    let values = [("a", "0x00000000000000011DCD6500"), ("b", "::1"), ("c", "10.0.0.7"), ("d", "::1")];
    let address = "::1".parse().unwrap();
    let prefix = Values::prefix().a(std::time::Duration::from_millis(1500)).b("::1".parse().unwrap());
    assert_eq!(ranges::<Values>(&values), [prefix.c([10, 0, 0, 7].into()).d(address).range()]);
}

/// Explains a key, and checks that `ranges` reads the printed values as the same values. A range with all fields set
/// starts with the key itself, so equal bytes show equal values.
fn assert_read_back(layout: &Layout, explain: fn(&[u8]) -> Explanation, key: &[u8]) {
    let explanation = explain(key);
    assert!(explanation.is_ok(), "{explanation}");
    let fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
    let values: Vec<(&str, &str)> = fields.map(|part| (part.name(), part.value().unwrap())).collect();
    let ranges = layout.ranges(&values).unwrap_or_else(|error| panic!("{error}\n{explanation}"));
    assert!(ranges.iter().any(|range| range.start() == key), "{ranges:?}\n{explanation}");
}

#[test]
fn what_an_explanation_prints_is_read_back() {
    for key_type in every_key_type() {
        for key in (key_type.encoded)() {
            assert_read_back(key_type.layout, key_type.explain, &key);
        }
    }
    for key in keys::RandomKey::samples().iter().flat_map(keys::RandomKey::possible_keys) {
        assert_read_back(keys::RandomKey::LAYOUT, keys::RandomKey::explain, &key);
    }
}

/// The law of `printed_values_select_their_rows` for key types that the drawn layouts do not have, such as times and decimals.
/// Here, the order of the values is not known, but the ranges of a value must fit together.
#[test]
fn a_printed_value_selects_its_rows_in_every_position() {
    use rowkey_cli::{Condition, Selection, Value};
    for key_type in every_key_type() {
        let layout = key_type.layout;
        let keys = (key_type.encoded)();
        let keys: Vec<_> =
            keys.iter().step_by(keys.len().div_ceil(if crate::is_thorough() { 40 } else { 10 }).max(1)).collect();
        let rows: Vec<_> = keys.iter().map(|key| (*key, layout.explain(key))).collect();
        let found = |condition: &str| -> Option<Vec<&Vec<u8>>> {
            let selection = match Selection::new(layout, &[Condition::parse(condition).unwrap()]) {
                Ok(selection) => selection,
                Err(error) if error.to_string().contains("does not sort by its value") => return None,
                Err(error) => panic!("{error}: {condition} of {layout}"),
            };
            let is_in_range = |key: &[u8]| selection.ranges().iter().any(|range| range.contains(key));
            Some(
                rows.iter()
                    .filter(|(key, row)| is_in_range(key) && selection.matches(row))
                    .map(|(key, _)| *key)
                    .collect(),
            )
        };
        for (key, row) in &rows {
            for (index, name) in layout.field_names().enumerate() {
                let Some(value) = &Value::of_fields(layout, row)[index] else { continue };
                let part = |row: &Explanation| {
                    let mut fields = row.parts().iter().filter(|part| part.kind() == PartKind::Field);
                    fields.nth(index).unwrap().bytes().to_vec()
                };
                let equal: Vec<_> =
                    rows.iter().filter(|(_, other)| part(other) == part(row)).map(|(key, _)| *key).collect();
                assert_eq!(found(&format!("{name}={value}")), Some(equal), "{value} of {layout}");
                let context = || format!("{name}={value} of {layout}");
                let Some(alone) = found(&format!("{name}={value}..={value}")) else { continue };
                assert!(alone.contains(key), "{}", context());
                let [before, until, from] = ["..", "..=", ""].map(|dots| {
                    format!("{name}={}", if dots.is_empty() { format!("{value}..") } else { format!("{dots}{value}") })
                });
                let (before, until, from) = (found(&before).unwrap(), found(&until).unwrap(), found(&from).unwrap());
                for (key, _) in &rows {
                    let [is_before, is_until, is_from, is_alone] =
                        [&before, &until, &from, &alone].map(|keys| keys.contains(key));
                    assert_eq!((is_before, is_until), (!is_from, is_before || is_alone), "{}", context());
                    assert!(!is_alone || is_from, "{}", context());
                }
            }
        }
    }
}

/// Values whose text is easy to get wrong: NaNs, leap seconds within a minute, quotes and brackets in text, nested
/// structs.
#[test]
fn every_printed_value_is_read_back() {
    #[derive(Debug, Clone, KeyField)]
    struct Inner {
        text: String,
        bytes: Vec<u8>,
        character: char,
        #[descending]
        maybe: Option<f32>,
    }
    #[derive(Debug, Clone, KeyField)]
    struct Outer {
        #[pad(9)]
        padded: String,
        inner: Inner,
        #[reverse]
        reversed: String,
        clock: chrono::NaiveTime,
    }
    #[derive(Debug, Clone, KeyField)]
    enum Choice {
        #[code(1)]
        Outer { outer: Outer, text: String },
        #[code(2)]
        Pair(char, #[descending] String),
        #[code(3)]
        None,
    }
    #[derive(Debug, RowKey)]
    struct Everything {
        outer: Outer,
        #[descending]
        again: Option<Choice>,
        number: f64,
        at: chrono::DateTime<chrono::Utc>,
        local: Option<chrono::NaiveDateTime>,
        character: Option<char>,
        #[pad(12, 'x')]
        padded: String,
        #[reverse]
        bytes: Vec<u8>,
        text: Option<String>,
    }
    let character =
        || prop_oneof![any::<char>(), "['\"\\\\(){},: bx0-9?]".prop_map(|text| text.chars().next().unwrap())];
    let text = move || prop::collection::vec(character(), 0..6).prop_map(String::from_iter);
    let bytes = || prop::collection::vec(prop_oneof![any::<u8>(), Just(b'"'), Just(b'\\'), Just(b'x')], 0..6);
    let clock = || {
        (0..86_400_u32, prop_oneof![0..2_000_000_000_u32, Just(1_500_000_000)], 0..3_u32).prop_map(
            |(second, nanos, minute)| {
                let second = if minute == 0 { second / 60 * 60 + 59 } else { second };
                let time = chrono::NaiveTime::from_num_seconds_from_midnight_opt(second, 0).unwrap();
                chrono::Timelike::with_nanosecond(&time, nanos).unwrap()
            },
        )
    };
    let day = || (-400_000..3_000_000_i32).prop_map(|day| chrono::NaiveDate::from_num_days_from_ce_opt(day).unwrap());
    let moment = move || (day(), clock()).prop_map(|(day, clock)| day.and_time(clock));
    let inner = (text(), bytes(), character(), prop::option::of(any::<u32>().prop_map(f32::from_bits)))
        .prop_map(|(text, bytes, character, maybe)| Inner { text, bytes, character, maybe });
    let outer = ("[a\"'(),{}?: ]{0,9}", inner, text(), clock()).prop_map(|(padded, inner, reversed, clock)| Outer {
        padded,
        inner,
        reversed,
        clock,
    });
    let choice = prop_oneof![
        (outer.clone(), text()).prop_map(|(outer, text)| Choice::Outer { outer, text }),
        (character(), text()).prop_map(|(character, text)| Choice::Pair(character, text)),
        Just(Choice::None),
    ];
    let keys = (
        (outer, prop::option::of(choice), any::<u64>().prop_map(f64::from_bits)),
        (moment().prop_map(|at| at.and_utc()), prop::option::of(moment()), prop::option::of(character())),
        ("[a\"'(),{}?: ]{0,9}", bytes(), prop::option::of(text())),
    );
    proptest!(ProptestConfig::with_cases(400), |(((outer, again, number), (at, local, character), (padded, bytes, text)) in keys)| {
        let key = Everything { outer, again, number, at, local, character, padded, bytes, text };
        assert_read_back(Everything::LAYOUT, Everything::explain, &key.try_encode().unwrap());
    });
}

/// A leap second that is not at the end of a minute prints differently from the second after it.
#[test]
fn a_leap_second_within_a_minute_is_marked() {
    #[derive(RowKey)]
    struct Clock(chrono::NaiveTime);
    let shown = |seconds: u32, nanos: u32| {
        let key = [seconds.to_be_bytes(), nanos.to_be_bytes()].concat();
        assert_read_back(Clock::LAYOUT, Clock::explain, &key);
        Clock::explain(&key).parts()[0].value().unwrap().to_owned()
    };
    assert_eq!(shown(0, 1_500_000_000), "00:00:00.5 (leap second)");
    assert_eq!(shown(1, 500_000_000), "00:00:01.5");
    assert_eq!(shown(59, 1_000_000_000), "00:00:60");
}

#[test]
fn a_nan_is_read_by_its_bits() {
    #[derive(RowKey)]
    struct Float(f32);
    assert_eq!(ranges::<Float>(&[("field_0", "NaN (bits ffc00001)")])[0].start(), [0, 0x3F, 0xFF, 0xFE]);
    for rejected in ["NaN (bits 3f800000)", "NaN (bits 7fc0000)", "NaN (bits 7fc00000", "NaN (bits 7fg00000)"] {
        assert!(rejection::<Float>(&[("field_0", rejected)]).contains("is not a number"));
    }
}

/// Quotes around the whole text belong to the notation. Other quotes are part of the value.
#[test]
fn quotes_are_optional() {
    #[derive(RowKey)]
    struct Quoted {
        text: String,
        bytes: Vec<u8>,
        character: char,
    }
    let range =
        |text: &str, bytes: &[u8], character| [Quoted::prefix().text(text).bytes(bytes).character(character).range()];
    for (text, read) in
        [("ann", "ann"), ("\"ann\"", "ann"), ("\"", "\""), ("\"a", "\"a"), ("a\\n", "a\\n"), (r#""a\n\u{e9}""#, "a\né")]
    {
        let values = [("text", text), ("bytes", r#"b"\x00a""#), ("character", "'")];
        assert_eq!(ranges::<Quoted>(&values), range(read, b"\0a", '\''), "{text}");
    }
    let values = [("text", ""), ("bytes", r"\x00a"), ("character", r"'\''")];
    assert_eq!(ranges::<Quoted>(&values), range("", b"\0a", '\''));
}

/// Any text is either rejected or read as a value. The value is printed as a text that is read as the same value.
#[test]
fn accepted_text_is_a_value() {
    fn check<K: RowKey>(text: &str) {
        let layout = K::LAYOUT;
        let field = layout.field_names().next().unwrap().to_owned();
        let Ok(ranges) = layout.ranges(&[(&*field, text)]) else { return };
        let explanation = layout.explain(ranges[0].start());
        let part = &explanation.parts()[0];
        assert_eq!(part.problem(), None, "{text}\n{explanation}");
        let again = layout.ranges(&[(&*field, part.value().unwrap())]);
        assert_eq!(again.as_ref(), Ok(&ranges), "{text}\n{explanation}");
    }
    macro_rules! keys_of {
        ($($name:ident: $type:ty),* $(,)?) => {
            $(
                #[derive(RowKey)]
                struct $name { a: $type }
            )*
            fn check_all(text: &str) {
                $(check::<$name>(text);)*
            }
        };
    }
    keys_of! {
        Span: std::time::Duration, Instant: chrono::DateTime<chrono::Utc>, Day: chrono::NaiveDate,
        Clock: chrono::NaiveTime, Wall: chrono::NaiveDateTime, Id: uuid::Uuid, Sorted: ulid::Ulid,
        Price: rust_decimal::Decimal, Address: std::net::IpAddr, Small: i8, Large: u128, Maybe: Option<i16>,
    }
    let time = (r"[+-]?[0-9]{4,6}-[01][0-9]-[0-3][0-9]", r"[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]{1,10})?");
    let text = prop_oneof![
        "[-+0-9:.TZsxa-f()]{0,30}",
        r"-?[0-9]{1,30}(\.[0-9]{0,30})?s?",
        "[0-9A-Za-z]{26}",
        time.0,
        time.1,
        time.prop_map(|(day, clock)| format!("{day}T{clock}")),
        time.prop_map(|(day, clock)| format!("{day}T{clock}Z")),
    ];
    proptest!(ProptestConfig::with_cases(if crate::is_thorough() { 2_000 } else { 500 }), |(text in text)| check_all(&text));
}

#[test]
fn text_that_is_not_a_value_of_the_type_is_rejected() {
    macro_rules! rejected {
        ($($type:ty: $($text:literal)+;)*) => {$({
            #[derive(RowKey)]
            struct Key { a: $type }
            $(assert!(rejection::<Key>(&[("a", $text)]).starts_with("field `a`: "), "{}", $text);)+
        })*};
    }
    rejected! {
        std::time::Duration: "5" "s" "-1s" "+1s" "1.s" ".5s" "1.0000000001s" "18446744073709551616s" "1e3s" "";
        chrono::DateTime<chrono::Utc>: "2024-02-29T12:00:00" "2024-02-30T12:00:00Z" "2024-02-29T24:00:00Z"
            "2024-02-29T12:00:61Z" "2024-02-29" "2024-2-29T12:00:00Z" "999999-01-01T00:00:00Z" "";
        jiff::Timestamp: "2024-02-29T12:00:60Z" "+10000-01-01T00:00:00Z" "-10000-01-01T00:00:00Z" "x";
        chrono::NaiveDate: "24-02-29" "2023-02-29" "2024-13-01" "2024-00-01" "2024-01-00" "2024-01-01-01" "--001-01-01" "9999999999-01-01";
        chrono::NaiveTime: "12" "12:00.5" "12:60" "12:60:00" "1:00:00" "12:00:00:00" "12:00:00." "+1:00:00" "12:00:00.1234567890";
        jiff::civil::DateTime: "2024-02-29 12:00:00" "2024-02-29T12:00:00Z" "2024-02-29T12:00:60";
        uuid::Uuid: "017f22e2-79b0-7cc3-98c4-dc0c0c07398" "x";
        ulid::Ulid: "01FWHE4YDGFK1SHH6W1G60EECU" "81FWHE4YDGFK1SHH6W1G60EECF" "01FWHE";
        rust_decimal::Decimal: "1." ".5" "1e3" "--1" "+1" "" "79228162514264337593543950336" "0.00000000000000000000000000001";
        std::net::IpAddr: "1.2.3" "1.2.3.4.5" "g::1";
    }
    assert_eq!(
        rejection::<keys::Values>(&[("a", "5")]),
        "field `a`: `5` is not a duration: write seconds, like 90s or 0.25s"
    );
}

#[test]
fn a_known_salt_gives_one_range_and_an_unknown_salt_one_range_per_bucket() {
    use keys::*;
    assert_eq!(ranges::<SaltedFixed>(&[("a", "12")]), [SaltedFixed::prefix().a(12).range()]);
    assert_eq!(ranges::<SaltedHex>(&[("a", "12")]), [SaltedHex::prefix().a("12").range()]);
    assert_eq!(ranges::<ModuloKey>(&[("a", "-7")]), [ModuloKey::prefix().a(-7).range()]);
    assert_eq!(ranges::<ModuloDigits>(&[("a", "7")]), [ModuloDigits::prefix().a(7).range()]);
    assert_eq!(ranges::<SaltedOf>(&[("a", "7"), ("b", "x")]), [SaltedOf::prefix().a(7).b("x").range()]);
    assert_eq!(ranges::<SaltedOf>(&[("a", "7")]), SaltedOf::prefix().a(7).ranges().collect::<Vec<_>>());
    assert_eq!(ranges::<SaltedBuckets>(&[]), SaltedBuckets::prefix().ranges().collect::<Vec<_>>());
    assert_eq!(ranges::<SaltedWhole>(&[("a", "7")]), SaltedWhole::prefix().a(7).ranges().collect::<Vec<_>>());
    assert_eq!(ranges::<SaltedWhole>(&[("a", "7"), ("b", "x")]), [SaltedWhole::prefix().a(7).b("x").range()]);
    assert_eq!(ranges::<RandomKey>(&[("a", "7")]), RandomKey::prefix().a(7).ranges().collect::<Vec<_>>());
    assert_eq!(
        rejection::<SaltedFixed>(&[]),
        "this spans 65536 buckets, more than 4096: give a value to `a`, which determines the salt"
    );
}

#[test]
fn errors_say_what_is_wrong() {
    use keys::*;
    assert_eq!(rejection::<Namespaced>(&[("c", "1")]), "there is no field `c` in Namespaced: its fields are a, b");
    assert_eq!(
        rejection::<Namespaced>(&[("b", "1")]),
        "field `b`: first give a value to `a`, which comes before this field"
    );
    assert_eq!(rejection::<Namespaced>(&[("a", "1"), ("a", "1")]), "field `a` has a value already");
    assert_eq!(rejection::<Namespaced>(&[("a", "1"), ("b", "1"), ("a", "1")]), "field `a` has a value already");
    assert_eq!(rejection::<Namespaced>(&[("a", "256")]), "field `a`: `256` is not a whole number from 0 to 255");
    assert_eq!(rejection::<Namespaced>(&[("a", "x")]), "field `a`: `x` is not a whole number from 0 to 255");
    assert_eq!(rejection::<Padded>(&[("a", "1234567")]), "field `a`: 1234567 has 7 digits, but the key holds only 6");
    assert_eq!(
        rejection::<Delimited>(&[("a", "1"), ("b", "x_y")]),
        "field `b`: the value contains '_' at byte 1, which ends the field in this key"
    );
    assert_eq!(rejection::<Options>(&[("a", "x")]), "field `a`: `x` is not a whole number from 0 to 65535, or None");
    assert_eq!(
        rejection::<Derived>(&[("place", "0x63")]),
        "field `place`: the key ends within the field: its terminator 00 00 is missing"
    );
    assert_eq!(rejection::<Derived>(&[("place", "0x6300000000FEFF")]).split(':').next(), Some("field `place`"));
    assert!(rejection::<Derived>(&[("place", "city")]).contains("write the bytes in hex, beginning with 0x"));
    assert_eq!(
        rejection::<Tags>(&[("tags", r#"["a","b"]"#)]),
        r#"field `tags`: write a comma and a space between elements: ["a","b"] has another separator"#
    );
}

#[derive(RowKey)]
struct Tags {
    #[rowkey(list)]
    tags: Vec<String>,
}

#[test]
fn only_values_within_the_limits_of_a_field_are_read() {
    macro_rules! limits {
        ($($(#[$attr:meta])* $type:ty: $($text:literal is $value:expr),+; not $($rejected:literal)*;)*) => {$({
            #[derive(RowKey)]
            #[allow(dead_code)]
            struct Key { $(#[$attr])* a: $type }
            $(assert_eq!(ranges::<Key>(&[("a", $text)]), [Key::prefix().a($value).range()], "{}", $text);)+
            $(assert!(rejection::<Key>(&[("a", $rejected)]).starts_with("field `a`: "), "{}", $rejected);)*
        })*};
    }
    limits! {
        u8: "0" is 0, "255" is 255; not "-1" "256";
        i8: "-128" is -128, "127" is 127; not "-129" "128";
        #[rowkey(codec = rowkey_formats::IntegerBytes<4>)] i16: "-32768" is i16::MIN, "32767" is i16::MAX; not "-32769" "32768";
        #[rowkey(codec = rowkey_formats::LittleEndian<3>)] u16: "65535" is u16::MAX; not "65536";
        #[rowkey(codec = rowkey_formats::TwosComplement<3>)] i8: "-128" is i8::MIN; not "-129" "128";
        i128: "-170141183460469231731687303715884105728" is i128::MIN; not "-170141183460469231731687303715884105729";
        #[pad(6)] u32: "0" is 0, "999999" is 999_999; not "-1" "1000000" "4294967296";
        #[pad(9)] u8: "255" is 255; not "256";
        #[pad(3)] String: "" is "", "abc" is "abc"; not "abcd" "ab\0";
        #[pad(3)] #[reverse] String: "abc" is "abc"; not "abcd" "\0ab";
        f32: "-1.5" is -1.5, "1.5" is 1.5, "0" is 0.0, "-0" is -0.0, "inf" is f32::INFINITY; not "x";
        f64: "-1.5" is -1.5, "1.5" is 1.5, "0" is 0.0, "-0" is -0.0, "-inf" is f64::NEG_INFINITY; not "x";
        rowkey::Shard<300>: "0" is rowkey::Shard::new(0).unwrap(), "299" is rowkey::Shard::new(299).unwrap(); not "300";
        #[format("%H:%M")] jiff::civil::Time: "12:30" is jiff::civil::time(12, 30, 0, 0); not "12:30:00" "12:3" "24:00";
        std::net::Ipv4Addr: "10.0.0.7" is [10, 0, 0, 7].into(); not "10.0.0.256";
    }
}
