//! Tests the tuples of FoundationDB: the laws of keys, and the bytes compared with the crate `foundationdb-tuple`.

use foundationdb_tuple::{pack, unpack};
use rowkey::{KeyField, RowKey};
use rowkey_formats::FoundationDb;
use rowkey_proof::laws::Subject;
use rowkey_proof::untyped::{Untyped, from_file, in_format};
use rowkey_proof::{domain, key, laws};
use uuid::Uuid;

fn alone() -> Vec<Subject> {
    vec![
        key! { #[rowkey(fields = FoundationDb)] struct { a: u8 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: i16 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: u64 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { #[descending] a: i64 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: u128 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: i128 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: bool => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: f32 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { #[descending] a: f64 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: String => range [in starts] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: [u8; 2] => range [in starts] } },
        key! { #[rowkey(fields = FoundationDb)] struct { a: Option<Vec<u8>> => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct { #[descending] a: Option<i32> => range [in] } },
    ]
}

fn together() -> Vec<Subject> {
    vec![
        key! { #[rowkey(fields = FoundationDb)] struct { a: String => range [in starts], b: i64 => range [in] } },
        key! { #[rowkey(fields = FoundationDb)] struct {
            a: Vec<u8> => range [in starts],
            b: Option<bool> => range [in],
            c: String => range [in starts],
        } },
        key! { #[rowkey(fields = FoundationDb)] struct {
            #[descending] a: Option<u64> => range [in],
            b: Option<String> => range [in],
        } },
        key! { struct {
            b: u8 => range [in],
            #[rowkey(codec = FoundationDb)] c: Option<String> => range [in],
            #[pad(3)] d: u8 => range [in],
        } },
        key! { #[rowkey(delimiter = '/')] struct {
            #[rowkey(codec = FoundationDb)] a: String => range [in starts],
            b: u8 => range [in],
        } },
        key! { #[rowkey(namespace = "space")] #[rowkey(fields = FoundationDb)] struct {
            #[salt(md5, 1)] a: String => ranges [in starts],
            b: u16 => range [in],
        } },
        key! { #[rowkey(fields = FoundationDb)] struct {
            a: i8 => ranges [in],
            #[salt(modulo, buckets = 3)] b: u16 => ranges [in],
        } },
    ]
}

laws! { alone, together }

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
struct Id(u16);

#[derive(Debug, Clone, PartialEq, PartialOrd, KeyField)]
#[rowkey(fields = FoundationDb)]
struct Inner {
    flag: Option<bool>,
    name: String,
}

#[derive(Debug, Clone, PartialEq, PartialOrd, KeyField)]
#[rowkey(fields = FoundationDb)]
struct Nested {
    number: i32,
    text: Option<String>,
    inner: Inner,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(fields = FoundationDb)]
struct NestedKey {
    id: Id,
    nested: Nested,
    uuid: Uuid,
}

/// Checks that the crate packs each value as the same bytes as rowkey, and unpacks these bytes as the value that rowkey
/// decodes.
macro_rules! assert_same {
    ($type:ty: $values:expr) => {{
        #[derive(RowKey)]
        struct Key {
            #[rowkey(codec = FoundationDb)]
            value: $type,
        }
        for value in $values {
            let packed = pack(&value);
            assert_eq!(Key { value: value.clone() }.encode().as_ref(), packed, "{value:?}");
            let unpacked: $type = unpack(&packed).unwrap();
            let decoded = Key::decode(&packed).unwrap().value;
            assert_eq!(pack(&decoded), pack(&unpacked), "{value:?}");
        }
    }};
}

#[test]
fn bytes_are_those_of_the_library() {
    assert_same!(u16: domain::integers::<u16>());
    assert_same!(u32: domain::integers::<u32>());
    assert_same!(u64: domain::integers::<u64>());
    assert_same!(u128: domain::integers::<u128>());
    assert_same!(i16: domain::integers::<i16>());
    assert_same!(i32: domain::integers::<i32>());
    assert_same!(i64: domain::integers::<i64>());
    assert_same!(i128: domain::integers::<i128>());
    assert_same!(bool: domain::bools());
    assert_same!(f32: domain::f32s());
    assert_same!(f64: domain::f64s());
    assert_same!(String: domain::strings());
    assert_same!(Vec<u8>: domain::bytes());
    assert_same!(Option<i64>: domain::options(domain::integers::<i64>()));
    assert_same!(Option<String>: domain::options(domain::strings()));
    assert_same!(Uuid: [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10)]);
}

/// 2^64 - 1 and its negation have two forms. The client for Python (`foundationdb` 7.3.63 and 8.0.0) writes 10 bytes; the
/// clients for Java (7.3.27) and Node, and the crate `foundationdb-tuple`, write 9 bytes, and read both forms.
/// `findings/foundationdb-python-integers.sh` runs the client for Python.
#[test]
fn both_forms_of_the_longest_short_integer_are_found() {
    #[derive(Debug, RowKey)]
    #[rowkey(fields = FoundationDb)]
    struct PageKey {
        page: u64,
        next: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(fields = FoundationDb)]
    struct DeltaKey {
        #[descending]
        delta: Option<i128>,
    }

    let python_positive = b"\x1D\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    let python_negative = b"\x0B\xF7\0\0\0\0\0\0\0\0";
    assert_eq!(unpack::<u64>(python_positive).unwrap(), u64::MAX);
    assert_eq!(unpack::<i128>(python_negative).unwrap(), -i128::from(u64::MAX));

    let row = [&python_positive[..], b"\x15\x07"].concat();
    let in_range = |range: rowkey::KeyRange| range.contains(&row);
    let page = || PageKey::prefix();
    assert!(in_range(page().page_in(u64::MAX..).range()) && in_range(page().page_in(..=u64::MAX).range()));
    assert!(in_range(page().page_in(u64::MAX..=u64::MAX).range()) && in_range(page().page_in(1..).range()));
    assert!(!in_range(page().page_in(..u64::MAX).range()));
    let error = PageKey::decode(&row).unwrap_err();
    assert!(error.to_string().contains("FoundationDB's client for Python"), "{error}");
    assert_eq!(PageKey::explain(&row).problem().unwrap().to_string(), error.to_string());

    let max = i128::from(u64::MAX);
    for (number, python) in [(max, &python_positive[..]), (-max, python_negative)] {
        let complement: Vec<u8> = python.iter().map(|byte| !byte).collect();
        let own = DeltaKey { delta: Some(number) }.encode();
        for bound in [-max - 1, -max, 1 - max, 0, max - 1, max, max + 1] {
            let (at, bound) = (number.cmp(&bound), Some(bound));
            for key in [&own, &complement] {
                let contains = |bounds: (std::ops::Bound<_>, std::ops::Bound<_>)| {
                    DeltaKey::prefix().delta_in(bounds).range().contains(key)
                };
                use std::ops::Bound::{Excluded, Included, Unbounded};
                assert_eq!(contains((Included(bound), Unbounded)), at.is_ge(), "{number} from {bound:?}");
                assert_eq!(contains((Excluded(bound), Unbounded)), at.is_gt(), "{number} after {bound:?}");
                assert_eq!(contains((Unbounded, Included(bound))), at.is_le(), "{number} until {bound:?}");
                assert_eq!(contains((Unbounded, Excluded(bound))), at.is_lt(), "{number} before {bound:?}");
            }
        }
        assert!(DeltaKey::decode(&complement).unwrap_err().to_string().contains("Python"));
    }
}

fn nested_keys() -> Vec<NestedKey> {
    let mut keys = Vec::new();
    for number in [i32::MIN, -1, 0, 300] {
        for text in [None, Some(""), Some("a\0")] {
            for name in ["", "\0", "b"] {
                for flag in [None, Some(false), Some(true)] {
                    let inner = Inner { flag, name: name.into() };
                    let nested = Nested { number, text: text.map(String::from), inner };
                    keys.push(NestedKey { id: Id(7), nested, uuid: Uuid::nil() });
                }
            }
        }
    }
    keys
}

#[test]
fn nested_tuples_are_those_of_the_library() {
    for key in nested_keys() {
        let NestedKey { id, nested: Nested { number, text, inner }, uuid } = &key;
        let packed = pack(&(id.0, (number, text, (&inner.flag, &*inner.name)), uuid));
        assert_eq!(key.encode(), packed, "{key:?}");
        assert_eq!(NestedKey::decode(&packed), Ok(key));
    }
}

#[test]
fn ranges_of_nested_tuples_hold_the_matching_keys() {
    let mut keys = nested_keys();
    keys.sort_by(|a, b| a.nested.partial_cmp(&b.nested).unwrap());
    assert!(keys.is_sorted_by_key(NestedKey::encode));
    let nested = || NestedKey::prefix().id(Id(7));
    for bound in &keys {
        let equal = nested().nested(&bound.nested).range();
        let from = nested().nested_in(&bound.nested..).range();
        let until = nested().nested_in(..=&bound.nested).range();
        for key in &keys {
            let bytes = key.encode();
            assert_eq!(equal.contains(&bytes), key == bound, "{key:?} for {bound:?}");
            assert_eq!(from.contains(&bytes), key.nested >= bound.nested, "{key:?} for {bound:?}");
            assert_eq!(until.contains(&bytes), key.nested <= bound.nested, "{key:?} for {bound:?}");
        }
    }
}

#[test]
fn damaged_nested_tuples_are_rejected_as_explain_says() {
    for key in nested_keys() {
        for damaged in crate::laws::some(domain::damaged(&key.encode())) {
            let decoded = NestedKey::decode(&damaged);
            let explanation = NestedKey::LAYOUT.explain(&damaged);
            let rejected =
                decoded.as_ref().err().map(|error| (error.field(), error.offset(), error.kind().to_string()));
            let problem =
                explanation.problem().map(|problem| (problem.field(), problem.offset(), problem.reason().into()));
            assert_eq!(rejected, problem, "{damaged:02x?}");
            if let Ok(decoded) = decoded {
                assert_eq!(decoded.encode(), damaged);
            }
        }
    }
}

#[test]
fn structs_have_constants_and_descending_fields() {
    use rowkey_formats::{Memcomparable, OrderedBytes, Tidb};

    macro_rules! decodes_to_itself {
        ($($format:ident)+) => {$({
            #[derive(Debug, Clone, PartialEq, KeyField)]
            struct Inner {
                #[rowkey(before = "/", codec = $format)]
                name: Option<String>,
                #[descending]
                #[rowkey(codec = $format)]
                id: i16,
                #[rowkey(codec = $format, after = "_")]
                at: i32,
            }

            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey(fields = $format)]
            struct Key {
                inner: Inner,
                last: i8,
            }

            for name in [None, Some(String::new()), Some("a".into())] {
                let key = Key { inner: Inner { name, id: -7, at: 3 }, last: 1 };
                let bytes = key.try_encode().unwrap();
                assert_eq!(Key::decode(&bytes).unwrap(), key);
                assert!(Key::LAYOUT.explain(&bytes).is_ok(), "{}", Key::LAYOUT.explain(&bytes));
            }
        })+};
    }
    decodes_to_itself!(FoundationDb Memcomparable OrderedBytes Tidb);
}

/// A text that is followed by a field that can begin with `FF` is rejected in every struct. The text ends in `00`, and
/// the bytes `00 FF` would mean an escaped `00` within the text.
#[test]
fn a_text_before_a_number_is_rejected_in_every_struct() {
    let mut text = in_format("FoundationDB", &serde_json::json!({"kind": "text"}));
    text["name"] = "text".into();
    let number = serde_json::json!({"kind": "unsigned", "width": 1, "name": "number"});
    let are_accepted = |parts: [&serde_json::Value; 2]| {
        let inner = serde_json::json!({"kind": "struct", "fields": parts});
        let wrappers = [
            inner.clone(),
            serde_json::json!({"kind": "optional", "of": inner}),
            serde_json::json!({"kind": "descending", "of": {"kind": "optional", "of": inner}}),
        ];
        wrappers.map(|mut field| {
            field["name"] = serde_json::json!("field");
            let file = serde_json::json!({"rowkey_layout": 1, "name": "K", "fields": [field, number]});
            from_file(&file.to_string()).is_ok()
        })
    };
    let other = serde_json::json!({"kind": "unsigned", "width": 1, "name": "other"});
    assert_eq!(are_accepted([&other, &number]), [true; 3]);
    assert_eq!(are_accepted([&text, &number]), [false; 3]);
}
