//! Tests the memcomparable format: the laws of keys, and the bytes compared with RisingWave's crate `memcomparable`.

use memcomparable::{from_slice, to_vec};
use rowkey::RowKey;
use rowkey_formats::{Memcomparable, MemcomparableSeq};
use rowkey_proof::domain;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;
use uuid::Uuid;

laws_of! { Memcomparable:
    u16_keys u16, copied [] = domain::integers::<u16>(), by u16::cmp;
    i64_keys i64, copied [] = domain::integers::<i64>(), by i64::cmp;
    f32_keys f32, copied [] = domain::f32s(), by f32::total_cmp;
    f64_keys f64, copied [] = domain::f64s(), by f64::total_cmp;
    text_keys String, text [text] = domain::strings(), by String::cmp;
    byte_keys Vec<u8>, bytes [bytes] = byte_strings(), by Vec::<u8>::cmp;
    option_keys Option<String>, opt_text [] = domain::options(domain::strings()), by Option::<String>::cmp;
    decimal_keys Decimal, copied [] = decimals_and_their_equals(), by Decimal::cmp;
}

/// Returns byte strings, some of them with lengths around 8 and 16: the format writes bytes in groups of 8.
fn byte_strings() -> Vec<Vec<u8>> {
    let lengths = [0, 1, 7, 8, 9, 15, 16, 17];
    lengths.into_iter().flat_map(|len| [0, 9, 255].map(|byte| vec![byte; len])).chain(domain::bytes()).collect()
}

/// Returns decimals without trailing zeros, which the format does not keep.
pub(crate) fn decimals() -> Vec<Decimal> {
    let texts = [
        "0",
        "1",
        "-1",
        "9",
        "10",
        "99",
        "100",
        "101",
        "12345",
        "0.1",
        "0.01",
        "0.001",
        "-0.5",
        "-0.05",
        "-0.005",
        "12.34",
        "1.2345",
        "-123.456",
        "99.99",
        "1000000000000",
        "10000000000000000000000",
        "-10000000000000000000000",
        "79228162514264337593543950335",
        "-79228162514264337593543950335",
        "0.0000000000000000000000000001",
        "-0.0000000000000000000000000001",
        "7.9228162514264337593543950335",
        "123456789012345678901234.5",
    ];
    texts.map(|text| text.parse().unwrap()).to_vec()
}

/// Returns the decimals, and decimals that no format stores: with trailing zeros, or zero with a sign. Each is equal to a
/// decimal that the formats store.
pub(crate) fn decimals_and_their_equals() -> Vec<Decimal> {
    let others = ["0.00", "-0", "-0.0", "1.00", "-1.0", "10.0", "100.00", "0.10", "-0.500", "12.3400", "99.990"];
    decimals().into_iter().chain(others.map(|text| text.parse().unwrap())).collect()
}

/// Checks that the crate writes each value as the same bytes as rowkey, and reads these bytes as the value. Skips
/// values that rowkey does not encode.
macro_rules! assert_same {
    ($type:ty: $values:expr) => {{
        #[derive(RowKey)]
        struct Key {
            #[rowkey(codec = Memcomparable)]
            value: $type,
        }
        for value in $values {
            let Ok(bytes) = Key { value: value.clone() }.try_encode() else { continue };
            let bytes = crate::laws::owned(bytes);
            assert_eq!(bytes, to_vec(&value).unwrap(), "{value:?}");
            assert_eq!(from_slice::<$type>(&bytes).map_err(|error| error.to_string()), Ok(value));
        }
    }};
}

/// Bytes that serde writes with `serialize_bytes`. A `Vec<u8>` is written as a sequence of numbers instead.
#[derive(Debug, Clone, PartialEq)]
struct Blob(Vec<u8>);

impl Serialize for Blob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

#[test]
fn bytes_are_those_of_the_crate() {
    assert_same!(u8: domain::integers::<u8>());
    assert_same!(u128: domain::integers::<u128>());
    assert_same!(i8: domain::integers::<i8>());
    assert_same!(i16: domain::integers::<i16>());
    assert_same!(i32: domain::integers::<i32>());
    assert_same!(i64: domain::integers::<i64>());
    assert_same!(i128: domain::integers::<i128>());
    assert_same!(bool: domain::bools());
    assert_same!(char: domain::chars());
    assert_same!(f32: domain::f32s().into_iter().filter(|float| !float.is_nan()));
    assert_same!(f64: domain::f64s().into_iter().filter(|float| !float.is_nan()));
    assert_same!(String: domain::strings());
    assert_same!([u8; 2]: domain::arrays::<2>());
    assert_same!(Option<u32>: domain::options(domain::integers::<u32>()));
    assert_same!(Option<String>: domain::options(domain::strings()));
    assert_same!(Duration: [Duration::ZERO, Duration::new(1, 5), Duration::MAX]);
}

/// serde takes a `Vec<u8>` for a sequence, and writes it byte by byte.
#[test]
fn sequences_of_bytes_are_those_of_the_crate() {
    #[derive(Debug, PartialEq, Serialize, Deserialize, RowKey)]
    #[rowkey(fields = Memcomparable)]
    struct SeqKey {
        #[rowkey(codec = MemcomparableSeq)]
        bytes: Vec<u8>,
        next: u16,
    }

    #[derive(RowKey)]
    struct DescendingKey {
        #[descending]
        #[rowkey(codec = MemcomparableSeq)]
        bytes: Vec<u8>,
    }

    for bytes in byte_strings() {
        let key = SeqKey { bytes, next: 7 };
        let expected = to_vec(&key).unwrap();
        assert_eq!(key.encode(), expected);
        assert_eq!(from_slice::<SeqKey>(&key.encode()).unwrap(), key);
        let mut serializer = memcomparable::Serializer::new(Vec::new());
        serializer.set_reverse(true);
        key.bytes.serialize(&mut serializer).unwrap();
        assert_eq!(DescendingKey { bytes: key.bytes.clone() }.encode(), serializer.into_inner());
        assert_eq!(SeqKey::decode(&expected), Ok(key));
    }
    for wrong in [&b""[..], b"\x01", b"\x01\x07", b"\x02\0\0", b"\x01\x07\x02\0\0"] {
        assert_eq!(SeqKey::decode(wrong).unwrap_err().field(), Some("bytes"), "{wrong:?}");
    }
}

#[derive(RowKey)]
#[rowkey(fields = Memcomparable)]
struct MixedKey {
    bytes: Vec<u8>,
    decimal: Decimal,
    #[descending]
    text: String,
}

#[test]
fn blobs_decimals_and_descending_strings_are_those_of_the_crate() {
    for bytes in byte_strings() {
        for decimal in decimals() {
            let text = "ab\0".to_owned();
            let mut expected = to_vec(&Blob(bytes.clone())).unwrap();
            expected.extend(memcomparable::Decimal::Normalized(decimal).to_vec().unwrap());
            let mut serializer = memcomparable::Serializer::new(Vec::new());
            serializer.set_reverse(true);
            text.serialize(&mut serializer).unwrap();
            expected.extend(serializer.into_inner());
            let key = MixedKey { bytes: bytes.clone(), decimal, text };
            assert_eq!(key.try_encode().unwrap(), expected, "{decimal}");
            let key = MixedKey::decode(&expected).unwrap();
            assert_eq!((key.bytes, key.decimal.to_string()), (bytes.clone(), decimal.to_string()));
        }
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, RowKey)]
#[rowkey(fields = Memcomparable)]
struct SerdeKey {
    table: u32,
    name: String,
    at: Option<i64>,
}

#[derive(RowKey)]
#[rowkey(fields = Memcomparable)]
struct AddressKey {
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    id: Uuid,
}

/// The crate writes these types but cannot read them, so only the written bytes are compared.
#[test]
fn addresses_and_uuids_are_written_as_the_crate_writes_them() {
    let key = AddressKey { v4: Ipv4Addr::LOCALHOST, v6: Ipv6Addr::LOCALHOST, id: Uuid::from_u128(0xFF) };
    let id = Blob(key.id.as_bytes().to_vec());
    assert_eq!(key.encode().as_slice(), to_vec(&(key.v4, key.v6, id)).unwrap());
}

#[test]
fn a_struct_is_written_as_serde_writes_it() {
    let key = SerdeKey { table: 7, name: "12345678".into(), at: Some(-1) };
    assert_eq!(key.encode(), to_vec(&key).unwrap());
    assert_eq!(from_slice::<SerdeKey>(&key.encode()).unwrap(), key);
}
