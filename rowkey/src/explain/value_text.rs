//! Values of types with bytes of their own from their text: what [`value`](super::value) prints is read back.

use super::value::LEAP_SECOND;
use crate::codec::time_text::{Moment, Numbers, TimePart};
use crate::layout::ValueKind;
use crate::notation::Notation;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const NANO_DIGITS: usize = 9;
const SECOND: u32 = 1_000_000_000;
const DAY: i64 = 86_400;

/// Appends a value's bytes. The one place where a new kind says how its text is read. Whether the field's type holds the
/// value is not asked: reading the bytes tells.
pub(super) fn write(kind: ValueKind, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let marked = text.strip_suffix(LEAP_SECOND);
    let (time_text, leap) = (marked.unwrap_or(text), marked.is_some());
    let written = match kind {
        ValueKind::Duration => duration(text).map(|(seconds, nanos)| {
            out.extend_from_slice(&seconds.to_be_bytes());
            out.extend_from_slice(&nanos.to_be_bytes());
        }),
        ValueKind::Timestamp { .. } => time_text.strip_suffix('Z').and_then(|text| moment(text, leap)).map(|at| {
            let seconds = i64::from(at.days) * DAY + i64::from(at.seconds);
            out.extend_from_slice(&i64::MIN.abs_diff(seconds).to_be_bytes());
            out.extend_from_slice(&at.nanos.to_be_bytes());
        }),
        ValueKind::Date { .. } => date(text).and_then(Numbers::moment).map(|at| push_day(at, out)),
        ValueKind::Time { .. } => time(time_text, Numbers::FIRST, leap).map(|at| push_time(at, out)),
        ValueKind::DateTime { .. } => moment(time_text, leap).map(|at| {
            push_day(at, out);
            push_time(at, out);
        }),
        ValueKind::Ipv4 => text.parse().ok().map(|address: Ipv4Addr| out.extend_from_slice(&address.octets())),
        ValueKind::Ipv6 => text.parse().ok().map(|address: Ipv6Addr| out.extend_from_slice(&address.octets())),
        ValueKind::Ip => text.parse().ok().map(|address| match address {
            IpAddr::V4(address) => {
                out.push(4);
                out.extend_from_slice(&address.octets());
            }
            IpAddr::V6(address) => {
                out.push(6);
                out.extend_from_slice(&address.octets());
            }
        }),
        ValueKind::Uuid => uuid(text).map(|id| out.extend_from_slice(&id)),
        ValueKind::Ulid => ulid(text).map(|id| out.extend_from_slice(&id.to_be_bytes())),
        ValueKind::Decimal => decimal(text).map(|bytes| out.extend_from_slice(&bytes)),
    };
    written.ok_or_else(|| format!("`{text}` is no {}", expected(kind)))
}

fn expected(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Duration => "duration: write seconds, like 90s or 0.25s",
        ValueKind::Timestamp { .. } => "instant: write it in UTC, like 2024-02-29T12:00:00Z",
        ValueKind::Date { .. } => "date: write it like 2024-02-29",
        ValueKind::Time { .. } => "time of day: write it like 12:00:00 or 12:00:00.5",
        ValueKind::DateTime { .. } => "date and time: write them like 2024-02-29T12:00:00",
        ValueKind::Ipv4 => "IPv4 address: write it like 192.0.2.1",
        ValueKind::Ipv6 => "IPv6 address: write it like 2001:db8::1",
        ValueKind::Ip => "IP address: write it like 192.0.2.1 or 2001:db8::1",
        ValueKind::Uuid => "UUID: write its 32 hex digits, with or without hyphens",
        ValueKind::Ulid => "ULID: write its 26 characters",
        ValueKind::Decimal => "decimal: write it like 9.99, with at most 28 digits behind the point and 96 bits in all",
    }
}

/// Digits and nothing else, which `parse` alone would not ask for.
fn number<T: core::str::FromStr>(digits: &str) -> Option<T> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// Whole seconds, and nanoseconds from what follows the point.
fn with_fraction(text: &str) -> Option<(&str, u32)> {
    let Some((whole, fraction)) = text.split_once('.') else { return Some((text, 0)) };
    if fraction.is_empty() || fraction.len() > NANO_DIGITS {
        return None;
    }
    Some((whole, number(&format!("{fraction:0<NANO_DIGITS$}"))?))
}

fn duration(text: &str) -> Option<(u64, u32)> {
    let (seconds, nanos) = with_fraction(text.strip_suffix('s')?)?;
    Some((number(seconds)?, nanos))
}

/// A year of at least four digits, with a sign before year 0 and beyond 9999.
fn date(text: &str) -> Option<Numbers> {
    let (text, sign) = match text.strip_prefix('-') {
        Some(text) => (text, -1),
        None => (text.strip_prefix('+').unwrap_or(text), 1),
    };
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() < 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let mut date = Numbers::FIRST;
    date.year = number::<i32>(year)? * sign;
    date.set(TimePart::Month, number(month)?);
    date.set(TimePart::Day, number(day)?);
    Some(date)
}

/// The time on that day. A leap second is marked, or is second 60, which is 59 and a second of nanoseconds.
fn time(text: &str, mut day: Numbers, marked: bool) -> Option<Moment> {
    let (text, nanos) = with_fraction(text)?;
    let mut leap = marked;
    let mut parts = text.split(':');
    for part in [TimePart::Hour, TimePart::Minute, TimePart::Second] {
        let mut found: u32 = parts.next().filter(|digits| digits.len() == 2).and_then(number)?;
        if part == TimePart::Second && found == 60 && !marked {
            (found, leap) = (59, true);
        }
        day.set(part, found);
    }
    day.set(TimePart::Fraction(9), nanos);
    if parts.next().is_some() {
        return None;
    }
    let at = day.moment()?;
    Some(if leap { Moment { nanos: at.nanos + SECOND, ..at } } else { at })
}

fn moment(text: &str, leap: bool) -> Option<Moment> {
    let (day, clock) = text.split_once('T')?;
    time(clock, date(day)?, leap)
}

fn push_day(at: Moment, out: &mut Vec<u8>) {
    out.extend_from_slice(&i32::MIN.abs_diff(at.days).to_be_bytes());
}

fn push_time(at: Moment, out: &mut Vec<u8>) {
    out.extend_from_slice(&at.seconds.to_be_bytes());
    out.extend_from_slice(&at.nanos.to_be_bytes());
}

fn uuid(text: &str) -> Option<[u8; 16]> {
    Notation::Hex.parse(&text.replace('-', "")).ok()?.try_into().ok()
}

/// Crockford's base 32: `I` and `L` are read as 1 and `O` as 0, and case is none.
fn ulid(text: &str) -> Option<u128> {
    const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    if text.len() != 26 {
        return None;
    }
    text.bytes().try_fold(0_u128, |id, byte| {
        let byte = match byte.to_ascii_uppercase() {
            b'I' | b'L' => b'1',
            b'O' => b'0',
            byte => byte,
        };
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        id.checked_mul(32)?.checked_add(u128::try_from(digit).ok()?)
    })
}

/// As the decimal's codec writes it: 13 bytes of a coefficient brought to 29 digits with its exponent, 1 of scale.
fn decimal(text: &str) -> Option<[u8; 14]> {
    const DIGITS: u32 = 29;
    const MAX_SCALE: u32 = 28;
    const COEFFICIENT_BITS: u32 = 97;
    const ZERO: u128 = 1 << 103;
    const VALUE: u128 = (1 << 104) - 1;
    const NEGATIVE_ZERO: u128 = 0x80;
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let scale = u32::try_from(fraction.len()).ok().filter(|scale| *scale <= MAX_SCALE)?;
    if whole.is_empty() || (fraction.is_empty() && digits.ends_with('.')) {
        return None;
    }
    let magnitude: u128 = number(&format!("{whole}{fraction}"))?;
    let (word, last) = match magnitude.checked_ilog10() {
        None => (ZERO, u128::from(scale) | if negative { NEGATIVE_ZERO } else { 0 }),
        Some(log) => {
            let coefficient = magnitude.checked_mul(10_u128.checked_pow(DIGITS.checked_sub(log + 1)?)?)?;
            let code = u128::from(log + 1 + MAX_SCALE - scale);
            let absolute = ZERO | code << COEFFICIENT_BITS | coefficient;
            (if negative { !absolute & VALUE } else { absolute }, u128::from(scale))
        }
    };
    let [_, _, bytes @ ..] = (word << 8 | last).to_be_bytes();
    Some(bytes)
}
