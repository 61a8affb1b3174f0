//! `#[format("%Y-%m-%d %H:%M:%S")]`: a civil time (a date, a time of day, or both) as text that sorts.
//!
//! The derive accepts only formats whose text sorts as the time does. Such a format goes from the greatest unit to the
//! least, omits no unit in between, and gives each unit a fixed width.

use crate::codec::position::Position;
use crate::codec::proxy::Proxied;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::calendar::{CivilTime, Moment, NANOS_OF_SECOND};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::time_text::{self, StaticFormatItem};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

/// A type that represents a format such as `%Y-%m-%d`.
pub trait TimeFormat {
    /// The format as it is written in the attribute.
    const TEXT: &'static str;
    /// The format, split into literals and numbers.
    const ITEMS: &'static [StaticFormatItem];
}

/// A type that can be written in a format that begins with the year.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `{Self}` cannot be written in a format that begins with the year",
    label = "not a date or date-time",
    note = "dates and date-times of the crates `jiff`, `chrono` and `time` take formats from `%Y` on, UTC for an instant; a time of day takes `%H:%M:%S`; each feature of rowkey supports one version of a crate: `jiff1` is for jiff 1, `chrono04` for chrono 0.4, `time03` for time 0.3"
)]
pub trait FromYear<F = ()> {
    /// The type itself. Derived code uses this associated type in place of the type, so that rustc checks the trait
    /// bound once.
    type Checked;
}

/// A type that can be written in a format that begins with the hour.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `{Self}` cannot be written in a format that begins with the hour",
    label = "not a time of day",
    note = "times of day of the crates `jiff`, `chrono` and `time` take formats from `%H` on; dates and date-times take `%Y-%m-%d %H:%M:%S`; each feature of rowkey supports one version of a crate: `jiff1` is for jiff 1, `chrono04` for chrono 0.4, `time03` for time 0.3"
)]
pub trait FromHour<F = ()> {
    /// The type itself, as in [`FromYear::Checked`].
    type Checked;
}

/// A date, a time of day, or both. An instant is the date and time in UTC.
pub trait Civil: Proxied + Debug {
    /// Returns the moment of the value. A time of day is a moment of 1970-01-01.
    fn moment(self) -> Moment;

    /// Returns the value at a moment, or `None` if the type cannot hold the moment.
    fn from_moment(moment: Moment) -> Option<Self>;
}

/// The codec of civil times as text in the format `M`. `T` is the type of the field. Derived code writes `T` as
/// [`FromYear::Checked`] or [`FromHour::Checked`]: if the type does not implement that trait, rustc reports this once,
/// and reports nothing about the codec.
#[derive(Debug)]
pub struct TimeText<M, T>(PhantomData<(M, T)>);

/// The place of a moment among the moments that a format can show. For example, `%Y-%m-%d` can show only midnights.
enum MomentInFormat {
    Exactly(CivilTime),
    /// The moment is after the given time, and before the next time that the format can show.
    After(CivilTime),
    BeforeAll,
    AfterAll,
}

fn moment_in_format<M: TimeFormat>(moment: Moment) -> MomentInFormat {
    let time = CivilTime::from_moment(moment);
    if time.year < 0 {
        return MomentInFormat::BeforeAll;
    }
    if time.year > 9999 {
        return MomentInFormat::AfterAll;
    }
    // No format can show a leap second, whose nanoseconds are at least one billion.
    if time.nanos >= NANOS_OF_SECOND {
        let last = CivilTime { nanos: NANOS_OF_SECOND - 1, ..time };
        return MomentInFormat::After(last.truncated(M::ITEMS));
    }
    let truncated = time.truncated(M::ITEMS);
    if truncated.moment() == Some(moment) {
        MomentInFormat::Exactly(truncated)
    } else {
        MomentInFormat::After(truncated)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Civil, M: TimeFormat> FieldCodec<T> for TimeText<M, T> {
    type Arg<'a>
        = T
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding =
        &Encoding::Time { format: Cow::Borrowed(M::TEXT), width: time_text::width(M::ITEMS), of: Some(T::KIND) };

    #[inline]
    fn arg(value: &T) -> T {
        *value
    }

    fn encode<P: Position, S: Sink>(arg: T, out: &mut S) -> Result<usize, EncodeErrorKind> {
        match moment_in_format::<M>(arg.moment()) {
            MomentInFormat::Exactly(time) => {
                time_text::write(&time, M::ITEMS, out);
                Ok(0)
            }
            _ => Err(EncodeErrorKind::NotInFormat { format: M::TEXT }),
        }
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let text = reader.clone().bytes(time_text::width(M::ITEMS));
        show_decoded::<T, Self, P>(reader, |_| Shown::plain(String::from_utf8_lossy(&text.unwrap_or_default())))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Civil, P: Position, M: TimeFormat> DecodeField<'de, T, P> for TimeText<M, T> {
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let start = reader.offset();
        let text = reader.bytes(time_text::width(M::ITEMS))?;
        let time = time_text::read(&text, M::ITEMS).map_err(|index| {
            DecodeError::new(start + index, DecodeErrorKind::NotInFormat { format: M::TEXT.into() })
        })?;
        let error = |kind| DecodeError::new(start, kind);
        let moment = time.moment().ok_or_else(|| error(DecodeErrorKind::NoSuchTime))?;
        T::from_moment(moment).map(|value| (value, 0)).ok_or_else(|| error(DecodeErrorKind::OutOfRange))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Civil, P: Position, M: TimeFormat> Ordered<T, P> for TimeText<M, T> {
    fn write_bound(arg: T, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        match moment_in_format::<M>(arg.moment()) {
            MomentInFormat::Exactly(time) => {
                time_text::write(&time, M::ITEMS, out);
                place
            }
            MomentInFormat::After(time) => {
                time_text::write(&time, M::ITEMS, out);
                BoundPlace::After
            }
            MomentInFormat::BeforeAll => BoundPlace::Before,
            MomentInFormat::AfterAll => BoundPlace::After,
        }
    }
}
