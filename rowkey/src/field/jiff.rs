//! Makes times of the `jiff` crate key fields.

use crate::codec::array::ByteArray;
use crate::codec::big_endian::BigEndian;
use crate::error::DecodeErrorKind;
use crate::field::proxied::proxied;
use crate::layout::ValueKind;
use crate::wire::calendar::{TimeOfDay, join_date_time, join_timestamp, split_date_time, split_timestamp};
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp};

const NANOS_PER_SECOND: i32 = 1_000_000_000;
const SECONDS_PER_DAY: i64 = 86_400;
const EPOCH: Date = Date::constant(1970, 1, 1);

/// A `Timestamp`. `first` is the second of `Timestamp::MIN`, and `last` is the second of `Timestamp::MAX`. In
/// the first and in the last second, all nanoseconds from 0 to 999,999,999 are valid.
const TIMESTAMP: ValueKind =
    ValueKind::Timestamp { first: -377_705_023_201, last: 253_402_207_200, leap_seconds: false };
/// The days of `Date::MIN` and `Date::MAX`, counted from 1970-01-01.
const FIRST_DAY: i32 = -4_371_587;
const LAST_DAY: i32 = 2_932_896;

proxied! {
    /// 12 bytes (feature `jiff1`): the seconds since 1970 as an `i64`, then the nanoseconds within this second as a
    /// `u32`.
    ///
    /// ```
    /// use jiff::Timestamp;
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct NewestFirst {
    ///     sensor: u8,
    ///     #[descending]
    ///     at: Timestamp,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct OldestFirst {
    ///     at: Timestamp,
    /// }
    ///
    /// let at: Timestamp = "2013-03-25T21:14:50Z".parse()?;
    /// assert_eq!(OldestFirst { at }.encode(), [0x80, 0, 0, 0, 0x51, 0x50, 0xBE, 0x4A, 0, 0, 0, 0]);
    ///
    /// let since = NewestFirst::prefix().sensor(1).at_in(at..).range();
    /// assert!(since.contains(&NewestFirst { sensor: 1, at }.encode()));
    /// # Ok::<(), jiff::Error>(())
    /// ```
    ///
    /// - Before 1970 the seconds are rounded down, so that the nanoseconds count forward: half a second before 1970
    ///   is second -1 and 500,000,000 nanoseconds. `as_second` and `subsec_nanosecond` round toward zero (here to 0
    ///   and -500,000,000), which does not sort. A writer in another language must use floor division.
    /// - chrono's `DateTime<Utc>` and time's `UtcDateTime` have the same bytes. jiff does not support leap seconds,
    ///   and rejects a key that chrono wrote within a leap second.
    /// - `ZonedDateTime` is not a key field. Two `ZonedDateTime`s are equal if they are the
    ///   same instant, even if their time zones differ. If a key contained the zone, equal values would have
    ///   different bytes. If a key did not contain the zone, decoding would lose the zone. Store the `timestamp()`.
    ///   If you need the zone, store its name in another field.
    Timestamp => ByteArray of [u8; 12], TIMESTAMP,
    |value| {
        let (second, nanos) = (value.as_second(), value.subsec_nanosecond());
        let (second, nanos) = if nanos < 0 { (second - 1, nanos + NANOS_PER_SECOND) } else { (second, nanos) };
        join_timestamp(second, nanos.unsigned_abs())
    },
    |stored| {
        let (second, nanos) = split_timestamp(stored);
        let nanos = i32::try_from(nanos).map_err(|_| DecodeErrorKind::OutOfRange)?;
        Timestamp::new(second, nanos).map_err(|_| DecodeErrorKind::OutOfRange)
    }
}

proxied! {
    /// 4 bytes (feature `jiff1`): the days since 1970-01-01 as an `i32`.
    ///
    /// ```
    /// use jiff::civil::{Date, date};
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct ReportKey(Date);
    ///
    /// assert_eq!(ReportKey(date(1970, 1, 2)).encode(), [0x80, 0, 0, 1]);
    /// assert_eq!(ReportKey(date(1969, 12, 31)).encode(), [0x7F, 0xFF, 0xFF, 0xFF]);
    ///
    /// let march = ReportKey::prefix().field_0_in(date(2013, 3, 1)..date(2013, 4, 1)).range();
    /// assert!(march.contains(&ReportKey(date(2013, 3, 31)).encode()));
    /// ```
    ///
    /// Years before year 1 are supported and sort: year -1 comes after year -2. chrono's `NaiveDate` and time's
    /// `Date` have the same bytes.
    Date => BigEndian of i32, ValueKind::Date { first: FIRST_DAY, last: LAST_DAY },
    |value| days(value),
    |stored| date(stored)
}

proxied! {
    /// 8 bytes (feature `jiff1`): the seconds since midnight as a `u32`, then the nanoseconds as a `u32`.
    ///
    /// ```
    /// use jiff::civil::{Time, time};
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct AlarmKey(Time);
    ///
    /// assert_eq!(AlarmKey(time(7, 30, 0, 5)).encode(), [0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    /// ```
    ///
    /// chrono's `NaiveTime` and time's `Time` have the same bytes.
    Time => BigEndian of u64, ValueKind::Time { leap_seconds: false },
    |value| time_of_day(value).join(),
    |stored| time(TimeOfDay::split(stored))
}

proxied! {
    /// 12 bytes (feature `jiff1`): the date, then the time, each as in a field of its own.
    ///
    /// ```
    /// use jiff::civil::{DateTime, date};
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct AppointmentKey {
    ///     room: u8,
    ///     at: DateTime,
    /// }
    ///
    /// let key = AppointmentKey { room: 1, at: date(1970, 1, 2).at(7, 30, 0, 5) }.encode();
    /// assert_eq!(key, [1, 0x80, 0, 0, 1, 0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    ///
    /// let (today, tomorrow) = (date(1970, 1, 2), date(1970, 1, 3));
    /// let day = AppointmentKey::prefix().room(1).at_in(today.at(0, 0, 0, 0)..tomorrow.at(0, 0, 0, 0)).range();
    /// assert!(day.contains(&key));
    /// ```
    ///
    /// The value is the time that a wall clock shows, and sorts as such. When clocks are set back, an hour occurs
    /// twice and the rows of both hours mix. To keep rows in the order of events, use a `Timestamp`.
    DateTime => ByteArray of [u8; 12],
    ValueKind::DateTime { first: FIRST_DAY, last: LAST_DAY, leap_seconds: false },
    |value| join_date_time(days(value.date()), time_of_day(value.time())),
    |stored| {
        let (days, time_of_day) = split_date_time(stored);
        Ok(DateTime::from_parts(date(days)?, time(time_of_day)?))
    }
}

#[inline]
fn days(date: Date) -> i32 {
    // A date of jiff is at most 4,371,587 days from 1970.
    i32::try_from(date.duration_since(EPOCH).as_secs() / SECONDS_PER_DAY).unwrap_or(0)
}

#[inline]
fn date(days: i32) -> Result<Date, DecodeErrorKind> {
    let since = SignedDuration::from_secs(i64::from(days) * SECONDS_PER_DAY);
    EPOCH.checked_add(since).map_err(|_| DecodeErrorKind::OutOfRange)
}

#[inline]
fn time_of_day(time: Time) -> TimeOfDay {
    let [hours, minutes, seconds] = [time.hour(), time.minute(), time.second()].map(i8::unsigned_abs);
    TimeOfDay::of_clock(hours, minutes, seconds, time.subsec_nanosecond().unsigned_abs())
}

#[inline]
fn time(time: TimeOfDay) -> Result<Time, DecodeErrorKind> {
    let checked_time = || {
        let [hours, minutes, seconds] = time.clock()?;
        let hours = i8::try_from(hours).ok()?;
        let (minutes, seconds) = (i8::try_from(minutes).ok()?, i8::try_from(seconds).ok()?);
        Time::new(hours, minutes, seconds, i32::try_from(time.nanos).ok()?).ok()
    };
    checked_time().ok_or(DecodeErrorKind::OutOfRange)
}
