//! Encodes the values of test vectors with rowkey.

use rowkey::RowKey;

use super::splits::splits;
use super::{from_text, to_text};

macro_rules! field {
    ($type:ty, $value:expr, $descending:expr) => {{
        #[derive(RowKey)]
        struct Ascending {
            value: $type,
        }
        #[derive(RowKey)]
        struct Descending {
            #[descending]
            value: $type,
        }
        let value: $type = $value;
        if $descending { bytes(&Descending { value }) } else { bytes(&Ascending { value }) }
    }};
}

/// Returns the salt of a key in a Phoenix table. Declares one key type for each number of buckets.
macro_rules! phoenix_salt {
    ($count:expr, $key:expr, $($buckets:literal)*) => {{
        match $count {
            $($buckets => {
                #[derive(RowKey)]
                #[rowkey(salt(phoenix, buckets = $buckets))]
                struct Key {
                    value: Vec<u8>,
                }
                bytes(&Key { value: $key })[..1].to_vec()
            })*
            other => panic!("this file declares no key with {other} buckets"),
        }
    }};
}

/// Encodes a value. All three strings have the format of `vectors.txt`: `encode("i16-desc", "-256")` returns `80ff`.
pub(super) fn encode(kind: &str, value: &str) -> String {
    if let Some(points) = splits(kind, value) {
        return points.iter().map(|key| to_text(key)).collect::<Vec<_>>().join(",");
    }
    let (kind, descending) = match kind.strip_suffix("-desc") {
        Some(kind) => (kind, true),
        None => (kind, false),
    };
    let octets = || from_text(value);
    let text = || String::from_utf8(octets()).unwrap();
    let bytes = match kind {
        "i8" => field!(i8, value.parse().unwrap(), descending),
        "i16" => field!(i16, value.parse().unwrap(), descending),
        "i32" => field!(i32, value.parse().unwrap(), descending),
        "i64" => field!(i64, value.parse().unwrap(), descending),
        "u16" => field!(u16, value.parse().unwrap(), descending),
        "u32" => field!(u32, value.parse().unwrap(), descending),
        "u64" => field!(u64, value.parse().unwrap(), descending),
        "f32" => field!(f32, f32::from_bits(u32::from_str_radix(value, 16).unwrap()), descending),
        "f64" => field!(f64, f64::from_bits(u64::from_str_radix(value, 16).unwrap()), descending),
        "bool" => field!(bool, value.parse().unwrap(), descending),
        "str" => field!(String, text(), false),
        "str0" => terminated(text(), descending),
        "prefix" => return to_text(&upper_bound(&octets())),
        "md5" => md5(octets()),
        "murmur3" => murmur3(octets()),
        "phoenix-salt" => {
            let (buckets, key) = value.split_once(' ').unwrap();
            let key = from_text(key);
            phoenix_salt!(buckets.parse::<u16>().unwrap(), key, 2 7 10 16 64 255 256)
        }
        _ => panic!("no such kind of value: {kind}"),
    };
    to_text(&bytes)
}

fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().unwrap().into()
}

/// Encodes a string that is not the last field of its key. Phoenix then writes a terminator after the string.
fn terminated(value: String, descending: bool) -> Vec<u8> {
    #[derive(RowKey)]
    #[rowkey(terminator = '\0')]
    struct Ascending {
        value: String,
        next: u8,
    }
    #[derive(RowKey)]
    #[rowkey(terminator = '\0')]
    struct Descending {
        #[descending]
        value: String,
        next: u8,
    }
    let mut bytes =
        if descending { bytes(&Descending { value, next: 1 }) } else { bytes(&Ascending { value, next: 1 }) };
    bytes.pop();
    bytes
}

/// Returns the upper bound of the keys that start with `prefix`, or no bytes if they have no upper bound.
fn upper_bound(prefix: &[u8]) -> Vec<u8> {
    #[derive(RowKey)]
    struct Key {
        value: Vec<u8>,
    }
    Key::prefix().value_starts_with(prefix).range().into_parts().1.unwrap_or_default()
}

fn md5(value: Vec<u8>) -> Vec<u8> {
    #[derive(RowKey)]
    struct Key {
        #[hash(md5, 16)]
        value: Vec<u8>,
    }
    bytes(&Key { value })
}

fn murmur3(value: Vec<u8>) -> Vec<u8> {
    #[derive(RowKey)]
    struct Key {
        #[hash(murmur3, 4)]
        value: Vec<u8>,
    }
    bytes(&Key { value })
}
