//! Tests that the examples in sections 14, 15 and 18.7 of `rowkey/docs/layout.md` have the bytes that the field types
//! encode.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::time::Duration;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use rowkey::{KeyField, RowKey, Shard};
use rowkey_formats::{Memcomparable, OrderedBytes, Phoenix};
use rowkey_proof::hex::{hex, unhex};
use rust_decimal::Decimal;
use ulid::Ulid;
use uuid::Uuid;

const PAGE: &str = include_str!("../../../rowkey/docs/layout.md");

/// Returns the examples of `layout.md`: the text left of each arrow, and the bytes right of the arrow.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    let (_, sections) = PAGE.split_once("\n## 14. ").unwrap();
    let (sections, others) = sections.split_once("\n## 17. ").unwrap();
    let (_, decimals) = others.split_once("\n### 18.7 ").unwrap();
    let lines = sections.lines().chain(decimals.lines()).filter_map(|line| line.split_once("-> "));
    let bytes = |right: &'static str| unhex(right.split_once('(').map_or(right, |(digits, _)| digits));
    lines.map(|(left, right)| (left.trim(), bytes(right))).collect()
}

/// Encodes a key with this field alone, and checks that the bytes decode to the value.
macro_rules! key_bytes {
    ($(#[$attribute:meta])* $type:ty: $value:expr) => {{
        #[derive(Debug, PartialEq, RowKey)]
        struct Key($(#[$attribute])* $type);
        let bytes: Vec<u8> = Key($value).try_encode().unwrap().into();
        assert_eq!(Key::decode(&bytes), Ok(Key($value)));
        bytes
    }};
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Parses a time. For 23:59:60, chrono returns the second 23:59:59 with at least 1,000,000,000 nanoseconds, as the page
/// says.
fn time(text: &str) -> NaiveTime {
    text.parse().unwrap()
}

fn decimal(text: &str) -> Decimal {
    text.strip_prefix("decimal ").unwrap().parse().unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Channel {
    #[code("sh")]
    Shop,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Small {
    #[code(7)]
    Seven,
}

#[derive(Debug, PartialEq, KeyField)]
enum Term {
    #[code(1)]
    Text(String),
    #[code(2)]
    Number { number: u8 },
    #[code(3)]
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Wide {
    #[code(258u16)]
    Many,
}

#[derive(Debug, PartialEq, KeyField)]
struct TextFirst {
    text: String,
    number: u8,
}

#[derive(Debug, PartialEq, KeyField)]
struct TextLast {
    number: u8,
    text: String,
}

#[derive(Debug, PartialEq, KeyField)]
struct TextDescending {
    number: u8,
    #[descending]
    text: String,
}

fn bytes_of_section_15(description: &str) -> Vec<u8> {
    let number = 7;
    let text = || "a".to_owned();
    match description {
        "format(%Y-%m-%d) date 2017-01-02" => key_bytes!(#[format("%Y-%m-%d")] NaiveDate: date("2017-01-02")),
        "descending format(%Y%m%d) date 2017-01-02" => {
            key_bytes!(#[descending] #[format("%Y%m%d")] NaiveDate: date("2017-01-02"))
        }
        "format(%H:%M:%S%.2f) time 09:05:00.25" => key_bytes!(#[format("%H:%M:%S%.2f")] NaiveTime: time("09:05:00.25")),
        "shard 99 of 100" => key_bytes!(Shard<100>: Shard::new(99).unwrap()),
        "shard 256 of 257" => key_bytes!(Shard<257>: Shard::new(256).unwrap()),
        "code \"sh\"" => key_bytes!(Channel: Channel::Shop),
        "code 7" => key_bytes!(Small: Small::Seven),
        "code 258 of 2 bytes" => key_bytes!(Wide: Wide::Many),
        "struct of \"a\", u8 7" => key_bytes!(TextFirst: TextFirst { text: text(), number }),
        "struct of u8 7, \"a\"" => key_bytes!(TextLast: TextLast { number, text: text() }),
        "struct of u8 7, descending \"a\"" => key_bytes!(TextDescending: TextDescending { number, text: text() }),
        "descending struct of u8 7, descending \"a\"" => {
            key_bytes!(#[descending] TextDescending: TextDescending { number, text: text() })
        }
        "Option of a struct of u8 7, \"a\"" => key_bytes!(Option<TextLast>: Some(TextLast { number, text: text() })),
        "variant with code 1 of \"a\"" => key_bytes!(Term: Term::Text(text())),
        "variant with code 2 of u8 7" => key_bytes!(Term: Term::Number { number }),
        "variant with code 3" => key_bytes!(Term: Term::Nothing),
        "descending variant with code 1 of \"a\"" => key_bytes!(#[descending] Term: Term::Text(text())),
        "array of u16 1, 258" => key_bytes!([u16; 2]: [1, 258]),
        "array of \"a\", \"b\"" => key_bytes!([String; 2]: [text(), "b".into()]),
        "array of Option<u8>, None, 5" => key_bytes!([Option<u8>; 2]: [None, Some(5)]),
        "descending array of \"a\", \"b\"" => key_bytes!(#[descending] [String; 2]: [text(), "b".into()]),
        other => panic!("{other}"),
    }
}

/// Encodes the value that `layout.md` describes in words, such as `IPv4 10.0.0.1`.
fn bytes_of(description: &str) -> Vec<u8> {
    let (kind, value) = description.split_once(' ').unwrap();
    match kind {
        "duration" => key_bytes!(Duration: Duration::from_secs_f64(value.strip_suffix(" s").unwrap().parse().unwrap())),
        "IPv4" => key_bytes!(Ipv4Addr: value.parse().unwrap()),
        "IPv6" => key_bytes!(Ipv6Addr: value.parse().unwrap()),
        "either," => key_bytes!(IpAddr: value.parse().unwrap()),
        "instant" => key_bytes!(DateTime<Utc>: value.parse().unwrap()),
        "time" => key_bytes!(NaiveTime: time(value)),
        "date" => match value.strip_prefix("and time ") {
            Some(value) => key_bytes!(NaiveDateTime: value.parse().unwrap()),
            // jiff writes six digits for a negative year, and chrono four.
            None => key_bytes!(NaiveDate: date(value.strip_prefix("-000001").map_or(value, |_| "-0001-12-31"))),
        },
        "UUID" => key_bytes!(Uuid: value.parse().unwrap()),
        "ULID" => key_bytes!(Ulid: Ulid::from_string(value).unwrap()),
        "decimal" => {
            let mut decimal: Decimal = value.parse().unwrap();
            // Keeps the sign of `-0`.
            decimal.set_sign_negative(value.starts_with('-'));
            key_bytes!(Decimal: decimal)
        }
        "memcomparable" => key_bytes!(#[rowkey(codec = Memcomparable)] Decimal: decimal(value)),
        "OrderedBytes" => key_bytes!(#[rowkey(codec = OrderedBytes)] Decimal: decimal(value)),
        "Phoenix" => key_bytes!(#[rowkey(codec = Phoenix)] Decimal: decimal(value)),
        _ => bytes_of_section_15(description),
    }
}

#[test]
fn the_page_shows_the_bytes_of_the_types() {
    let examples = examples();
    assert_eq!(examples.len(), 55);
    for (description, bytes) in examples {
        assert_eq!(hex(&bytes_of(description)), hex(&bytes), "{description}");
    }
}

#[test]
fn chrono_counts_a_leap_second_as_nanoseconds_of_the_second_before() {
    let leap = time("23:59:60.5");
    assert_eq!((leap.num_seconds_from_midnight(), leap.nanosecond()), (86_399, 1_500_000_000));
}
