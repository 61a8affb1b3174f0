//! Reads and prints values of types with an encoding of their own: times, addresses, ids and decimals.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::ValueKind;
use crate::wire::calendar::{self, CivilTime, Moment, NANOS_OF_SECOND, SECONDS_OF_DAY, TimeOfDay};
use crate::wire::decimal::DecimalParts;
use crate::wire::reader::Reader;
use crate::wire::tag;
use alloc::format;
use alloc::string::{String, ToString};
use core::net::{Ipv4Addr, Ipv6Addr};

pub fn read(kind: ValueKind, reader: &mut Reader<'_>) -> Result<String, DecodeError> {
    let offset = reader.offset();
    let error = |kind| DecodeError::new(offset, kind);
    let out_of_range = || error(DecodeErrorKind::OutOfRange);
    match kind {
        ValueKind::Duration => {
            let (seconds, nanos) = calendar::split_seconds(reader.array()?);
            if nanos < NANOS_OF_SECOND { Ok(format!("{seconds}{}s", fraction(nanos))) } else { Err(out_of_range()) }
        }
        ValueKind::Timestamp { first, last, leap_seconds } => {
            let (seconds, nanos) = calendar::split_timestamp(reader.array()?);
            Moment::from_timestamp(seconds, nanos)
                .filter(|_| (first..=last).contains(&seconds))
                .and_then(|Moment { days, seconds, nanos }| {
                    Some(format!("{}T{}", date(days), time(TimeOfDay { seconds, nanos }, leap_seconds, "Z")?))
                })
                .ok_or_else(out_of_range)
        }
        ValueKind::Date { first, last } => {
            let day = calendar::date_from_bytes(reader.array()?);
            if (first..=last).contains(&day) { Ok(date(day)) } else { Err(out_of_range()) }
        }
        ValueKind::Time { leap_seconds } => {
            let time_of_day = TimeOfDay::split(u64::from_be_bytes(reader.array()?));
            time(time_of_day, leap_seconds, "").ok_or_else(out_of_range)
        }
        ValueKind::DateTime { first, last, leap_seconds } => {
            let (day, time_of_day) = calendar::split_date_time(reader.array()?);
            time(time_of_day, leap_seconds, "")
                .filter(|_| (first..=last).contains(&day))
                .map(|time| format!("{}T{time}", date(day)))
                .ok_or_else(out_of_range)
        }
        ValueKind::Ipv4 => Ok(format!("{}", Ipv4Addr::from(reader.array::<4>()?))),
        ValueKind::Ipv6 => Ok(format!("{}", Ipv6Addr::from(reader.array::<16>()?))),
        ValueKind::Ip => Ok(tag::read_address(reader)?.to_string()),
        ValueKind::Uuid => {
            let id = u128::from_be_bytes(reader.array()?);
            let group = |shift: u32, digits: u32| id >> shift & ((1 << (4 * digits)) - 1);
            let (first, last) = (group(96, 8), group(0, 12));
            Ok(format!("{first:08x}-{:04x}-{:04x}-{:04x}-{last:012x}", group(80, 4), group(64, 4), group(48, 4)))
        }
        ValueKind::Ulid => Ok(ulid(u128::from_be_bytes(reader.array()?))),
        ValueKind::Decimal => {
            DecimalParts::read(reader.array()?).map(decimal).ok_or_else(|| error(DecodeErrorKind::NotCanonical))
        }
    }
}

/// Returns a fraction of a second as text: `.5` for 500,000,000 nanoseconds, and an empty string for 0.
fn fraction(nanos: u32) -> String {
    if nanos == 0 {
        return String::new();
    }
    let digits = format!("{nanos:09}");
    format!(".{}", digits.trim_end_matches('0'))
}

/// Returns a day, counted from 1970-01-01, as a date in ISO 8601.
fn date(day: i32) -> String {
    let CivilTime { year, month, day, .. } = CivilTime::from_moment(Moment { days: day, seconds: 0, nanos: 0 });
    let sign = if year < 0 {
        "-"
    } else if year > 9999 {
        "+"
    } else {
        ""
    };
    format!("{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())
}

/// The text after a leap second that is not at the end of a minute, such as `12:00:30 (leap second)`. chrono's
/// arithmetic can create such a leap second. A leap second at the end of a minute is printed as second 60 without this
/// text.
pub const LEAP_SECOND: &str = " (leap second)";

/// Returns the time of day as text, followed by `zone`. Returns `None` if there is no such time.
fn time(TimeOfDay { seconds, nanos }: TimeOfDay, leap_seconds: bool, zone: &str) -> Option<String> {
    let limit = if leap_seconds { 2 * NANOS_OF_SECOND } else { NANOS_OF_SECOND };
    if seconds >= SECONDS_OF_DAY || nanos >= limit {
        return None;
    }
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let (second, leap_second) = match (nanos >= NANOS_OF_SECOND, second) {
        (true, 59) => (60, ""),
        (true, _) => (second, LEAP_SECOND),
        (false, _) => (second, ""),
    };
    Some(format!("{hour:02}:{minute:02}:{second:02}{}{zone}{leap_second}", fraction(nanos % NANOS_OF_SECOND)))
}

/// The digits of Crockford's base 32.
pub const ULID_DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

fn ulid(id: u128) -> String {
    (0..26u32)
        .rev()
        .map(|place| {
            let digit = usize::try_from(id >> (5 * place) & 31).unwrap_or(0);
            ULID_DIGITS.get(digit).copied().map_or('0', char::from)
        })
        .collect()
}

fn decimal(DecimalParts { magnitude, scale, negative }: DecimalParts) -> String {
    let sign = if negative { "-" } else { "" };
    if scale == 0 {
        return format!("{sign}{magnitude}");
    }
    let unit = 10_u128.checked_pow(scale).unwrap_or(1);
    let width = usize::try_from(scale).unwrap_or(0);
    format!("{sign}{}.{:0width$}", magnitude / unit, magnitude % unit)
}
