//! Civil times as text, by a format that is read when a key is.

use super::found::{Fault, Found};
use crate::codec::time_text::{Moment, Numbers, TimePart, number};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::ValueKind;
use crate::wire::reader::Reader;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A piece of a format.
enum Piece {
    /// Anything but a literal.
    Number(TimePart),
    Literal(String),
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
            'Y' => pieces.push(Piece::Number(TimePart::Year)),
            'm' => pieces.push(Piece::Number(TimePart::Month)),
            'd' => pieces.push(Piece::Number(TimePart::Day)),
            'H' => pieces.push(Piece::Number(TimePart::Hour)),
            'M' => pieces.push(Piece::Number(TimePart::Minute)),
            'S' => pieces.push(Piece::Number(TimePart::Second)),
            'f' => pieces.push(Piece::Number(TimePart::Fraction(9))),
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
    Some(Piece::Number(TimePart::Fraction(digits)))
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
            Self::Number(part) => part.width(),
            Self::Literal(text) => text.len(),
        }
    }
}

/// The bytes of a format's text; `None` for what is no format.
#[cfg(feature = "serde")]
pub(super) fn width(format: &str) -> Option<usize> {
    pieces(format).map(|pieces| pieces.iter().map(Piece::width).sum())
}

/// The text, if it is a time in the format, and one that the field's type holds where the layout says which that is.
pub(super) fn read(format: &str, of: Option<ValueKind>, reader: &mut Reader<'_>) -> Result<Found, Fault> {
    let start = reader.offset();
    // `DecodeErrorKind::NotInFormat` in the words of a format that is not constant.
    let not_in_format = |offset| {
        let reason = format!("this is not a time in the format {format:?}");
        Fault { offset, reason, truncated: false, bounded: true }
    };
    let pieces = pieces(format).ok_or_else(|| not_in_format(start))?;
    let text = reader.bytes(pieces.iter().map(Piece::width).sum())?;
    let mut rest = &*text;
    let mut numbers = Numbers::FIRST;
    for piece in pieces {
        let offset = start + text.len() - rest.len();
        let (bytes, after) = rest.split_at_checked(piece.width()).ok_or_else(|| not_in_format(offset))?;
        rest = after;
        match piece {
            Piece::Literal(literal) if bytes == literal.as_bytes() => {}
            Piece::Literal(_) => return Err(not_in_format(offset)),
            Piece::Number(part) => numbers.set(part, number(bytes).ok_or_else(|| not_in_format(offset))?),
        }
    }
    let refused = |kind| Fault { bounded: true, ..DecodeError::new(start, kind).into() };
    let moment = numbers.moment().ok_or_else(|| refused(DecodeErrorKind::NoSuchTime))?;
    if of.is_none_or(|kind| holds(kind, moment)) {
        Ok(Found::plain(String::from_utf8_lossy(&text)))
    } else {
        Err(refused(DecodeErrorKind::OutOfRange))
    }
}

/// Whether a type has a value at a moment that a format can show.
fn holds(kind: ValueKind, Moment { days, seconds, nanos }: Moment) -> bool {
    match kind {
        ValueKind::Date { first, last } => (first..=last).contains(&days) && seconds == 0 && nanos == 0,
        ValueKind::DateTime { first, last, .. } => (first..=last).contains(&days),
        ValueKind::Timestamp { first, last, .. } => {
            (first..=last).contains(&(i64::from(days) * 86_400 + i64::from(seconds)))
        }
        _ => true,
    }
}
