//! Tests the laws for keys as people write them: namespaces, tuple structs, aliases, and several fields of different
//! kinds. [`key!`] explains the words after `=>`, such as `range [in]`.

use std::borrow::Cow;

use rowkey_proof::laws::Subject;
use rowkey_proof::{key, laws};

type Customer = u32;
type Name = String;
type Text<'a> = Cow<'a, str>;
type Maybe<T> = Option<T>;

/// Keys that mix fields of all kinds, so that fields come before variable-length fields, before fixed-width fields, and
/// last.
macro_rules! mixed {
    ($($name:ident $key:tt)+) => {$(
        fn $name() -> Vec<Subject> {
            mixed!(@keys $key)
        }
    )+};
    (@keys [$($key:tt)*]) => {
        vec![
            key! { $($key)* struct {
                a: Vec<u8> => range [in starts], b: String => range [in starts], c: Vec<u8> => range [in starts],
            } },
            key! { $($key)* struct {
                #[descending] a: Vec<u8> => range [in starts],
                b: Option<u8> => range [in],
                #[descending] c: Option<String> => range [in],
                d: String => range [in starts],
            } },
            key! { $($key)* struct {
                a: Option<String> => range [in],
                #[reverse] b: Vec<u8> => range [ends],
                #[descending] c: bool => range [in],
                #[descending] d: String => range [in starts],
            } },
            key! { $($key)* struct {
                #[pad(3)] #[descending] a: u16 => range [in],
                b: f32 => range [in],
                #[pad(2)] c: String => range [in starts],
                #[reverse] d: String => range [ends],
                #[hash(md5, 4)] e: Vec<u8> => range [],
            } },
            key! { $($key)* struct {
                #[hash(xxh3, 6, hex)] a: String => range [],
                b: Option<Option<String>> => range [in],
                c: [u8; 2] => range [in starts],
                #[reverse] d: i16 => range [],
                e: Option<Vec<u8>> => range [in],
            } },
            key! { $($key)* struct <'a> {
                a: Text<'a> => range [in starts],
                b: char => range [in],
                #[descending] c: Cow<'a, [u8]> => range [in starts],
                #[descending] d: i128 => range [in],
                e: &'a str => range [in starts],
            } },
            key! { $($key)* struct {
                #[descending] a: Option<Vec<u8>> => range [in],
                #[descending] b: Option<Vec<u8>> => range [in],
                #[descending] c: Vec<u8> => range [in starts],
            } },
        ]
    };
}

in_laws! {
    mixed! { mixed [] }

    fn aliases() -> Vec<Subject> {
        vec![
            key! { struct { #[pad(6)] a: Customer => range [in], #[descending] b: Name => range [in starts], c: u8 => range [in] } },
            key! { struct { #[reverse] a: Name => ranges [ends], #[salt(modulo, buckets = 3)] b: Customer => ranges [in] } },
            key! { #[rowkey(terminator = '\0')] struct <'a> { a: Text<'a> => range [in starts], b: Maybe<Text<'a>> => range [in] } },
            key! { struct { a: Maybe<Maybe<Customer>> => range [in], #[hash(md5, 5)] b: Name => range [] } },
        ]
    }

    fn namespaces() -> Vec<Subject> {
        vec![
            key! { #[rowkey(namespace = "ns")] struct { a: u8 => range [in] } },
            key! { #[rowkey(namespace = b"\xFF\xFF")] struct { #[descending] a: Vec<u8> => range [in starts] } },
            key! { #[rowkey(namespace = b"n\xFF\xFF")] #[rowkey(delimiter = '_')] struct {
                a: String => range [starts],
                b: u8 => range [in],
            } },
            key! { #[rowkey(namespace = "")] struct { a: Vec<u8> => range [in starts], b: u8 => range [in] } },
            key! { #[rowkey(namespace = b"\xFF")] #[rowkey(salt(md5, 1))] struct { a: u8 => ranges [in], b: u8 => ranges [in] } },
            key! { #[rowkey(namespace = "a_")] #[rowkey(terminator = '_')] struct {
                #[salt(phoenix, buckets = 20, digits)] a: String => ranges [starts],
                b: Option<String> => range [in],
            } },
        ]
    }

    fn tuples() -> Vec<Subject> {
        vec![
            key! { struct (0: String => range [in starts], 1: #[descending] i64 => range [in]) },
            key! { struct <'a> (0: #[reverse] Text<'a> => range [ends], 1: #[pad(3)] u8 => range [in], 2: &'a str => range [in starts]) },
            key! { #[rowkey(delimiter = '_')] #[rowkey(salt(md5, 1, of(2, 0)))] struct (
                0: Option<String> => ranges [],
                1: #[hash(murmur3, 4)] u8 => ranges [],
                2: Vec<u8> => ranges [in starts],
            ) },
        ]
    }

    fn mixed_with_printable_separators() -> Vec<Subject> {
        vec![
            key! { #[rowkey(delimiter = '_')] struct {
                #[pad(6)] a: u32 => range [in], #[pad(19)] b: String => range [in starts], #[pad(9)] c: u32 => range [in],
            } },
            key! { #[rowkey(delimiter = '_')] struct {
                a: Option<String> => range [],
                #[descending] b: u8 => range [in],
                #[reverse] c: Vec<u8> => range [ends],
                d: Option<Vec<u8>> => range [in],
            } },
            key! { #[rowkey(terminator = '|')] struct {
                a: Option<Option<String>> => range [],
                b: Vec<u8> => range [starts],
                #[pad(2, '|')] #[descending] c: String => range [],
                #[reverse] d: String => range [ends],
            } },
            key! { #[rowkey(delimiter = '0')] struct {
                #[pad(3)] a: u8 => range [in], b: String => range [starts], #[pad(2)] #[descending] c: i8 => range [in],
            } },
        ]
    }

    /// Returns keys like those in section 13 of `layout.md`, in Kiji, in Phoenix, and in a guide to row keys.
    fn keys_of_other_systems() -> Vec<Subject> {
        vec![
            key! { struct {
                #[salt(md5, 2)] #[pad(6)] a: u32 => neither [],
                #[descending] b: i64 => range [in],
                c: u64 => range [in],
            } },
            key! { #[rowkey(terminator = '\0')] struct {
                #[salt(md5, 2)] a: String => neither [],
                b: i32 => range [in],
                c: i64 => range [in],
            } },
            key! { #[rowkey(terminator = '\0')] #[rowkey(salt(phoenix, buckets = 10))] struct {
                a: i32 => ranges [in],
                b: String => ranges [in starts],
                #[descending] c: i64 => ranges [in],
                #[descending] d: String => ranges [in starts],
                e: i64 => ranges [in],
            } },
            key! { struct { #[salt(md5, 2, last, hex)] #[pad(10)] a: u64 => neither [] } },
        ]
    }

    laws! { mixed, aliases, namespaces, tuples, mixed_with_printable_separators, keys_of_other_systems }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [mixed, aliases, namespaces, tuples, mixed_with_printable_separators, keys_of_other_systems];
        assert_eq!(groups.map(|keys| keys().len()), [7, 4, 6, 3, 4, 4]);
    }
}

in_combinations! {
    mixed! {
        mixed_and_delimited [#[rowkey(delimiter = '\0')]]
        mixed_and_terminated [#[rowkey(terminator = '\0')]]
    }

    fn namespaces() -> Vec<Subject> {
        vec![
            key! { #[rowkey(namespace = "ns")] struct { a: String => range [in starts] } },
            key! { #[rowkey(namespace = b"\xFF")] struct { a: u8 => range [in] } },
            key! { #[rowkey(namespace = b"\x00")] struct { a: Vec<u8> => range [in starts] } },
        ]
    }

    fn tuples() -> Vec<Subject> {
        vec![
            key! { struct (0: u32 => range [in]) },
            key! { struct (0: #[salt(crc32, 1)] #[descending] Vec<u8> => ranges [in starts], 1: [u8; 2] => range [in starts]) },
        ]
    }

    laws! { mixed_and_delimited, mixed_and_terminated, namespaces, tuples }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [mixed_and_delimited, mixed_and_terminated, namespaces, tuples];
        assert_eq!(groups.map(|keys| keys().len()), [7, 7, 3, 2]);
    }
}
