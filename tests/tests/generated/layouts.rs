//! 32 layouts drawn from the seed 1, written by `main.rs`: change them there.

#![cfg_attr(rustfmt, rustfmt::skip)]

#[allow(unused_imports, reason = "another seed draws other types")]
use std::borrow::Cow;

#[allow(unused_imports, reason = "another seed draws other codecs")]
use rowkey::codecs::{BitcoinVarint, CockroachBytes, CockroachInteger, Leb128, NulTerminated, TidbBytes};
#[allow(unused_imports, reason = "another seed draws other formats")]
use rowkey::formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::key;
use rowkey_proof::laws::Subject;

#[allow(unused_imports, reason = "another seed draws other types")]
use super::*;

pub(crate) fn group_0() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = b'\xFF')] struct {
            #[pad(5, 'x')] #[descending] a: String => range [],
        } },
        key! { scanned struct {
            #[descending] a: Option<Vec<u8>> => range [in],
            b: Maybe<Title> => range [in],
            #[hash(murmur3, 4, hex)] c: i32 => range [],
            #[rowkey(optional)] #[rowkey(before = b"\0\0")] d: Option<bool> => range [in],
        } },
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(salt(xxh3, 5, of(c, b, d)))] struct {
            #[pad(2)] a: u8 => neither [],
            b: Vec<u8> => neither [],
            c: Option<Option<i16>> => neither [],
            #[pad(7)] d: String => neither [],
            #[pad(19, ' ')] e: String => range [],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            a: Option<Option<String>> => range [in],
            b: BytesByCodec => range [in],
            c: Marked => range [in],
            d: Maybe<Title> => range [in],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = "")] struct (
            0: #[salt(crc32, 1, last)] #[hash(sha256, 20)] Groups => ranges [],
        ) },
        key! { scanned #[rowkey(delimiter = b'\xFF')] struct {
            #[rowkey(codec = TidbBytes)] #[salt(xxh3, 1, hex)] a: String => ranges [in],
            b: BytesByCodec => range [],
            c: [u8; 16] => range [in starts],
            #[hash(murmur3, 4, hex)] d: Channel => range [],
        } },
        key! { scanned #[rowkey(fields = Tidb)] #[rowkey(delimiter = b'\xFF')] struct {
            a: Name => range [in starts],
            #[descending] b: Option<Vec<u8>> => range [in],
        } },
        key! { scanned #[rowkey(namespace = b"\xFF")] struct {
            a: Option<Place> => range [in],
            #[descending] b: Option<Box<str>> => range [in],
            c: Option<String> => range [in],
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
        key! { scanned #[rowkey(namespace = "ns")] #[rowkey(delimiter = b'\xFF')] struct {
            #[descending] #[rowkey(codec = OrderedBytes)] a: i8 => range [in],
            #[hash(crc32, 4)] b: Blob => range [],
            #[rowkey(optional)] c: Option<i64> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = b'\xC3')] struct {
            #[rowkey(before = "_r")] a: i32 => range [in],
            b: Title => range [starts],
            #[pad(10, '_')] #[rowkey(before = b"\0")] c: Title => range [],
            #[descending] #[length(varint)] #[rowkey(after = b"a\xFF\0")] d: Maybe<Title> => range [],
        } },
        key! { scanned #[rowkey(namespace = "a_")] struct {
            #[descending] #[length(u8)] a: Vec<u8> => range [],
            #[descending] b: Option<Box<str>> => range [in],
            #[descending] c: Event => range [in],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '\x7F')] struct {
            a: Single => range [in],
            #[reverse] b: Customer => range [],
            c: Typed8 => range [],
            #[reverse] d: Vec<u8> => range [ends],
        } },
        key! { scanned struct {
            #[descending] a: Option<i64> => range [in],
            #[pad(10)] #[reverse] b: Customer => range [],
        } },
        key! { scanned #[rowkey(salt(md5, buckets = 1000, of(d, c, a, b)))] #[rowkey(delimiter = b'\xC3')] struct {
            a: Option<Option<String>> => ranges [],
            b: Name => ranges [starts],
            #[length(u16)] c: Option<Vec<u8>> => ranges [],
            d: Blob => ranges [starts],
            e: Box<str> => range [in starts],
        } },
        key! { scanned struct {
            #[descending] #[salt(sha256, 1)] a: Option<Name> => ranges [in],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            #[salt(sha256, 1)] #[rowkey(after = b"\xFF")] a: Digits => ranges [],
            #[rowkey(before = b"\0")] b: Option<f64> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '_')] #[rowkey(salt(murmur3, 1, last, of(a, c, b)))] struct {
            a: Option<Box<str>> => ranges [],
            b: Option<i64> => ranges [in],
            #[hash(sha256, 23)] c: Title => ranges [],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            #[rowkey(codec = Tidb)] a: Number => ranges [in],
            #[descending] #[pad(19, '\0')] #[rowkey(before = b"\0")] b: Name => ranges [in starts],
            #[salt(phoenix, buckets = 101)] c: Perhaps => ranges [in],
            #[descending] #[rowkey(codec = Phoenix)] #[rowkey(after = b"a\xFF\0")] d: Title => range [in starts],
            #[reverse] #[rowkey(after = b"\0\0")] e: Vec<u8> => range [ends],
        } },
        key! { scanned struct {
            #[pad(21)] #[rowkey(before = b"a\xFF\0")] a: u64 => range [in],
            #[descending] b: BytesByCodec => range [in],
            #[rowkey(codec = Tidb)] c: Option<String> => range [in],
            #[descending] d: Option<Box<str>> => range [in],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            a: Option<u8> => range [in],
            #[pad(4)] #[descending] b: u8 => range [in],
            #[rowkey(optional)] c: Option<char> => range [in],
        } },
        key! { scanned #[rowkey(salt(md5, 1))] struct {
            #[rowkey(codec = Phoenix)] a: i32 => ranges [in],
            #[pad(4, '\0')] b: Box<str> => ranges [in starts],
            #[rowkey(codec = OrderedBytes)] #[rowkey(before = "/")] #[rowkey(after = "_r")] c: Option<Name> => ranges [in],
            #[rowkey(codec = OrderedBytes)] #[rowkey(before = "_r")] d: Name => ranges [in starts],
            e: Ordered => ranges [in],
        } },
        key! { scanned struct {
            #[rowkey(codec = Memcomparable)] #[descending] a: Option<String> => range [in],
            b: [u8; 3] => range [in starts],
            #[descending] c: Option<Point> => range [in],
            #[decimal] d: u8 => range [],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] #[rowkey(fields = Memcomparable)] struct (
            0: #[reverse] #[salt(murmur3, buckets = 3, digits)] Vec<u8> => ranges [ends],
        ) },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(salt(murmur3, 1, of(0, 1, 2)))] #[rowkey(delimiter = '\0')] struct <'a> (
            0: Name => ranges [in starts],
            1: Maybe<Text<'a>> => ranges [in],
            2: #[descending] #[rowkey(codec = OrderedCode)] [u8; 0] => ranges [in starts],
        ) },
        key! { scanned struct {
            a: Channel => range [in],
            b: Option<Event> => range [in],
            #[unterminated] c: Name => range [],
            d: u8 => neither [],
            e: i128 => neither [],
        } },
        key! { scanned #[rowkey(fields = OrderedCode)] struct {
            #[decimal] a: u8 => range [],
            #[rowkey(before = "_r")] b: Title => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            a: Blob => ranges [in starts],
            #[rowkey(before = b"\0")] b: BytesByCodec => ranges [in],
            #[salt(murmur3, buckets = 1000)] #[hash(sha256, 25)] #[rowkey(before = b"\0\0")] c: Point => ranges [],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            a: Name => range [in starts],
            #[hash(xxh3, 5)] b: Option<String> => range [],
            c: Option<String> => range [in],
            d: Option<Vec<u8>> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct <'a> (
            0: Maybe<Text<'a>> => ranges [in],
            1: #[rowkey(before = b"\0\0")] #[salt(sha256, 1, last)] Channel => ranges [in],
        ) },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[descending] a: Option<Option<String>> => range [in],
            #[hash(sha256, 24)] #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0")] b: Perhaps => range [],
            #[rowkey(before = b"\0\0")] c: Option<Vec<u8>> => range [in],
        } },
        key! { scanned struct {
            #[hash(xxh3, 4, hex)] a: BytesByCodec => range [],
            #[hash(md5, 6, hex)] b: Option<char> => range [],
            #[pad(11, '\0')] c: Box<str> => range [in starts],
            #[rowkey(optional)] d: Option<[u8; 2]> => range [in],
        } },
    ]
}
