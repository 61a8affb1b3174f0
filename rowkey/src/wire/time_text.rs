//! Dates and times as text of a format, such as `%Y-%m-%d %H:%M:%S`.

use crate::wire::calendar::CivilTime;
use crate::wire::digits;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// A part of a format.
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

/// A part of a format in a constant.
pub type StaticTimePart = TimePart<'static>;

const MAX_DIGITS: usize = 9;

impl TimePart<'_> {
    /// Returns the number of bytes of the part.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month | Self::Day | Self::Hour | Self::Minute | Self::Second => 2,
            Self::Fraction(digits) => digits as usize,
            Self::Literal(text) => text.len(),
        }
    }
}

/// Returns the number of bytes of a time in the format.
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
    let mut reader = FormatReader::new(format);
    let mut parts = Vec::new();
    while let Some(part) = reader.next() {
        parts.push(part.ok()?);
    }
    Some(parts)
}

/// Splits a format into parts. All functions are `const`, because the derived code parses formats at compile time.
pub(crate) struct FormatReader<'a> {
    rest: &'a str,
    /// The remaining parts of a directive such as `%F`, which is an abbreviation of several parts.
    expanded: &'static str,
}

/// A text that is not a format.
pub(crate) struct InvalidFormat;

/// The beginning of a format.
enum Start<'a> {
    Part(TimePart<'a>),
    /// A directive that is an abbreviation of several parts.
    Several(&'static str),
    Invalid,
}

impl<'a> FormatReader<'a> {
    pub(crate) const fn new(format: &'a str) -> Self {
        Self { rest: format, expanded: "" }
    }

    /// Returns the next part, or an error if the attribute rejects the format.
    pub(crate) const fn next(&mut self) -> Option<Result<TimePart<'a>, InvalidFormat>> {
        if self.expanded.is_empty() {
            if self.rest.is_empty() {
                return None;
            }
            let (start, len) = start(self.rest);
            (_, self.rest) = self.rest.split_at(len);
            match start {
                Start::Part(part) => return Some(Ok(part)),
                Start::Several(parts) => self.expanded = parts,
                Start::Invalid => return Some(Err(InvalidFormat)),
            }
        }
        let (start, len) = start(self.expanded);
        (_, self.expanded) = self.expanded.split_at(len);
        match start {
            Start::Part(part) => Some(Ok(part)),
            Start::Several(_) | Start::Invalid => Some(Err(InvalidFormat)),
        }
    }
}

/// Returns the beginning of a format, and its length in bytes.
const fn start(format: &str) -> (Start<'_>, usize) {
    let part = match format.as_bytes() {
        [b'%', b'Y', ..] => TimePart::Year,
        [b'%', b'm', ..] => TimePart::Month,
        [b'%', b'd', ..] => TimePart::Day,
        [b'%', b'H', ..] => TimePart::Hour,
        [b'%', b'M', ..] => TimePart::Minute,
        [b'%', b'S', ..] => TimePart::Second,
        [b'%', b'f', ..] => TimePart::Fraction(9),
        [b'%', b'%', ..] => TimePart::Literal("%"),
        [b'%', b'F', ..] => return (Start::Several("%Y-%m-%d"), 2),
        [b'%', b'T', ..] => return (Start::Several("%H:%M:%S"), 2),
        [b'%', digits @ b'1'..=b'9', b'f', ..] => {
            return (Start::Part(TimePart::Fraction((*digits - b'0') as u32)), 3);
        }
        [b'%', b'.', digits @ b'1'..=b'9', b'f', ..] => return (Start::Several(dotted(*digits)), 4),
        [b'%', ..] => return (Start::Invalid, 1),
        bytes => {
            let len = literal(bytes);
            return (Start::Part(TimePart::Literal(format.split_at(len).0)), len);
        }
    };
    (Start::Part(part), 2)
}

/// Returns the number of bytes before the first directive.
const fn literal(format: &[u8]) -> usize {
    let mut rest = format;
    while let [first, after @ ..] = rest {
        if *first == b'%' {
            break;
        }
        rest = after;
    }
    format.len() - rest.len()
}

const fn dotted(digits: u8) -> &'static str {
    match digits {
        b'1' => ".%1f",
        b'2' => ".%2f",
        b'3' => ".%3f",
        b'4' => ".%4f",
        b'5' => ".%5f",
        b'6' => ".%6f",
        b'7' => ".%7f",
        b'8' => ".%8f",
        _ => ".%9f",
    }
}

/// Appends the text of a time.
pub(crate) fn write<S: Sink>(time: &CivilTime, parts: &[TimePart<'_>], out: &mut S) {
    for part in parts {
        if let TimePart::Literal(text) = part {
            out.put(text.as_bytes());
        } else if let Some(text) = [b'0'; MAX_DIGITS].get_mut(..part.width()) {
            // Each part fits: years are from 0 to 9999.
            digits::write_64(time.get(*part).into(), text);
            out.put(text);
        }
    }
}

/// Reads a time from a text that has the width of the format. Numbers that are not in the format are taken from
/// [`CivilTime::EPOCH`].
///
/// # Errors
/// Returns the offset at which the text does not match the format.
pub(crate) fn read(text: &[u8], parts: &[TimePart<'_>]) -> Result<CivilTime, usize> {
    let mut time = CivilTime::EPOCH;
    let mut offset = 0;
    for part in parts {
        let bytes = text.get(offset..offset + part.width()).ok_or(offset)?;
        if let TimePart::Literal(literal) = part {
            let differs = bytes.iter().zip(literal.as_bytes()).position(|(byte, expected)| byte != expected);
            if let Some(index) = differs {
                return Err(offset + index);
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

/// Returns the number of nanoseconds that the last of `digits` digits counts.
fn unit(digits: u32) -> u32 {
    10u32.pow(9u32.saturating_sub(digits))
}
