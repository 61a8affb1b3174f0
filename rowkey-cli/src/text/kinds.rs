//! Parses times, addresses, ids and decimals from their text form.

use super::{base, optional};
use rowkey::__untyped::{
    Encoding, Reader, ValueKind,
    calendar::{self, CivilTime, Moment, NANOS_OF_SECOND, TimeOfDay},
    decimal::{DecimalParts, MAX_SCALE},
    tag, time_text,
    value::{LEAP_SECOND, ULID_DIGITS},
};
use rowkey_explain::Notation;
use std::net::{Ipv4Addr, Ipv6Addr};

const NANO_DIGITS: usize = 9;

/// Appends the bytes of the value. The caller must read the bytes back to check that the field's type can hold the
/// value.
pub(crate) fn write(kind: ValueKind, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let without_mark = text.strip_suffix(LEAP_SECOND);
    let (time_text, is_marked) = (without_mark.unwrap_or(text), without_mark.is_some());
    let time_of_day = |moment: Moment| TimeOfDay { seconds: moment.seconds, nanos: moment.nanos };
    let mut put = |bytes: &[u8]| out.extend_from_slice(bytes);
    let written =
        match kind {
            ValueKind::Duration => duration(text).map(|(seconds, nanos)| put(&calendar::join_seconds(seconds, nanos))),
            ValueKind::Timestamp { .. } => time_text
                .strip_suffix('Z')
                .and_then(|text| moment(text, is_marked))
                .map(|moment| put(&calendar::join_timestamp(moment.timestamp(), moment.nanos))),
            ValueKind::Date { .. } => {
                date(text).and_then(CivilTime::moment).map(|moment| put(&calendar::date_to_bytes(moment.days)))
            }
            ValueKind::Time { .. } => time(time_text, CivilTime::EPOCH, is_marked)
                .map(|moment| put(&time_of_day(moment).join().to_be_bytes())),
            ValueKind::DateTime { .. } => moment(time_text, is_marked)
                .map(|moment| put(&calendar::join_date_time(moment.days, time_of_day(moment)))),
            ValueKind::Ipv4 => text.parse().ok().map(|address: Ipv4Addr| put(&address.octets())),
            ValueKind::Ipv6 => text.parse().ok().map(|address: Ipv6Addr| put(&address.octets())),
            ValueKind::Ip => text.parse().ok().map(|address| tag::write_address(address, out)),
            ValueKind::Uuid => uuid(text).map(|id| put(&id)),
            ValueKind::Ulid => ulid(text).map(|id| put(&id.to_be_bytes())),
            ValueKind::Decimal => decimal(text).and_then(DecimalParts::write).map(|bytes| put(&bytes)),
        };
    written.ok_or_else(|| format!("`{text}` is not {}", expected(kind)))
}

/// Returns the end of the message "`text` is not ..".
fn expected(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Duration => "a duration: write seconds, like 90s or 0.25s",
        ValueKind::Timestamp { .. } => "an instant: write it in UTC, like 2024-02-29T12:00:00Z",
        ValueKind::Date { .. } => "a date: write it like 2024-02-29",
        ValueKind::Time { .. } => "a time of day: write it like 12:00:00 or 12:00:00.5",
        ValueKind::DateTime { .. } => "a date and time: write them like 2024-02-29T12:00:00",
        ValueKind::Ipv4 => "an IPv4 address: write it like 192.0.2.1",
        ValueKind::Ipv6 => "an IPv6 address: write it like 2001:db8::1",
        ValueKind::Ip => "an IP address: write it like 192.0.2.1 or 2001:db8::1",
        ValueKind::Uuid => "a UUID: write its 32 hex digits, with or without hyphens",
        ValueKind::Ulid => "a ULID: write its 26 characters",
        ValueKind::Decimal => {
            "a decimal: write it like 9.99, with at most 28 digits after the point and 96 bits in all"
        }
    }
}

/// Checks that the text is a time in the format, which a field of the type `of` can hold.
pub(super) fn check_time(format: &str, of: Option<ValueKind>, text: &str) -> Result<(), String> {
    let mut reader = Reader::new(text.as_bytes());
    match rowkey_explain::field::time(format, of, &mut reader) {
        Ok(_) if reader.remaining() == 0 => Ok(()),
        _ => {
            let example = CivilTime { year: 2024, month: 2, day: 29, hour: 12, minute: 30, ..CivilTime::EPOCH };
            let example = in_format(&example, format).unwrap_or_default();
            Err(format!("`{text}` is not a time as {format:?}: write it like {example}"))
        }
    }
}

fn in_format(time: &CivilTime, format: &str) -> Option<String> {
    let mut text = Vec::new();
    time_text::write(time, &time_text::parse(format)?, &mut text);
    String::from_utf8(text).ok()
}

/// Returns the text of the start of a day, which is given as a date, for a field whose values are more exact than a day.
/// Returns `None` for other fields, and for text that is not a date.
pub(crate) fn midnight(encoding: &Encoding, text: &str) -> Option<String> {
    if let Some(of) = optional(encoding) {
        return midnight(of, text);
    }
    let day = date(text).filter(|day| (0..=9999).contains(&day.year))?;
    match base(encoding) {
        Encoding::Value { value: ValueKind::Timestamp { .. } } => Some(format!("{text}T00:00:00Z")),
        Encoding::Value { value: ValueKind::DateTime { .. } } => Some(format!("{text}T00:00:00")),
        Encoding::Time { format, .. } if time_text::parse(format)?.contains(&time_text::FormatItem::Day) => {
            in_format(&day, format)
        }
        _ => None,
    }
}

/// `parse` alone would also accept a sign.
fn number<T: core::str::FromStr>(digits: &str) -> Option<T> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// Splits seconds such as `12.5` into the text before the point, `12`, and the nanoseconds, 500,000,000.
fn split_fraction(text: &str) -> Option<(&str, u32)> {
    let Some((whole, fraction)) = text.split_once('.') else { return Some((text, 0)) };
    if fraction.is_empty() || fraction.len() > NANO_DIGITS {
        return None;
    }
    Some((whole, number(&format!("{fraction:0<NANO_DIGITS$}"))?))
}

fn duration(text: &str) -> Option<(u64, u32)> {
    let (seconds, nanos) = split_fraction(text.strip_suffix('s')?)?;
    Some((number(seconds)?, nanos))
}

/// Parses a date. The year has at least four digits and can have a sign.
fn date(text: &str) -> Option<CivilTime> {
    let (text, sign) = match text.strip_prefix('-') {
        Some(text) => (text, -1),
        None => (text.strip_prefix('+').unwrap_or(text), 1),
    };
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() < 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let mut date = CivilTime::EPOCH;
    date.year = number::<i32>(year)? * sign;
    (date.month, date.day) = (number(month)?, number(day)?);
    Some(date)
}

/// Parses a time of day on this `day`. `is_marked` is true if the caller has removed [`LEAP_SECOND`] from the end of
/// the text. A leap second, which is marked or is second 60, has 1,000,000,000 nanoseconds or more. Second 60 is stored
/// as second 59.
fn time(text: &str, mut day: CivilTime, is_marked: bool) -> Option<Moment> {
    let (whole, nanos) = split_fraction(text)?;
    let mut parts = whole.split(':').map(|digits| if digits.len() == 2 { number::<u32>(digits) } else { None });
    let mut next = || parts.next().flatten();
    (day.hour, day.minute, day.nanos) = (next()?, next()?, nanos);
    // `12:00` is `12:00:00`.
    day.second = match parts.next() {
        Some(second) => second?,
        None if whole.len() == text.len() => 0,
        None => return None,
    };
    if parts.next().is_some() {
        return None;
    }
    let is_second_60 = day.second == 60 && !is_marked;
    if is_second_60 {
        day.second = 59;
    }
    let moment = day.moment()?;
    Some(if is_second_60 || is_marked { Moment { nanos: moment.nanos + NANOS_OF_SECOND, ..moment } } else { moment })
}

fn moment(text: &str, is_marked: bool) -> Option<Moment> {
    let (day, clock) = text.split_once('T')?;
    time(clock, date(day)?, is_marked)
}

fn uuid(text: &str) -> Option<[u8; 16]> {
    Notation::Hex.parse(&text.replace('-', "")).ok()?.try_into().ok()
}

/// Parses a ULID in Crockford's base 32: `I` and `L` are read as 1, `O` is read as 0, and lower case is accepted.
fn ulid(text: &str) -> Option<u128> {
    if text.len() != 26 {
        return None;
    }
    text.bytes().try_fold(0_u128, |id, byte| {
        let byte = match byte.to_ascii_uppercase() {
            b'I' | b'L' => b'1',
            b'O' => b'0',
            byte => byte,
        };
        let digit = ULID_DIGITS.iter().position(|digit| *digit == byte)?;
        id.checked_mul(32)?.checked_add(u128::try_from(digit).ok()?)
    })
}

fn decimal(text: &str) -> Option<DecimalParts> {
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let scale = u32::try_from(fraction.len()).ok().filter(|scale| *scale <= MAX_SCALE)?;
    if whole.is_empty() || (fraction.is_empty() && digits.ends_with('.')) {
        return None;
    }
    Some(DecimalParts { magnitude: number(&format!("{whole}{fraction}"))?, scale, negative })
}
