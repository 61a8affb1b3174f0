//! Tests the laws for unterminated fields: before fixed-width fields, or as the last field before a constant. [`key!`]
//! explains the words after `=>`, such as `range [scans]`.

use std::borrow::Cow;

use rowkey_proof::laws::Subject;
use rowkey_proof::{key, laws};

in_laws! {
    fn keys() -> Vec<Subject> {
        vec![
            key! { scanned struct {
                a: u8 => range [in],
                #[unterminated] b: Vec<u8> => range [scans],
                #[descending] c: u16 => scan [in],
                #[rowkey(codec = rowkey_formats::LittleEndian<2>)] d: u16 => scan [],
            } },
            key! { scanned #[rowkey(namespace = "ns")] struct {
                a: String => range [in starts],
                #[unterminated] b: String => range [scans],
                #[pad(3)] c: u8 => scan [in],
            } },
            key! { scanned #[rowkey(terminator = '_')] struct {
                a: String => range [starts],
                #[rowkey(before = "/")] #[rowkey(after = "/")] #[unterminated] b: String => range [scans],
                #[rowkey(after = "x")] c: bool => scan [in],
            } },
            key! { scanned #[rowkey(salt(md5, buckets = 3))] struct {
                #[unterminated] a: Vec<u8> => ranges [scans],
                b: u8 => scan [in],
            } },
            key! { scanned struct {
                #[salt(crc32, 1)] #[unterminated] a: String => ranges [scans],
                b: u8 => scan [in],
                #[hash(md5, 4)] c: String => scan [],
            } },
        ]
    }

    laws! { keys }
}

in_combinations! {
    fn keys() -> Vec<Subject> {
        vec![
            key! { scanned struct { #[unterminated] a: String => range [scans], b: u8 => scan [in] } },
            key! { scanned #[rowkey(delimiter = '_')] struct {
                a: Option<u8> => range [in],
                #[unterminated] b: Vec<u8> => range [scans],
                c: u8 => scan [in],
                d: [u8; 1] => scan [in starts],
            } },
            key! { scanned struct { #[rowkey(after = "x")] #[unterminated] a: Vec<u8> => range [scans] } },
            key! { struct <'a> { a: Cow<'a, str> => range [in starts], #[unterminated] b: &'a str => range [scans], c: i8 => scan [in] } },
        ]
    }

    laws! { keys }
}
