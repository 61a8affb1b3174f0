//! The laws over derived keys.

use std::borrow::Cow;

use rowkey_tests::key;
use rowkey_tests::laws::Subject;

fn some() -> Vec<Subject> {
    vec![
        key! { #[rowkey(namespace = "ns")] struct { #[salt(md5, 2)] #[pad(6)] a: u32 => neither [], #[descending] b: i64 => range [in], c: u64 => range [in] } },
        key! { struct <'a> { a: Cow<'a, str> => range [in starts], b: &'a [u8] => range [in starts] } },
        key! { struct <'a> { a: &'a str => range [in starts], b: &'a [u8] => range [in starts] } },
        key! { #[rowkey(salt(modulo, buckets = 10, of(0)))] struct ( 0: u8 => ranges [in], 1: #[reverse] String => range [ends] ) },
    ]
}

rowkey_tests::laws!(some);
