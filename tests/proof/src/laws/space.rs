//! Checks key spaces: enums that derive `KeySpace`. Each variant contains a key of a type of its own.

use std::fmt;

use super::random::explains_every_field;
use super::table::Columns;
use super::{Decoded, Subject};
use crate::domain;
use crate::hex::hex;
use crate::model::{Value, encode};
use rowkey::explain::Explanation;
use rowkey::{DecodeError, EncodeError, KeyRange, Layout};

/// A derived key space and the keys of its variants. [`space!`](crate::space) creates a space.
#[derive(Debug)]
pub struct Space {
    /// The structs of the keys as source text.
    pub source: &'static str,
    /// The key type of each variant, in the order of the variants.
    pub kinds: Vec<Subject>,
    /// The layouts that the derive lists.
    pub layouts: &'static [&'static Layout],
    /// The range of all keys.
    pub all: KeyRange,
    /// Encodes a key of the variant with this index.
    pub encode: fn(usize, &[Value]) -> Result<Vec<u8>, EncodeError>,
    /// Decodes a key into the index of its variant and its values.
    pub decode: fn(&[u8]) -> Result<KeyOfKind, DecodeError>,
    /// Explains a key.
    pub explain: fn(&[u8]) -> Explanation,
}

/// The index of a variant, and the values of its key.
pub type KeyOfKind = (usize, Vec<Value>);

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source)
    }
}

/// Checks that a key space encodes each key as the key's own type does, and decodes bytes exactly if one of the key
/// types decodes them, and to the same values.
pub fn a_key_space_is_the_union_of_its_keys(space: &Space) {
    let layouts: Vec<&Layout> = space.kinds.iter().map(|kind| kind.layout).collect();
    assert_eq!(space.layouts, layouts, "{space}");
    for (index, kind) in space.kinds.iter().enumerate() {
        for key in Columns::of(&kind.model).keys() {
            match encode(&kind.model, &key) {
                Ok(bytes) => {
                    assert_eq!((space.encode)(index, &key).as_deref(), Ok(&bytes[..]), "{key:?} of {space}");
                    assert!(space.all.contains(&bytes), "{} of {space}", hex(&bytes));
                    assert_eq!(checked_decode(space, &bytes), Some((index, key)), "{} of {space}", hex(&bytes));
                }
                Err(_) => assert!((space.encode)(index, &key).is_err(), "{key:?} of {space}"),
            }
        }
        let table = Columns::of(&kind.model).table();
        for row in table.iter().filter(|row| row.bytes.len() < 32).take(10) {
            for damaged in domain::damaged(&row.bytes) {
                checked_decode(space, &damaged);
            }
        }
    }
    for bytes in domain::byte_strings(2) {
        checked_decode(space, &bytes);
    }
}

/// Returns the variant and the values that the key space decodes, or `None` if it rejects the bytes. Checks that the
/// key's own type decodes the same values, and that no other type of the key space decodes the bytes.
fn checked_decode(space: &Space, bytes: &[u8]) -> Option<KeyOfKind> {
    let decoded = |kind: &Subject| -> Option<Decoded> { (kind.decode)(bytes) };
    let kinds = space.kinds.iter().map(|kind| decoded(kind).expect("all keys of a key space decode"));
    let mut expected: Vec<_> = kinds.enumerate().filter_map(|(index, key)| Some((index, key.ok()?))).collect();
    assert!(expected.len() <= 1, "two keys decode {} in {space}", hex(bytes));
    let expected = expected.pop();
    let found = (space.decode)(bytes).ok();
    assert_eq!(found, expected, "{} of {space}", hex(bytes));
    if space.kinds.iter().all(explains_every_field) {
        assert_eq!((space.explain)(bytes).is_ok(), found.is_some(), "{} of {space}", hex(bytes));
    }
    found
}

/// Creates a [`Space`](crate::laws::Space) from struct definitions. The name of the variant comes before each struct.
/// The fields are written as in [`key!`](crate::key).
#[macro_export]
macro_rules! space {
    ($($kind:ident $(#[rowkey($($key:tt)*)])* struct {
        $($(#[$attr:ident $($args:tt)*])* $member:ident: $type:ty => $method:ident [$($word:tt)*]),+ $(,)?
    })+) => {{
        use $crate::laws::*;
        use $crate::model;

        $(
            #[derive(rowkey::RowKey)]
            $(#[rowkey($($key)*)])*
            struct $kind { $($(#[$attr $($args)*])* $member: $type),+ }
        )+

        #[derive(rowkey::KeySpace)]
        enum Kinds { $($kind($kind)),+ }

        fn encode(kind: usize, values: &[model::Value]) -> Result<Vec<u8>, rowkey::EncodeError> {
            let mut values = values.iter();
            let names = [$(stringify!($kind)),+];
            $(
                if names[kind] == stringify!($kind) {
                    let key = $kind { $($member: FromValue::from_value(values.next().unwrap())),+ };
                    return rowkey::KeySpace::try_encode(&Kinds::from(key));
                }
            )+
            unreachable!("the index of a variant")
        }

        fn decode(bytes: &[u8]) -> Result<KeyOfKind, rowkey::DecodeError> {
            let names = [$(stringify!($kind)),+];
            <Kinds as rowkey::KeySpace>::decode(bytes).map(|key| match key {
                $(Kinds::$kind(key) => {
                    (index_of(names, stringify!($kind)), vec![$(model::Value::from(key.$member)),+])
                })+
            })
        }

        Space {
            source: stringify!($($kind $(#[rowkey($($key)*)])* struct { $($(#[$attr $($args)*])* $member: $type),+ })+),
            kinds: vec![$({
                type Key = $kind;
                $crate::key!(@subject bytes_only [$(#[rowkey($($key)*)])*] []
                    $($member: $(#[$attr $($args)*])* $type => $method [$($word)*]),+)
            }),+],
            layouts: <Kinds as rowkey::KeySpace>::LAYOUTS,
            all: <Kinds as rowkey::KeySpace>::all(),
            encode,
            decode,
            explain: <Kinds as rowkey::KeySpace>::explain,
        }
    }};
}
