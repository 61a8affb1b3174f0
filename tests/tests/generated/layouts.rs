//! 32 layouts drawn from the seed 1, written by `main.rs`: change them there.

#![cfg_attr(rustfmt, rustfmt::skip)]

#[allow(unused_imports, reason = "another seed draws other types")]
use std::borrow::Cow;

#[allow(unused_imports, reason = "another seed draws other codecs")]
use rowkey::formats::{BitcoinVarint, CockroachBytes, CockroachInteger, Leb128, NulTerminated, TidbBytes};
#[allow(unused_imports, reason = "another seed draws other formats")]
use rowkey::formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::laws::{Space, Subject};
use rowkey_proof::{key, space};

#[allow(unused_imports, reason = "another seed draws other types")]
use super::*;

pub(crate) fn group_0() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = "ns")] #[rowkey(delimiter = '0')] #[rowkey(fields = FoundationDb)] struct {
            #[hash(with = fnv_8, 8)] #[rowkey(after = b"\0\0")] #[salt(sha256, 27)] a: Option<f64> => neither [],
        } },
        key! { recorded #[rowkey(delimiter = 'a')] struct {
            a: Option<Box<str>> => range [],
            b: [u16; 3] => range [in starts],
            c: Title => range [in starts],
        } },
        key! { recorded #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(delimiter = '\0')] #[rowkey(fields = OrderedCode)] struct {
            #[pad(17, 'x')] #[reverse] a: Box<str> => range [],
            #[descending] #[little_endian] #[bytes(4)] b: Number => range [],
            #[descending] #[pad(22)] c: u64 => range [in],
            #[descending] #[pad(6, '_')] d: Box<str> => range [],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[descending] a: Option<Option<String>> => range [in],
            #[hash(with = fnv_4, 4)] #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0")] b: Tuple => range [],
            #[rowkey(before = b"\0\0")] c: Option<Vec<u8>> => range [in],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(terminator = '_')] struct {
            a: [u8; 0] => range [in starts],
            #[bytes(6)] b: Customer => range [in],
            c: Option<Name> => range [],
            #[descending] d: Down => range [in],
            e: Name => range [in starts],
        } },
        key! { recorded struct {
            #[descending] a: Single => range [in],
            b: Vec<u8> => range [in starts],
            c: Option<Option<String>> => range [in],
            d: BytesByCodec => range [in],
            #[descending] e: Tagged => range [],
        } },
        key! { scanned struct <'a> {
            #[length(u8)] a: &'a str => range [],
            b: &'a str => range [in starts],
            c: Option<&'a str> => range [in],
            #[pad(15, ' ')] d: Cow<'a, str> => range [],
            e: Option<Option<String>> => range [in],
        } },
        key! { recorded #[rowkey(terminator = '\0')] struct {
            a: Option<Option<String>> => range [in],
            b: BytesByCodec => range [in],
            c: InOrderedBytes => range [],
            d: [u8; 16] => range [in starts],
        } },
    ]
}

pub(crate) fn group_2() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            #[pad(12)] #[descending] a: Name => range [in starts],
            #[hash(with = fnv_4, 4)] b: Option<[u8; 2]> => range [],
        } },
        key! { recorded #[rowkey(delimiter = '0')] struct {
            a: Perhaps => neither [],
            b: Option<Name> => neither [],
            c: Blob => neither [],
            #[salt(md5, 8)] #[pad(11)] d: Customer => neither [],
        } },
        key! { recorded #[rowkey(salt(sha256, buckets = 16))] #[rowkey(fields = FoundationDb)] struct {
            #[pad(10)] a: Number => ranges [in],
            b: Option<String> => ranges [in],
        } },
        key! { recorded #[rowkey(namespace = b"\xFF")] struct {
            a: Option<[u8; 2]> => range [in],
            #[descending] b: Option<Box<str>> => range [in],
            c: Option<String> => range [in],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(delimiter = '_')] #[rowkey(salt(murmur3, 1, last, of(a, c, b)))] struct {
            #[descending] a: u32 => ranges [in],
            #[rowkey(codec = Memcomparable)] b: Option<Box<str>> => ranges [in],
            #[descending] #[pad(10)] c: Box<str> => ranges [in starts],
            #[pad(7)] d: i16 => range [in],
        } },
        key! { scanned #[rowkey(fields = Tidb)] struct {
            a: Vec<u8> => range [in starts],
            #[hash(md5, 11, hex)] b: f64 => range [],
            #[pad(4)] c: u16 => range [in],
        } },
        key! { recorded #[rowkey(fields = OrderedBytes)] #[rowkey(delimiter = '\x7F')] struct {
            a: Maybe<Title> => range [in],
            b: Box<[u8]> => range [],
            c: Option<Box<str>> => range [in],
            #[descending] #[length(varint)] d: Option<Name> => range [],
        } },
        key! { recorded #[rowkey(namespace = "a_")] struct {
            #[descending] #[length(u8)] a: Vec<u8> => range [],
            #[descending] b: Option<Box<str>> => range [in],
            #[descending] c: [u16; 3] => range [in starts],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(delimiter = '\0')] struct {
            #[descending] #[pad(39)] a: i128 => range [in],
            b: Box<[u8]> => range [in starts],
            #[pad(2)] c: Box<str> => range [in starts],
            #[descending] d: Option<Vec<u8>> => range [in],
        } },
        key! { scanned #[rowkey(fields = Memcomparable)] struct (
            0: Vec<u8> => range [in starts],
            1: #[hash(with = fnv_8, 8, hex)] Vec<u8> => range [],
            2: Maybe<Title> => range [in],
        ) },
        key! { recorded #[rowkey(fields = Phoenix)] struct {
            #[rowkey(before = b"\xFF")] a: Maybe<Title> => range [in],
            b: Perhaps => range [in],
            #[pad(6, '_')] #[descending] c: String => range [],
            #[length(u8)] #[rowkey(before = b"\0")] d: Perhaps => range [],
        } },
        key! { recorded #[rowkey(namespace = "a_")] #[rowkey(fields = OrderedCode)] struct {
            #[reverse] a: i16 => range [],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(salt(xxh3, buckets = 100, of(b, a, d, c)))] #[rowkey(terminator = '\0')] struct {
            a: Box<[u8]> => ranges [in starts],
            #[rowkey(codec = OrderedCode)] b: [u8; 16] => ranges [in starts],
            #[pad(6)] c: u16 => ranges [in],
            d: Vec<u8> => ranges [in starts],
        } },
        key! { recorded #[rowkey(fields = Tidb)] struct {
            #[salt(xxh3, buckets = 1000, digits)] #[little_endian] #[bytes(2)] #[rowkey(before = b"\xFF")] a: u16 => ranges [],
            #[rowkey(before = b"\xFF")] b: Option<Box<str>> => range [in],
            #[reverse] c: Box<str> => range [ends],
        } },
        key! { recorded #[rowkey(salt(xxh3, buckets = 65537, digits, of(b, d, c)))] #[rowkey(fields = FoundationDb)] struct {
            #[pad(21)] a: u64 => neither [],
            b: f64 => neither [],
            #[descending] #[length(u32, little_endian)] c: Option<String> => neither [],
            d: Vec<u8> => neither [],
        } },
        key! { recorded #[rowkey(delimiter = '0')] #[rowkey(namespace = b"n\xFF")] struct {
            #[rowkey(before = "_r")] #[salt(murmur3, 1, last)] a: Marked => ranges [in],
            #[rowkey(list)] b: Vec<char> => range [in starts],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(delimiter = b'\xFF')] #[rowkey(namespace = b"\xFF")] struct {
            #[unterminated] #[rowkey(before = b"\xFF")] #[rowkey(after = b"a\xFF\0")] a: Blob => ranges [],
            #[rowkey(before = b"\0\0")] #[rowkey(after = b"\0")] b: Number => neither [],
            #[rowkey(before = b"\xFF")] c: u8 => neither [],
            #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0\0")] d: [u8; 16] => neither [],
            #[salt(xxh3, 1, hex)] e: i8 => neither [],
        } },
        key! { scanned #[rowkey(terminator = '\x7F')] struct {
            #[hash(murmur3, 4)] #[rowkey(before = b"a\xFF\0")] a: Perhaps => range [],
            #[descending] #[pad(3, 'x')] b: Title => range [],
            #[hash(crc32, 4)] c: State => range [],
            #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0\0")] d: Option<Name> => range [],
        } },
        key! { recorded struct {
            #[rowkey(before = b"\0\0")] #[rowkey(after = b"\xFF")] a: Tagged => range [],
            #[rowkey(before = b"\xFF")] b: Option<Name> => range [in],
            #[rowkey(before = b"a\xFF\0")] #[rowkey(after = b"\xFF")] c: BytesByCodec => range [in],
        } },
        key! { scanned struct {
            #[pad(3, ' ')] #[reverse] #[rowkey(before = b"a\xFF\0")] a: String => range [],
            #[hash(crc32, 4)] b: Box<[u8]> => range [],
            #[hash(with = fnv_8, 8)] c: Box<[u8]> => range [],
            d: Single => range [in],
            #[rowkey(optional)] e: Option<bool> => range [in],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(fields = OrderedCode)] struct {
            #[descending] #[rowkey(before = b"\xFF")] a: Vec<u8> => range [in starts],
            #[descending] b: Box<str> => range [in starts],
            #[descending] c: [u8; 3] => range [in starts],
        } },
        key! { scanned #[rowkey(salt(md5, buckets = 2))] struct <'a> {
            #[reverse] a: Box<[u8]> => ranges [ends],
            #[rowkey(codec = NulTerminated)] b: String => ranges [],
            c: Lent<'a> => ranges [in starts],
            #[descending] d: Cow<'a, str> => ranges [in starts],
        } },
        key! { recorded #[rowkey(fields = Phoenix)] struct {
            #[descending] a: [u8; 3] => range [in starts],
            #[rowkey(before = "_r")] b: [u8; 1] => range [in starts],
        } },
        key! { recorded #[rowkey(fields = Phoenix)] struct {
            #[rowkey(after = b"\0\0")] a: Option<Name> => range [in],
            #[length(u16)] b: Vec<u8> => range [],
            #[descending] #[length(u64)] c: Blob => range [],
        } },
    ]
}

pub(crate) fn spaces() -> Vec<Space> {
    vec![
        space! { First #[rowkey(namespace = "a/")] struct {
            #[little_endian] a: i128 => range [],
            b: Option<Option<String>> => range [in],
            #[descending] c: BytesByCodec => range [in],
            #[descending] #[pad(15)] d: Name => range [in starts],
        }
        Second #[rowkey(terminator = '|')] #[rowkey(namespace = "a_")] struct {
            #[unterminated] a: Title => range [],
            #[rowkey(before = b"\0")] b: f64 => neither [],
            #[rowkey(before = "_r")] c: i64 => neither [],
            d: [u8; 0] => neither [],
            e: i64 => neither [],
        } },
        space! { First #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: Option<Box<str>> => range [in],
            #[reverse] b: Box<[u8]> => range [ends],
            #[descending] c: Maybe<Maybe<Customer>> => range [in],
            #[rowkey(optional)] d: Option<Number> => range [in],
        }
        Second #[rowkey(namespace = b"\xFFn")] struct {
            #[descending] a: [Option<u8>; 2] => range [in starts],
            b: Vec<u8> => range [in starts],
            c: Vec<u8> => range [in starts],
            d: String => range [in starts],
        }
        Third #[rowkey(salt(sha256, 1, hex))] #[rowkey(delimiter = 'a')] #[rowkey(namespace = "a/")] struct {
            a: Option<Name> => ranges [],
            #[length(u64)] b: Box<str> => ranges [],
            c: State => ranges [],
            #[rowkey(optional)] d: Option<Point> => ranges [in],
        }
        Fourth #[rowkey(fields = OrderedBytes)] #[rowkey(delimiter = ' ')] #[rowkey(namespace = "a_")] struct {
            a: Perhaps => ranges [in],
            b: [u8; 3] => ranges [],
            #[descending] c: Option<Name> => ranges [in],
            #[salt(crc32, buckets = 1000)] d: [u8; 16] => ranges [],
        } },
        space! { First #[rowkey(fields = OrderedBytes)] #[rowkey(namespace = b"\xFF\xFF")] struct {
            #[rowkey(before = b"a\xFF\0")] a: Perhaps => range [in],
            #[descending] #[rowkey(after = b"\0\0")] b: Maybe<Title> => range [in],
            #[pad(10, '_')] c: String => range [],
            #[pad(5)] #[rowkey(before = b"\0")] d: Name => range [in starts],
        }
        Second #[rowkey(delimiter = '_')] #[rowkey(salt(crc32, 3, hex))] #[rowkey(namespace = "a/")] struct {
            #[unterminated] a: Box<[u8]> => neither [],
            #[rowkey(after = "_r")] b: i32 => neither [],
        }
        Third #[rowkey(delimiter = '\0')] #[rowkey(namespace = "b")] struct {
            #[descending] a: Option<Point> => range [in],
            b: Title => range [in starts],
        } },
        space! { First #[rowkey(delimiter = ' ')] #[rowkey(salt(murmur3, 1))] #[rowkey(fields = Memcomparable)] #[rowkey(namespace = "a_")] struct {
            a: Option<Vec<u8>> => ranges [in],
            b: Option<String> => ranges [in],
            c: Option<String> => ranges [in],
            #[reverse] d: u8 => ranges [],
        }
        Second #[rowkey(namespace = b"\xFFn")] struct {
            #[rowkey(list)] a: Vec<[u8; 3]> => range [in starts],
        } },
    ]
}
