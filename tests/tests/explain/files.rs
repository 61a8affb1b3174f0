//! Tests layout files (JSON): a layout that was read from a file explains keys as the key type does. A file with values
//! that no key type could have is rejected.

use crate::keys::{self, every_key_type};
use rowkey::__private::{Encoding, clash};
use rowkey::Layout;
use rowkey::RowKey;
use rowkey_proof::domain;
use rowkey_proof::random::Random;
use rowkey_proof::untyped::{Untyped, from_file, in_format, to_file};
use serde_json::{Value, json};
use std::cell::Cell;
use std::cmp::Ordering;

/// Returns the file of a key type without its fingerprint, so that a test can change the file.
fn salted_fixed() -> Value {
    let mut file: Value = serde_json::from_str(&to_file(keys::SaltedFixed::LAYOUT)).unwrap();
    file.as_object_mut().unwrap().remove("fingerprint");
    file
}

fn read(file: &Value) -> Result<Layout, String> {
    from_file(&file.to_string())
}

#[test]
fn a_file_explains_as_the_type_does() {
    for key_type in every_key_type() {
        let read = from_file(&to_file(key_type.layout)).unwrap();
        assert_eq!(read, *key_type.layout);
        for bytes in (key_type.encoded)().iter().step_by(if crate::is_thorough() { 11 } else { 33 }) {
            assert_eq!(read.explain(bytes), (key_type.explain)(bytes));
            for damaged in domain::damaged(bytes).iter().step_by(13) {
                assert_eq!(read.explain(damaged), (key_type.explain)(damaged));
            }
        }
    }
}

fn rejection(change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(&to_file(keys::SaltedFixed::LAYOUT)).unwrap();
    change(&mut file);
    read(&file).expect_err("the file is wrong")
}

#[test]
fn a_file_of_another_version_is_rejected_because_of_its_version() {
    let error = from_file(r#"{"rowkey_layout": 2, "novel": true}"#).unwrap_err();
    assert!(error.contains("has version 2, but this release of rowkey reads version 1"), "{error}");
}

#[test]
fn an_edited_file_is_rejected_unless_its_fingerprint_is_removed() {
    let widen = |file: &mut Value| file["fields"][0]["width"] = json!(7);
    let error = rejection(widen);
    assert!(
        error.contains("so the layout was edited; if this was intended, remove `fingerprint` from the file"),
        "{error}"
    );

    let mut file = salted_fixed();
    widen(&mut file);
    assert_ne!(read(&file).unwrap().fingerprint(), keys::SaltedFixed::LAYOUT.fingerprint());
}

#[test]
fn layouts_that_no_key_has_are_rejected() {
    let rejected = |change: fn(&mut Value), message: &str| {
        let error = rejection(change);
        assert!(error.contains(message), "{error}");
    };
    let empty = |file: &mut Value| {
        (file["namespace"], file["salt"], file["fields"]) = (json!(""), Value::Null, json!([]));
    };
    rejected(empty, "a key has at least one field, or a namespace and no salt");
    rejected(|file| file["fields"][0]["width"] = json!(40), "field `a`: the width is 40, and must be from 1 to 39");
    rejected(|file| file["fields"][0]["max"] = json!("x"), "`x` is not an unsigned number below 2^128");
    rejected(|file| file["fields"][1]["name"] = json!("a"), "there are two fields `a`");
    rejected(|file| file["fields"][1]["kind"] = json!("decending"), "unknown variant `decending`");
    rejected(
        |file| file["fields"][1]["of"]["width"] = json!(17),
        "field `at`: the width is 17, and must be from 1 to 16",
    );
    rejected(|file| file["fields"][1]["width"] = json!(3), "unknown field `width`");
    rejected(|file| file["salt"]["of"] = json!(["b"]), "the salt names `b`, which is not a field");
    rejected(
        |file| file["salt"]["width"] = json!(17),
        "salt: md5 has 16 bytes, so the width must be from 1 to 16, not 17",
    );
    rejected(
        |file| file["salt"]["algorithm"] = json!("md6"),
        "salt: `md6` is not a digest: write one of md5, sha256, xxh3, crc32, murmur3",
    );
    rejected(|file| file["separator"] = json!({"delimiter": "é"}), "the separator 'é' is not ASCII");
    rejected(|file| file["separator"] = json!({"delimiter": "\\x41"}), "\"\\\\x41\" is not a separator");
    rejected(|file| file["fingerprint"] = json!("1"), "is not a fingerprint");
    rejected(|file| file["color"] = json!("red"), "unknown field `color`");
    let of_address = |file: &mut Value| {
        file["fields"][0] = json!({"name": "a", "kind": "time", "format": "%Y", "width": 4, "of": "ipv4"});
    };
    rejected(
        of_address,
        "field `a`: only a date, a time of day, a date with a time of day, or a timestamp has a format",
    );
    let deep = |file: &mut Value| {
        let mut of = json!({"kind": "bool"});
        for _ in 0..70 {
            of = json!({"kind": "optional", "of": of});
        }
        file["fields"][0] = json!({"name": "a", "kind": "optional", "of": of});
    };
    assert!(rejection(deep).contains("nested too deeply"));
    let hashed_list = |file: &mut Value| {
        let list = json!({"name": "of", "kind": "repeated", "optional": false, "of": {"kind": "bool"}});
        let of = json!({"kind": "struct", "fields": [list]});
        file["fields"][0] =
            json!({"name": "a", "kind": "hashed", "algorithm": "md5", "hex": false, "width": 4, "of": of});
    };
    rejected(
        hashed_list,
        "field `a`: a value within another value cannot be `repeated`: only the last field of the key can",
    );
    let array = |of: Value, count: usize| {
        move |file: &mut Value| file["fields"][0] = json!({"name": "a", "kind": "elements", "count": count, "of": of})
    };
    let of_nothing = json!({"kind": "elements", "count": 0, "of": {"kind": "text"}});
    assert!(rejection(array(of_nothing, 2)).contains("an element of an array must have at least one byte"));
    assert!(rejection(array(json!({"kind": "char"}), 1 << 23)).contains("an array of 8388608 elements is too wide"));
    assert!(rejection(array(json!({"kind": "text"}), usize::MAX)).contains("elements is too wide"));
}

/// Reading visits each level of nesting a constant number of times. If each level visited its content twice, 28 levels
/// would take 2^28 visits.
#[test]
fn a_deeply_nested_file_is_read_quickly() {
    fn named(mut field: Value) -> Value {
        field["name"] = json!("a");
        field
    }
    let fdb = |of: Value| in_format("FoundationDB", &of);
    let in_struct = |of: Value| json!({"kind": "struct", "fields": [named(of)]});
    let in_enum = |of: Value| {
        let other = json!({"name": "B", "bytes": "b"});
        json!({"kind": "variants", "variants": [{"name": "A", "bytes": "a", "fields": [named(of)]}, other]})
    };
    let in_array = |of: Value| json!({"kind": "elements", "count": 1, "of": of});
    let nested = |of: Value, wrap: &dyn Fn(Value) -> Value| named((0..28).fold(of, |of, _| wrap(of)));
    let number = json!({"kind": "unsigned", "width": 1});
    let fields = [
        nested(number.clone(), &in_struct),
        nested(number.clone(), &in_enum),
        nested(number.clone(), &in_array),
        nested(fdb(number), &|of| fdb(in_struct(of))),
    ];
    for field in fields {
        let file = json!({"rowkey_layout": 1, "name": "K", "fields": [field]});
        let layout = read(&file).unwrap();
        assert!(!layout.to_string().is_empty() && !layout.explain(b"\x01").to_string().is_empty());
    }
}

/// The number of shards or buckets determines the width of their numbers. Hex has two digits per byte.
#[test]
fn a_width_that_does_not_fit_is_rejected() {
    fn field(field: Value) -> Result<Layout, String> {
        let mut file = salted_fixed();
        (file["salt"], file["fields"]) = (Value::Null, json!([field]));
        read(&file)
    }
    let shard = |count: u64, width: usize| field(json!({"name": "a", "kind": "shard", "count": count, "width": width}));
    for (count, width) in [(1, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 3)] {
        assert!(shard(count, width).is_ok(), "{count} {width}");
        let error = shard(count, width + 1).unwrap_err();
        assert!(error.contains(&format!("{count} shards need {width} bytes, not {}", width + 1)), "{error}");
    }
    assert!(shard(0, 1).unwrap_err().contains("the number of shards must not be 0"));

    let hash = |width: usize| {
        let of = json!({"kind": "text"});
        field(json!({"name": "a", "kind": "hashed", "algorithm": "md5", "width": width, "hex": true, "of": of}))
    };
    assert!(hash(32).is_ok());
    assert!(hash(5).unwrap_err().contains("5 hex digits are not whole bytes"));
    assert!(hash(34).unwrap_err().contains("md5 has 16 bytes"));

    let buckets = |count: u64, width: usize| {
        let mut file = salted_fixed();
        let salt = json!({"algorithm": "md5", "form": {"buckets": {"count": count}}, "width": width, "of": ["a"]});
        file["salt"] = salt;
        read(&file)
    };
    for (count, width) in [(1, 1), (256, 1), (257, 2)] {
        assert_eq!(buckets(count, width).map(|_| ()), Ok(()), "{count} {width}");
        let error = buckets(count, width + 1).unwrap_err();
        assert!(error.contains(&format!("{count} buckets need {width} bytes, not {}", width + 1)), "{error}");
    }
    assert!(buckets(0, 1).unwrap_err().contains("the number of buckets is 0, and must be from 1 to 2^32"));
}

/// Numbers around the limits of the format, and numbers whose sums and products overflow.
const NUMBERS: [u64; 16] =
    [0, 1, 2, 3, 4, 8, 16, 39, 40, 1 << 16, (1 << 16) + 1, 1 << 24, (1 << 24) + 1, 1 << 32, u64::MAX / 2, u64::MAX];

fn number(random: &mut Random<'_>) -> u64 {
    if random.once_in(3) { *random.one_of(&NUMBERS) } else { random.within(0..9) as u64 }
}

fn one_of(random: &mut Random<'_>, values: &[&str]) -> Value {
    json!(*random.one_of(values))
}

/// Draws an encoding of any kind, with any entries. Most such encodings are invalid.
fn any_encoding(random: &mut Random<'_>, depth: usize) -> Value {
    const NESTED: usize = 9;
    let kind = random.within(if depth == 0 { NESTED..26 } else { 0..26 });
    let of = |random: &mut Random<'_>| any_encoding(random, depth.saturating_sub(1));
    let width = number(random);
    match kind {
        0 => json!({"kind": "optional", "of": of(random)}),
        1 => json!({"kind": "repeated", "of": of(random), "optional": random.once_in(2)}),
        2 => json!({"kind": "descending", "of": of(random)}),
        3 => json!({"kind": "elements", "of": of(random), "count": width}),
        4 => json!({"kind": "struct", "fields": any_fields(random, depth - 1)}),
        5 => {
            let variants: Vec<Value> = (0..random.within(0..3))
                .map(|index| json!({"name": format!("V{index}"), "bytes": *random.one_of(&["", "a", "ab", "\\x00"]), "fields": any_fields(random, depth - 1)}))
                .collect();
            json!({"kind": "variants", "variants": variants})
        }
        6 => {
            const FORMATS: [&str; 8] = [
                "FoundationDB",
                "memcomparable",
                "ordered code",
                "OrderedBytes",
                "Phoenix",
                "TiDB",
                "little-endian 3-byte",
                "two's complement 3-byte",
            ];
            let format = random.one_of(&FORMATS);
            in_format(format, &of(random))
        }
        7 => {
            json!({"kind": *random.one_of(&["reversed", "non_zero", "unterminated"]), "of": of(random)})
        }
        8 => {
            let algorithm = one_of(random, &["md5", "with a function", "crc32", "other"]);
            json!({"kind": "hashed", "algorithm": algorithm, "hex": random.once_in(2), "width": width, "of": of(random)})
        }
        9 | 10 => json!({"kind": *random.one_of(&["unsigned", "signed", "float"]), "width": width}),
        11 => in_format("3-byte", &of(random)),
        12 | 13 => json!({"kind": "array", "width": width}),
        14 => json!({"kind": "digits", "width": width, "max": number(random).to_string()}),
        15 => json!({"kind": "unpadded_digits", "signed": random.once_in(2), "max": u128::MAX.to_string()}),
        16 => json!({"kind": "after_length", "length": {"big": width}, "of": {"kind": "text"}}),
        17 => json!({"kind": "padded_text", "width": width, "pad": "\u{0}"}),
        18 => json!({"kind": "shard", "width": width, "count": number(random) as u32}),
        19 => {
            json!({"kind": "custom", "codec": "c", "width": if random.once_in(2) { json!(width) } else { Value::Null }, "sorts": true, "self_delimited": random.once_in(2)})
        }
        20 => json!({"kind": "codes", "codes": [{"name": "A", "bytes": *random.one_of(&["", "a"])}]}),
        21 => json!({"kind": "time", "format": "%Y-%m-%d", "width": width}),
        22 => json!({"kind": "value", "value": "uuid"}),
        _ => json!({"kind": *random.one_of(&["text", "bytes", "bool", "char"])}),
    }
}

fn any_fields(random: &mut Random<'_>, depth: usize) -> Vec<Value> {
    let field = |(name, random): (&str, &mut Random<'_>)| {
        let mut field = any_encoding(random, depth);
        field["name"] = json!(name);
        if random.once_in(6) {
            field["after"] = json!("_");
        }
        field
    };
    let count = random.within(1..4);
    ["a", "b", "c"][..count].iter().map(|name| field((name, random))).collect()
}

pub(crate) fn any_file(random: &mut Random<'_>) -> Value {
    let mut file = json!({"rowkey_layout": 1, "name": "K", "fields": any_fields(random, 3)});
    if random.once_in(3) {
        file["namespace"] = json!("ns");
    }
    if random.once_in(3) {
        let form = match random.within(0..3) {
            0 => json!({"bytes": {"last": false}}),
            1 => json!({"hex": {"last": true}}),
            _ => json!({"buckets": {"count": number(random)}}),
        };
        let algorithm = one_of(random, &["md5", "phoenix", "modulo", "random", "other"]);
        file["salt"] = json!({"algorithm": algorithm, "form": form, "width": number(random), "of": ["a"]});
    }
    if random.once_in(4) {
        file["sort_key"] = json!(one_of(random, &["a", "b", "b", "c"]));
    }
    file
}

/// Texts that many fields accept as values, although the layout is drawn.
const VALUES: [&str; 8] = ["1", "0x01", "[]", "[\"\", \"\"]", "None", "Some(1)", "true", "{a: 1}"];

/// Any layout file is rejected or read, and a layout that was read does no more work for a key or for values than the
/// lengths of the file and of the key or the values allow. The numbers in the file do not count: a file of a few bytes
/// can contain any number.
#[test]
fn a_reader_does_no_more_work_than_its_input_is_long() {
    let mut random = Random::of("layout files");
    let count = if crate::is_thorough() { 40_000 } else { 20_000 };
    let [mut accepted, mut fields, mut written] = [0; 3];
    for _ in 0..count {
        let file = any_file(&mut random).to_string();
        let Ok(layout) = from_file(&file) else { continue };
        accepted += 1;
        fields += layout.fields().len();
        // The derive permits `optional` and `list` only on the last field of a key.
        let ends_in_repeated =
            layout.fields().last().is_some_and(|last| matches!(last.encoding(), Encoding::Repeated { .. }));
        let repeated = format!("{layout:?}").matches("Repeated {").count();
        assert_eq!(repeated, usize::from(ends_in_repeated), "{file}");
        for key in [&b""[..], b"\x01\0", b"\x01\x01\x01\x01\x01\x01\x01\x01", &[0; 20], &[0xFF; 20]] {
            let explanation = layout.explain(key).to_string();
            assert!(explanation.len() < 8 * file.len() + 100 * key.len() + 1000, "{file}\n{explanation}");
        }
        let value = *random.one_of(&VALUES);
        let leading: Vec<_> = layout.field_names().map(|name| (name, value)).collect();
        for condition in [format!("b={value}"), format!("a={value}..={value}"), format!("c^={value}")] {
            // Whether the field exists and has such a value depends on the file.
            let _ = layout.selects(&[condition], &[0; 20]);
        }
        for values in (0..=leading.len()).filter_map(|count| leading.get(..count)) {
            let Ok(ranges) = layout.ranges(values) else { continue };
            let widest = ranges.iter().map(|range| range.start().len()).max().unwrap_or(0);
            assert!(widest <= MAX_PADDED * layout.fields().len() + file.len() + 100, "{file}\n{widest} bytes");
            assert!(ranges.len() == 1 || widest * ranges.len() <= MAX_RANGES, "{file}\n{widest} bytes");
            written += ranges.len();
        }
        assert!(layout.to_string().len() < 8 * file.len() + 1000, "{file}\n{layout}");
    }
    assert!(accepted > count / 50 && fields > accepted && written > accepted, "{accepted} files of {count}");
}

/// The greatest width of a padded string in a layout file.
const MAX_PADDED: usize = 1 << 16;
/// The greatest number of bytes that the ranges of several buckets begin with, in total.
const MAX_RANGES: usize = 1 << 24;

/// A padded string is the only value whose bytes can be much longer than its text. Each bucket repeats all values.
#[test]
fn a_short_file_has_no_long_ranges() {
    let layout = |buckets: u64, width: usize| {
        let field = json!({"name": "a", "kind": "padded_text", "width": width, "pad": " "});
        let salt = json!({"algorithm": "random", "form": {"buckets": {"count": buckets}}, "width": 2});
        let file =
            json!({"rowkey_layout": 1, "name": "K", "salt": salt, "fields": [field, {"name": "b", "kind": "text"}]});
        read(&file)
    };
    let error = layout(4096, MAX_PADDED + 1).unwrap_err();
    assert!(error.contains("field `a`: the width is 65537, and must be from 1 to 65536"), "{error}");
    let [few, many] = [300, 4096].map(|buckets| layout(buckets, 50_000).unwrap());
    assert_eq!(few.ranges(&[("a", "x")]).unwrap().len(), 300);
    assert_eq!(
        many.ranges(&[("a", "x")]).unwrap_err().to_string(),
        "the ranges of 4096 buckets would have more than 16777216 bytes in total"
    );
    // The bytes of strings are counted too.
    let long = "x".repeat(MAX_RANGES / 300);
    let error = few.ranges(&[("a", "x"), ("b", &long)]).unwrap_err();
    assert_eq!(error.to_string(), "the ranges of 300 buckets would have more than 16777216 bytes in total");
}

/// An item that counts the comparisons of all items in the shared cell.
struct Counted<'a>(usize, &'a Cell<usize>);

impl PartialEq for Counted<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Counted<'_> {}

impl PartialOrd for Counted<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Counted<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.1.set(self.1.get() + 1);
        self.0.cmp(&other.0)
    }
}

/// Twice as many names or codes must not take four times as many comparisons.
#[test]
fn a_clash_is_found_without_comparing_all_pairs() {
    let comparisons = |count: usize, of: fn(usize) -> usize| {
        let compared = Cell::new(0);
        let found = clash((0..count).map(|item| Counted(of(item), &compared)), |a, b| a == b);
        assert!(found.is_none());
        compared.get()
    };
    let orders: [fn(usize) -> usize; 3] = [|item| item, usize::wrapping_neg, |item| item.wrapping_mul(0x9E37_79B9)];
    for order in orders {
        let (few, many) = (comparisons(4_000, order), comparisons(8_000, order));
        assert!(many < 5 * few / 2, "{few} and {many} comparisons");
        assert!(many < 40 * 8_000, "{many} comparisons");
    }
}

#[test]
fn a_clash_of_any_two_items_is_found() {
    let mut random = Random::of("clashes");
    for _ in 0..2_000 {
        let codes: Vec<Vec<u8>> = (0..random.within(0..7))
            .map(|_| (0..random.within(0..4)).map(|_| *random.one_of(b"ab\xFF")).collect())
            .collect();
        let pairs = || codes.iter().enumerate().flat_map(|(at, a)| codes[at + 1..].iter().map(move |b| (a, b)));
        let equality_clash = clash(&codes, |a, b| a == b);
        assert_eq!(equality_clash.is_some(), pairs().any(|(a, b)| a == b), "{codes:?}");
        let prefix_clash = clash(&codes, |a, b| b.starts_with(a));
        assert_eq!(prefix_clash.is_some(), pairs().any(|(a, b)| a.starts_with(b) || b.starts_with(a)), "{codes:?}");
        assert!(prefix_clash.is_none_or(|[a, b]| b.starts_with(a)), "{codes:?}");
    }
}

/// The checks for repeated names and codes must not compare all pairs of 20,000 items, which would take minutes.
#[test]
fn a_file_of_many_fields_and_codes_is_read() {
    const MANY: usize = 20_000;
    let codes: Vec<Value> = (0..MANY).map(|code| json!({"name": "V", "bytes": format!("{code:06}")})).collect();
    let fields: Vec<Value> = (0..MANY).map(|field| json!({"name": format!("f{field}"), "kind": "bool"})).collect();
    let mut fields = fields;
    fields.push(json!({"name": "code", "kind": "codes", "codes": codes}));
    let file = json!({"rowkey_layout": 1, "name": "K", "fields": fields});
    assert_eq!(read(&file).unwrap().fields().len(), MANY + 1);
}

#[test]
fn a_salt_of_too_many_or_repeated_fields_is_rejected() {
    let of = |count: usize, name: fn(usize) -> usize| {
        let fields: Vec<Value> = (0..70).map(|field| json!({"name": format!("f{field}"), "kind": "bool"})).collect();
        let of: Vec<String> = (0..count).map(|field| format!("f{}", name(field))).collect();
        let salt = json!({"algorithm": "md5", "form": {"bytes": {"last": false}}, "width": 2, "of": of});
        let file = json!({"rowkey_layout": 1, "name": "K", "salt": salt, "fields": fields});
        read(&file).map(|_| ())
    };
    assert_eq!(of(64, |field| 69 - field), Ok(()));
    assert!(
        of(65, |field| field).unwrap_err().contains("salt: `of` names 65 fields; a layout file can name at most 64")
    );
    assert!(of(2, |_| 3).unwrap_err().contains("salt: `of` names a field twice"));
}

/// For a key type, a `modulo` salt of anything but an integer is a compile error. A layout file follows the same rule,
/// whatever the encoding of the integer is.
#[test]
fn a_modulo_salt_needs_an_integer() {
    let of = |mut field: Value| {
        field["name"] = json!("a");
        let salt = json!({"algorithm": "modulo", "form": {"buckets": {"count": 10}}, "width": 1, "of": ["a"]});
        let file = json!({"rowkey_layout": 1, "name": "K", "salt": salt, "fields": [field]});
        read(&file).map(|_| ())
    };
    let integers = [
        json!({"kind": "unsigned", "width": 4}),
        in_format("two's complement 8-byte", &json!({"kind": "signed", "width": 8})),
        json!({"kind": "descending", "of": {"kind": "digits", "width": 6, "max": "999999"}}),
        json!({"kind": "unpadded_digits", "signed": true, "max": "127"}),
        json!({"kind": "non_zero", "of": {"kind": "signed", "width": 2}}),
        json!({"kind": "reversed", "of": {"kind": "unsigned", "width": 2}}),
        in_format("FoundationDB", &json!({"kind": "signed", "width": 2})),
        json!({"kind": "custom", "codec": "small", "width": 2, "sorts": false}),
    ];
    for integer in integers {
        assert_eq!(of(integer.clone()), Ok(()), "{integer}");
    }
    let others = [
        json!({"kind": "text"}),
        json!({"kind": "float", "width": 8}),
        json!({"kind": "descending", "of": {"kind": "bool"}}),
        json!({"kind": "optional", "of": {"kind": "unsigned", "width": 4}}),
        json!({"kind": "hashed", "algorithm": "md5", "hex": false, "width": 2, "of": {"kind": "text"}}),
    ];
    for other in others {
        let error = of(other.clone()).expect_err("not an integer");
        assert!(error.contains("salt: modulo needs an integer, but field `a` is"), "{other}: {error}");
    }
}
