//! Tests keys in the formats of Bigtable, HBase and Phoenix: the laws of keys, and their bytes compared with files in
//! `vectors/`. The libraries of those systems check the files, see `vectors/README.md`.
//!
//! `ROWKEY_WRITE_VECTORS=1 cargo test -p rowkey-tests --features thorough --test formats vectors` writes the files
//! again.

use crate::memcomparable::{decimals, decimals_and_their_equals};
use rowkey::RowKey;
use rowkey_formats::{Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::domain;
use rowkey_proof::hex::hex;
use rust_decimal::Decimal;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

laws_of! { OrderedCode:
    ordered_code_u16 u16, copied [] = domain::integers::<u16>(), by u16::cmp;
    ordered_code_u64 u64, copied [] = domain::integers::<u64>(), by u64::cmp;
    ordered_code_i16 i16, copied [] = domain::integers::<i16>(), by i16::cmp;
    ordered_code_i64 i64, copied [] = domain::integers::<i64>(), by i64::cmp;
    ordered_code_f64 f64, copied [] = domain::f64s(), by f64::total_cmp;
    ordered_code_text String, text [text] = domain::strings(), by String::cmp;
    ordered_code_bytes Vec<u8>, bytes [bytes] = domain::bytes(), by Vec::<u8>::cmp;
}

laws_of! { OrderedBytes:
    ordered_bytes_i8 i8, copied [] = domain::integers::<i8>(), by i8::cmp;
    ordered_bytes_i64 i64, copied [] = domain::integers::<i64>(), by i64::cmp;
    ordered_bytes_f32 f32, copied [] = domain::f32s(), by f32::total_cmp;
    ordered_bytes_f64 f64, copied [] = domain::f64s(), by f64::total_cmp;
    ordered_bytes_text String, text [text] = domain::strings(), by String::cmp;
    ordered_bytes_null Option<String>, opt_text [] = domain::options(domain::strings()), by Option::<String>::cmp;
    ordered_bytes_decimal Decimal, copied [] = decimals_and_their_equals(), by Decimal::cmp;
    ordered_bytes_null_decimal Option<Decimal>, copied [] = domain::options(decimals_and_their_equals()), by Option::<Decimal>::cmp;
}

laws_of! { Phoenix:
    phoenix_i32 i32, copied [] = domain::integers::<i32>(), by i32::cmp;
    phoenix_u64 u64, copied [] = domain::integers::<u64>(), by u64::cmp;
    phoenix_f32 f32, copied [] = domain::f32s(), by f32::total_cmp;
    phoenix_f64 f64, copied [] = domain::f64s(), by f64::total_cmp;
    phoenix_text String, text [text] = domain::strings(), by String::cmp;
    phoenix_null Option<String>, opt_text [] = domain::options(domain::strings()), by Option::<String>::cmp;
    phoenix_decimal Decimal, copied [] = decimals_and_their_equals(), by Decimal::cmp;
    phoenix_null_decimal Option<Decimal>, copied [] = domain::options(decimals_and_their_equals()), by Option::<Decimal>::cmp;
}

laws_of_descending! { OrderedCode:
    descending_ordered_code_u64 u64, copied = domain::integers::<u64>(), by u64::cmp;
    descending_ordered_code_f64 f64, copied = domain::f64s(), by f64::total_cmp;
    descending_ordered_code_text String, text = domain::strings(), by String::cmp;
}

laws_of_descending! { OrderedBytes:
    descending_ordered_bytes_f64 f64, copied = domain::f64s(), by f64::total_cmp;
    descending_ordered_bytes_text String, text = domain::strings(), by String::cmp;
    descending_ordered_bytes_null Option<String>, opt_text = domain::options(domain::strings()), by Option::<String>::cmp;
    descending_ordered_bytes_decimal Decimal, copied = decimals_and_their_equals(), by Decimal::cmp;
    descending_ordered_bytes_null_decimal Option<Decimal>, copied = domain::options(decimals_and_their_equals()), by Option::<Decimal>::cmp;
}

laws_of_descending! { Phoenix:
    descending_phoenix_u64 u64, copied = domain::integers::<u64>(), by u64::cmp;
    descending_phoenix_f32 f32, copied = domain::f32s(), by f32::total_cmp;
    descending_phoenix_text String, text = domain::strings(), by String::cmp;
    descending_phoenix_decimal Decimal, copied = decimals_and_their_equals(), by Decimal::cmp;
}

laws_of_descending! { Memcomparable:
    descending_memcomparable_f64 f64, copied = domain::f64s(), by f64::total_cmp;
    descending_memcomparable_text String, text = domain::strings(), by String::cmp;
    descending_memcomparable_decimal Decimal, copied = decimals_and_their_equals(), by Decimal::cmp;
    descending_memcomparable_null_decimal Option<Decimal>, copied = domain::options(decimals_and_their_equals()), by Option::<Decimal>::cmp;
}

laws_of_descending! { Tidb:
    descending_tidb_f64 f64, copied = domain::f64s(), by f64::total_cmp;
    descending_tidb_text String, text = domain::strings(), by String::cmp;
    descending_tidb_null Option<String>, opt_text = domain::options(domain::strings()), by Option::<String>::cmp;
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(fields = OrderedBytes)]
struct BlobKey {
    blob: Vec<u8>,
    next: Option<Vec<u8>>,
}

/// The blobs of `OrderedBytes` do not sort, so a range finds only equal blobs.
#[test]
fn blobs_decode_to_themselves() {
    for blob in crate::laws::some(domain::bytes()) {
        for next in [None, Some(vec![]), Some(blob.clone())] {
            let key = BlobKey { blob: blob.clone(), next };
            let bytes = key.encode();
            assert!(BlobKey::prefix().blob(&blob).range().contains(&bytes));
            assert_eq!(BlobKey::decode(&bytes), Ok(key));
            for damaged in crate::laws::some(domain::damaged(&bytes)) {
                crate::laws::assert_same_verdict::<BlobKey>(&damaged, BlobKey::encode);
            }
        }
    }
    let key = |blob: &[u8]| BlobKey { blob: blob.to_vec(), next: None }.encode();
    assert!(key(&[1]) < key(&[0, 0]));
    assert!(!BlobKey::LAYOUT.is_ordered());
}

/// Appends a line for each value, with four columns separated by tabs: the type, its order, the value and its bytes.
macro_rules! lines {
    ($out:ident, $format:ident, $kind:literal, $type:ty, $values:expr, $shown:expr) => {{
        #[derive(RowKey)]
        struct Ascending {
            #[rowkey(codec = $format)]
            value: $type,
        }

        #[derive(RowKey)]
        struct Descending {
            #[rowkey(codec = $format)]
            #[descending]
            value: $type,
        }

        for value in $values {
            let shown = $shown(&value);
            let Ok(bytes) = Ascending { value: value.clone() }.try_encode() else { continue };
            writeln!($out, "{}\tasc\t{shown}\t{}", $kind, hex(&crate::laws::owned(bytes))).unwrap();
            let bytes = Descending { value: value.clone() }.try_encode().unwrap();
            writeln!($out, "{}\tdesc\t{shown}\t{}", $kind, hex(&crate::laws::owned(bytes))).unwrap();
        }
    }};
}

fn bits(value: &f64) -> String {
    format!("{:016x}", value.to_bits())
}

fn bits_32(value: &f32) -> String {
    format!("{:08x}", value.to_bits())
}

fn hex_of<T: AsRef<[u8]>>(value: &T) -> String {
    hex(value.as_ref())
}

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct FlagKey {
    value: bool,
}

/// Compares the lines with those of a file. With `ROWKEY_WRITE_VECTORS` in the environment, writes the file first.
fn compare_with_file(name: &str, lines: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats/vectors").join(name);
    if std::env::var_os("ROWKEY_WRITE_VECTORS").is_some() {
        fs::write(&file, lines).unwrap();
    }
    let stored = fs::read_to_string(&file).unwrap();
    for (line, stored) in lines.lines().zip(stored.lines()) {
        assert_eq!(line, stored, "{}", file.display());
    }
    assert_eq!(lines.len(), stored.len(), "{}", file.display());
}

#[test]
fn keys_in_ordered_code_are_those_of_the_file() {
    let mut out = String::new();
    lines!(out, OrderedCode, "uint64", u64, domain::integers::<u64>(), u64::to_string);
    lines!(out, OrderedCode, "int64", i64, domain::integers::<i64>(), i64::to_string);
    lines!(out, OrderedCode, "float64", f64, domain::f64s(), bits);
    lines!(out, OrderedCode, "string", Vec<u8>, domain::bytes(), hex_of);
    compare_with_file("ordered_code.txt", &out);
}

#[test]
fn keys_in_ordered_bytes_are_those_of_the_file() {
    let mut out = String::new();
    lines!(out, OrderedBytes, "int8", i8, domain::integers::<i8>(), i8::to_string);
    lines!(out, OrderedBytes, "int16", i16, domain::integers::<i16>(), i16::to_string);
    lines!(out, OrderedBytes, "int32", i32, domain::integers::<i32>(), i32::to_string);
    lines!(out, OrderedBytes, "int64", i64, domain::integers::<i64>(), i64::to_string);
    lines!(out, OrderedBytes, "float32", f32, domain::f32s(), bits_32);
    lines!(out, OrderedBytes, "float64", f64, domain::f64s(), bits);
    lines!(out, OrderedBytes, "string", String, domain::strings(), hex_of);
    lines!(out, OrderedBytes, "blob", Vec<u8>, domain::bytes(), hex_of);
    lines!(out, OrderedBytes, "numeric", Decimal, decimals(), Decimal::to_string);
    lines!(out, OrderedBytes, "null", Option<String>, [None], |_: &Option<String>| "-");
    compare_with_file("ordered_bytes.txt", &out);
}

#[test]
fn keys_of_phoenix_are_those_of_the_file() {
    let mut out = String::new();
    lines!(out, Phoenix, "TINYINT", i8, domain::integers::<i8>(), i8::to_string);
    lines!(out, Phoenix, "SMALLINT", i16, domain::integers::<i16>(), i16::to_string);
    lines!(out, Phoenix, "INTEGER", i32, domain::integers::<i32>(), i32::to_string);
    lines!(out, Phoenix, "BIGINT", i64, domain::integers::<i64>(), i64::to_string);
    lines!(out, Phoenix, "UNSIGNED_TINYINT", u8, domain::integers::<u8>(), u8::to_string);
    lines!(out, Phoenix, "UNSIGNED_SMALLINT", u16, domain::integers::<u16>(), u16::to_string);
    lines!(out, Phoenix, "UNSIGNED_INT", u32, domain::integers::<u32>(), u32::to_string);
    lines!(out, Phoenix, "UNSIGNED_LONG", u64, domain::integers::<u64>(), u64::to_string);
    lines!(out, Phoenix, "FLOAT", f32, domain::f32s(), bits_32);
    lines!(out, Phoenix, "DOUBLE", f64, domain::f64s(), bits);
    for value in domain::bools() {
        let bytes = FlagKey { value }.encode();
        writeln!(out, "BOOLEAN\tasc\t{value}\t{}", hex(&bytes)).unwrap();
        assert_eq!(FlagKey::decode(&bytes).unwrap().value, value);
    }
    lines!(out, Phoenix, "VARCHAR", String, domain::strings(), hex_of);
    lines!(out, Phoenix, "DECIMAL", Decimal, decimals(), Decimal::to_string);
    let timestamps = [0, 1, -1, 1_700_000_000_123_456_789, -1_700_000_000_123_456_789]
        .map(|nanos| jiff::Timestamp::from_nanosecond(nanos).unwrap());
    lines!(out, Phoenix, "TIMESTAMP", jiff::Timestamp, timestamps, |time: &jiff::Timestamp| time.as_nanosecond());
    let dates =
        ["1970-01-01", "1969-12-31", "2024-02-29", "0000-01-01"].map(|date| date.parse::<jiff::civil::Date>().unwrap());
    lines!(out, Phoenix, "DATE", jiff::civil::Date, dates, |date: &jiff::civil::Date| {
        date.to_zoned_datetime(jiff::tz::TimeZone::UTC).unwrap().timestamp().as_millisecond()
    });
    compare_with_file("phoenix.txt", &out);
}

/// Phoenix stores empty values as `NULL`. Strings can be optional and bytes cannot, so only the error of a string
/// suggests `Option`.
#[test]
fn empty_values_are_errors_in_phoenix() {
    #[derive(RowKey)]
    struct TextKey {
        #[rowkey(codec = Phoenix)]
        value: String,
    }

    #[derive(RowKey)]
    struct BytesKey {
        #[rowkey(codec = Phoenix)]
        value: Vec<u8>,
    }

    let text = TextKey { value: String::new() }.try_encode().unwrap_err();
    let message = "Phoenix stores an empty string as NULL: write `None`, in an `Option<String>`";
    assert_eq!(text.to_string(), format!("field `value`: {message}"));
    let bytes = BytesKey { value: Vec::new() }.try_encode().unwrap_err();
    let message = "Phoenix stores empty bytes as NULL, which this format does not support for bytes";
    assert_eq!(bytes.to_string(), format!("field `value`: {message}"));
}
