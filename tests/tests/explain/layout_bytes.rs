//! Tests the canonical bytes of layouts: each layout is read back, and damaged bytes are an error or another layout's bytes.

use crate::files::any_file;
use crate::keys::every_key_type;
use rowkey::Layout;
use rowkey_proof::random::Random;
use rowkey_proof::untyped::from_file;

/// Reads bytes that need not be a layout. If they are one, they are its only bytes.
fn read(bytes: &[u8]) -> Option<Layout> {
    match Layout::from_bytes(bytes) {
        Ok(layout) => {
            assert_eq!(layout.to_bytes(), bytes, "{layout}");
            assert!(!layout.to_string().is_empty());
            Some(layout)
        }
        Err(error) => {
            assert!(error.to_string().starts_with("not a layout: "), "{error}");
            None
        }
    }
}

fn check_damaged(random: &mut Random<'_>, bytes: &[u8], rounds: usize) {
    for _ in 0..rounds {
        let mut damaged = bytes.to_vec();
        let at = random.within(0..damaged.len());
        match random.within(0..4) {
            0 => damaged.truncate(at),
            1 => damaged[at] = random.within(0..256) as u8,
            2 => damaged.insert(at, random.within(0..256) as u8),
            _ => drop(damaged.drain(at..(at + random.within(1..9)).min(damaged.len()))),
        }
        let read = read(&damaged);
        assert!(damaged == bytes || read.as_ref().map(Layout::to_bytes).as_deref() != Some(bytes));
    }
}

#[test]
fn the_bytes_of_every_key_type_are_its_layout() {
    let mut random = Random::of("bytes of key types");
    for key_type in every_key_type() {
        let bytes = key_type.layout.to_bytes();
        let layout = Layout::from_bytes(&bytes).unwrap();
        assert_eq!(&layout, key_type.layout);
        assert_eq!(layout.fingerprint(), key_type.layout.fingerprint());
        check_damaged(&mut random, &bytes, if crate::is_thorough() { 2_000 } else { 100 });
    }
}

#[test]
fn the_bytes_of_every_drawn_layout_are_the_layout() {
    let mut random = Random::of("bytes of drawn layouts");
    let mut layouts = 0;
    for _ in 0..if crate::is_thorough() { 200_000 } else { 20_000 } {
        let Ok(layout) = from_file(&any_file(&mut random).to_string()) else { continue };
        layouts += 1;
        let bytes = layout.to_bytes();
        assert_eq!(Layout::from_bytes(&bytes).as_ref(), Ok(&layout));
        check_damaged(&mut random, &bytes, 5);
    }
    assert!(layouts > 500, "{layouts} of the drawn files are layouts");
}

#[test]
fn bytes_that_are_no_layout_are_errors_that_say_why() {
    let error = |bytes: &[u8]| Layout::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(error(b""), "not a layout: the bytes end too early");
    assert_eq!(error(b"\x02"), "not a layout: the bytes have version 2, but this release of rowkey reads version 1");
    assert_eq!(error(b"\x01\xFF\xFF\x03K"), "not a layout: a list is longer than the bytes at byte 4");
    let of_field = |encoding: &[u8]| [b"\x01\x01K\0\0\0\x01\x01a\0\0", encoding].concat();
    assert!(Layout::from_bytes(&of_field(b"\x09")).is_ok());
    let two_fields = b"\x01\x01K\0\0\0\x02\x01a\0\0\x09\x01b\0\0\x09\x01";
    assert_eq!(Layout::from_bytes(two_fields).unwrap().sort_key(), Some(1));
    assert_eq!(error(&[&two_fields[..], b"\0"].concat()), "not a layout: 1 bytes follow the layout");
    assert_eq!(error(&of_field(b"\x09\0")), "not a layout: no bytes are before the sort key");
    assert_eq!(error(&of_field(b"\x09\x01")), "not a layout: the sort key begins with a field that does not exist");
    assert_eq!(error(&of_field(b"\x63")), "not a layout: an unknown Encoding at byte 12");
    assert!(error(&of_field(&[b"\x12".repeat(100_000), b"\x09".to_vec()].concat())).contains("nested too deeply"));
    assert_eq!(
        error(&of_field(b"\x11\x0B\0\0")),
        "not a layout: field `a`: the number of elements of a `list` is found from their bytes, and these elements have \
         no bytes"
    );
}

/// `usize` counts are read before the list. None of them makes the reader allocate more than the bytes are long.
#[test]
fn a_list_is_never_longer_than_the_bytes() {
    for count in [b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01".as_slice(), b"\xFF\xFF\xFF\xFF\x0F"] {
        for start in [b"\x01".as_slice(), b"\x01\x01K", b"\x01\x01K\0\0\0", b"\x01\x01K\0\0\0\x01\x01a\0\0\x17"] {
            assert_eq!(read(&[start, count].concat()), None);
        }
    }
}
