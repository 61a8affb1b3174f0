//! Tests key types without fields. Such a type has a single key, its namespace.

use rowkey::explain::PartKind;
use rowkey::record::Record;
use rowkey::{KeySpace, RowKey};
use rowkey_proof::untyped::{from_file, to_file};

#[derive(Debug, Clone, Copy, PartialEq, RowKey)]
#[rowkey(namespace = "next", value = [u8; 8], format = rowkey::Raw)]
struct NextKey;

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(namespace = b"\xFF", delimiter = '_', max_len = 1)]
struct BracesKey {}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(namespace = b"n")]
struct ParenthesesKey();

#[test]
fn a_key_without_fields_is_its_namespace() {
    assert_eq!(NextKey.encode(), *b"next");
    assert_eq!(NextKey::decode(b"next"), Ok(NextKey));
    assert_eq!(BracesKey {}.encode(), [0xFF]);
    assert_eq!(BracesKey::decode(b"\xFF"), Ok(BracesKey {}));
    assert_eq!(ParenthesesKey().encode(), *b"n");
    for bytes in [&b""[..], b"nex", b"nexT", b"next\0"] {
        let error = NextKey::decode(bytes).unwrap_err();
        assert_eq!(NextKey::explain(bytes).problem().map(ToString::to_string), Some(error.to_string()));
    }
}

#[test]
fn the_range_of_a_key_without_fields_is_its_namespace() {
    let range = NextKey::prefix().range();
    assert_eq!((range.start(), range.end()), (&b"next"[..], Some(&b"nexu"[..])));
    assert_eq!(NextKey::all(), range);
    assert_eq!(BracesKey::prefix().range().end(), None);
    let rows = std::collections::BTreeMap::from([(NextKey.encode().to_vec(), 7)]);
    let found: Vec<_> = NextKey::prefix().scan(|range| rows.range(range)).map(Result::unwrap).collect();
    assert_eq!(found, [(NextKey, &7)]);
}

#[test]
fn a_key_without_fields_has_a_layout() {
    assert_eq!((NextKey::LAYOUT.min_len(), NextKey::LAYOUT.max_len()), (4, Some(4)));
    assert_ne!(NextKey::LAYOUT.fingerprint(), ParenthesesKey::LAYOUT.fingerprint());
    let explanation = NextKey::explain(b"next");
    assert_eq!(explanation.parts().iter().map(|part| part.kind()).collect::<Vec<_>>(), [PartKind::Namespace]);
    assert_eq!(from_file(&to_file(NextKey::LAYOUT)).as_ref(), Ok(NextKey::LAYOUT));
}

#[test]
fn a_key_without_fields_can_have_a_record() {
    let changes = NextKey.changes(None, Some(&[7; 8])).unwrap();
    assert_eq!(format!("{changes:?}"), r#"[put NextKey "next" "\x07\x07\x07\x07\x07\x07\x07\x07"]"#);
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(namespace = "next")]
struct ActiveKey {
    version: u64,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(namespace = "named")]
struct NamedKey {
    name: String,
}

#[derive(Debug, PartialEq, KeySpace)]
enum AnyKey {
    Next(NextKey),
    Active(ActiveKey),
    Named(NamedKey),
}

#[test]
fn a_key_without_fields_can_be_in_a_key_space() {
    assert_eq!(AnyKey::decode(b"next"), Ok(AnyKey::Next(NextKey)));
    assert_eq!(AnyKey::decode(b"next\0\0\0\0\0\0\0\x07"), Ok(AnyKey::Active(ActiveKey { version: 7 })));
    assert_eq!(AnyKey::decode(b"namedann"), Ok(AnyKey::Named(NamedKey { name: "ann".into() })));
    for bytes in [&b"nex"[..], b"next\0", b"name"] {
        assert!(AnyKey::decode(bytes).is_err());
    }
}
