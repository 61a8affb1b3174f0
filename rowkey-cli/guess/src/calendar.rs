//! Reads dates and times that are written as text, such as `2025-01-31`.

use jiff::civil::DateTime;

/// The formats of `#[format]` that the guess tries. After each format comes its shape: a text in the format whose digits are
/// all zeros.
pub(crate) const FORMATS: [(&str, &[u8]); 8] = [
    ("%Y-%m-%d", b"0000-00-00"),
    ("%Y-%m-%d %H:%M:%S", b"0000-00-00 00:00:00"),
    ("%Y-%m-%dT%H:%M:%S", b"0000-00-00T00:00:00"),
    ("%Y-%m-%dT%H:%M:%S%.3f", b"0000-00-00T00:00:00.000"),
    ("%Y-%m-%dT%H:%M:%SZ", b"0000-00-00T00:00:00Z"),
    ("%Y-%m-%dT%H:%M:%S%.3fZ", b"0000-00-00T00:00:00.000Z"),
    ("%Y%m%d", b"00000000"),
    ("%Y%m%d%H%M%S", b"00000000000000"),
];

/// Only in these years, digits without separators are likely to be a date.
const LIKELY_YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;

/// Returns the time at the start of the bytes as a number. Returns `None` if the bytes do not begin with a time of this shape.
///
/// The number counts days, seconds or milliseconds, depending on the shape. Later times have greater numbers, with a
/// gap after each year of 365 days.
pub(crate) fn read(bytes: &[u8], shape: &[u8]) -> Option<u128> {
    let text = bytes.get(..shape.len())?;
    let fits = |(byte, expected): (&u8, &u8)| if *expected == b'0' { byte.is_ascii_digit() } else { byte == expected };
    if !text.iter().zip(shape).all(fits) {
        return None;
    }
    let digits: Vec<u8> = text.iter().filter(|byte| byte.is_ascii_digit()).map(|digit| digit - b'0').collect();
    let number = |digits: &[u8]| digits.iter().fold(0_u32, |number, digit| 10 * number + u32::from(*digit));
    let two_digits = |at: usize| digits.get(at..at + 2).map_or(0, |pair| i8::try_from(number(pair)).unwrap_or(-1));
    let year = i16::try_from(number(&digits[..4])).ok()?;
    if shape.iter().all(|byte| *byte == b'0') && !LIKELY_YEARS.contains(&year) {
        return None;
    }
    let time =
        DateTime::new(year, two_digits(4), two_digits(6), two_digits(8), two_digits(10), two_digits(12), 0).ok()?;
    let day = u128::from(time.year().unsigned_abs()) * 366 + u128::from(time.day_of_year().unsigned_abs());
    if digits.len() == 8 {
        return Some(day);
    }
    let [hour, minute, second] =
        [time.hour(), time.minute(), time.second()].map(|part| u128::from(part.unsigned_abs()));
    let seconds = ((day * 24 + hour) * 60 + minute) * 60 + second;
    let fraction = &digits[14..];
    Some(fraction.iter().fold(seconds, |time, digit| 10 * time + u128::from(*digit)))
}
