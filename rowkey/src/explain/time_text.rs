//! Civil times as text, by a format that is read when a key is.

use super::field::{Fault, Found};
use crate::codec::reader::Reader;
use crate::error::{DecodeError, DecodeErrorKind};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A piece of a format.
enum Piece {
    /// A number, of so many digits.
    Number(Unit, usize),
    Literal(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Fraction,
}

/// As `#[format(..)]` reads it; `None` for what it would refuse.
fn pieces(format: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            push_literal(&mut pieces, character);
            continue;
        }
        match rest.next()? {
            '%' => push_literal(&mut pieces, '%'),
            'F' => pieces.extend(self::pieces("%Y-%m-%d")?),
            'T' => pieces.extend(self::pieces("%H:%M:%S")?),
            'Y' => pieces.push(Piece::Number(Unit::Year, 4)),
            'm' => pieces.push(Piece::Number(Unit::Month, 2)),
            'd' => pieces.push(Piece::Number(Unit::Day, 2)),
            'H' => pieces.push(Piece::Number(Unit::Hour, 2)),
            'M' => pieces.push(Piece::Number(Unit::Minute, 2)),
            'S' => pieces.push(Piece::Number(Unit::Second, 2)),
            'f' => pieces.push(Piece::Number(Unit::Fraction, 9)),
            digit @ '1'..='9' => pieces.push(fraction(digit, rest.next()?)?),
            '.' => {
                push_literal(&mut pieces, '.');
                let digit = rest.next()?;
                pieces.push(fraction(digit, rest.next()?)?);
            }
            _ => return None,
        }
    }
    Some(pieces)
}

fn fraction(digit: char, directive: char) -> Option<Piece> {
    let digits = digit.to_digit(10).filter(|digit| *digit > 0 && directive == 'f')?;
    Some(Piece::Number(Unit::Fraction, usize::try_from(digits).ok()?))
}

fn push_literal(pieces: &mut Vec<Piece>, character: char) {
    if let Some(Piece::Literal(text)) = pieces.last_mut() {
        text.push(character);
    } else {
        pieces.push(Piece::Literal(character.into()));
    }
}

impl Piece {
    fn width(&self) -> usize {
        match self {
            Self::Number(_, digits) => *digits,
            Self::Literal(text) => text.len(),
        }
    }
}

/// The bytes of a format's text; `None` for what is no format.
#[cfg(feature = "serde")]
pub(super) fn width(format: &str) -> Option<usize> {
    pieces(format).map(|pieces| pieces.iter().map(Piece::width).sum())
}

/// The text, if it is a time in the format. Whether the field's type holds that time, a layout does not say.
pub(super) fn read(format: &str, reader: &mut Reader<'_>) -> Result<Found, Fault> {
    let start = reader.offset();
    // `DecodeErrorKind::NotInFormat` in the words of a format that is not constant.
    let not_in_format =
        |offset| Fault { offset, reason: format!("this is no time as {format:?}"), truncated: false, bounded: false };
    let mut shown = String::new();
    let (mut year, mut month, mut day) = (1970, 1, 1);
    let mut in_range = true;
    for piece in pieces(format).ok_or_else(|| not_in_format(start))? {
        let offset = reader.offset();
        let bytes = reader.bytes(piece.width())?;
        match piece {
            Piece::Literal(text) if *bytes == *text.as_bytes() => shown.push_str(&text),
            Piece::Number(unit, _) if bytes.iter().all(u8::is_ascii_digit) => {
                let number = bytes.iter().fold(0u32, |number, digit| number * 10 + u32::from(digit - b'0'));
                shown.extend(bytes.iter().copied().map(char::from));
                match unit {
                    Unit::Year => year = number,
                    Unit::Month => month = number,
                    Unit::Day => day = number,
                    Unit::Hour => in_range &= number < 24,
                    Unit::Minute | Unit::Second => in_range &= number < 60,
                    Unit::Fraction => {}
                }
            }
            _ => return Err(not_in_format(offset)),
        }
    }
    if in_range && (1..=days_of(year, month)).contains(&day) {
        Ok(Found::plain(shown))
    } else {
        Err(DecodeError::new(start, DecodeErrorKind::OutOfRange).into())
    }
}

/// How many days a month has; 0 for one that there is not.
fn days_of(year: u32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}
