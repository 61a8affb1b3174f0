//! Checks the parsers of the library: of keys that people type, such as `"host1\x00"`, of layout files in JSON, and of the
//! canonical bytes of layouts.
//! Any text must be accepted or rejected without a panic. An accepted value is written and parsed again, and must stay
//! the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rowkey::Layout;
use rowkey_explain::Notation;
use rowkey_proof::untyped::{Untyped, from_file, to_file};

// The first byte of the input chooses the parser. The other bytes are the text to parse. After a layout file, a NUL and
// the bytes of a key may follow: the layout explains this key.
fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    match first % 8 {
        7 => check_layout_bytes(rest),
        0 | 4 => check_key(Notation::Hex, rest),
        1 | 5 => check_key(Notation::HbaseShell, rest),
        2 | 6 => check_key(Notation::Base64, rest),
        _ => check_layout(rest),
    }
});

fn check_key(notation: Notation, bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        // These bytes are not text that can be parsed. Instead, they are used as a key, which is written and parsed.
        assert_eq!(notation.parse(&notation.write(bytes)).as_deref(), Ok(bytes));
        return;
    };
    let _ = Notation::guess(text);
    match notation.parse(text) {
        Ok(bytes) => assert_eq!(notation.parse(&notation.write(&bytes)).as_ref(), Ok(&bytes)),
        Err(error) => assert!(error.offset() <= text.len() && !error.to_string().is_empty(), "{error}"),
    }
}

fn check_layout_bytes(bytes: &[u8]) {
    let Ok(layout) = Layout::from_bytes(bytes) else { return };
    assert_eq!(layout.to_bytes(), bytes, "a layout has one form in bytes");
    assert!(!layout.to_string().is_empty());
}

fn check_layout(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (file, bytes) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Some(layout) = str::from_utf8(file).ok().and_then(|file| from_file(file).ok()) else { return };
    let written = to_file(&layout);
    let again = from_file(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, layout);
    assert!(!layout.to_string().is_empty() && !layout.explain(bytes).to_string().is_empty());
    let fields: Vec<&str> = layout.field_names().collect();
    let values = String::from_utf8_lossy(bytes);
    let leading: Vec<(&str, &str)> = fields.into_iter().zip(values.split('\n')).collect();
    let _ = layout.ranges(&leading);
    let conditions: Vec<String> = leading.iter().map(|(field, value)| format!("{field}={value}")).collect();
    let _ = layout.selects(&conditions, bytes);
}
