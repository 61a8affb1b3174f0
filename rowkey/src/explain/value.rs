//! The values of types with bytes of their own: times, addresses, ids, decimals.

use crate::codec::time_text::{Moment, Numbers};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::ValueKind;
use crate::wire::integer::big_endian;
use crate::wire::reader::Reader;
use alloc::format;
use alloc::string::String;
use core::net::{Ipv4Addr, Ipv6Addr};

const SECOND: u32 = 1_000_000_000;
const DAY: u32 = 86_400;

/// Reads a value: the one place where a new kind says what its bytes mean.
pub(super) fn read(kind: ValueKind, reader: &mut Reader<'_>) -> Result<String, DecodeError> {
    let offset = reader.offset();
    let refused = |kind| DecodeError::new(offset, kind);
    let out_of_range = || refused(DecodeErrorKind::OutOfRange);
    match kind {
        ValueKind::Duration => {
            let [bytes @ .., n0, n1, n2, n3] = reader.array::<12>()?;
            let nanos = u32::from_be_bytes([n0, n1, n2, n3]);
            let seconds = u64::from_be_bytes(bytes);
            if nanos < SECOND { Ok(format!("{seconds}{}s", fraction(nanos))) } else { Err(out_of_range()) }
        }
        ValueKind::Timestamp { first, last, leap_seconds } => {
            let [bytes @ .., n0, n1, n2, n3] = reader.array::<12>()?;
            let nanos = u32::from_be_bytes([n0, n1, n2, n3]);
            let seconds = i64::MIN.wrapping_add_unsigned(u64::from_be_bytes(bytes));
            let day = i32::try_from(seconds.div_euclid(DAY.into())).ok();
            let second = u32::try_from(seconds.rem_euclid(DAY.into())).ok();
            let text = day
                .zip(second)
                .and_then(|(day, second)| Some(format!("{}T{}", date(day), time(second, nanos, leap_seconds, "Z")?)));
            text.filter(|_| (first..=last).contains(&seconds)).ok_or_else(out_of_range)
        }
        ValueKind::Date { first, last } => {
            let day = day(reader.array()?);
            if (first..=last).contains(&day) { Ok(date(day)) } else { Err(out_of_range()) }
        }
        ValueKind::Time { leap_seconds } => {
            let (second, nanos) = time_of_day(reader.array()?);
            time(second, nanos, leap_seconds, "").ok_or_else(out_of_range)
        }
        ValueKind::DateTime { first, last, leap_seconds } => {
            let [d0, d1, d2, d3, rest @ ..] = reader.array::<12>()?;
            let day = day([d0, d1, d2, d3]);
            let (second, nanos) = time_of_day(rest);
            time(second, nanos, leap_seconds, "")
                .filter(|_| (first..=last).contains(&day))
                .map(|time| format!("{}T{time}", date(day)))
                .ok_or_else(out_of_range)
        }
        ValueKind::Ipv4 => Ok(format!("{}", Ipv4Addr::from(reader.array::<4>()?))),
        ValueKind::Ipv6 => Ok(format!("{}", Ipv6Addr::from(reader.array::<16>()?))),
        ValueKind::Ip => match reader.byte()? {
            4 => read(ValueKind::Ipv4, reader),
            6 => read(ValueKind::Ipv6, reader),
            found => Err(refused(DecodeErrorKind::NotAValue { expected: "an address, 04 or 06", found })),
        },
        ValueKind::Uuid => {
            let id = u128::from_be_bytes(reader.array()?);
            let group = |shift: u32, digits: u32| id >> shift & ((1 << (4 * digits)) - 1);
            let (first, last) = (group(96, 8), group(0, 12));
            Ok(format!("{first:08x}-{:04x}-{:04x}-{:04x}-{last:012x}", group(80, 4), group(64, 4), group(48, 4)))
        }
        ValueKind::Ulid => Ok(ulid(u128::from_be_bytes(reader.array()?))),
        ValueKind::Decimal => decimal(reader.array()?).ok_or_else(|| refused(DecodeErrorKind::NotCanonical)),
    }
}

fn day(bytes: [u8; 4]) -> i32 {
    i32::MIN.wrapping_add_unsigned(u32::from_be_bytes(bytes))
}

fn time_of_day(bytes: [u8; 8]) -> (u32, u32) {
    let [s0, s1, s2, s3, nanos @ ..] = bytes;
    (u32::from_be_bytes([s0, s1, s2, s3]), u32::from_be_bytes(nanos))
}

/// `.5` of 500,000,000 nanoseconds; nothing of none.
fn fraction(nanos: u32) -> String {
    if nanos == 0 {
        return String::new();
    }
    let digits = format!("{nanos:09}");
    format!(".{}", digits.trim_end_matches('0'))
}

/// A day since 1970-01-01 in the Gregorian calendar, as ISO 8601 writes it.
fn date(day: i32) -> String {
    let Numbers { year, month, day, .. } = Numbers::of(Moment { days: day, seconds: 0, nanos: 0 });
    let sign = if year < 0 {
        "-"
    } else if year > 9999 {
        "+"
    } else {
        ""
    };
    format!("{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())
}

/// Follows a time within a leap second that is not at the end of its minute, which the time alone cannot show: chrono's
/// arithmetic can put a leap second anywhere.
pub(super) const LEAP_SECOND: &str = " (leap second)";

/// The time of day, then `zone`. The leap second at the end of a minute is second 60.
fn time(second: u32, nanos: u32, leap_seconds: bool, zone: &str) -> Option<String> {
    let limit = if leap_seconds { 2 * SECOND } else { SECOND };
    if second >= DAY || nanos >= limit {
        return None;
    }
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    let (seconds, leap_second) = match (nanos >= SECOND, seconds) {
        (true, 59) => (60, ""),
        (true, _) => (seconds, LEAP_SECOND),
        (false, _) => (seconds, ""),
    };
    Some(format!("{hours:02}:{minutes:02}:{seconds:02}{}{zone}{leap_second}", fraction(nanos % SECOND)))
}

/// The 26 characters of Crockford's base 32.
fn ulid(id: u128) -> String {
    const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    (0..26u32)
        .rev()
        .map(|place| {
            let digit = usize::try_from(id >> (5 * place) & 31).unwrap_or(0);
            DIGITS.get(digit).copied().map_or('0', char::from)
        })
        .collect()
}

/// The number that a decimal's 14 bytes are: 13 of a normalised coefficient and its exponent, 1 of scale.
fn decimal(bytes: [u8; 14]) -> Option<String> {
    const DIGITS: u32 = 29;
    const MAX_SCALE: u32 = 28;
    const GREATEST_CODE: u32 = 57;
    const COEFFICIENT_BITS: u32 = 97;
    const ZERO: u128 = 1 << 103;
    const NEGATIVE_ZERO: u8 = 0x80;
    const MOST: u128 = (1 << 96) - 1;
    let [value @ .., last] = bytes;
    let word = big_endian(&value);
    if word == ZERO {
        let scale = u32::from(last & !NEGATIVE_ZERO);
        let sign = if last & NEGATIVE_ZERO != 0 { "-" } else { "" };
        return (scale <= MAX_SCALE).then(|| format!("{sign}{}", with_scale(0, scale)));
    }
    let scale = u32::from(last);
    let negative = word & ZERO == 0;
    let absolute = if negative { !word & ((1 << 104) - 1) } else { word };
    let code = u32::try_from(absolute >> COEFFICIENT_BITS & 0x3F).ok()?;
    let coefficient = absolute & ((1 << COEFFICIENT_BITS) - 1);
    let well_formed = (1..=GREATEST_CODE).contains(&code) && coefficient.checked_ilog10() == Some(DIGITS - 1);
    if !well_formed || scale > MAX_SCALE {
        return None;
    }
    let digits = (code + scale).checked_sub(MAX_SCALE).filter(|digits| (1..=DIGITS).contains(digits))?;
    let unit = 10_u128.checked_pow(DIGITS - digits)?;
    let magnitude = coefficient / unit;
    if coefficient % unit != 0 || magnitude > MOST {
        return None;
    }
    Some(format!("{}{}", if negative { "-" } else { "" }, with_scale(magnitude, scale)))
}

fn with_scale(magnitude: u128, scale: u32) -> String {
    let unit = 10_u128.checked_pow(scale).unwrap_or(1);
    if scale == 0 {
        return format!("{magnitude}");
    }
    let width = usize::try_from(scale).unwrap_or(0);
    format!("{}.{:0width$}", magnitude / unit, magnitude % unit)
}
