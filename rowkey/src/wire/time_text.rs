//! Dates and times as text of a format, such as `%Y-%m-%d %H:%M:%S`.

use crate::wire::calendar::CivilTime;
use crate::wire::digits;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// A piece of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimePart<'a> {
    /// Four digits, 0000 to 9999.
    Year,
    /// 01 to 12.
    Month,
    /// 01 to 31.
    Day,
    /// 00 to 23.
    Hour,
    /// 00 to 59.
    Minute,
    /// 00 to 59.
    Second,
    /// This many digits of the fraction of a second, 1 to 9.
    Fraction(u32),
    /// This text.
    Literal(&'a str),
}

/// A piece of a format that is a constant.
pub type StaticTimePart = TimePart<'static>;

const MOST_DIGITS: usize = 9;

impl TimePart<'_> {
    /// The number of bytes of the part.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month | Self::Day | Self::Hour | Self::Minute | Self::Second => 2,
            Self::Fraction(digits) => digits as usize,
            Self::Literal(text) => text.len(),
        }
    }
}

/// The number of bytes of a time in the format.
pub(crate) const fn width(mut parts: &[TimePart<'_>]) -> usize {
    let mut width = 0;
    while let [part, rest @ ..] = parts {
        width += part.width();
        parts = rest;
    }
    width
}

/// Parses a format as `#[format(..)]` does. Returns `None` for a text that the attribute rejects.
pub(crate) fn parse(format: &str) -> Option<Vec<TimePart<'_>>> {
    let mut parts = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let (literal, after) = rest.split_at_checked(first.len_utf8())?;
        if first != '%' {
            parts.push(TimePart::Literal(literal));
            rest = after;
            continue;
        }
        let directive = after.chars().next()?;
        let (directive_text, after) = after.split_at_checked(directive.len_utf8())?;
        rest = after;
        match directive {
            '%' => parts.push(TimePart::Literal(directive_text)),
            'F' => parts.extend(parse("%Y-%m-%d")?),
            'T' => parts.extend(parse("%H:%M:%S")?),
            'Y' => parts.push(TimePart::Year),
            'm' => parts.push(TimePart::Month),
            'd' => parts.push(TimePart::Day),
            'H' => parts.push(TimePart::Hour),
            'M' => parts.push(TimePart::Minute),
            'S' => parts.push(TimePart::Second),
            'f' => parts.push(TimePart::Fraction(9)),
            '1'..='9' => {
                parts.push(TimePart::Fraction(directive.to_digit(10)?));
                rest = rest.strip_prefix('f')?;
            }
            '.' => {
                let digits = rest.chars().next().and_then(|digit| digit.to_digit(10)).filter(|digits| *digits > 0)?;
                parts.extend([TimePart::Literal(directive_text), TimePart::Fraction(digits)]);
                rest = rest.get(1..)?.strip_prefix('f')?;
            }
            _ => return None,
        }
    }
    Some(parts)
}

/// Appends the text of a time.
pub(crate) fn write<S: Sink>(time: &CivilTime, parts: &[TimePart<'_>], out: &mut S) {
    for part in parts {
        if let TimePart::Literal(text) = part {
            out.put(text.as_bytes());
        } else if let Some(text) = [b'0'; MOST_DIGITS].get_mut(..part.width()) {
            // Each part fits: years are from 0 to 9999.
            digits::write_64(time.get(*part).into(), text);
            out.put(text);
        }
    }
}

/// Reads a time from a text that has the width of the format. The numbers that the format leaves out are those of
/// [`CivilTime::EPOCH`].
///
/// # Errors
/// The offset in the text at which it leaves the format.
pub(crate) fn read(text: &[u8], parts: &[TimePart<'_>]) -> Result<CivilTime, usize> {
    let mut time = CivilTime::EPOCH;
    let mut offset = 0;
    for part in parts {
        let bytes = text.get(offset..offset + part.width()).ok_or(offset)?;
        if let TimePart::Literal(literal) = part {
            let differs = bytes.iter().zip(literal.as_bytes()).position(|(byte, expected)| byte != expected);
            if let Some(at) = differs {
                return Err(offset + at);
            }
        } else {
            let number = digits::read_64(bytes).ok().and_then(|number| u32::try_from(number).ok());
            time.set(*part, number.ok_or(offset)?);
        }
        offset += bytes.len();
    }
    Ok(time)
}

impl CivilTime {
    fn get(&self, part: TimePart<'_>) -> u32 {
        match part {
            TimePart::Year => u32::try_from(self.year).unwrap_or(0),
            TimePart::Month => self.month,
            TimePart::Day => self.day,
            TimePart::Hour => self.hour,
            TimePart::Minute => self.minute,
            TimePart::Second => self.second,
            TimePart::Fraction(digits) => self.nanos / unit(digits),
            TimePart::Literal(_) => 0,
        }
    }

    fn set(&mut self, part: TimePart<'_>, number: u32) {
        match part {
            TimePart::Year => self.year = i32::try_from(number).unwrap_or(0),
            TimePart::Month => self.month = number,
            TimePart::Day => self.day = number,
            TimePart::Hour => self.hour = number,
            TimePart::Minute => self.minute = number,
            TimePart::Second => self.second = number,
            TimePart::Fraction(digits) => self.nanos = number * unit(digits),
            TimePart::Literal(_) => {}
        }
    }

    /// Returns the part of the time that a format shows.
    pub(crate) fn shown(self, parts: &[TimePart<'_>]) -> Self {
        let mut shown = Self::EPOCH;
        for part in parts {
            shown.set(*part, self.get(*part));
        }
        shown
    }
}

/// The nanoseconds of one in the last of so many digits.
fn unit(digits: u32) -> u32 {
    10u32.pow(9u32.saturating_sub(digits))
}
