//! 32 layouts drawn from the seed 1, written by `main.rs`: change them there.

#![cfg_attr(rustfmt, rustfmt::skip)]

#[allow(unused_imports, reason = "another seed draws other types")]
use std::borrow::Cow;

#[allow(unused_imports, reason = "another seed draws other codecs")]
use rowkey::codecs::{BitcoinVarint, CockroachBytes, CockroachInteger, Leb128, NulTerminated, TidbBytes};
#[allow(unused_imports, reason = "another seed draws other formats")]
use rowkey::formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::laws::{Space, Subject};
use rowkey_proof::{key, space};

#[allow(unused_imports, reason = "another seed draws other types")]
use super::*;

pub(crate) fn group_0() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = b'\xFF')] struct {
            #[pad(5, 'x')] #[descending] a: String => range [],
        } },
        key! { scanned #[rowkey(salt(murmur3, 1, of(e)))] #[rowkey(delimiter = '\0')] #[rowkey(namespace = b"\0")] #[rowkey(fields = Phoenix)] struct {
            a: f32 => ranges [in],
            b: Box<str> => ranges [in starts],
            c: Option<String> => ranges [in],
            #[length(u16)] d: Box<str> => ranges [],
            #[pad(16, '_')] e: String => ranges [],
        } },
        key! { scanned #[rowkey(terminator = '_')] struct {
            #[salt(phoenix, buckets = 256)] a: Vec<u8> => ranges [starts],
            #[hash(with = fnv_8, 8, hex)] b: Option<Option<i16>> => range [],
            #[rowkey(codec = OrderedCode)] c: Vec<u8> => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct (
            0: #[descending] Option<Name> => range [in],
        ) },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned struct (
            0: #[salt(crc32, 1, last)] #[hash(murmur3, 4, hex)] Ordered => ranges [],
        ) },
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(salt(xxh3, buckets = 100, of(b, a, d, c)))] #[rowkey(terminator = '\0')] struct {
            #[rowkey(codec = Phoenix)] a: Maybe<Title> => ranges [in],
            b: [Vec<u8>; 2] => ranges [in starts],
            c: Option<Box<str>> => ranges [in],
            d: Option<String> => ranges [in],
        } },
        key! { scanned #[rowkey(salt(sha256, 1, last))] struct <'a> (
            0: Maybe<Text<'a>> => ranges [in],
            1: i64 => ranges [in],
        ) },
        key! { scanned #[rowkey(terminator = b'\xC3')] #[rowkey(salt(murmur3, 1, hex, of(a)))] #[rowkey(namespace = b"\0")] struct {
            a: Option<Option<String>> => ranges [in],
        } },
    ]
}

pub(crate) fn group_2() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(fields = Tidb)] #[rowkey(delimiter = 'a')] struct (
            0: Box<str> => range [in starts],
            1: Option<Vec<u8>> => range [in],
            2: #[reverse] [u8; 1] => range [],
        ) },
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: Option<char> => range [in],
            #[descending] b: Box<str> => range [in starts],
            #[hash(with = fnv_4, 4)] c: i16 => range [],
            #[hash(with = fnv_8, 8)] d: Perhaps => range [],
            #[rowkey(list)] e: Vec<String> => range [in starts],
        } },
        key! { scanned #[rowkey(namespace = "")] #[rowkey(terminator = '\0')] struct {
            #[descending] a: Option<Channel> => range [in],
            b: Option<Option<i16>> => range [in],
            c: BytesByCodec => range [in],
            #[descending] d: Option<Vec<u8>> => range [in],
        } },
        key! { scanned #[rowkey(namespace = "ns")] struct {
            #[hash(with = fnv_4, 4)] a: Box<[u8]> => ranges [],
            #[pad(6)] b: u16 => ranges [in],
            c: Option<char> => ranges [in],
            #[descending] d: Option<Vec<u8>> => ranges [in],
            #[salt(xxh3, 1, last)] #[rowkey(list)] e: Vec<[u8; 3]> => ranges [in starts],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            a: Maybe<Maybe<Customer>> => range [in],
            #[descending] b: Option<char> => range [in],
            #[hash(crc32, 4)] c: State => range [],
            #[hash(sha256, 26, hex)] d: Title => range [],
        } },
        key! { scanned #[rowkey(terminator = '_')] #[rowkey(namespace = b"n\xFF")] #[rowkey(fields = Phoenix)] struct (
            0: Option<Box<str>> => ranges [in],
            1: #[salt(md5, buckets = 2, digits)] #[descending] #[length(u16)] #[rowkey(before = b"\0\0")] Option<Name> => ranges [],
        ) },
        key! { scanned #[rowkey(salt(md5, 1, of(c, a)))] #[rowkey(delimiter = '\0')] struct <'a> {
            #[descending] a: Option<[u8; 2]> => ranges [in],
            #[length(u64)] b: Lent<'a> => ranges [],
            #[descending] c: Text<'a> => ranges [in starts],
            #[rowkey(list)] d: Vec<Option<String>> => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[descending] a: Box<[u8]> => range [in starts],
            b: Option<Point> => range [in],
            #[pad(12, 'x')] #[descending] c: String => range [],
            #[descending] d: Option<Box<str>> => range [in],
            #[descending] e: Maybe<Title> => range [in],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(terminator = '\0')] #[rowkey(namespace = "")] struct {
            a: Option<Number> => range [in],
            #[pad(19)] b: Title => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '0')] struct {
            #[rowkey(codec = TidbBytes)] #[rowkey(before = b"a\xFF\0")] a: String => ranges [in],
            #[salt(phoenix, buckets = 3)] b: BytesByCodec => ranges [],
            #[unterminated] c: Box<[u8]> => range [],
            #[rowkey(before = b"\0\0")] d: [u8; 1] => neither [],
        } },
        key! { scanned #[rowkey(delimiter = '_')] struct {
            #[hash(sha256, 17)] #[rowkey(before = "_r")] a: BytesByCodec => range [],
            b: Box<str> => range [starts],
            #[rowkey(before = b"\0")] c: Title => range [starts],
            #[pad(10, '_')] #[rowkey(after = b"a\xFF\0")] d: Title => range [],
            #[rowkey(codec = TidbBytes)] e: Option<String> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = b'\xC3')] #[rowkey(namespace = "")] struct (
            0: Maybe<Title> => range [],
            1: #[reverse] #[rowkey(after = b"\xFF")] u16 => range [],
            2: #[rowkey(optional)] Maybe<Maybe<Customer>> => range [in],
        ) },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned struct (
            0: #[unterminated] #[rowkey(after = b"\0\0")] Name => ranges [],
            1: #[salt(crc32, buckets = 3)] f64 => neither [],
        ) },
        key! { scanned struct <'a> {
            #[hash(xxh3, 5)] a: &'a [u8] => range [],
            #[hash(with = fnv_4, 4)] b: Option<Cow<'a, [u8]>> => range [],
            c: Option<[u8; 2]> => range [in],
            #[hash(crc32, 4, hex)] d: Option<&'a str> => range [],
            #[descending] e: Number => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '0')] #[rowkey(fields = OrderedBytes)] struct {
            #[descending] a: [u8; 1] => range [],
            #[pad(1)] b: Box<str> => range [in starts],
            #[descending] c: Vec<u8> => range [],
            d: f64 => range [in],
            e: f32 => range [in],
        } },
        key! { scanned struct {
            a: Blob => ranges [in starts],
            #[salt(sha256, buckets = 2)] b: Option<Name> => ranges [in],
            #[hash(md5, 13, hex)] c: Option<u8> => range [],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(delimiter = b'\xC3')] struct {
            a: Option<Place> => range [in],
            #[descending] b: Channel => range [in],
            #[rowkey(codec = Memcomparable)] c: Name => range [in starts],
        } },
        key! { scanned #[rowkey(namespace = "ns")] struct {
            #[reverse] a: Name => range [ends],
            b: String => range [in starts],
            c: Option<Option<String>> => range [in],
            #[rowkey(codec = Memcomparable)] d: f64 => range [in],
        } },
        key! { scanned #[rowkey(salt(md5, 1))] struct <'a> {
            #[descending] a: Option<Cow<'a, [u8]>> => ranges [in],
            #[length(u64)] #[descending] b: Maybe<Text<'a>> => ranges [],
            #[hash(md5, 4)] c: Option<Vec<u8>> => ranges [],
        } },
        key! { scanned #[rowkey(terminator = 'a')] struct {
            #[hash(with = fnv_8, 8)] #[rowkey(before = b"a\xFF\0")] a: Option<Vec<u8>> => range [],
            #[rowkey(after = "/")] b: Option<[String; 2]> => range [in],
            c: [Option<u8>; 2] => range [in starts],
            d: Option<i64> => range [in],
            #[rowkey(list)] e: Vec<Option<String>> => range [in starts],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(salt(crc32, 1, last, hex, of(c, a, b)))] struct <'a> {
            #[length(u16)] a: Name => ranges [],
            #[hash(murmur3, 4)] b: Box<[u8]> => ranges [],
            #[descending] c: Option<Place> => ranges [in],
            #[descending] d: Maybe<Text<'a>> => range [in],
        } },
        key! { scanned #[rowkey(fields = Phoenix)] struct {
            #[length(u32, little_endian)] a: Perhaps => neither [],
            #[salt(phoenix, buckets = 65537)] #[reverse] #[pad(5)] #[rowkey(before = b"\xFF")] b: Title => neither [],
            c: [u8; 16] => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[descending] a: Option<Vec<u8>> => range [in],
            #[descending] b: Name => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = 'a')] struct {
            #[length(u16)] a: Option<Box<str>> => range [],
        } },
    ]
}

pub(crate) fn spaces() -> Vec<Space> {
    vec![
        space! { First #[rowkey(fields = OrderedCode)] #[rowkey(delimiter = b'\xC3')] #[rowkey(namespace = b"\xFFn")] struct {
            #[descending] a: Vec<u8> => range [in starts],
            #[descending] b: Customer => range [in],
        }
        Second #[rowkey(namespace = "b")] struct {
            a: Option<Box<str>> => ranges [in],
            #[salt(xxh3, 1, last, hex)] b: Option<char> => ranges [in],
            #[descending] c: [i64; 1] => range [in starts],
        } },
        space! { First #[rowkey(terminator = '\0')] #[rowkey(namespace = b"\xFF\xFF")] struct {
            #[unterminated] a: Blob => range [],
            b: u32 => neither [],
        }
        Second #[rowkey(fields = Phoenix)] #[rowkey(delimiter = ' ')] #[rowkey(namespace = b"\xFFn")] struct {
            a: Option<Name> => range [in],
            #[reverse] #[pad(7, '\0')] #[rowkey(before = "_r")] #[rowkey(after = b"\0")] b: Box<str> => range [ends],
            c: u32 => range [in],
            d: Number => range [in],
            #[rowkey(before = "_r")] #[rowkey(after = b"\0")] e: Perhaps => range [in],
        }
        Third #[rowkey(delimiter = '\0')] #[rowkey(namespace = b"\0")] struct {
            #[unterminated] a: Blob => range [],
            b: Customer => neither [],
            c: bool => neither [],
        } },
        space! { First #[rowkey(terminator = '|')] #[rowkey(fields = FoundationDb)] #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: bool => range [in],
            #[length(u64)] b: Maybe<Title> => range [],
            #[length(varint)] c: Option<Box<str>> => range [],
        }
        Second #[rowkey(fields = Memcomparable)] #[rowkey(delimiter = b'\xFF')] #[rowkey(namespace = "a_")] struct {
            a: Name => range [in starts],
            #[pad(10, '\0')] b: Name => range [in starts],
            #[pad(12)] c: i32 => range [in],
            #[descending] d: [u8; 16] => range [in starts],
            e: Option<Vec<u8>> => range [in],
        }
        Third #[rowkey(salt(crc32, 1, hex, of(c)))] #[rowkey(delimiter = '|')] #[rowkey(namespace = b"\0")] struct {
            #[unterminated] a: Box<str> => ranges [],
            b: Customer => neither [],
            c: [u8; 1] => neither [],
            d: char => neither [],
            e: i32 => neither [],
        }
        Fourth #[rowkey(delimiter = '\0')] #[rowkey(namespace = "a/")] struct {
            #[descending] a: Number => range [in],
            #[rowkey(optional)] b: Option<[u8; 2]> => range [in],
        } },
        space! { First #[rowkey(namespace = "b")] struct {
            a: Option<String> => range [in],
            b: Maybe<Title> => range [in],
            c: Groups => range [in],
            d: Event => range [in],
        }
        Second #[rowkey(namespace = b"\0")] struct {
            #[descending] a: Option<Box<str>> => range [in],
            b: Option<Point> => range [in],
            #[pad(6)] c: Title => range [in starts],
            #[pad(39)] d: u128 => range [in],
        }
        Third #[rowkey(namespace = b"\xFF\xFF")] struct {
            #[unterminated] a: Title => range [],
            #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0\0")] b: i32 => neither [],
            c: [u8; 0] => neither [],
            #[rowkey(after = b"\0\0")] d: u64 => neither [],
        }
        Fourth #[rowkey(namespace = "a_")] struct {
            #[length(u64)] a: Option<Box<str>> => range [],
            #[rowkey(codec = OrderedCode)] #[descending] b: Box<[u8]> => range [in starts],
            c: Option<Option<String>> => range [in],
            d: Maybe<Title> => range [in],
            #[descending] e: [u16; 3] => range [in starts],
        } },
    ]
}
