//! Tests layouts with an unterminated field: the printed table, layout files, and ranges.

use rowkey::RowKey;
use rowkey_proof::untyped::{Untyped, from_file, to_file};

#[derive(RowKey)]
struct WindowKey {
    table: u8,
    #[unterminated]
    key: String,
    at: u16,
}

#[test]
fn the_table_says_that_no_terminator_follows() {
    let table = WindowKey::LAYOUT.to_string();
    assert!(table.contains("key    1       0..    string, unterminated  none"), "{table}");
}

#[test]
fn only_ranges_that_contain_exactly_the_matching_keys_are_given() {
    let layout = WindowKey::LAYOUT;
    let all: &[(&str, &str)] = &[("table", "7"), ("key", "ann"), ("at", "258")];
    assert_eq!(layout.ranges(&all[..1]).unwrap(), [WindowKey::prefix().table(7).range()]);
    assert_eq!(layout.ranges(all).unwrap(), [WindowKey::prefix().table(7).key("ann").at(258).range()]);
    assert_eq!(
        layout.ranges(&all[..2]).unwrap_err().to_string(),
        "field `key` is unterminated, so a range would also contain keys with a longer `key`: give a value to every field, or to none from `key` on"
    );
}

#[test]
fn a_file_describes_the_field() {
    let file = to_file(WindowKey::LAYOUT);
    let read = from_file(&file).unwrap();
    assert_eq!(&read, WindowKey::LAYOUT);
    let key = WindowKey { table: 7, key: "ann".into(), at: 258 }.encode();
    assert_eq!(read.explain(&key).to_string(), WindowKey::explain(&key).to_string());

    // The rejected unterminated fields are the last field of the key, before a string, or before another unterminated
    // field. The others have an encoding that never has a terminator.
    let rejected = |fields: &str| {
        let file = format!(r#"{{"rowkey_layout":1,"name":"K","fields":[{fields}]}}"#);
        from_file(&file).unwrap_err()
    };
    let unterminated = |name: &str, of: &str| format!(r#"{{"name":"{name}","kind":"unterminated","of":{{{of}}}}}"#);
    let text = r#""kind":"text""#;
    let number = r#"{"name":"n","kind":"unsigned","width":1}"#;
    for fields in [
        unterminated("a", text),
        format!(r#"{},{{"name":"b",{text}}}"#, unterminated("a", text)),
        format!("{},{},{number}", unterminated("a", text), unterminated("b", text)),
        format!("{},{number}", unterminated("a", r#""kind":"bool""#)),
        format!("{},{number}", unterminated("a", r#""kind":"unterminated","of":{"kind":"text"}"#)),
    ] {
        assert!(rejected(&fields).contains("unterminated"), "{fields}: {}", rejected(&fields));
    }
}

/// The delimiter after an unterminated field adds the same bytes as a constant, so both layouts have the same
/// fingerprint. A terminated field has another fingerprint, because it cannot contain its terminator.
#[test]
fn layouts_of_the_same_bytes_have_the_same_fingerprint() {
    #[derive(RowKey)]
    #[rowkey(delimiter = '/')]
    struct Delimited {
        #[unterminated]
        key: String,
        at: u16,
    }
    #[derive(RowKey)]
    struct Constant {
        #[unterminated]
        #[rowkey(after = "/")]
        key: String,
        at: u16,
    }
    #[derive(RowKey)]
    #[rowkey(terminator = '/')]
    struct Terminated {
        key: String,
        at: u16,
    }
    assert_eq!(Delimited::LAYOUT.fingerprint(), Constant::LAYOUT.fingerprint());
    assert_ne!(Delimited::LAYOUT.fingerprint(), Terminated::LAYOUT.fingerprint());
    assert_eq!(Delimited { key: "a/b".into(), at: 7 }.encode(), Constant { key: "a/b".into(), at: 7 }.encode());
}
