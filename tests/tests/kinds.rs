//! Tests key spaces whose kinds (key types) are not distinguished by namespaces alone. A constant after a field, or the
//! end of the key, shows the kind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::enum_variant_names, reason = "a variant has the name of its key")]

use rowkey::{KeySpace, RowKey};

/// Returns all byte strings of at most `len` bytes of the alphabet, including the empty string.
fn strings(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..len {
        last = last.iter().flat_map(|start| alphabet.iter().map(|byte| [&start[..], &[*byte]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

/// Defines key spaces, each with a test over all strings of an alphabet: a string is a key of at most one kind, and the
/// key space decodes and explains the string as this kind.
macro_rules! kinds {
    ($($test:ident: $space:ident of $alphabet:literal up to $len:literal {
        $($(#[$meta:meta])* $kind:ident { $($fields:tt)* })+
    })+) => {$(
        mod $test {
            use super::*;

            $(
                #[derive(Debug, Clone, PartialEq, RowKey)]
                $(#[$meta])*
                struct $kind { $($fields)* }
            )+

            #[derive(Debug, PartialEq, KeySpace)]
            enum $space {
                $($kind($kind)),+
            }

            #[test]
            fn $test() {
                let mut found = [$(stringify!($kind)),+].map(|kind| (kind, 0));
                for bytes in strings($alphabet, $len) {
                    let keys: Vec<$space> = [$($kind::decode(&bytes).ok().map($space::from)),+].into_iter().flatten().collect();
                    assert!(keys.len() <= 1, "{bytes:?} can be {keys:?}");
                    let decoded = $space::decode(&bytes);
                    assert_eq!(decoded.as_ref().ok(), keys.first(), "{bytes:?}");
                    let explanation = $space::explain(&bytes);
                    assert_eq!(explanation.problem().is_none(), decoded.is_ok(), "{bytes:?}: {explanation}");
                    if let Ok(key) = decoded {
                        assert_eq!(key.try_encode().unwrap(), bytes);
                        assert_eq!(rowkey_cli::explain_any($space::LAYOUTS.iter().copied(), &bytes), explanation);
                        let kind = found.iter_mut().find(|(kind, _)| *kind == explanation.layout()).unwrap();
                        kind.1 += 1;
                    }
                }
                assert!(found.iter().all(|(_, count)| *count > 0), "{found:?}");
            }
        }
    )+};
}

kinds! {
    paths: Path of b"a/nm" up to 6 {
        #[rowkey(delimiter = '/')]
        NameKey {
            #[rowkey(after = "n")]
            user: String,
        }
        #[rowkey(delimiter = '/')]
        MailKey {
            #[rowkey(after = "m")]
            user: String,
        }
        #[rowkey(delimiter = '/')]
        MessageKey {
            user: String,
            #[rowkey(before = "a/")]
            message: String,
        }
    }

    after_an_escaped_string: Escaped of b"a\0\xFF\x01\x02" up to 6 {
        LogKey {
            name: String,
            #[rowkey(before = 0x01)]
            number: u8,
        }
        StateKey {
            #[rowkey(after = 0x02)]
            name: String,
            state: Vec<u8>,
        }
        EndKey {
            #[rowkey(after = b"\x00\x01")]
            name: String,
        }
    }

    extensions: File of b"a.jc" up to 6 {
        ScriptKey {
            #[unterminated]
            #[rowkey(after = ".j")]
            name: Vec<u8>,
        }
        StyleKey {
            #[rowkey(after = ".c")]
            number: u16,
        }
    }

    lengths_at_the_end: Version of b"\0\x01\x03\x05" up to 7 {
        WallKey {
            #[unterminated]
            key: Vec<u8>,
            #[rowkey(before = 0x00, after = 0x03)]
            wall: u16,
        }
        LogicalKey {
            #[unterminated]
            key: Vec<u8>,
            #[rowkey(before = 0x00)]
            wall: u16,
            #[rowkey(after = 0x05)]
            logical: u16,
        }
    }

    single_rows: Setting of b"a/b" up to 5 {
        #[rowkey(namespace = "a/b")]
        OneKey {}
        #[rowkey(namespace = "a/", delimiter = '/')]
        AnyKey {
            #[rowkey(after = "a")]
            name: String,
        }
    }
}
