//! Tests the printed form of explanations.

use crate::keys::{Decimals, Derived, Ids, Options, Sampled, Times, TimesAsText, Values};
use rowkey::explain::PartKind;
use rowkey::{KeySpace, RowKey};
use rowkey_proof::untyped::Untyped;

#[derive(Debug, RowKey)]
#[rowkey(namespace = "o/")]
struct OrderKey {
    #[salt(md5, 1)]
    customer: u16,
    #[descending]
    name: String,
    total: f64,
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "h/")]
struct HashedKey {
    #[hash(md5, 2, hex)]
    user: String,
    order: u8,
}

fn sum_of_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "w/")]
struct SaltedByFunction {
    #[salt(with = sum_of_bytes, buckets = 10)]
    a: u8,
}

const HASH_BYTES: usize = 2;

fn last_byte(bytes: &[u8]) -> [u8; HASH_BYTES] {
    [bytes[bytes.len() - 1], b'!']
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "f/")]
struct HashedByFunction {
    #[hash(with = last_byte, HASH_BYTES, hex)]
    user: String,
    order: u8,
}

#[derive(Debug, KeySpace)]
#[allow(dead_code)]
enum Row {
    Order(OrderKey),
    Hashed(HashedKey),
}

fn trimmed(table: &str) -> &str {
    table.trim_start()
}

#[test]
fn a_key_is_shown_part_by_part() {
    let key = OrderKey { customer: 7, name: "a\0".into(), total: -1.5 }.try_encode().unwrap();
    assert_eq!(
        OrderKey::explain(&key).to_string(),
        trimmed(
            r#"
a key of OrderKey
  part       offset  hex               hbase shell                    value
  namespace  0       6f2f              o/                             "o/"
  salt       2       cf                \xCF
  customer   3       0007              \x00\x07                       7
  name       5       9eff00ffff        \x9E\xFF\x00\xFF\xFF           "a\0"
  total      10      4007ffffffffffff  @\x07\xFF\xFF\xFF\xFF\xFF\xFF  -1.5
"#
        )
    );
}

#[test]
fn the_wrong_part_is_marked_and_later_parts_are_not_guessed() {
    assert_eq!(
        OrderKey::explain(b"o/\xCF\0\x07\x9E\xFF\x01\xFF\xFFx").to_string(),
        trimmed(
            r#"
not a key of OrderKey: field `name` at byte 7: expected 00 or ff after 00, found fe: 00 00 is the terminator, and 00 ff is an escaped 00 (the field is descending: it stores the complement)
  part       offset  hex           hbase shell            value
  namespace  0       6f2f          o/                     "o/"
  salt       2       cf            \xCF
  customer   3       0007          \x00\x07               7
> name       5       9eff01ffff78  \x9E\xFF\x01\xFF\xFFx                 <- at byte 7: expected 00 or ff after 00, found fe: 00 00 is the terminator, and 00 ff is an escaped 00 (the field is descending: it stores the complement)
  total      -                                            (not reached)
"#
        )
    );
    let wrong_salt = OrderKey::explain(b"o/\x00\0\x07\xFF\xFF\x80\0\0\0\0\0\0\0");
    assert_eq!(
        wrong_salt.problem().unwrap().to_string(),
        "salt at byte 2: found 0x00, but the salt of these fields is 0xcf"
    );
    assert_eq!(wrong_salt.parts().iter().filter(|part| part.problem().is_some()).count(), 1);
}

#[test]
fn a_part_that_cannot_be_checked_has_a_note() {
    let key = HashedKey { user: "user000001".into(), order: 7 }.try_encode().unwrap();
    let explanation = HashedKey::explain(key.as_ref());
    assert!(explanation.is_ok());
    assert_eq!(explanation.parts()[1].value(), None);
    assert_eq!(explanation.parts()[1].note(), Some("part of the md5 of a string; the value is not known"));
    let problem = HashedKey::explain(b"h/12G4\x07").problem().unwrap().to_string();
    assert_eq!(problem, "field `user` at byte 4: expected a lower-case hex digit, found 0x47");

    let key = HashedByFunction { user: "user000001".into(), order: 7 }.try_encode().unwrap();
    assert_eq!(key, *b"f/3121\x07");
    let explanation = HashedByFunction::explain(&key);
    assert!(explanation.is_ok());
    assert_eq!(
        explanation.parts()[1].note(),
        Some("the hash of a string, computed by a function of the program; the value is not known")
    );
    let table = HashedByFunction::LAYOUT.to_string();
    assert!(table.contains("hash by a function of string, in hex"), "{table}");
    assert_eq!(
        HashedByFunction::LAYOUT.ranges(&[("user", "ab")]).unwrap_err().to_string(),
        "field `user`: only the program has the function that computes the field's hash"
    );

    // A layout cannot call the function of the salt. The key type can.
    let table = SaltedByFunction::LAYOUT.to_string();
    assert!(table.contains("a function of a, 10 buckets"), "{table}");
    let salted = SaltedByFunction::LAYOUT.explain(b"w/\x03\x05");
    assert!(salted.is_ok());
    assert_eq!(salted.parts()[1].value(), Some("bucket 3 of 10"));
    assert_eq!(salted.parts()[1].note(), Some("not checked: computed by a function that only the program has"));
    let salted = SaltedByFunction::explain(b"w/\x03\x05");
    assert_eq!(
        salted.problem().unwrap().to_string(),
        "salt at byte 2: found 0x03, but the salt of these fields is 0x05"
    );
    assert_eq!(salted.parts()[1].note(), None);
    assert_eq!(
        SaltedByFunction::LAYOUT.explain(b"w/\x0A\x05").problem().unwrap().to_string(),
        "salt at byte 2: 0x0a is not the number of a bucket"
    );
}

#[test]
fn a_key_space_explains_a_row_as_its_kind() {
    assert_eq!(Row::explain(b"h/1234\x07").layout(), "HashedKey");
    let unknown = Row::explain(b"x/1");
    assert_eq!(unknown.layout(), "OrderKey or HashedKey");
    assert_eq!(unknown.parts()[0].kind(), PartKind::Rest);
    assert_eq!(
        unknown.problem().unwrap().to_string(),
        "key at byte 0: the key matches no kind of key in this key space"
    );
    assert!(Row::explain(b"").problem().is_some());
}

/// If a key ends too early, only the part that is cut off has a problem. The later fields are not explained.
#[test]
fn a_key_that_ends_in_its_salt_has_one_bad_part() {
    for (bytes, bad) in [(&b""[..], 0), (b"n", 1), (b"n\x01", 1)] {
        let explanation = crate::keys::SaltedFixed::explain(bytes);
        let wrong: Vec<usize> = (0..)
            .zip(explanation.parts())
            .filter(|(_, part)| part.problem().is_some())
            .map(|(index, _)| index)
            .collect();
        assert_eq!(wrong, [bad], "{explanation}");
        for part in &explanation.parts()[bad + 1..] {
            assert_eq!((part.note(), part.range()), (Some("not reached"), None), "{explanation}");
        }
    }
}

#[test]
fn values_are_printed_as_text() {
    let values = |explanation: rowkey::explain::Explanation| {
        assert!(explanation.is_ok(), "{explanation}");
        explanation.parts().iter().filter_map(|part| part.value().map(String::from)).collect::<Vec<_>>()
    };
    assert_eq!(
        values(Options::explain(b"\x01\0\x05\x01a\0\0\xFE\x08\x01\0")),
        ["Some(5)", "Some(\"a\")", "Some(247)", "Some(None)"]
    );
    let derived = b"c\0\0\x80\0\x01r\0\0tm\x90\x01\x2Bl";
    assert_eq!(
        values(Derived::explain(derived)),
        [r#"{city: "c", floor: -1, room: Some("r")}"#, "Tmall", "Open", "299", "\"l\""]
    );
    let mut bytes = vec![0, 0, 0, 0, 0, 0, 0, 1, 0x1D, 0xCD, 0x65, 0];
    bytes.extend([!4, !10, !0, !0, !7, 127, 0, 0, 1]);
    bytes.extend([&[0; 15][..], &[1, 0]].concat());
    assert_eq!(values(Values::explain(&bytes)), ["1.5s", "10.0.0.7", "127.0.0.1", "::1", "None"]);
    let times = Times::samples();
    assert_eq!(
        times.iter().map(|key| values(Times::explain(&key.encode()))).collect::<Vec<_>>(),
        [
            [
                "-9999-01-02T01:59:59Z",
                "-9999-01-01",
                "-0001-12-31T23:59:59.000000001",
                "00:00:00",
                "-0001-12-31T23:59:59.000000001Z"
            ],
            ["1970-01-01T00:00:00Z", "2012-02-29", "0000-02-29T00:00:00", "23:59:60.5", "0000-02-29T00:00:00Z"],
            [
                "9999-12-30T22:00:00.999999999Z",
                "9999-12-31",
                "9999-12-31T23:59:60.5",
                "00:00:00",
                "9999-12-31T23:59:60.5Z"
            ],
            ["-9999-01-02T01:59:59Z", "-9999-01-01", "+10000-01-01T00:00:00", "23:59:60.5", "+10000-01-01T00:00:00Z"],
            ["1970-01-01T00:00:00Z", "2012-02-29", "-262143-01-01T00:00:00", "00:00:00", "-262143-01-01T00:00:00Z"],
            [
                "9999-12-30T22:00:00.999999999Z",
                "9999-12-31",
                "+262142-12-31T23:59:59.999999999",
                "23:59:60.5",
                "+262142-12-31T23:59:59.999999999Z"
            ],
        ]
    );
    let ids = Ids::samples().pop().unwrap();
    assert_eq!(values(Ids::explain(&ids.encode()))[..2], [ids.a.to_string(), ids.b.to_string()]);
    for key in Decimals::samples() {
        assert_eq!(values(Decimals::explain(&key.encode())), [key.a.to_string(), key.b.to_string()]);
    }
    let text = b"2013-03-25 21:14:50_78@56@56..///_\x07";
    assert_eq!(TimesAsText::explain(&text[..20]).parts()[0].value(), Some("2013-03-25 21:14:50"));
}

#[test]
fn bytes_that_are_not_a_key_are_reported() {
    let key = OrderKey { customer: 7, name: "a".into(), total: -1.5 }.try_encode().unwrap();
    assert!(OrderKey::explain(&key).is_ok() && OrderKey::explain(&key).problem().is_none());
    let cut = OrderKey::explain(&key[..key.len() - 1]);
    let problem = cut.problem().unwrap();
    assert!(!cut.is_ok());
    assert_eq!((problem.field(), problem.offset()), (Some("total"), key.len() - 8));
    assert_eq!(problem.reason(), OrderKey::decode(&key[..key.len() - 1]).unwrap_err().kind().to_string());

    let layout = OrderKey::LAYOUT;
    assert_eq!((layout.name(), layout.namespace()), ("OrderKey", &b"o/"[..]));
    assert!(layout.field_names().eq(["customer", "name", "total"]));
}

#[test]
fn a_salt_and_an_encoding_print_the_text_of_the_table() {
    let salt = OrderKey::LAYOUT.salt().unwrap();
    let table = OrderKey::LAYOUT.to_string();
    assert_eq!(salt.layout.to_string(), "md5, first bytes");
    assert!(table.contains("md5 of customer, first bytes"), "{table}");
    for field in OrderKey::LAYOUT.fields() {
        assert!(table.contains(&field.encoding().to_string()) && !field.encoding().to_string().is_empty(), "{table}");
    }
}
