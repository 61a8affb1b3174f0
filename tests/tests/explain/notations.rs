//! Tests reading and writing keys as text: hex, Base64 and the notation of the HBase shell.

use proptest::prelude::*;
use rowkey_cli::Notation::{self, Base64, HbaseShell, Hex};

fn rejection(notation: Notation, text: &str) -> (usize, String) {
    let error = notation.parse(text).expect_err("the text is not in this notation");
    assert_eq!(error.notation(), notation);
    (error.offset(), error.to_string())
}

#[test]
fn hex_takes_a_prefix_and_spaces() {
    for text in ["00ff61", "00FF61", "0x00ff61", "0X00 ff 61", " 00 ff\t61\n"] {
        assert_eq!(Hex.parse(text).unwrap(), [0x00, 0xFF, 0x61], "{text:?}");
    }
    assert_eq!(Hex.parse("").unwrap(), b"");
    assert_eq!(Hex.parse("0x").unwrap(), b"");
    assert_eq!(rejection(Hex, "0x0g"), (3, "invalid hex at byte 3 of the text: 'g' is not a digit".into()));
    assert_eq!(rejection(Hex, "00f"), (2, "invalid hex at byte 2 of the text: a byte needs two digits".into()));
    assert_eq!(rejection(Hex, "0 0").0, 0);
    assert_eq!(rejection(Hex, "00é").0, 2);
}

#[test]
fn hbase_shell_takes_every_text() {
    assert_eq!(HbaseShell.parse(r"\x00abc\xFF\xfe").unwrap(), b"\x00abc\xFF\xFE");
    assert_eq!(HbaseShell.parse(r"a\b\xg0\x1").unwrap(), br"a\b\xg0\x1");
    assert_eq!(HbaseShell.parse("é").unwrap(), "é".as_bytes());
    assert_eq!(HbaseShell.parse("").unwrap(), b"");
    assert_eq!(HbaseShell.write(b"a\\b \x7F\xE9"), r"a\x5Cb \x7F\xE9");
    assert_eq!(HbaseShell.write(br#"#{a} "b" 'c'"#), r"\x23{a} \x22b\x22 \x27c\x27");
}

#[test]
fn base64_takes_both_alphabets_with_and_without_padding() {
    for (text, bytes) in [
        ("", &b""[..]),
        ("Zg==", b"f"),
        ("Zg", b"f"),
        ("Zm8=", b"fo"),
        ("Zm9v", b"foo"),
        ("Zm9vYg==", b"foob"),
        ("+/+/", b"\xFB\xFF\xBF"),
        ("-_-_", b"\xFB\xFF\xBF"),
        (" Zm9v\nYg==\n", b"foob"),
    ] {
        assert_eq!(Base64.parse(text).unwrap(), bytes, "{text:?}");
    }
    assert_eq!(rejection(Base64, "Zm9*").0, 3);
    assert_eq!(rejection(Base64, "Zg==Zg").0, 4);
    assert_eq!(rejection(Base64, "Zg=").0, 2);
    assert_eq!(rejection(Base64, "Zm9v====").0, 4);
    assert_eq!(rejection(Base64, "Zh==").0, 1);
    assert_eq!(rejection(Base64, "Zm9vY").0, 4);
}

#[test]
fn the_guessed_notation_is_the_documented_one() {
    for (text, notation) in [
        ("0xzz", Hex),
        (r"cafe\x00", HbaseShell),
        ("cafe", Hex),
        ("caf", HbaseShell),
        ("", HbaseShell),
        ("AGFiYw==", Base64),
        ("AGFiYw=", HbaseShell),
        ("AGFi", HbaseShell),
        ("a=b", HbaseShell),
        ("key=", HbaseShell),
        ("orders/12", HbaseShell),
    ] {
        assert_eq!(Notation::guess(text), notation, "{text:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(bytes: Vec<u8>) {
        for notation in Notation::ALL {
            prop_assert_eq!(notation.parse(&notation.write(&bytes)).unwrap(), &bytes[..]);
        }
    }

    /// In double quotes, Ruby reads `\xNN` as a byte, ends the text at a quote, and replaces `#{..}`. In single quotes,
    /// Ruby replaces only `\\` and `\'`, and HBase then reads `\xNN`.
    #[test]
    fn what_is_written_can_be_pasted_into_the_shell(bytes: Vec<u8>) {
        let text = HbaseShell.write(&bytes);
        prop_assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~')));
        prop_assert!(!text.contains(['"', '\'', '#']));
        for (at, _) in text.match_indices('\\') {
            let escape = text.as_bytes().get(at + 1..at + 4).unwrap();
            prop_assert!(escape[0] == b'x' && escape[1..].iter().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F')));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC*") {
        let _ = Notation::guess(&text);
        for notation in Notation::ALL {
            if let Err(error) = notation.parse(&text) {
                prop_assert!(error.offset() <= text.len());
            }
        }
    }
}
