//! 32 layouts drawn from the seed 1, written by `main.rs`: change them there.

#![cfg_attr(rustfmt, rustfmt::skip)]

#[allow(unused_imports, reason = "another seed draws other types")]
use std::borrow::Cow;

use rowkey_proof::key;
use rowkey_proof::laws::Subject;

#[allow(unused_imports, reason = "another seed draws other types")]
use super::*;

pub(crate) fn group_0() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            a: Option<Option<i16>> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = 'a')] struct {
            a: Option<Option<String>> => range [],
            b: Option<Name> => range [],
            c: Down => range [in],
            #[hash(crc32, 4)] d: i32 => range [],
        } },
        key! { scanned struct <'a> {
            a: Maybe<Text<'a>> => ranges [in],
            #[salt(murmur3, 1)] b: &'a [u8] => ranges [in starts],
            #[descending] c: Maybe<Title> => range [in],
            #[pad(9)] d: i32 => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '_')] struct {
            a: Box<[u8]> => neither [],
            #[salt(md5, 4)] #[pad(5)] #[descending] b: u8 => neither [],
            c: Perhaps => range [],
            d: Option<Box<str>> => range [in],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(terminator = ' ')] struct <'a> {
            #[pad(6)] a: u16 => range [in],
            b: Option<&'a str> => range [],
            c: Option<Box<str>> => range [in],
        } },
        key! { scanned struct <'a> (
            0: Option<&'a str> => range [in],
            1: #[descending] Lent<'a> => range [in starts],
        ) },
        key! { scanned struct {
            a: i16 => range [in],
            b: Blob => range [in starts],
            c: f64 => range [in],
            d: Option<Vec<u8>> => range [in],
            #[pad(17, '_')] #[descending] e: Box<str> => range [],
        } },
        key! { scanned #[rowkey(salt(phoenix, buckets = 257))] #[rowkey(namespace = b"\xFF")] struct <'a> {
            #[pad(4, '\0')] a: &'a str => ranges [in starts],
            b: Option<&'a str> => ranges [in],
            #[pad(10, '_')] #[descending] c: String => ranges [],
            #[reverse] #[pad(6, 'x')] d: Box<str> => ranges [],
            e: Option<&'a str> => ranges [in],
        } },
    ]
}

pub(crate) fn group_2() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            a: Vec<u8> => range [in starts],
            #[hash(crc32, 4)] b: Maybe<Title> => range [],
            c: Title => range [in starts],
            d: Perhaps => range [in],
        } },
        key! { scanned #[rowkey(terminator = 'a')] struct {
            #[descending] a: Point => range [in],
            #[pad(4)] #[descending] b: String => range [in starts],
            c: Name => range [starts],
            #[pad(20)] d: i64 => range [in],
            e: Option<String> => range [in],
        } },
        key! { scanned struct {
            #[descending] a: Option<Vec<u8>> => range [in],
            b: Point => range [in],
            #[hash(xxh3, 8)] c: Option<Name> => range [],
            #[pad(9)] d: i32 => range [in],
        } },
        key! { scanned #[rowkey(terminator = '|')] struct {
            #[salt(xxh3, buckets = 3)] a: Vec<u8> => ranges [starts],
            b: Option<Option<i16>> => range [in],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            a: Channel => range [in],
            b: Option<Box<str>> => range [in],
            c: char => range [in],
            #[descending] d: Option<Number> => range [in],
        } },
        key! { scanned #[rowkey(salt(murmur3, 2, hex, of(e)))] struct {
            #[hash(md5, 9, hex)] a: Vec<u8> => neither [],
            b: [u8; 16] => neither [],
            #[reverse] c: Vec<u8> => neither [],
            d: Option<Box<str>> => neither [],
            #[descending] e: [u8; 0] => neither [],
        } },
        key! { scanned struct <'a> {
            #[pad(4)] a: i8 => range [in],
            b: Option<&'a str> => range [in],
            c: Maybe<Title> => range [in],
            d: Option<Box<str>> => range [in],
        } },
        key! { scanned #[rowkey(namespace = "")] #[rowkey(delimiter = '|')] struct {
            #[pad(13, '_')] a: Box<str> => range [],
            b: Option<Option<String>> => range [],
            #[pad(9, '_')] #[descending] c: String => range [],
            d: Channel => range [in],
            e: Maybe<Title> => range [in],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(terminator = '\x7F')] #[rowkey(namespace = "a_")] struct {
            #[salt(crc32, buckets = 257)] a: Vec<u8> => ranges [starts],
            b: Maybe<Title> => range [],
            #[descending] #[pad(15, ' ')] c: Box<str> => range [],
            d: Digits => range [],
            e: Option<Channel> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] #[rowkey(salt(md5, buckets = 2, digits))] struct {
            a: Box<[u8]> => ranges [in starts],
            b: Option<Option<String>> => ranges [in],
            #[descending] c: Option<String> => ranges [in],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] #[rowkey(namespace = "ns")] struct <'a> {
            a: Cow<'a, str> => range [in starts],
            b: Cow<'a, [u8]> => range [in starts],
            c: Cow<'a, [u8]> => range [in starts],
            #[descending] d: Maybe<Title> => range [in],
        } },
        key! { scanned #[rowkey(delimiter = '_')] struct {
            #[reverse] #[pad(16, '\0')] a: Box<str> => range [ends],
            b: Option<bool> => range [in],
            c: Maybe<Title> => range [],
            #[hash(sha256, 12, hex)] d: Maybe<Title> => range [],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            #[descending] a: Option<Option<String>> => range [in],
            #[descending] b: Option<String> => range [in],
            #[hash(murmur3, 4)] c: Option<Box<str>> => range [],
            #[pad(10)] d: Customer => range [in],
        } },
        key! { scanned struct {
            #[descending] a: Option<char> => range [in],
            #[hash(crc32, 4)] b: Blob => range [],
            #[pad(12)] c: Box<str> => range [in starts],
            #[descending] d: [u8; 3] => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct (
            0: Option<Option<i16>> => range [in],
            1: Option<Number> => range [in],
            2: [u8; 1] => range [in starts],
        ) },
        key! { scanned #[rowkey(namespace = "")] struct {
            #[pad(6, '_')] #[descending] a: Name => range [],
            #[descending] b: Blob => range [in starts],
            #[descending] c: Option<Name> => range [in],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            #[descending] a: Option<Vec<u8>> => range [in],
            #[pad(14, 'x')] #[descending] b: String => range [],
            #[pad(12)] c: Number => range [in],
            #[reverse] d: [u8; 1] => range [],
            e: Box<str> => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '0')] struct <'a> {
            #[salt(sha256, buckets = 1000)] a: Cow<'a, [u8]> => ranges [starts],
            b: Option<&'a [u8]> => range [],
            #[pad(17, '\0')] c: Title => range [in starts],
            d: Perhaps => range [in],
        } },
        key! { scanned #[rowkey(namespace = b"n\xFF")] struct (
            0: Option<u8> => range [in],
        ) },
        key! { scanned #[rowkey(delimiter = '\0')] #[rowkey(namespace = "a_")] struct {
            a: Option<Point> => range [in],
            #[hash(sha256, 13, hex)] b: Blob => range [],
            #[hash(crc32, 4)] c: Box<[u8]> => range [],
            #[descending] d: Perhaps => range [in],
            #[pad(15, '\0')] e: Name => range [in starts],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = "a_")] struct {
            #[reverse] #[salt(xxh3, 8)] a: Vec<u8> => neither [],
        } },
        key! { scanned #[rowkey(salt(phoenix, buckets = 7, digits))] struct <'a> (
            0: #[descending] Option<&'a str> => ranges [in],
        ) },
        key! { scanned struct {
            #[hash(sha256, 28, hex)] a: u64 => range [],
            #[descending] b: State => range [],
            #[hash(md5, 12)] c: Option<i64> => range [],
            #[descending] d: f32 => range [in],
        } },
        key! { scanned #[rowkey(terminator = '\0')] struct {
            a: Perhaps => range [in],
            #[descending] b: Option<f64> => range [in],
            #[pad(19)] c: i64 => range [in],
        } },
    ]
}
