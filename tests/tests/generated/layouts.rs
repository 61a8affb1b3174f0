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
        key! { scanned #[rowkey(terminator = '\0')] struct {
            #[rowkey(before = b"\xFF")] #[salt(murmur3, buckets = 11, digits)] a: Option<[u8; 2]> => ranges [in],
        } },
        key! { scanned #[rowkey(delimiter = '_')] #[rowkey(namespace = "")] struct {
            #[hash(xxh3, 5)] a: Option<Vec<u8>> => range [],
        } },
        key! { scanned #[rowkey(namespace = "ns")] struct {
            #[hash(crc32, 4)] a: Box<[u8]> => range [],
            #[descending] b: Title => range [in starts],
            c: Option<i64> => range [in],
            #[descending] d: Option<Box<str>> => range [in],
            #[pad(11)] e: Title => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = 'a')] #[rowkey(namespace = b"\xFF\xFF")] struct {
            #[salt(md5, buckets = 1000, digits)] #[hash(crc32, 4)] a: Blob => ranges [],
            #[reverse] b: u64 => range [],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(terminator = ' ')] struct {
            #[reverse] a: [u8; 16] => range [],
            #[pad(7, 'x')] b: Name => range [],
            #[descending] #[pad(21)] c: u64 => range [in],
            #[descending] d: Option<i64> => range [in],
            e: Perhaps => range [in],
        } },
        key! { scanned struct {
            #[pad(4, '_')] #[rowkey(before = b"\0")] #[rowkey(after = "/")] a: Name => range [],
            b: Option<Name> => range [in],
            c: Maybe<Title> => range [in],
            d: Option<char> => range [in],
            #[rowkey(before = b"\0\0")] e: Blob => range [in starts],
        } },
        key! { scanned struct (
            0: #[reverse] #[pad(17)] Name => range [ends],
            1: #[hash(crc32, 4)] #[rowkey(after = b"\0\0")] Blob => range [],
        ) },
        key! { scanned struct (
            0: #[descending] Title => range [in starts],
            1: Box<[u8]> => range [in starts],
        ) },
    ]
}

pub(crate) fn group_2() -> Vec<Subject> {
    vec![
        key! { scanned struct (
            0: Perhaps => ranges [in],
            1: #[hash(crc32, 4, hex)] #[salt(md5, buckets = 257)] Vec<u8> => ranges [],
        ) },
        key! { scanned #[rowkey(delimiter = b'\xFF')] #[rowkey(namespace = b"\xFF")] struct {
            #[pad(3)] #[salt(xxh3, 1, hex)] #[descending] #[rowkey(before = b"\0")] a: u8 => ranges [in],
            #[reverse] b: Blob => range [ends],
            #[hash(md5, 13, hex)] #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0\0")] c: Customer => range [],
            d: Title => range [in starts],
        } },
        key! { scanned #[rowkey(salt(phoenix, buckets = 1000))] struct {
            #[descending] #[rowkey(before = b"a\xFF\0")] a: Blob => ranges [in starts],
            #[descending] b: Vec<u8> => ranges [in starts],
            #[descending] c: Box<str> => ranges [in starts],
            #[pad(6)] #[rowkey(before = b"\xFF")] #[rowkey(after = b"\0")] d: i16 => ranges [in],
            #[pad(7)] #[rowkey(before = b"a\xFF\0")] e: Box<str> => ranges [in starts],
        } },
        key! { scanned #[rowkey(namespace = "ns")] struct <'a> {
            #[descending] a: Title => ranges [in starts],
            #[descending] b: bool => ranges [in],
            c: [u8; 1] => ranges [in starts],
            d: Cow<'a, [u8]> => ranges [in starts],
            #[salt(xxh3, 1, last)] #[pad(11, '\0')] e: &'a str => ranges [in starts],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(salt(murmur3, buckets = 101, of(b, a, c)))] struct {
            a: Maybe<Title> => ranges [in],
            b: Option<Box<str>> => ranges [in],
            #[hash(murmur3, 4)] c: Option<Box<str>> => ranges [],
        } },
        key! { scanned #[rowkey(salt(xxh3, 3, last, of(c, b)))] struct {
            #[pad(20)] #[descending] #[rowkey(before = "/")] a: u64 => neither [],
            #[hash(xxh3, 4)] b: Vec<u8> => neither [],
            c: Option<Name> => neither [],
        } },
        key! { scanned #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: Option<String> => range [in],
        } },
        key! { scanned struct {
            a: Perhaps => range [in],
            #[rowkey(before = b"\0\0")] #[rowkey(after = b"\xFF")] b: Option<Option<String>> => range [in],
            #[pad(8, ' ')] #[descending] #[rowkey(before = b"\xFF")] c: String => range [],
            #[rowkey(before = b"a\xFF\0")] #[rowkey(after = "_r")] d: Option<u8> => range [in],
            e: Perhaps => range [in],
        } },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { scanned struct {
            a: Option<Name> => range [in],
        } },
        key! { scanned #[rowkey(namespace = b"\0")] #[rowkey(delimiter = '\0')] struct {
            a: Option<String> => range [in],
        } },
        key! { scanned #[rowkey(namespace = "a_")] struct {
            #[hash(xxh3, 8)] a: Option<Place> => range [],
            #[reverse] b: Vec<u8> => range [ends],
            c: Box<[u8]> => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct {
            a: Blob => range [in starts],
            b: Option<Vec<u8>> => range [in],
            #[descending] c: Blob => range [in starts],
            #[descending] d: Option<Vec<u8>> => range [in],
            e: Box<[u8]> => range [in starts],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = b'\xFF')] #[rowkey(salt(phoenix, buckets = 256))] struct {
            #[descending] #[rowkey(before = "_r")] a: Place => ranges [in],
            #[descending] #[pad(38)] b: u128 => ranges [in],
            c: Perhaps => ranges [],
            #[rowkey(before = b"a\xFF\0")] #[rowkey(after = "/")] d: Option<Box<str>> => ranges [],
            #[hash(crc32, 4)] #[rowkey(before = b"\xFF")] e: f32 => ranges [],
        } },
        key! { scanned #[rowkey(terminator = '0')] struct {
            #[rowkey(before = b"\0")] #[rowkey(after = b"\xFF")] a: Vec<u8> => ranges [starts],
            #[hash(crc32, 4, hex)] #[rowkey(before = b"\xFF")] b: Option<Name> => ranges [],
            #[descending] c: [u8; 0] => ranges [in starts],
            #[rowkey(before = b"a\xFF\0")] #[salt(md5, buckets = 100, digits)] d: Option<Point> => ranges [in],
            #[pad(7, '_')] #[rowkey(before = b"\xFF")] e: Box<str> => range [],
        } },
        key! { scanned #[rowkey(delimiter = '|')] struct {
            a: Option<Box<str>> => range [],
            #[descending] b: [u8; 0] => range [in starts],
            #[descending] #[pad(2)] c: u8 => range [in],
            d: [u8; 0] => range [in starts],
            e: Box<[u8]> => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\x7F')] struct {
            #[descending] a: [u8; 16] => range [in starts],
            b: Maybe<Title> => range [in],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(namespace = b"n\xFF")] #[rowkey(delimiter = '|')] struct {
            #[pad(11)] #[reverse] a: i32 => range [],
            b: Option<String> => range [],
            #[reverse] c: Vec<u8> => range [ends],
            #[hash(murmur3, 4)] d: Title => range [],
            #[descending] e: Place => range [in],
        } },
        key! { scanned #[rowkey(terminator = '_')] struct {
            a: Option<Option<String>> => range [],
            b: Perhaps => range [],
            c: String => range [starts],
            #[hash(crc32, 4)] d: Blob => range [],
            #[descending] e: bool => range [in],
        } },
        key! { scanned struct {
            a: bool => range [in],
            #[rowkey(before = b"a\xFF\0")] b: Box<[u8]> => range [in starts],
            #[rowkey(before = "/")] c: Option<Name> => range [in],
            #[rowkey(after = "_r")] d: [u8; 16] => range [in starts],
            #[hash(md5, 7)] #[rowkey(before = b"\xFF")] e: Option<Option<String>> => range [],
        } },
        key! { scanned #[rowkey(delimiter = 'a')] #[rowkey(namespace = b"n\xFF")] struct {
            a: Number => ranges [in],
            b: Maybe<Maybe<Customer>> => ranges [in],
            #[salt(murmur3, 1, last, hex)] c: Perhaps => ranges [in],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '|')] struct {
            #[descending] a: Down => range [in],
            #[reverse] b: Title => range [ends],
            #[hash(crc32, 4)] c: [u8; 0] => range [],
            #[reverse] d: Vec<u8> => range [ends],
        } },
        key! { scanned struct (
            0: Option<String> => range [in],
            1: #[hash(murmur3, 4)] Blob => range [],
            2: #[reverse] [u8; 1] => range [],
        ) },
        key! { scanned struct {
            #[pad(13, '_')] a: Box<str> => range [],
            b: f64 => range [in],
            #[pad(9, '_')] #[descending] c: String => range [],
            #[pad(8, ' ')] d: Title => range [],
            #[pad(3)] e: Title => range [in starts],
        } },
        key! { scanned #[rowkey(salt(phoenix, buckets = 7, of(b, a)))] struct {
            a: Option<String> => ranges [in],
            #[pad(15, 'x')] #[descending] b: String => ranges [],
        } },
    ]
}
