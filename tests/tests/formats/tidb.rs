//! Tests the columns of TiDB's index keys: the laws of keys, and bytes that were derived by hand from TiDB's source.

use rowkey::{KeyField, RowKey};
use rowkey_formats::Tidb;
use rowkey_proof::domain;

laws_of! { Tidb:
    u16_keys u16, copied [] = domain::integers::<u16>(), by u16::cmp;
    u64_keys u64, copied [] = domain::integers::<u64>(), by u64::cmp;
    i64_keys i64, copied [] = domain::integers::<i64>(), by i64::cmp;
    f64_keys f64, copied [] = domain::f64s(), by f64::total_cmp;
    text_keys String, text [text] = domain::strings(), by String::cmp;
    byte_keys Vec<u8>, bytes [bytes] = byte_strings(), by Vec::<u8>::cmp;
    option_keys Option<String>, opt_text [] = domain::options(domain::strings()), by Option::<String>::cmp;
}

/// Returns byte strings, some of them with lengths around 8 and 16: the format writes bytes in groups of 8.
fn byte_strings() -> Vec<Vec<u8>> {
    let lengths = [0, 1, 7, 8, 9, 15, 16, 17];
    lengths.into_iter().flat_map(|len| [0, 9, 255].map(|byte| vec![byte; len])).chain(domain::bytes()).collect()
}

/// The bytes follow from the flags in `pkg/util/codec/codec.go`, and from the functions in `number.go`, `float.go` and
/// `bytes.go`.
#[test]
fn columns_have_the_bytes_of_encode_key() {
    #[derive(Debug, PartialEq, KeyField)]
    #[rowkey(fields = Tidb)]
    struct Columns {
        int: i32,
        uint: u8,
        null: Option<i64>,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(fields = Tidb)]
    struct Row {
        columns: Columns,
        name: String,
        binary: [u8; 8],
        float: f64,
        #[descending]
        last: Vec<u8>,
    }

    let key = Row {
        columns: Columns { int: -1, uint: 7, null: None },
        name: "abc".into(),
        binary: [1; 8],
        float: -1.0,
        last: vec![0],
    };
    let columns = [
        vec![3, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        vec![4, 0, 0, 0, 0, 0, 0, 0, 7],
        vec![0],
        b"\x01abc\0\0\0\0\0\xFA".to_vec(),
        b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\xFF\0\0\0\0\0\0\0\0\xF7".to_vec(),
        vec![5, 0x40, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        // The complement of the byte 01, eight bytes 00, and the byte F8.
        vec![0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x07],
    ];
    assert_eq!(key.try_encode().unwrap(), columns.concat());
    assert_eq!(Row::decode(&columns.concat()), Ok(key));
}
