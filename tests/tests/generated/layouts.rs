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
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: Option<char> => range [in],
            #[descending] b: Box<str> => range [in starts],
            #[hash(md5, 11)] c: i16 => range [],
            #[hash(md5, 16)] d: Perhaps => range [],
            #[rowkey(list)] e: Vec<String> => range [in starts],
        } },
        key! { scanned #[rowkey(salt(md5, 1, of(c, a)))] #[rowkey(delimiter = '\0')] struct <'a> {
            a: Option<&'a [u8]> => ranges [in],
            #[descending] b: Option<String> => ranges [in],
            #[length(u32, little_endian)] c: Option<&'a str> => ranges [],
            #[rowkey(list)] d: Vec<Option<String>> => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            a: Blob => range [in starts],
            b: Option<Name> => range [in],
            #[hash(murmur3, 4)] c: Option<u8> => range [],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = "")] struct (
            0: #[salt(crc32, 1, last)] #[hash(sha256, 20)] Ordered => ranges [],
        ) },
        key! { scanned #[rowkey(terminator = '_')] #[rowkey(namespace = b"n\xFF")] #[rowkey(fields = Phoenix)] struct (
            0: Option<Box<str>> => ranges [in],
            1: #[salt(md5, buckets = 2, digits)] #[descending] #[length(u16)] #[rowkey(before = b"\0\0")] Option<Name> => ranges [],
        ) },
        key! { scanned struct {
            a: Option<Groups> => range [in],
            b: Blob => range [in starts],
            c: Box<str> => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            a: Option<Option<String>> => range [in],
            b: BytesByCodec => range [in],
            c: Event => range [in],
            d: Ordered => range [in],
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
        key! { scanned #[rowkey(delimiter = '0')] struct {
            #[rowkey(codec = TidbBytes)] #[rowkey(before = b"a\xFF\0")] a: String => ranges [in],
            #[salt(phoenix, buckets = 3)] b: BytesByCodec => ranges [],
            #[unterminated] c: Box<[u8]> => range [],
            #[rowkey(before = b"\0\0")] d: [u8; 1] => neither [],
        } },
        key! { scanned #[rowkey(delimiter = '|')] #[rowkey(fields = Tidb)] struct {
            a: [u8; 16] => range [in starts],
            #[reverse] b: Title => range [ends],
        } },
        key! { scanned #[rowkey(namespace = b"\xFF")] struct {
            a: Option<Point> => range [in],
            #[descending] b: Option<Box<str>> => range [in],
            c: Option<String> => range [in],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '_')] struct {
            #[descending] a: Digits => range [],
            #[hash(murmur3, 4)] b: Option<char> => range [],
            c: Option<Name> => range [],
            d: BytesByCodec => range [in],
        } },
        key! { scanned #[rowkey(terminator = 'a')] struct {
            a: Option<[String; 2]> => range [in],
            b: u16 => range [in],
            #[rowkey(list)] c: Vec<char> => range [in starts],
        } },
        key! { scanned #[rowkey(salt(sha256, 1))] struct {
            a: Option<[String; 2]> => ranges [in],
            #[unterminated] b: Box<str> => ranges [],
            c: u8 => neither [],
            d: Number => neither [],
        } },
        key! { scanned #[rowkey(namespace = "a_")] struct {
            #[descending] #[length(u8)] a: Vec<u8> => range [],
            #[descending] b: Option<Box<str>> => range [in],
            #[descending] c: Maybe<Maybe<Customer>> => range [in],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(fields = OrderedCode)] #[rowkey(delimiter = '\0')] struct {
            #[reverse] a: Title => range [ends],
            b: String => range [in starts],
            c: Box<[u8]> => range [in starts],
            #[reverse] #[pad(5)] d: i8 => range [],
        } },
        key! { scanned #[rowkey(namespace = "ns")] #[rowkey(delimiter = '|')] struct {
            a: Blob => ranges [starts],
            #[descending] b: [Option<u8>; 2] => ranges [in starts],
            #[salt(md5, 1, last)] c: Box<[u8]> => ranges [starts],
            #[descending] d: char => range [in],
            #[descending] e: Typed8 => range [],
        } },
        key! { scanned #[rowkey(delimiter = '|')] #[rowkey(fields = OrderedBytes)] #[rowkey(namespace = b"\xFF")] struct (
            0: i16 => ranges [in],
            1: #[descending] [u8; 0] => ranges [],
            2: #[pad(1, '_')] #[salt(crc32, buckets = 257, digits)] #[descending] Box<str> => ranges [],
        ) },
        key! { scanned struct {
            #[descending] #[salt(sha256, 1)] a: Option<Name> => ranges [in],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned struct (
            0: #[rowkey(codec = NulTerminated)] Option<Vec<u8>> => range [],
            1: Box<[u8]> => range [in starts],
            2: Maybe<Maybe<Customer>> => range [in],
        ) },
        key! { scanned #[rowkey(delimiter = '0')] struct {
            #[reverse] #[pad(18)] a: Name => range [ends],
            b: Option<Name> => range [],
            #[descending] #[pad(39)] c: u128 => range [in],
            #[rowkey(optional)] d: Option<Event> => range [in],
        } },
        key! { scanned #[rowkey(namespace = "ns")] struct {
            #[pad(6)] a: u16 => ranges [in],
            b: Option<char> => ranges [in],
            #[descending] c: Option<Vec<u8>> => ranges [in],
            #[salt(xxh3, 1, last)] #[rowkey(list)] d: Vec<[u8; 3]> => ranges [in starts],
        } },
        key! { scanned struct {
            #[reverse] a: Title => range [ends],
            #[descending] b: Option<Option<i16>> => range [in],
            #[rowkey(list)] #[rowkey(before = "_r")] c: Vec<char> => range [in starts],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = b"\0")] #[rowkey(salt(crc32, buckets = 257))] #[rowkey(terminator = ' ')] struct <'a> (
            0: Name => ranges [starts],
            1: Maybe<Text<'a>> => ranges [],
            2: Option<char> => ranges [in],
        ) },
        key! { scanned #[rowkey(fields = FoundationDb)] #[rowkey(terminator = '\0')] struct {
            a: Customer => range [in],
            #[length(u8)] #[descending] b: Perhaps => range [],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[descending] a: Box<[u8]> => range [in starts],
            b: Option<Point> => range [in],
            #[pad(12, 'x')] #[descending] c: String => range [],
            #[descending] d: Option<Box<str>> => range [in],
            #[descending] e: Maybe<Title> => range [in],
        } },
        key! { scanned struct {
            #[length(u8)] a: Name => ranges [],
            #[pad(11, 'x')] #[rowkey(before = b"\0\0")] b: Title => ranges [],
            #[hash(murmur3, 4)] #[salt(phoenix, buckets = 101, digits)] c: Option<Place> => ranges [],
            #[reverse] d: Box<[u8]> => range [ends],
            e: Option<Event> => range [in],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] #[rowkey(salt(xxh3, buckets = 100, of(b, a, d, c)))] #[rowkey(terminator = '\0')] struct {
            #[rowkey(codec = Phoenix)] a: Maybe<Title> => ranges [in],
            b: [Vec<u8>; 2] => ranges [in starts],
            c: Option<Box<str>> => ranges [in],
            d: Option<String> => ranges [in],
        } },
        key! { scanned struct {
            #[pad(4)] a: i8 => range [in],
            #[pad(10)] b: i32 => range [in],
            #[rowkey(codec = Leb128)] c: u32 => range [],
        } },
        key! { scanned #[rowkey(delimiter = b'\xC3')] #[rowkey(namespace = "")] struct (
            0: Maybe<Title> => range [],
            1: #[reverse] #[rowkey(after = b"\xFF")] u16 => range [],
            2: #[rowkey(optional)] Maybe<Maybe<Customer>> => range [in],
        ) },
        key! { scanned struct {
            a: Box<[u8]> => range [in starts],
            #[hash(md5, 8)] b: Option<Place> => range [],
            c: Vec<u8> => range [in starts],
        } },
    ]
}
