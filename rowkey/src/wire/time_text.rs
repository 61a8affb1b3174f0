//! Writes and reads dates and times as text in a format such as `%Y-%m-%d %H:%M:%S`.

use crate::wire::calendar::CivilTime;
use crate::wire::digits;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// An item of a format: a number such as the month, or a literal text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatItem<'a> {
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
    /// A text between the numbers, such as `-`.
    Literal(&'a str),
}

/// An item of a format that is known at compile time.
pub type StaticFormatItem = FormatItem<'static>;

/// The number of digits of the longest number: a fraction in nanoseconds.
const MAX_DIGITS: usize = 9;

impl FormatItem<'_> {
    pub const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month | Self::Day | Self::Hour | Self::Minute | Self::Second => 2,
            Self::Fraction(digits) => digits as usize,
            Self::Literal(text) => text.len(),
        }
    }
}

/// Returns the number of bytes of a time in the format.
pub const fn width(mut items: &[FormatItem<'_>]) -> usize {
    let mut width = 0;
    while let [item, rest @ ..] = items {
        width += item.width();
        items = rest;
    }
    width
}

/// Splits a format into its items. Returns `None` if the format has a directive that `#[format(..)]` does not know.
///
/// Accepts the known directives in any order, and a format without directives. The attribute is stricter, and rejects
/// formats such as `%d-%m`.
pub fn parse(format: &str) -> Option<Vec<FormatItem<'_>>> {
    let mut reader = FormatReader::new(format);
    let mut items = Vec::new();
    while let Some(item) = reader.next() {
        items.push(item.ok()?);
    }
    Some(items)
}

/// Splits a format into items. The functions are `const`, because fingerprints are computed at compile time.
pub struct FormatReader<'a> {
    rest: &'a str,
    /// The directives of an abbreviation such as `%F` that are not read yet.
    expanded: &'static str,
}

pub struct UnknownDirective;

/// The beginning of a format: a directive, or the literal text before the first directive.
enum Token<'a> {
    Item(FormatItem<'a>),
    /// An abbreviation such as `%F`, as the directives that it means.
    Abbreviation(&'static str),
    UnknownDirective,
}

impl<'a> FormatReader<'a> {
    pub const fn new(format: &'a str) -> Self {
        Self { rest: format, expanded: "" }
    }

    /// Returns the next item, or `None` at the end of the format. Returns an error if the next directive is unknown.
    pub const fn next(&mut self) -> Option<Result<FormatItem<'a>, UnknownDirective>> {
        if self.expanded.is_empty() {
            if self.rest.is_empty() {
                return None;
            }
            let (token, len) = read_token(self.rest);
            (_, self.rest) = self.rest.split_at(len);
            match token {
                Token::Item(item) => return Some(Ok(item)),
                Token::Abbreviation(directives) => self.expanded = directives,
                Token::UnknownDirective => return Some(Err(UnknownDirective)),
            }
        }
        let (token, len) = read_token(self.expanded);
        (_, self.expanded) = self.expanded.split_at(len);
        match token {
            Token::Item(item) => Some(Ok(item)),
            Token::Abbreviation(_) | Token::UnknownDirective => Some(Err(UnknownDirective)),
        }
    }
}

/// Returns the first token of a format, and the number of bytes of the token.
const fn read_token(format: &str) -> (Token<'_>, usize) {
    let item = match format.as_bytes() {
        [b'%', b'Y', ..] => FormatItem::Year,
        [b'%', b'm', ..] => FormatItem::Month,
        [b'%', b'd', ..] => FormatItem::Day,
        [b'%', b'H', ..] => FormatItem::Hour,
        [b'%', b'M', ..] => FormatItem::Minute,
        [b'%', b'S', ..] => FormatItem::Second,
        [b'%', b'f', ..] => FormatItem::Fraction(9),
        [b'%', b'%', ..] => FormatItem::Literal("%"),
        [b'%', b'F', ..] => return (Token::Abbreviation("%Y-%m-%d"), 2),
        [b'%', b'T', ..] => return (Token::Abbreviation("%H:%M:%S"), 2),
        [b'%', digits @ b'1'..=b'9', b'f', ..] => {
            return (Token::Item(FormatItem::Fraction((*digits - b'0') as u32)), 3);
        }
        [b'%', b'.', digits @ b'1'..=b'9', b'f', ..] => return (Token::Abbreviation(dotted_fraction(*digits)), 4),
        [b'%', ..] => return (Token::UnknownDirective, 1),
        bytes => {
            let len = literal_len(bytes);
            return (Token::Item(FormatItem::Literal(format.split_at(len).0)), len);
        }
    };
    (Token::Item(item), 2)
}

const fn literal_len(format: &[u8]) -> usize {
    let mut rest = format;
    while let [first, after @ ..] = rest {
        if *first == b'%' {
            break;
        }
        rest = after;
    }
    format.len() - rest.len()
}

/// Returns the directives that `%.1f` to `%.9f` abbreviate.
const fn dotted_fraction(digits: u8) -> &'static str {
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

pub fn write<S: Sink>(time: &CivilTime, items: &[FormatItem<'_>], out: &mut S) {
    for item in items {
        if let FormatItem::Literal(text) = item {
            out.put(text.as_bytes());
        } else if let Some(text) = [b'0'; MAX_DIGITS].get_mut(..item.width()) {
            // Each number fits: years are from 0 to 9999.
            digits::write_64(time.get(*item).into(), text);
            out.put(text);
        }
    }
}

/// Reads a time from a text that has the width of the format. Numbers that the format does not contain are those of
/// [`CivilTime::EPOCH`].
///
/// Accepts a time that does not exist, such as one in the month 13. [`CivilTime::moment`] rejects it.
///
/// # Errors
/// Returns the offset at which the text does not match the format.
pub fn read(text: &[u8], items: &[FormatItem<'_>]) -> Result<CivilTime, usize> {
    let mut time = CivilTime::EPOCH;
    let mut offset = 0;
    for item in items {
        let bytes = text.get(offset..offset + item.width()).ok_or(offset)?;
        if let FormatItem::Literal(literal) = item {
            let differs = bytes.iter().zip(literal.as_bytes()).position(|(byte, expected)| byte != expected);
            if let Some(index) = differs {
                return Err(offset + index);
            }
        } else {
            let number = digits::read_64(bytes).ok().and_then(|number| u32::try_from(number).ok());
            time.set(*item, number.ok_or(offset)?);
        }
        offset += bytes.len();
    }
    Ok(time)
}

impl CivilTime {
    fn get(&self, item: FormatItem<'_>) -> u32 {
        match item {
            FormatItem::Year => u32::try_from(self.year).unwrap_or(0),
            FormatItem::Month => self.month,
            FormatItem::Day => self.day,
            FormatItem::Hour => self.hour,
            FormatItem::Minute => self.minute,
            FormatItem::Second => self.second,
            FormatItem::Fraction(digits) => self.nanos / nanos_per_unit(digits),
            FormatItem::Literal(_) => 0,
        }
    }

    fn set(&mut self, item: FormatItem<'_>, number: u32) {
        match item {
            FormatItem::Year => self.year = i32::try_from(number).unwrap_or(0),
            FormatItem::Month => self.month = number,
            FormatItem::Day => self.day = number,
            FormatItem::Hour => self.hour = number,
            FormatItem::Minute => self.minute = number,
            FormatItem::Second => self.second = number,
            FormatItem::Fraction(digits) => self.nanos = number * nanos_per_unit(digits),
            FormatItem::Literal(_) => {}
        }
    }

    /// Keeps the numbers that the format contains, and replaces the others by those of [`CivilTime::EPOCH`].
    pub fn truncated(self, items: &[FormatItem<'_>]) -> Self {
        let mut shown = Self::EPOCH;
        for item in items {
            shown.set(*item, self.get(*item));
        }
        shown
    }
}

/// Returns the number of nanoseconds in one unit of a fraction: 1,000,000 for three digits.
fn nanos_per_unit(digits: u32) -> u32 {
    10u32.pow(9u32.saturating_sub(digits))
}
