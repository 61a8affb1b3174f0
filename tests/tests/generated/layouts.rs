//! 32 layouts drawn from the seed 1, written by `main.rs`: change them there.

#![cfg_attr(rustfmt, rustfmt::skip)]

#[allow(unused_imports, reason = "another seed draws other types")]
use std::borrow::Cow;

#[allow(unused_imports, reason = "another seed draws other codecs")]
use rowkey_formats::{BitcoinVarint, CockroachBytes, CockroachInteger, IntegerBytes, Leb128, LittleEndian, NulTerminated, TidbBytes, TwosComplement};
#[allow(unused_imports, reason = "another seed draws other formats")]
use rowkey_formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::laws::{Space, Subject};
use rowkey_proof::{key, space};

#[allow(unused_imports, reason = "another seed draws other types")]
use super::*;

pub(crate) fn group_0() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(delimiter = '0')] #[rowkey(fields = FoundationDb)] #[rowkey(namespace = "ns")] struct {
            #[hash(with = fnv_8, 8)] #[rowkey(after = b"\0\0")] #[salt(sha256, 27)] #[rowkey(sort_key)] a: Option<f64> => neither [],
        } },
        key! { recorded #[rowkey(delimiter = b'\xFF')] struct (
            0: #[unterminated] #[rowkey(before = b"\xFF")] #[rowkey(after = b"a\xFF\0")] #[salt(phoenix, buckets = 3)] Name => ranges [],
            1: #[rowkey(before = b"\0\0")] #[rowkey(after = b"\0")] [u8; 16] => neither [],
            2: #[rowkey(before = b"\xFF")] i8 => neither [],
        ) },
        key! { recorded #[rowkey(terminator = b'\xFF')] struct {
            #[unterminated] #[rowkey(sort_key)] a: Title => ranges [],
            b: i16 => neither [],
            #[salt(xxh3, buckets = 256, digits)] c: [u8; 1] => neither [],
            d: i128 => neither [],
        } },
        key! { scanned struct {
            #[salt(sha256, buckets = 2)] #[length(varint)] a: Perhaps => ranges [],
            #[length(u8)] b: Option<Name> => range [],
            #[hash(with = fnv_4, 4)] c: Tuple => range [],
            d: Option<Vec<u8>> => range [in],
            #[hash(md5, 13, hex)] e: Option<Owner> => range [],
        } },
    ]
}

pub(crate) fn group_1() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(terminator = b'\xC3')] struct {
            #[pad(12, ' ')] #[reverse] a: Title => range [],
            b: [Option<u8>; 2] => range [in starts],
            #[length(u32, little_endian)] c: Blob => range [],
            #[hash(xxh3, 7, hex)] d: Option<Option<String>> => range [],
        } },
        key! { recorded #[rowkey(delimiter = 'a')] #[rowkey(fields = OrderedBytes)] struct {
            #[descending] a: Title => range [in starts],
            #[reverse] b: Name => range [ends],
        } },
        key! { scanned #[rowkey(delimiter = '_')] struct (
            0: #[descending] #[rowkey(codec = Memcomparable)] #[rowkey(before = b"\0")] Title => range [in starts],
            1: #[hash(sha256, 14)] #[rowkey(after = b"a\xFF\0")] Option<Vec<u8>> => range [],
            2: #[rowkey(codec = Memcomparable)] String => range [in starts],
        ) },
        key! { recorded #[rowkey(namespace = "a_")] struct {
            a: String => range [in starts],
            b: Name => range [in starts],
            #[descending] #[length(u8)] c: Vec<u8> => range [],
            #[descending] #[rowkey(sort_key)] d: Option<Box<str>> => range [in],
            #[descending] e: [u16; 3] => range [in starts],
        } },
    ]
}

pub(crate) fn group_2() -> Vec<Subject> {
    vec![
        key! { recorded struct {
            a: Digits => ranges [],
            #[reverse] b: Vec<u8> => ranges [ends],
            #[descending] c: Point => ranges [in],
            d: Tagged => ranges [],
            #[salt(md5, 1, last)] e: Point => ranges [in],
        } },
        key! { recorded #[rowkey(terminator = b'\xC3')] struct {
            a: Option<[String; 2]> => range [in],
            b: Perhaps => range [],
            #[reverse] c: Blob => range [ends],
        } },
        key! { scanned struct <'a> {
            #[length(u8)] a: &'a str => range [],
            b: &'a str => range [in starts],
            #[rowkey(sort_key)] c: Option<&'a str> => range [in],
            #[pad(15, ' ')] d: Cow<'a, str> => range [],
            e: Option<Option<String>> => range [in],
        } },
        key! { recorded #[rowkey(terminator = b'\xC3')] struct {
            #[descending] #[rowkey(before = "_r")] a: Place => ranges [in],
            #[descending] #[pad(10)] b: String => ranges [in starts],
            #[salt(xxh3, buckets = 257)] c: Name => ranges [starts],
            d: Marked => range [in],
            #[rowkey(list)] #[rowkey(before = b"\xFF")] e: Vec<char> => range [in starts],
        } },
    ]
}

pub(crate) fn group_3() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(fields = OrderedBytes)] struct {
            a: Vec<u8> => range [],
            b: Vec<u8> => range [],
            #[descending] #[rowkey(sort_key)] c: Option<Box<str>> => range [in],
            d: [u8; 0] => range [],
        } },
        key! { recorded struct (
            0: Option<Option<String>> => range [in],
            1: #[pad(4, '\0')] Box<str> => range [in starts],
            2: #[rowkey(codec = FoundationDb)] String => range [in starts],
        ) },
        key! { recorded struct {
            #[salt(murmur3, 3)] a: Name => neither [],
            #[descending] b: Groups => range [in],
            c: Place => range [in],
        } },
        key! { recorded #[rowkey(namespace = "a_")] #[rowkey(terminator = '|')] struct (
            0: #[unterminated] Title => range [],
            1: [u8; 1] => neither [],
        ) },
    ]
}

pub(crate) fn group_4() -> Vec<Subject> {
    vec![
        key! { recorded struct {
            #[salt(murmur3, buckets = 1000, digits)] #[descending] a: Option<Point> => ranges [in],
            #[unterminated] b: Title => range [],
            c: i8 => neither [],
            d: [u8; 0] => neither [],
            e: i8 => neither [],
        } },
        key! { recorded #[rowkey(fields = OrderedCode)] struct {
            #[pad(3, '\0')] a: Title => range [in starts],
            b: String => range [in starts],
            #[pad(4)] c: u8 => range [in],
            d: Blob => range [in starts],
            e: Box<[u8]> => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] #[rowkey(salt(md5, buckets = 2))] #[rowkey(namespace = b"n\xFF")] struct (
            0: #[hash(murmur3, 4)] Option<Vec<u8>> => ranges [],
            1: BytesByCodec => ranges [in],
        ) },
        key! { recorded #[rowkey(fields = OrderedCode)] #[rowkey(salt(xxh3, 1, hex))] struct {
            #[rowkey(before = "/")] a: Vec<u8> => ranges [in starts],
            #[descending] #[rowkey(before = "/")] #[rowkey(after = b"\0")] b: [u8; 16] => ranges [in starts],
        } },
    ]
}

pub(crate) fn group_5() -> Vec<Subject> {
    vec![
        key! { scanned #[rowkey(fields = OrderedCode)] struct (
            0: #[hash(xxh3, 5)] Ordered => range [],
            1: #[descending] #[pad(6)] i16 => range [in],
        ) },
        key! { scanned struct {
            a: Option<Box<str>> => range [in],
            #[hash(md5, 11, hex)] b: i128 => range [],
            #[descending] c: Event => range [in],
        } },
        key! { recorded struct {
            #[descending] a: BytesByCodec => range [in],
            #[descending] b: Box<str> => range [in starts],
            c: Blob => range [in starts],
        } },
        key! { scanned #[rowkey(delimiter = '\0')] struct <'a> {
            #[hash(sha256, 10)] a: Option<Channel> => range [],
            #[length(u64)] b: Option<Cow<'a, [u8]>> => range [],
            #[descending] #[rowkey(sort_key)] c: &'a str => range [in starts],
            #[length(u16)] d: Option<Cow<'a, [u8]>> => range [],
        } },
    ]
}

pub(crate) fn group_6() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(fields = OrderedBytes)] struct {
            #[reverse] #[pad(5, '\0')] a: Name => range [ends],
            #[descending] b: Vec<u8> => range [],
            #[descending] c: Maybe<Title> => range [in],
        } },
        key! { recorded #[rowkey(namespace = "ns")] struct {
            #[pad(39)] a: i128 => range [in],
            #[descending] #[rowkey(sort_key)] b: Maybe<Title> => range [in],
            c: [i64; 1] => range [in starts],
            #[rowkey(codec = OrderedCode)] d: Box<[u8]> => range [in starts],
        } },
        key! { recorded #[rowkey(fields = Phoenix)] #[rowkey(delimiter = '\0')] struct (
            0: #[pad(11)] Customer => range [in],
        ) },
        key! { recorded #[rowkey(delimiter = '_')] struct {
            #[unterminated] a: Box<[u8]> => range [],
            b: Number => neither [],
            c: u16 => neither [],
        } },
    ]
}

pub(crate) fn group_7() -> Vec<Subject> {
    vec![
        key! { recorded #[rowkey(fields = OrderedCode)] #[rowkey(delimiter = '_')] struct {
            #[rowkey(before = b"\xFF")] a: u8 => range [in],
            #[pad(13, '_')] b: String => range [],
            #[pad(12)] #[rowkey(after = "_r")] c: Number => range [in],
            #[descending] d: [u8; 3] => range [in starts],
            #[rowkey(after = b"\0\0")] e: Box<str> => range [in starts],
        } },
        key! { scanned #[rowkey(terminator = '\0')] #[rowkey(namespace = "")] struct {
            #[hash(sha256, 5, hex)] a: Option<String> => range [],
            #[descending] #[rowkey(sort_key)] b: Channel => range [in],
            #[reverse] c: Name => range [ends],
            #[rowkey(codec = TidbBytes)] #[descending] d: Option<Vec<u8>> => range [in],
            #[descending] e: Option<Vec<u8>> => range [in],
        } },
        key! { recorded #[rowkey(terminator = '\0')] #[rowkey(namespace = b"\xFF")] struct {
            #[descending] a: Option<Vec<u8>> => range [in],
            #[descending] b: Option<u8> => range [in],
            #[descending] c: Down => range [in],
            d: Option<Vec<u8>> => range [in],
            #[rowkey(sort_key)] e: InOrderedBytes => range [],
        } },
        key! { scanned #[rowkey(fields = OrderedBytes)] #[rowkey(namespace = "a_")] #[rowkey(delimiter = '\0')] struct {
            a: Option<Vec<u8>> => range [],
            #[reverse] b: [u8; 3] => range [],
            #[descending] c: Option<Name> => range [in],
            #[rowkey(sort_key)] d: Perhaps => range [in],
            #[hash(murmur3, 4, hex)] e: [u8; 1] => range [],
        } },
    ]
}

pub(crate) fn spaces() -> Vec<Space> {
    vec![
        space! { First #[rowkey(salt(sha256, 10, of(a, b, c)))] #[rowkey(terminator = '|')] #[rowkey(namespace = b"\x01\0")] struct {
            #[unterminated] a: Blob => neither [],
            b: Number => neither [],
            c: u128 => neither [],
            d: f64 => neither [],
            e: f64 => neither [],
        }
        Second #[rowkey(namespace = "b")] struct {
            #[descending] #[rowkey(before = b"a\xFF\0")] a: Option<i64> => range [in],
            #[descending] b: Blob => range [in starts],
            #[rowkey(before = "/")] c: Option<char> => range [in],
            #[rowkey(sort_key)] d: [u8; 0] => range [in starts],
            #[rowkey(after = b"\0\0")] e: String => range [in starts],
        } },
        space! { First #[rowkey(fields = FoundationDb)] #[rowkey(namespace = "a/")] struct {
            #[pad(7)] #[descending] a: Title => range [in starts],
            #[pad(20)] #[rowkey(sort_key)] b: i64 => range [in],
        }
        Second #[rowkey(fields = FoundationDb)] #[rowkey(namespace = b"\x01\0")] struct {
            #[reverse] a: Box<[u8]> => range [ends],
            #[length(u16)] b: Option<Vec<u8>> => range [],
            #[pad(9)] #[descending] c: Number => range [in],
            d: u64 => range [in],
            #[descending] e: f64 => range [in],
        }
        Third #[rowkey(namespace = b"\xFF\xFF")] struct {
            #[descending] a: Option<Box<str>> => range [in],
            #[descending] b: State => range [],
            c: InOrderedBytes => range [],
            #[descending] d: Perhaps => range [in],
        } },
        space! { First #[rowkey(delimiter = '\0')] #[rowkey(namespace = b"\xFF\xFF")] struct {
            a: char => range [in],
            #[descending] b: Option<Point> => range [in],
            c: Title => range [in starts],
        }
        Second #[rowkey(fields = Phoenix)] #[rowkey(namespace = b"\xFFn")] struct {
            #[salt(xxh3, 1)] a: Title => ranges [in starts],
            #[descending] b: u32 => range [in],
            #[pad(10, '_')] c: Name => range [],
        }
        Third #[rowkey(namespace = "a_")] struct {
            #[reverse] a: Box<str> => range [ends],
            #[length(varint)] #[rowkey(before = b"a\xFF\0")] #[rowkey(sort_key)] b: Box<str> => range [],
            #[rowkey(codec = OrderedBytes)] c: f32 => range [in],
        } },
        space! { First #[rowkey(namespace = "b")] struct {
            a: InTidb => range [in],
            #[rowkey(list)] #[rowkey(before = b"a\xFF\0")] #[rowkey(sort_key)] b: Vec<char> => range [in starts],
        }
        Second #[rowkey(fields = OrderedCode)] #[rowkey(namespace = b"\x01\0")] struct {
            #[descending] #[salt(phoenix, buckets = 1)] #[pad(18, ' ')] #[rowkey(after = b"\xFF")] a: String => ranges [],
            #[rowkey(before = "_r")] b: u32 => range [in],
            #[length(u32, little_endian)] c: Vec<u8> => range [],
            #[rowkey(before = b"a\xFF\0")] d: Name => range [in starts],
            #[rowkey(after = b"\0\0")] #[rowkey(sort_key)] e: Name => range [in starts],
        }
        Third #[rowkey(namespace = "a/")] struct {
            #[reverse] a: [u8; 16] => range [],
            #[length(u8)] #[rowkey(after = b"\xFF")] b: String => range [],
            #[descending] #[length(u32, little_endian)] c: Blob => range [],
            #[descending] d: Option<Box<str>> => range [in],
        } },
    ]
}
