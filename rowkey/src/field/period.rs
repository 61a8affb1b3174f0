//! Days, months and hours, as arguments of query methods. For example, the derive generates the query method
//! `paid_at_in` for a field `paid_at`, and `paid_at_in(rowkey::period::day(date))` finds all payments of a day.

use crate::codec::time_text::Civil;
use crate::wire::calendar::{Moment, month_of};
use core::ops::{Bound, RangeBounds};

const SECONDS_OF_HOUR: u32 = 3_600;
const SECONDS_OF_DAY: u32 = 86_400;

/// A type whose values belong to a day: a date, a date-time or an instant of the crates `jiff`, `chrono` or `time`. The
/// day of an instant is the day in UTC.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::date;
/// use rowkey::period::{Days, OnCalendar};
///
/// /// Returns the seven days that begin with the day of `first`.
/// fn week<T: OnCalendar>(first: T) -> Days<T::Date> {
///     rowkey::period::days(first, 7)
/// }
///
/// use std::ops::RangeBounds;
/// assert!(week(date(2017, 1, 1)).contains(&date(2017, 1, 7)));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no day",
    label = "not a date, a date-time or an instant",
    note = "if the field is a number of seconds, write a range: `start..start + 86_400`",
    note = "use a type of the crates `jiff`, `chrono` or `time`; each feature of rowkey supports one version of a crate: `jiff1` is for jiff 1, `chrono04` for chrono 0.4, `time03` for time 0.3"
)]
pub trait OnCalendar: Civil {
    /// The date type of the same crate.
    type Date: CalendarDate;
}

/// A type whose values belong to an hour: a date-time or an instant of the crates `jiff`, `chrono` or `time`. The hour
/// of an instant is the hour in UTC.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::date;
/// use rowkey::period::{Hours, OnClock};
/// use std::ops::RangeBounds;
///
/// /// Returns the hour of a time that a client has sent.
/// fn hour_of<T: OnClock>(time: T) -> Hours<T::Date> {
///     rowkey::period::hour(time)
/// }
///
/// let hour = hour_of(date(2017, 1, 1).at(9, 30, 0, 0));
/// assert!(hour.contains(&date(2017, 1, 1).at(9, 59, 59, 0)));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no hour",
    label = "not a date-time or an instant",
    note = "if the field is a number of seconds, write a range: `start..start + 3600`",
    note = "use a type of the crates `jiff`, `chrono` or `time`; all hours of a date are `rowkey::period::day(date)`"
)]
pub trait OnClock: OnCalendar {}

/// A date type of the crates `jiff`, `chrono` or `time`. Its associated types are the date-time and the instant of the
/// same crate.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::{Date, date};
/// use rowkey::period::{CalendarDate, Days};
/// use std::ops::RangeBounds;
///
/// /// The days of a report, for the dates of any of the three crates.
/// struct Report<D: CalendarDate> {
///     days: Days<D>,
/// }
///
/// let january: Report<Date> = Report { days: rowkey::period::month(date(2017, 1, 1)) };
/// assert!(january.days.contains(&date(2017, 1, 31)));
/// # }
/// ```
pub trait CalendarDate: OnCalendar<Date = Self> {
    /// A date with a time of day.
    type DateTime: Civil;
    /// An instant, in UTC.
    type Instant: Civil;
}

type Bounds<T> = (Bound<T>, Bound<T>);

/// Whole days, as the argument of a query method such as `paid_at_in`, which the derive generates for a field
/// `paid_at`. The field is a date, a date-time or an instant. The functions [`day`], [`days`] and [`month`] return
/// `Days`.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::date;
/// use std::ops::RangeBounds;
///
/// let days = rowkey::period::days(date(2017, 1, 30), 3);
/// assert!(days.contains(&date(2017, 2, 1)));
/// assert!(!days.contains(&date(2017, 2, 2)));
/// assert!(days.contains(&date(2017, 2, 1).at(23, 59, 59, 0))); // a date-time
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Days<D: CalendarDate> {
    dates: Bounds<D>,
    hours: Hours<D>,
}

/// Whole hours, as the argument of a query method such as `paid_at_in`, which the derive generates for a field
/// `paid_at`. The field is a date-time or an instant. The function [`hour`] returns `Hours`.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::date;
/// use std::ops::RangeBounds;
///
/// let hour = rowkey::period::hour(date(2017, 1, 1).at(9, 30, 0, 0));
/// assert!(hour.contains(&date(2017, 1, 1).at(9, 0, 0, 0)));
/// assert!(!hour.contains(&date(2017, 1, 1).at(10, 0, 0, 0)));
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Hours<D: CalendarDate> {
    date_times: Bounds<D::DateTime>,
    instants: Bounds<D::Instant>,
}

impl<D: CalendarDate> Days<D> {
    fn new(start: Moment, end: Moment) -> Self {
        Self { dates: between(start, end), hours: Hours::new(start, end) }
    }
}

impl<D: CalendarDate> Hours<D> {
    fn new(start: Moment, end: Moment) -> Self {
        Self { date_times: between(start, end), instants: between(start, end) }
    }
}

/// Returns bounds for the values from `start`, included, to `end`, excluded. Each date type has a first and a last
/// value, so `T` may be unable to represent `start` or `end`.
fn between<T: Civil>(start: Moment, end: Moment) -> Bounds<T> {
    // Every date type has values in 1970. So a moment that `T` cannot represent is after the last value of `T` if the
    // moment is from 1970 on, such as the year 300000, and otherwise before the first value of `T`.
    let is_from_1970_on = |moment: Moment| moment.days >= 0;
    match (T::from_moment(start), T::from_moment(end)) {
        (None, _) if is_from_1970_on(start) => empty_bounds(),
        (_, None) if !is_from_1970_on(end) => empty_bounds(),
        (first, next) => {
            (first.map_or(Bound::Unbounded, Bound::Included), next.map_or(Bound::Unbounded, Bound::Excluded))
        }
    }
}

fn empty_bounds<T: Civil>() -> Bounds<T> {
    let any = T::from_moment(Moment { days: 0, seconds: 0, nanos: 0 });
    any.map_or((Bound::Unbounded, Bound::Unbounded), |any| (Bound::Included(any), Bound::Excluded(any)))
}

fn midnight(days: i32) -> Moment {
    Moment { days, seconds: 0, nanos: 0 }
}

macro_rules! bounds {
    ($feature:literal: $date_time:ty, $instant:ty, $date:ty) => {
        bounds!(@one $feature $date, Days<$date>, dates);
        bounds!(@one $feature $date_time, Days<$date>, hours.date_times);
        bounds!(@one $feature $instant, Days<$date>, hours.instants);
        bounds!(@one $feature $date_time, Hours<$date>, date_times);
        bounds!(@one $feature $instant, Hours<$date>, instants);
    };
    (@one $feature:literal $type:ty, $period:ty, $($member:ident).+) => {
        #[cfg(feature = $feature)]
        impl RangeBounds<$type> for $period {
            fn start_bound(&self) -> Bound<&$type> {
                self.$($member).+.0.as_ref()
            }

            fn end_bound(&self) -> Bound<&$type> {
                self.$($member).+.1.as_ref()
            }
        }
    };
}

bounds!("jiff1": jiff::civil::DateTime, jiff::Timestamp, jiff::civil::Date);
bounds!("chrono04": chrono::NaiveDateTime, chrono::DateTime<chrono::Utc>, chrono::NaiveDate);
bounds!("time03": time::PrimitiveDateTime, time::UtcDateTime, time::Date);

/// Returns the whole day of `time`, as the argument of a query method such as `paid_at_in`, which the derive generates
/// for a field `paid_at`. The day is from midnight, included, to the next midnight, excluded.
///
/// The field is a date, a date-time or an instant, with or without `#[format]`. The day of an instant is the day in
/// UTC. For a day in another time zone, compute the bounds with `jiff`, `chrono` or `time`.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::{DateTime, date};
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '_')]
/// struct PaymentKey {
///     #[pad(6)]
///     customer: u32,
///     #[format("%Y-%m-%d %H:%M:%S")]
///     paid_at: DateTime,
/// }
///
/// let key = PaymentKey { customer: 123, paid_at: date(2017, 1, 1).at(9, 0, 0, 0) };
/// assert_eq!(key.try_encode().unwrap(), *b"000123_2017-01-01 09:00:00");
///
/// let range = PaymentKey::prefix().customer(123).paid_at_in(rowkey::period::day(date(2017, 1, 1))).range();
/// assert_eq!(range.start(), b"000123_2017-01-01 00:00:00");
/// assert_eq!(range.end(), Some(&b"000123_2017-01-02 00:00:00"[..]));
/// # }
/// ```
pub fn day<T: OnCalendar>(time: T) -> Days<T::Date> {
    days(time, 1)
}

/// Returns `count` whole days, as the argument of the same query methods as [`day`]. The first day is the day of
/// `from`. Use a `count` of 7 for a week. If `count` is 0, the range is empty.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::{Date, date};
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct ReportKey {
///     #[format("%Y-%m-%d")]
///     day: Date,
///     report: u8,
/// }
///
/// let week = ReportKey::prefix().day_in(rowkey::period::days(date(2017, 1, 30), 7)).range();
/// assert_eq!(week.start(), b"2017-01-30");
/// assert_eq!(week.end(), Some(&b"2017-02-06"[..]));
/// # }
/// ```
pub fn days<T: OnCalendar>(from: T, count: u16) -> Days<T::Date> {
    let first = from.moment().days;
    Days::new(midnight(first), midnight(first.saturating_add(count.into())))
}

/// Returns the whole month of `time`, as the argument of the same query methods as [`day`].
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::civil::{Date, date};
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct ReportKey {
///     #[format("%Y-%m-%d")]
///     day: Date,
///     report: u8,
/// }
///
/// let range = ReportKey::prefix().day_in(rowkey::period::month(date(2024, 2, 10))).range();
/// assert_eq!(range.start(), b"2024-02-01");
/// assert!(range.contains(&ReportKey { day: date(2024, 2, 29), report: 255 }.try_encode().unwrap()));
/// assert_eq!(range.end(), Some(&b"2024-03-01"[..]));
/// # }
/// ```
pub fn month<T: OnCalendar>(time: T) -> Days<T::Date> {
    let (first, next) = month_of(time.moment());
    Days::new(first, next)
}

/// Returns the whole hour of `time`, as the argument of a query method such as `at_in`, which the derive generates for
/// a field `at`. The hour is from its first moment, included, to the first moment of the next hour, excluded.
///
/// The field is a date-time or an instant. The hour of an instant is the hour in UTC. In a time zone such as
/// UTC+05:30, the hours of a clock begin at half past the hour in UTC.
///
/// ```
/// # #[cfg(feature = "jiff1")] {
/// use jiff::Timestamp;
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct ReadingKey {
///     sensor: u16,
///     at: Timestamp,
/// }
///
/// let at = |text: &str| text.parse::<Timestamp>().unwrap();
/// let range = ReadingKey::prefix().sensor(7).at_in(rowkey::period::hour(at("2017-01-01T23:30:00Z"))).range();
/// assert!(range.contains(&ReadingKey { sensor: 7, at: at("2017-01-01T23:59:59.999Z") }.encode()));
/// assert!(!range.contains(&ReadingKey { sensor: 7, at: at("2017-01-02T00:00:00Z") }.encode()));
/// # }
/// ```
pub fn hour<T: OnClock>(time: T) -> Hours<T::Date> {
    let Moment { days, seconds, .. } = time.moment();
    let start = Moment { days, seconds: seconds - seconds % SECONDS_OF_HOUR, nanos: 0 };
    let end = Moment { seconds: start.seconds + SECONDS_OF_HOUR, ..start };
    Hours::new(start, if end.seconds < SECONDS_OF_DAY { end } else { midnight(days.saturating_add(1)) })
}
