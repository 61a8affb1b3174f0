//! The examples of section 14 of the layout page, made by the types themselves.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::time::Duration;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use rowkey::RowKey;
use rowkey_tests::golden::{hex, unhex};
use rust_decimal::Decimal;
use ulid::Ulid;
use uuid::Uuid;

const PAGE: &str = include_str!("../../../rowkey/docs/layout.md");

/// What stands left of the arrow, and the bytes on the right.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    let (_, section) = PAGE.split_once("\n## 14. ").unwrap();
    let lines = section.lines().filter_map(|line| line.split_once("-> "));
    lines.map(|(left, right)| (left.trim(), unhex(right))).collect()
}

/// The bytes of a key with this field alone, and that they are read back.
macro_rules! key {
    ($type:ty: $value:expr) => {{
        #[derive(Debug, PartialEq, RowKey)]
        struct Key($type);
        let bytes: Vec<u8> = Key($value).encode().into();
        assert_eq!(Key::decode(&bytes), Ok(Key($value)));
        bytes
    }};
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// chrono's own parser puts 23:59:60 where the page says.
fn time(text: &str) -> NaiveTime {
    text.parse().unwrap()
}

#[track_caller]
fn bytes_of(what: &str) -> Vec<u8> {
    let (kind, value) = what.split_once(' ').unwrap();
    match kind {
        "duration" => key!(Duration: Duration::from_secs_f64(value.strip_suffix(" s").unwrap().parse().unwrap())),
        "IPv4" => key!(Ipv4Addr: value.parse().unwrap()),
        "IPv6" => key!(Ipv6Addr: value.parse().unwrap()),
        "either," => key!(IpAddr: value.parse().unwrap()),
        "instant" => key!(DateTime<Utc>: value.parse().unwrap()),
        "time" => key!(NaiveTime: time(value)),
        "date" => match value.strip_prefix("and time ") {
            Some(value) => key!(NaiveDateTime: value.parse().unwrap()),
            None => key!(NaiveDate: date(value.strip_prefix("-000001").map_or(value, |_| "-0001-12-31"))),
        },
        "UUID" => key!(Uuid: value.parse().unwrap()),
        "ULID" => key!(Ulid: Ulid::from_string(value).unwrap()),
        "decimal" => {
            let mut decimal: Decimal = value.parse().unwrap();
            decimal.set_sign_negative(value.starts_with('-'));
            key!(Decimal: decimal)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn the_page_shows_the_bytes_of_the_types() {
    let examples = examples();
    assert_eq!(examples.len(), 26);
    for (what, bytes) in examples {
        assert_eq!(hex(&bytes_of(what)), hex(&bytes), "{what}");
    }
}

#[test]
fn a_leap_second_is_the_second_before_it() {
    let leap = time("23:59:60.5");
    assert_eq!((leap.num_seconds_from_midnight(), leap.nanosecond()), (86_399, 1_500_000_000));
}
