//! Key types for the tests of `explain`, with sample keys of values from `rowkey_proof::domain`. The key types in
//! `own_codecs.rs` have user-defined codecs.

use rowkey::explain::Explanation;
use rowkey::{DecodeError, KeyField, Layout, RowKey, Shard};
use rowkey_formats::{FoundationDb, Memcomparable};
use rowkey_proof::domain;
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::time::Duration;

/// A key type with sample keys that together contain all test values of each field.
pub(crate) trait Sampled: RowKey + for<'a> rowkey::DecodeKey<'a> + Debug + 'static {
    fn samples() -> Vec<Self>;
}

/// Returns the bytes of the samples, without those that cannot be encoded. Returns none if the salt is random.
pub(crate) fn encoded<K: Sampled>() -> Vec<Vec<u8>> {
    let mut keys = Vec::new();
    if !K::LAYOUT.has_random_salt() {
        for key in K::samples() {
            if let Ok(key) = key.try_encode() {
                keys.push(key.into());
            }
        }
    }
    keys
}

type Decoded = Result<Box<dyn Debug>, DecodeError>;

/// A key type as a struct of functions. The checks take this struct instead of a type parameter, so that each check is
/// compiled once and not once for each key type.
pub(crate) struct KeyType {
    pub(crate) layout: &'static Layout,
    pub(crate) encoded: fn() -> Vec<Vec<u8>>,
    pub(crate) explain: fn(&[u8]) -> Explanation,
    pub(crate) decode: fn(&[u8]) -> Decoded,
}

impl KeyType {
    pub(crate) fn of<K: Sampled>() -> Self {
        KeyType {
            layout: K::LAYOUT,
            encoded: encoded::<K>,
            explain: K::explain,
            decode: |bytes| match K::decode(bytes) {
                Ok(key) => Ok(Box::new(key)),
                Err(error) => Err(error),
            },
        }
    }
}

/// The type of a field, with its test values.
pub(crate) trait Domain: Sized + Clone {
    fn all() -> Vec<Self>;
}

macro_rules! domains {
    ($($type:ty: $all:expr;)*) => {$(
        impl Domain for $type {
            fn all() -> Vec<Self> {
                $all
            }
        }
    )*};
}

domains! {
    Vec<[u8; 3]>: vec![vec![], vec![[0; 3]], vec![[0, 1, 0xFF], [0xFF; 3], [b'a'; 3]]];
    u8: domain::integers(); u16: domain::integers(); u32: domain::integers(); u64: domain::integers();
    u128: domain::integers(); i8: domain::integers(); i16: domain::integers(); i32: domain::integers();
    i64: domain::integers(); i128: domain::integers();
    NonZero<i16>: domain::integers::<i16>().into_iter().filter_map(NonZero::new).collect();
    f32: domain::f32s(); f64: domain::f64s(); bool: domain::bools(); char: domain::chars();
    String: domain::strings(); Vec<u8>: domain::bytes(); [u8; 3]: domain::arrays();
    Shard<300>: [0, 255, 256, 299].into_iter().filter_map(Shard::new).collect();
    Duration: vec![Duration::ZERO, Duration::new(1, 500_000_000), Duration::MAX];
    IpAddr: vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    Ipv4Addr: vec![Ipv4Addr::BROADCAST]; Ipv6Addr: vec![Ipv6Addr::LOCALHOST];
    jiff::Timestamp: vec![jiff::Timestamp::MIN, jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::MAX];
    jiff::civil::Date: vec![jiff::civil::Date::MIN, jiff::civil::date(2012, 2, 29), jiff::civil::Date::MAX];
    jiff::civil::DateTime: vec![jiff::civil::date(2013, 3, 25).at(21, 14, 50, 0)];
    chrono::NaiveDateTime: ["-0001-12-31T23:59:59.000000001", "0000-02-29T00:00:00", "9999-12-31T23:59:60.5", "+10000-01-01T00:00:00"]
        .iter().map(|text| text.parse().unwrap()).chain([chrono::NaiveDateTime::MIN, chrono::NaiveDateTime::MAX]).collect();
    chrono::DateTime<chrono::Utc>: chrono::NaiveDateTime::all().into_iter().map(|at| at.and_utc()).collect();
    chrono::NaiveTime: vec![chrono::NaiveTime::MIN, chrono::NaiveTime::from_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap()];
    time::UtcDateTime: vec![time::UtcDateTime::MIN, time::UtcDateTime::UNIX_EPOCH, time::UtcDateTime::MAX];
    uuid::Uuid: vec![uuid::Uuid::from_u128(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F)];
    ulid::Ulid: vec![ulid::Ulid::from_parts(1_645_557_742_000, 7)];
    rust_decimal::Decimal: ["0", "-0.00", "1.00", "-9.99", "79228162514264337593543950335", "0.0000000000000000000000000001"]
        .iter().map(|text| text.parse().unwrap()).chain([-rust_decimal::Decimal::ZERO]).collect();
    Place: String::all().into_iter().map(|city| Place { city, floor: -1, room: None }).collect();
    Marked: u16::all().into_iter().map(|area| Marked { area }).collect();
    Channel: vec![Channel::Taobao, Channel::Tmall];
    State: vec![State::Open, State::Closed];
    Term: String::all().into_iter().map(Term::Iri).chain(u16::all().into_iter().map(|number| Term::Number { number })).collect();
}

macro_rules! arrays_and_lists {
    ($($element:ty)+) => {$(
        impl Domain for [$element; 2] {
            fn all() -> Vec<Self> {
                let all = <$element>::all();
                all.iter().zip(all.iter().rev()).map(|(a, b)| [a.clone(), b.clone()]).collect()
            }
        }

        impl Domain for Vec<$element> {
            fn all() -> Vec<Self> {
                let mut lists: Vec<Self> = <[$element; 2]>::all().into_iter().map(Vec::from).collect();
                lists.push(Vec::new());
                lists
            }
        }
    )+};
}

arrays_and_lists! { i16 String Option<String> Place [i16; 2] }

impl<T: Domain> Domain for Option<T> {
    fn all() -> Vec<Self> {
        domain::options(T::all())
    }
}

#[derive(Debug, Clone, PartialEq, KeyField)]
pub(crate) struct Place {
    city: String,
    #[descending]
    floor: i16,
    room: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
pub(crate) struct Marked {
    #[rowkey(before = "<", after = '>')]
    area: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
pub(crate) enum Channel {
    #[code("tb")]
    Taobao,
    #[code("tm")]
    Tmall,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
pub(crate) enum State {
    #[code("o")]
    Open,
    #[code("closed")]
    Closed,
}

#[derive(Debug, Clone, PartialEq, KeyField)]
pub(crate) enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Number { number: u16 },
}

fn maximum(numbers: &[usize]) -> usize {
    numbers.iter().copied().max().unwrap_or(0)
}

/// Defines key types. Sample `n` has the `n`-th test value of each field. A field with fewer values starts again with
/// its first value.
macro_rules! keys {
    ($($(#[$key:meta])* $name:ident { $($(#[$field:meta])* $member:ident: $type:ty,)* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, RowKey)]
            $(#[$key])*
            pub(crate) struct $name { $($(#[$field])* pub(crate) $member: $type,)* }

            impl Sampled for $name {
                fn samples() -> Vec<Self> {
                    $(let $member = <$type as Domain>::all();)*
                    let mut samples = Vec::new();
                    for index in 0..maximum(&[$($member.len()),*]) {
                        samples.push(Self { $($member: $member[index % $member.len()].clone(),)* });
                    }
                    samples
                }
            }
        )*

        pub(crate) fn every_key_type() -> Vec<KeyType> {
            vec![$(KeyType::of::<$name>()),*]
        }
    };
}

keys! {
    Integers { a: u8, b: i16, c: u32, d: i64, e: u128, f: i128, g: NonZero<i16>, }
    DescendingIntegers { #[descending] a: u8, #[descending] b: i16, #[descending] g: NonZero<i16>, c: bool, }
    Scalars { a: bool, b: char, c: f32, d: f64, e: [u8; 3], }
    DescendingScalars { #[descending] a: bool, #[descending] b: char, #[descending] c: f32, #[descending] d: f64, #[descending] e: [u8; 3], }
    Padded { #[pad(6)] a: u32, #[pad(20)] b: u64, #[pad(39)] c: u128, #[pad(25)] d: u16, #[pad(8)] t: String, #[pad(9, 'x')] x: String, }
    PaddedNonZero { #[pad(6)] a: NonZero<i16>, #[pad(5)] #[descending] b: NonZero<i16>, #[pad(4)] #[reverse] c: NonZero<i16>, }
    PaddedDescending { #[pad(6)] #[descending] a: u32, #[pad(4)] #[descending] i: i8, #[pad(9)] #[descending] t: String, }
    ReversedKey { #[reverse] a: u32, #[reverse] #[pad(6)] b: u32, #[reverse] c: [u8; 3], #[reverse] s: String, #[reverse] v: Vec<u8>, #[reverse] #[pad(9)] p: String, g: u8, }
    Escaped { a: String, b: Vec<u8>, c: u8, }
    EscapedDescending { #[descending] a: String, #[descending] b: Vec<u8>, #[descending] c: Option<String>, }
    #[rowkey(terminator = '\0')]
    Terminated { a: String, #[descending] b: Vec<u8>, c: Option<String>, d: u8, }
    #[rowkey(delimiter = '_')]
    Delimited { a: u16, b: String, #[descending] c: u8, d: Option<String>, e: Option<u16>, f: String, }
    EndsOptional { a: u8, #[rowkey(optional)] b: Option<u16>, }
    Arrays { a: [i16; 2], #[descending] b: [String; 2], c: Option<[Option<String>; 2]>, d: [Place; 2], e: [[i16; 2]; 2], }
    #[rowkey(delimiter = '_')]
    EndsInTexts { a: [String; 2], #[rowkey(list)] b: Vec<String>, }
    EndsInStructs { a: bool, #[rowkey(list)] b: Vec<Place>, }
    EndsInArrays { a: bool, #[rowkey(list)] b: Vec<[i16; 2]>, }
    EndsInOptions { a: bool, #[rowkey(list)] b: Vec<Option<String>>, }
    EndsInAStruct { a: bool, #[rowkey(optional)] b: Option<Place>, }
    EndsInAList { a: bool, #[rowkey(list)] b: Vec<[u8; 3]>, }
    BeforeFixedWidths { a: u8, #[unterminated] b: String, #[pad(3)] c: u8, #[descending] d: u16, }
    #[rowkey(delimiter = '/', salt(md5, 1, of(a)))]
    DelimitedUnterminated { #[unterminated] a: Vec<u8>, #[rowkey(before = "<", after = ">")] b: u16, }
    #[rowkey(delimiter = b'\xFF')]
    DelimitedByFf { a: String, b: Option<String>, c: u16, d: Vec<u8>, }
    #[rowkey(delimiter = '\0')]
    DelimitedByZero { a: u16, #[descending] b: Option<String>, c: String, }
    #[rowkey(delimiter = '.')]
    FixedDelimited { a: u16, #[pad(5)] b: u16, c: bool, }
    #[rowkey(terminator = '\0')]
    WithConstants { #[rowkey(before = "/*")] a: u32, #[rowkey(before = "*", after = "!fd")] b: String, #[rowkey(after = "")] c: String, }
    FixedWithConstants { #[rowkey(before = "t")] a: i64, #[rowkey(before = "_r", after = b"\xFF")] b: i64, }
    #[rowkey(salt(md5, 1), delimiter = '_')]
    SaltedWithConstants { #[rowkey(before = b"\0")] a: u8, #[descending] b: Marked, #[rowkey(after = "x")] c: u8, }
    Options { a: Option<u16>, b: Option<String>, #[descending] c: Option<u8>, d: Option<Option<Vec<u8>>>, }
    #[rowkey(namespace = "orders/")]
    Namespaced { a: u8, b: String, }
    #[rowkey(namespace = "n")]
    SaltedFixed { #[salt(md5, 2)] #[pad(6)] a: u32, #[descending] at: i64, }
    SaltedHex { #[salt(sha256, 2, hex, last)] a: String, b: u8, }
    SaltedBuckets { #[salt(xxh3, buckets = 300)] #[descending] a: String, b: u8, }
    #[rowkey(salt(crc32, 1, of(b, a)))]
    SaltedOf { a: u8, b: String, c: u8, }
    #[rowkey(salt(murmur3, buckets = 16, digits))]
    SaltedWhole { a: u8, b: String, }
    #[rowkey(terminator = '\0', salt(phoenix, buckets = 10))]
    PhoenixKey { a: i32, b: String, c: i64, }
    ModuloKey { #[salt(modulo, buckets = 10)] a: i64, b: String, }
    ModuloDigits { #[salt(modulo, buckets = 300, digits)] #[pad(6)] #[descending] a: u32, }
    #[rowkey(namespace = "r", salt(random, buckets = 5))]
    RandomKey { a: u8, b: String, }
    Derived { place: Place, channel: Channel, #[descending] state: State, shard: Shard<300>, last: String, }
    Values { a: Duration, #[descending] b: IpAddr, c: Ipv4Addr, d: Ipv6Addr, e: Option<IpAddr>, }
    Times { a: jiff::Timestamp, #[descending] b: jiff::civil::Date, c: chrono::NaiveDateTime, d: chrono::NaiveTime, e: chrono::DateTime<chrono::Utc>, }
    Ids { a: uuid::Uuid, #[descending] b: ulid::Ulid, c: Option<time::UtcDateTime>, }
    Decimals { a: rust_decimal::Decimal, #[descending] b: rust_decimal::Decimal, }
    #[rowkey(delimiter = '_')]
    TimesAsText { #[format("%Y-%m-%d %H:%M:%S")] a: jiff::civil::DateTime, #[format("%T%.3f")] #[descending] b: chrono::NaiveTime, c: u8, }
    WiderThanTheType { #[rowkey(codec = rowkey_formats::IntegerBytes<4>)] a: i16, #[rowkey(codec = rowkey_formats::LittleEndian<3>)] b: u16, #[rowkey(codec = rowkey_formats::TwosComplement<5>)] c: i32, #[rowkey(codec = rowkey_formats::IntegerBytes<3>)] #[descending] d: NonZero<i16>, #[rowkey(codec = rowkey_formats::IntegerBytes<2>)] e: Option<u8>, #[rowkey(codec = rowkey_formats::IntegerBytes<16>)] f: i64, }
    #[rowkey(delimiter = '_')]
    Unpadded { #[decimal] a: i64, #[decimal] b: u16, c: String, }
    AfterLengths { #[length(u8)] a: String, #[length(varint)] b: Vec<u8>, #[length(u16)] c: String, }
    WithVariants { a: Term, #[descending] b: Term, c: u8, }
    #[rowkey(fields = FoundationDb)]
    InAFormat { a: String, b: i64, c: Option<u16>, d: Vec<u8>, }
    #[rowkey(fields = Memcomparable)]
    InAnotherFormat { a: String, #[descending] b: i64, c: Option<u16>, }
    #[rowkey(delimiter = '_')]
    WithASortKey { a: String, #[rowkey(before = "<")] b: u16, #[rowkey(before = "s", sort_key)] c: String, d: u8, }
    #[rowkey(namespace = "n")]
    SaltedSortKey { #[salt(md5, 2)] #[rowkey(sort_key)] a: String, b: u8, }
    LastOption { a: u8, b: Option<Vec<u8>>, }
    LastText { b: String, }
    LastBytes { a: u8, b: Vec<u8>, }
}

/// The tests of this folder compare the code that reads keys without their types with the codecs. They are complete only if the
/// key types have all encodings.
#[test]
fn the_key_types_have_every_encoding() {
    let source = include_str!("../../../rowkey/src/layout/encoding.rs");
    let (_, variants) = source.split_once("pub enum Encoding {\n").expect("the enum");
    let (variants, _) = variants.split_once("\n}").expect("the end of the enum");
    let variants = variants.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = variants.filter(|line| line.starts_with(char::is_uppercase));
    let layouts: String = every_key_type().iter().map(|key_type| format!("{:?}", key_type.layout)).collect();
    let words: std::collections::BTreeSet<_> = layouts.split(|c: char| !c.is_alphanumeric()).collect();
    let missing: Vec<_> = variants
        .map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap())
        .filter(|name| {
            // `own_codecs.rs` has key types with codecs of their own. Keys with a hash cannot be decoded.
            !words.contains(name) && !["Custom", "Hashed"].contains(name)
        })
        .collect();
    assert!(missing.is_empty(), "no key type here has the encodings {missing:?}");
}
