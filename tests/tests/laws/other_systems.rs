//! Tests the laws for fields that are stored as in other systems: after a length, in fewer bytes, little-endian, in
//! two's complement, in unpadded digits, in the format of a system, and with a system's codec. [`key!`] explains the
//! words after `=>`, such as `range [in]`.

use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachInteger, IntegerBytes, Leb128, LittleEndian, NulTerminated, TidbBytes,
    TwosComplement,
};
use rowkey_formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::{key, key_newtype, key_struct, laws, laws::Subject};

key_struct!(Tagged {
    #[length(u8)]
    name: String,
    #[rowkey(codec = IntegerBytes<2>)]
    code: u32,
    #[decimal]
    count: i16,
    #[rowkey(codec = LittleEndian<2>)]
    flags: u16,
});

key_struct!(Owner {
    kind: bool,
    #[rowkey(codec = FoundationDb)]
    name: String,
});

key_struct!(Point { x: i16, y: i16 });

key_struct!(Pair { id: [u8; 3], count: i16 });

/// Defines functions that return keys with such fields at every position. All keys have the given separator.
macro_rules! other_systems {
    ($($name:ident [$($key:tt)*])+) => {$(
        fn $name() -> Vec<Subject> {
            vec![
                key! { scanned $($key)* struct {
                    #[length(u16)] a: String => range [],
                    #[rowkey(codec = IntegerBytes<2>)] b: u32 => range [in],
                    #[length(u8)] c: Vec<u8> => range [],
                } },
                key! { scanned $($key)* struct {
                    #[rowkey(codec = LittleEndian<8>)] a: u64 => range [],
                    #[rowkey(codec = IntegerBytes<3>)] b: i32 => range [in],
                    #[rowkey(codec = TwosComplement<2>)] c: i16 => range [],
                    #[rowkey(codec = LittleEndian<16>)] d: i128 => range [],
                } },
                key! { $($key)* struct {
                    #[rowkey(codec = IntegerBytes<1>)] #[descending] a: i16 => range [in],
                    #[length(u32, little_endian)] #[descending] b: Vec<u8> => range [],
                    #[rowkey(codec = TwosComplement<3>)] #[descending] c: i64 => range [],
                } },
                key! { $($key)* struct <'a> {
                    #[length(varint)] a: &'a str => range [],
                    #[length(u64)] b: Option<&'a [u8]> => range [],
                    #[rowkey(codec = LittleEndian<2>)] c: Option<u16> => range [],
                } },
                key! { $($key)* struct {
                    #[decimal] a: u64 => range [],
                    #[decimal] b: Option<i8> => range [],
                    #[decimal] c: i64 => range [],
                } },
                key! { $($key)* struct {
                    #[salt(crc32, buckets = 3)] #[length(u16, little_endian)] a: String => ranges [],
                    #[decimal] b: u16 => range [],
                    #[rowkey(codec = IntegerBytes<5>)] c: u16 => range [in],
                } },
                key! { $($key)* struct {
                    #[salt(modulo, buckets = 5)] #[rowkey(codec = LittleEndian<7>)] a: i64 => ranges [],
                    b: Tagged => range [],
                    c: u8 => range [in],
                } },
            ]
        }
    )+};
}

key_struct!(Named {
    #[rowkey(before = "/")]
    name: String,
    #[descending]
    count: i16
});

key_newtype!(Byte(u8) Copy);

/// Defines functions that return keys with arrays. All keys have the given separator.
macro_rules! arrays {
    ($($name:ident [$($key:tt)*])+) => {$(
        fn $name() -> Vec<Subject> {
            vec![
                key! { scanned $($key)* struct { a: [u16; 2] => range [in starts], b: [i8; 3] => range [in starts] } },
                key! { scanned $($key)* struct { a: [String; 2] => range [in starts], b: u8 => range [in] } },
                key! { $($key)* struct {
                    #[descending] a: [Option<String>; 2] => range [in starts],
                    b: Option<[u16; 2]> => range [in],
                    c: [[u16; 2]; 2] => range [in starts],
                } },
                key! { $($key)* struct {
                    #[salt(md5, 1)] #[rowkey(before = "_")] a: [Vec<u8>; 1] => ranges [in starts],
                    #[hash(md5, 4)] b: [bool; 3] => range [],
                    #[rowkey(after = "x")] c: [Named; 2] => range [in starts],
                } },
                key! { $($key)* struct {
                    a: [u16; 0] => range [in starts], b: [Byte; 2] => range [in starts], c: [Point; 2] => range [in starts],
                } },
            ]
        }
    )+};
}

in_laws! {
    other_systems! { delimited [#[rowkey(delimiter = '_')]] }
    arrays! { escaped_arrays [] }

    fn optional_last_fields_and_lists() -> Vec<Subject> {
        vec![
            key! { scanned struct { a: u8 => range [in], #[rowkey(list)] b: Vec<String> => range [in starts] } },
            key! { scanned #[rowkey(delimiter = '_')] struct {
                a: String => range [starts], #[rowkey(list)] b: Vec<Option<Vec<u8>>> => range [in starts],
            } },
            key! { struct { a: u8 => range [in], #[rowkey(optional)] b: Option<Named> => range [in] } },
            key! { scanned struct { a: u8 => range [in], #[rowkey(optional)] b: Option<u16> => range [in] } },
            key! { scanned struct { #[rowkey(list)] a: Vec<char> => range [in starts] } },
            key! { scanned struct {
                #[salt(md5, 1)] a: u8 => ranges [in], #[rowkey(list)] b: Vec<char> => range [in starts],
            } },
            key! { struct {
                a: u16 => ranges [in], #[rowkey(optional)] #[salt(crc32, buckets = 3)] b: Option<i64> => ranges [in],
            } },
        ]
    }

    /// Returns a key in each format. The target `formats` tests more types, and compares the bytes with the systems'
    /// own libraries.
    fn formats() -> Vec<Subject> {
        vec![
            key! { #[rowkey(fields = FoundationDb)] struct { a: Option<String> => range [in], b: i64 => range [in] } },
            key! { #[rowkey(fields = Memcomparable)] struct {
                a: String => range [in starts], #[descending] b: Option<i64> => range [in],
            } },
            key! { #[rowkey(fields = OrderedCode)] struct { a: Vec<u8> => range [in starts], #[descending] b: i64 => range [in] } },
            key! { #[rowkey(fields = OrderedBytes)] struct { a: String => range [in starts], b: f64 => range [in] } },
            key! { #[rowkey(fields = Phoenix)] struct { a: String => range [in starts], #[descending] b: i32 => range [in] } },
            key! { #[rowkey(fields = Tidb)] struct { a: i64 => range [in], b: Option<String> => range [in] } },
        ]
    }

    /// Returns keys in which a FoundationDB string is before a field that a query can bound. Bytes that begin with the
    /// string and an FF belong to a greater string.
    fn bounds_after_foundation_db_strings() -> Vec<Subject> {
        vec![
            key! { recorded #[rowkey(fields = FoundationDb)] struct { a: String => range [in starts], b: u8 => range [in] } },
            key! { recorded #[rowkey(fields = FoundationDb)] #[rowkey(salt(md5, buckets = 3, of(c)))] struct {
                a: Vec<u8> => ranges [in starts], b: Option<String> => ranges [in], c: i16 => ranges [in],
            } },
            key! { recorded struct {
                #[rowkey(codec = FoundationDb)] a: Option<String> => range [in], b: String => range [in starts], c: bool => range [in],
            } },
            key! { recorded struct { a: Owner => range [in], b: Owner => range [in], c: bool => range [in] } },
            key! { recorded struct {
                a: Option<Owner> => range [in],
                #[rowkey(codec = FoundationDb)] #[rowkey(after = "")] b: String => range [in starts],
            } },
            key! { recorded struct {
                #[rowkey(codec = FoundationDb)] a: [u8; 2] => range [in starts],
                b: bool => range [in], #[rowkey(list)] c: Vec<char> => range [in starts],
            } },
        ]
    }

    #[test]
    fn random_keys_keep_the_laws() {
        bounds_after_foundation_db_strings().iter().for_each(rowkey_proof::laws::random_keys_keep_the_laws);
    }

    /// Returns keys with the codecs of other systems. The target `types-codecs` tests more of them.
    fn library_codecs() -> Vec<Subject> {
        vec![
            key! { struct {
                #[rowkey(codec = Leb128)] a: u64 => range [],
                #[rowkey(codec = BitcoinVarint)] b: u32 => range [],
            } },
            key! { struct {
                #[rowkey(codec = CockroachBytes)] a: String => range [in],
                #[rowkey(codec = CockroachInteger)] b: i64 => range [in],
            } },
            key! { struct { #[rowkey(codec = TidbBytes)] a: Option<String> => range [in], b: u8 => range [in] } },
            key! { struct { #[rowkey(codec = NulTerminated)] a: String => range [in], b: u8 => range [in] } },
            key! { struct { #[descending] #[rowkey(codec = NulTerminated)] a: Vec<u8> => range [in] } },
        ]
    }

    laws! {
        delimited, escaped_arrays, optional_last_fields_and_lists, formats, bounds_after_foundation_db_strings, library_codecs,
    }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [delimited, escaped_arrays, optional_last_fields_and_lists, formats, bounds_after_foundation_db_strings, library_codecs];
        assert_eq!(groups.map(|keys| keys().len()), [7, 5, 7, 6, 6, 5]);
    }
}

in_combinations! {
    other_systems! {
        escaped []
        nul_terminated [#[rowkey(terminator = '\0')]]
    }
    arrays! {
        delimited_arrays [#[rowkey(delimiter = '_')]]
        nul_terminated_arrays [#[rowkey(terminator = '\0')]]
    }

    fn optional_last_fields_and_lists() -> Vec<Subject> {
        vec![
            key! { struct { #[salt(md5, 1)] a: u8 => ranges [in], #[rowkey(list)] b: Vec<Named> => range [in starts] } },
            key! { struct { a: u8 => range [in], #[rowkey(list)] b: Vec<[String; 2]> => range [in starts] } },
            key! { struct { a: u8 => range [in], #[rowkey(optional)] b: Option<Option<u8>> => range [in] } },
            key! { scanned struct { #[rowkey(optional)] a: Option<[u8; 1]> => range [in] } },
            key! { scanned #[rowkey(delimiter = '_')] struct {
                a: String => range [starts], #[rowkey(list)] b: Vec<[u8; 3]> => range [in starts],
            } },
            key! { #[rowkey(terminator = '\0')] struct {
                a: String => range [in starts], #[rowkey(optional)] #[rowkey(before = "_")] b: Option<Pair> => range [in],
            } },
            key! { #[rowkey(salt(crc32, buckets = 3))] struct {
                a: u16 => ranges [in], #[rowkey(list)] b: Vec<bool> => ranges [in starts],
            } },
        ]
    }

    laws! { escaped, nul_terminated, delimited_arrays, nul_terminated_arrays, optional_last_fields_and_lists }

    #[test]
    fn no_macro_drops_a_key() {
        let groups = [escaped, nul_terminated, delimited_arrays, nul_terminated_arrays, optional_last_fields_and_lists];
        assert_eq!(groups.map(|keys| keys().len()), [7, 7, 5, 5, 7]);
    }
}
