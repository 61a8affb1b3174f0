//! `#[format("%Y-%m-%d %H:%M:%S")]`: a civil time as text that sorts.
//!
//! The derive lets only formats through whose text sorts as the time does: from the greatest part to the least, none
//! left out, each of a width.

use crate::codec::position::Position;
use crate::codec::stands_as::StandIn;
use crate::codec::{DecodeField, FieldCodec, Ordered, Side, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

/// A piece of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimePart {
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
    /// So many digits of the second's fraction.
    Fraction(u32),
    /// This, as it is.
    Literal(&'static str),
}

impl TimePart {
    /// The bytes of its text.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month | Self::Day | Self::Hour | Self::Minute | Self::Second => 2,
            Self::Fraction(digits) => digits as usize,
            Self::Literal(text) => text.len(),
        }
    }
}

/// A format, as a type.
pub trait TimeFormat {
    /// As written.
    const TEXT: &'static str;
    /// Piece by piece.
    const PARTS: &'static [TimePart];
}

/// The bytes of a format's text.
pub(crate) const fn width(mut parts: &[TimePart]) -> usize {
    let mut width = 0;
    while let [part, rest @ ..] = parts {
        width += part.width();
        parts = rest;
    }
    width
}

/// A type that formats which begin with the year are for.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `{Self}` cannot be written in a format that begins with the year",
    label = "no date or date-time",
    note = "dates and date-times of jiff, chrono and time take formats from `%Y` on, UTC for an instant; a time of day takes `%H:%M:%S`; each crate is a feature of rowkey: `jiff02`, `chrono04`, `time03`"
)]
pub trait FromYear<F = ()> {
    /// Itself: naming it so asks once whether the format is for it.
    type Checked;
}

/// A type that formats which begin with the hour are for.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `{Self}` cannot be written in a format that begins with the hour",
    label = "no time of day",
    note = "times of day of jiff, chrono and time take formats from `%H` on; dates and date-times take `%Y-%m-%d %H:%M:%S`; each crate is a feature of rowkey: `jiff02`, `chrono04`, `time03`"
)]
pub trait FromHour<F = ()> {
    /// As [`FromYear::Checked`].
    type Checked;
}

/// A moment on a calendar and a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Since 1970-01-01.
    pub(crate) days: i32,
    /// Since midnight.
    pub(crate) seconds: u32,
    /// A billion and more within a leap second.
    pub(crate) nanos: u32,
}

/// A date, a time of day, or both.
pub trait Civil: StandIn + Debug {
    /// The moment that it is; a time of day is one of 1970-01-01.
    fn moment(self) -> Moment;

    /// The value at a moment.
    fn at(moment: Moment) -> Option<Self>;
}

/// The codec of civil times as text of the format `M`. That it names the type `T` makes it an error where the type is one.
#[derive(Debug)]
pub struct TimeText<M, T>(PhantomData<(M, T)>);

/// The numbers of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) year: i32,
    pub(crate) month: u32,
    pub(crate) day: u32,
    hour: u32,
    minute: u32,
    second: u32,
    nanos: u32,
}

const NANOS: u32 = 1_000_000_000;
const DAYS_OF_ERA: i64 = 146_097;
/// From 0000-03-01, where eras of 400 years begin, to 1970-01-01.
const EPOCH: i64 = 719_468;

impl Numbers {
    /// Of 1970-01-01, and of what a format leaves out.
    pub(crate) const FIRST: Self = Self { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanos: 0 };

    /// The proleptic Gregorian date, in eras of 400 years whose years begin in March, so that a leap day is last.
    pub(crate) fn of(moment: Moment) -> Self {
        let days = i64::from(moment.days) + EPOCH;
        let (era, day_of_era) = (days.div_euclid(DAYS_OF_ERA), days.rem_euclid(DAYS_OF_ERA));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let small = |number: i64| u32::try_from(number).unwrap_or(0);
        Self {
            year: i32::try_from(year).unwrap_or(i32::MAX),
            month: small(month),
            day: small(day),
            hour: moment.seconds / 3600,
            minute: moment.seconds / 60 % 60,
            second: moment.seconds % 60,
            nanos: moment.nanos,
        }
    }

    /// The moment, if there is such a day.
    pub(crate) fn moment(self) -> Option<Moment> {
        let in_range = (1..=12).contains(&self.month) && self.hour < 24 && self.minute < 60 && self.second < 60;
        if !in_range {
            return None;
        }
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month_from_march = i64::from(if self.month > 2 { self.month - 3 } else { self.month + 9 });
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(self.day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let moment = Moment {
            days: i32::try_from(era * DAYS_OF_ERA + day_of_era - EPOCH).ok()?,
            seconds: self.hour * 3600 + self.minute * 60 + self.second,
            nanos: self.nanos,
        };
        // The 30th of February is a day of March.
        let there = Self::of(moment);
        (there.month == self.month && there.day == self.day).then_some(moment)
    }

    fn get(&self, part: TimePart) -> u32 {
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

    pub(crate) fn set(&mut self, part: TimePart, number: u32) {
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

    /// What of it the parts of a format show.
    fn shown(self, parts: &[TimePart]) -> Self {
        let mut shown = Self::FIRST;
        for part in parts {
            shown.set(*part, self.get(*part));
        }
        shown
    }

    fn put<S: Sink>(&self, parts: &[TimePart], out: &mut S) {
        const MOST: usize = 9;
        for part in parts {
            if let TimePart::Literal(text) = part {
                out.put(text.as_bytes());
                continue;
            }
            let mut digits = [b'0'; MOST];
            let mut left = self.get(*part);
            for digit in digits.iter_mut().rev() {
                *digit = b'0' + u8::try_from(left % 10).unwrap_or(0);
                left /= 10;
            }
            out.put(digits.get(MOST - part.width()..).unwrap_or_default());
        }
    }
}

/// The first moment of the month, and that of the next.
#[cfg(any(feature = "chrono04", feature = "jiff02", feature = "time03"))]
pub(crate) fn month_of(moment: Moment) -> (Moment, Moment) {
    let Numbers { year, month, .. } = Numbers::of(moment);
    let (next_year, next_month) = if month < 12 { (year, month + 1) } else { (year.saturating_add(1), 1) };
    let first_of = |year, month| Numbers { year, month, ..Numbers::FIRST }.moment().unwrap_or(moment);
    (first_of(year, month), first_of(next_year, next_month))
}

/// The number that digits are.
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number: u32, byte| byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0')))
}

/// The nanoseconds of the last of so many digits.
fn unit(digits: u32) -> u32 {
    10u32.pow(9u32.saturating_sub(digits))
}

/// Where a moment lies among those that the format can show.
enum Shown {
    Exactly(Numbers),
    /// The moment comes after this one, and before the next.
    After(Numbers),
    BeforeAll,
    AfterAll,
}

fn shown<M: TimeFormat>(moment: Moment) -> Shown {
    let numbers = Numbers::of(moment);
    if numbers.year < 0 {
        return Shown::BeforeAll;
    }
    if numbers.year > 9999 {
        return Shown::AfterAll;
    }
    if numbers.nanos >= NANOS {
        let last = Numbers { nanos: NANOS - 1, ..numbers };
        return Shown::After(last.shown(M::PARTS));
    }
    let shown = numbers.shown(M::PARTS);
    if shown.moment() == Some(moment) { Shown::Exactly(shown) } else { Shown::After(shown) }
}

#[diagnostic::do_not_recommend]
impl<T: Civil, M: TimeFormat> FieldCodec<T> for TimeText<M, T> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Part = str;
    const ENCODING: Encoding = Encoding::Time { format: M::TEXT, width: width(M::PARTS), of: T::KIND };

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        match shown::<M>(arg.moment()) {
            Shown::Exactly(numbers) => {
                numbers.put(M::PARTS, out);
                Ok(0)
            }
            _ => Err(EncodeErrorKind::NotInFormat { format: M::TEXT }),
        }
    }

    #[inline]
    fn size(_: T) -> usize {
        width(M::PARTS)
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<T, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Civil, P: Position, M: TimeFormat> DecodeField<'de, T, P> for TimeText<M, T> {
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let start = reader.offset();
        let text = reader.bytes(width(M::PARTS))?;
        let mut rest = &*text;
        let mut numbers = Numbers::FIRST;
        for part in M::PARTS {
            let offset = start + text.len() - rest.len();
            let not_in_format = || DecodeError::new(offset, DecodeErrorKind::NotInFormat { format: M::TEXT });
            let (bytes, after) = rest.split_at_checked(part.width()).ok_or_else(not_in_format)?;
            rest = after;
            if let TimePart::Literal(literal) = part {
                if bytes != literal.as_bytes() {
                    return Err(not_in_format());
                }
            } else {
                numbers.set(*part, number(bytes).ok_or_else(not_in_format)?);
            }
        }
        let refused = |kind| DecodeError::new(start, kind);
        let moment = numbers.moment().ok_or_else(|| refused(DecodeErrorKind::NoSuchTime))?;
        T::at(moment).map(|value| (value, 0)).ok_or_else(|| refused(DecodeErrorKind::OutOfRange))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Civil, P: Position, M: TimeFormat> Ordered<T, P> for TimeText<M, T> {
    fn cut(arg: T, side: Side, out: &mut Vec<u8>) -> Side {
        match shown::<M>(arg.moment()) {
            Shown::Exactly(numbers) => {
                numbers.put(M::PARTS, out);
                side
            }
            Shown::After(numbers) => {
                numbers.put(M::PARTS, out);
                Side::After
            }
            Shown::BeforeAll => Side::Before,
            Shown::AfterAll => Side::After,
        }
    }
}
