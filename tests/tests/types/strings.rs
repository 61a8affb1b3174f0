//! Tests that `bytes::Bytes` and `smol_str::SmolStr` have the same encoding as `Vec<u8>` and `String`.

use bytes::Bytes;
use rowkey::{EncodeErrorKind, RowKey};
use rowkey_proof::domain;
use smol_str::SmolStr;

use crate::laws::{Same, last_keeps_the_laws, pair_keeps_the_laws, type_keeps_the_laws};

impl Same for Bytes {}
impl Same for SmolStr {}
impl Same for String {}

type_keeps_the_laws!(
    byte_strings: Bytes,
    |value| -> &[u8] { value },
    domain::bytes().into_iter().filter(|bytes| [0, 1, 2, 8].contains(&bytes.len())).map(Bytes::from).collect(),
    prop::collection::vec(any::<u8>(), 0..20).prop_map(Bytes::from)
);
last_keeps_the_laws!(
    last_byte_strings: Bytes,
    |value| -> &[u8] { value },
    domain::bytes().into_iter().filter(|bytes| [0, 1, 2, 8].contains(&bytes.len())).map(Bytes::from).collect(),
    prop::collection::vec(any::<u8>(), 0..20).prop_map(Bytes::from)
);
type_keeps_the_laws!(
    texts: SmolStr,
    |value| -> &str { value },
    domain::strings().into_iter().filter(|text| [0, 1, 2, 8].contains(&text.len())).map(SmolStr::from).collect(),
    "\\PC{0,20}|[\\x00\\x01ab]{0,40}".prop_map(SmolStr::from)
);
last_keeps_the_laws!(
    last_texts: SmolStr,
    |value| -> &str { value },
    domain::strings().into_iter().filter(|text| [0, 1, 2, 8].contains(&text.len())).map(SmolStr::from).collect(),
    "\\PC{0,20}|[\\x00\\x01ab]{0,40}".prop_map(SmolStr::from)
);

pair_keeps_the_laws!(
    strings_in_a_struct: String,
    domain::strings().into_iter().filter(|text| [0, 1, 2, 8].contains(&text.len())).collect()
);

/// Defines a key with a terminated, a descending, an optional and a reversed field of `$type`, and the same key with
/// `$owned_type`.
macro_rules! shared_and_owned {
    ($ours:ident, $owned:ident, $type:ty, $owned_type:ty) => {
        shared_and_owned!(@key $ours, $type);
        shared_and_owned!(@key $owned, $owned_type);
    };
    (@key $key:ident, $type:ty) => {
        #[derive(Debug, PartialEq, RowKey)]
        #[rowkey(terminator = '\0')]
        struct $key {
            terminated: $type,
            #[descending]
            reversed: $type,
            optional: Option<$type>,
            #[reverse]
            last: $type,
        }
    };
}

shared_and_owned!(SharedBytes, OwnedBytes, Bytes, Vec<u8>);
shared_and_owned!(SmallText, OwnedText, SmolStr, String);

#[test]
fn bytes_are_encoded_like_owned_bytes() {
    let contents = || domain::bytes().into_iter().filter(|bytes| bytes.len() <= 2 || bytes.len() == 300);
    for (one, other) in contents().zip(contents().skip(1)) {
        let shared = SharedBytes {
            terminated: one.clone().into(),
            reversed: other.clone().into(),
            optional: Some(one.clone().into()),
            last: other.clone().into(),
        };
        let owned = OwnedBytes { terminated: one.clone(), reversed: other.clone(), optional: Some(one), last: other };
        let bytes = owned.try_encode();
        assert_eq!(shared.try_encode(), bytes);
        if let Ok(bytes) = bytes {
            assert_eq!(SharedBytes::decode(&bytes), Ok(shared));
        }
    }
}

#[test]
fn text_is_encoded_like_owned_text() {
    let contents = || domain::strings().into_iter().filter(|text| text.len() <= 8 || text.len() == 300);
    for (one, other) in contents().zip(contents().skip(1)) {
        let small = SmallText {
            terminated: one.as_str().into(),
            reversed: other.as_str().into(),
            optional: Some(one.as_str().into()),
            last: other.as_str().into(),
        };
        let owned = OwnedText { terminated: one.clone(), reversed: other.clone(), optional: Some(one), last: other };
        let bytes = owned.try_encode();
        assert_eq!(small.try_encode(), bytes);
        if let Ok(bytes) = bytes {
            assert_eq!(SmallText::decode(&bytes), Ok(small));
        }
    }
}

#[derive(Debug, PartialEq, RowKey)]
struct Padded {
    #[pad(4)]
    zeros: SmolStr,
    #[pad(4, 'x')]
    letters: SmolStr,
    #[pad(4)]
    #[reverse]
    reversed: SmolStr,
    #[pad(50)]
    #[descending]
    wide: SmolStr,
}

#[test]
fn small_text_can_be_padded() {
    let key = Padded { zeros: "ab".into(), letters: "cd".into(), reversed: "ef".into(), wide: "gh".into() };
    let bytes = key.try_encode().unwrap();
    assert_eq!(bytes[..12], *b"ab\0\0cdxxfe\0\0");
    assert_eq!(bytes[12..15], [!b'g', !b'h', 0xFF]);
    assert_eq!(Padded::decode(&bytes), Ok(key));
}

#[derive(RowKey)]
struct Paths {
    #[descending]
    folder: SmolStr,
    #[reverse]
    file: Bytes,
}

#[derive(RowKey)]
struct Files {
    file: Bytes,
}

#[test]
fn ranges_of_starts_and_ends_contain_exactly_the_matching_keys() {
    let path =
        |folder: &str, file: &'static [u8]| Paths { folder: folder.into(), file: Bytes::from_static(file) }.encode();
    let starts = Paths::prefix().folder_starts_with("a/").range();
    assert!(starts.contains(&path("a/", b"")) && starts.contains(&path("a/b", b"x")));
    assert!(!starts.contains(&path("a", b"/")) && !starts.contains(&path("b/", b"")));

    let ends = Paths::prefix().folder("a").file_ends_with(b".rs").range();
    assert!(ends.contains(&path("a", b"lib.rs")) && ends.contains(&path("a", b".rs")));
    assert!(!ends.contains(&path("a", b"lib.rss")) && !ends.contains(&path("b", b"lib.rs")));

    let starts = Files::prefix().file_starts_with(b"\0").range();
    let file = |file: &'static [u8]| Files { file: Bytes::from_static(file) }.encode();
    assert!(starts.contains(&file(b"\0")) && starts.contains(&file(b"\0\xFF")) && !starts.contains(&file(b"\x01")));
}

/// Puts special bytes at each position of a text of each short length: 00, the terminator, FF, and bytes that differ in
/// one bit from 00 or the terminator.
#[test]
fn zeros_and_terminators_are_found_at_each_position() {
    #[derive(RowKey)]
    struct EscapedKey {
        text: Vec<u8>,
        next: u8,
    }

    #[derive(RowKey)]
    #[rowkey(terminator = '/')]
    struct TerminatedKey {
        text: Vec<u8>,
        next: u8,
    }

    for (len, special) in (1..40).flat_map(|len| [0, 1, 0x80, b'/', b'.', b'/' | 0x80, 0xFF].map(|byte| (len, byte))) {
        for (other, positions) in (0..len).flat_map(|at| [1, 0x80, 0xFF].map(|other| (other, [at, (at * 7 + 3) % len])))
        {
            let mut text = vec![other; len];
            positions.iter().for_each(|at| text[*at] = special);
            let first_of = |byte: u8| text.iter().position(|each| *each == byte);

            let mut expected: Vec<u8> =
                text.iter().flat_map(|byte| [*byte, 0xFF].into_iter().take(1 + usize::from(*byte == 0))).collect();
            expected.extend([0, 0, 7]);
            assert_eq!(EscapedKey { text: text.clone(), next: 7 }.encode(), expected);

            let encoded = TerminatedKey { text: text.clone(), next: 7 }.try_encode();
            match (encoded, first_of(b'/')) {
                (Ok(key), None) => assert_eq!(key, [&text[..], b"/\x07"].concat()),
                (Err(error), Some(first)) => assert!(
                    matches!(error.kind(), EncodeErrorKind::ContainsSeparator { separator: '/', offset, .. } if *offset == first),
                    "{error}"
                ),
                (encoded, first) => panic!("{encoded:?}, but the first terminator is at {first:?}"),
            }
        }
    }
}
