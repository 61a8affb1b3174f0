//! Makes types of the `time` crate, version 0.3, key fields: `UtcDateTime`, `Date`, `Time` and `PrimitiveDateTime`.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::codec::big_endian::BigEndian;
use crate::error::DecodeErrorKind;
use crate::layout::ValueKind;
use crate::wire::calendar::{TimeOfDay, join_date_time, join_timestamp, split_date_time, split_timestamp};
use time::{Date, PrimitiveDateTime, Time, UtcDateTime};

/// The Julian day of 1970-01-01.
const EPOCH: i32 = UtcDateTime::UNIX_EPOCH.to_julian_day();
// `Date::MIN` and `Date::MAX`, in days since 1970-01-01. They depend on the feature `large-dates` of `time`. The bytes
// of a day do not.
const FIRST_DAY: i32 = Date::MIN.to_julian_day() - EPOCH;
const LAST_DAY: i32 = Date::MAX.to_julian_day() - EPOCH;

proxied! {
    /// 12 bytes (feature `time03`): the seconds since 1970 as an `i64`, then the nanoseconds within this second as a
    /// `u32`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use time::UtcDateTime;
    ///
    /// #[derive(RowKey)]
    /// struct NewestFirst {
    ///     sensor: u8,
    ///     #[descending]
    ///     at: UtcDateTime,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct OldestFirst {
    ///     at: UtcDateTime,
    /// }
    ///
    /// let at = UtcDateTime::from_unix_timestamp(1_364_246_090)?; // 2013-03-25 21:14:50
    /// assert_eq!(OldestFirst { at }.encode(), [0x80, 0, 0, 0, 0x51, 0x50, 0xBE, 0x4A, 0, 0, 0, 0]);
    ///
    /// let since = NewestFirst::prefix().sensor(1).at_in(at..).range();
    /// assert!(since.contains(&NewestFirst { sensor: 1, at }.encode()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// - jiff's `Timestamp` and chrono's `DateTime<Utc>` have the same bytes. `time` does not support leap seconds,
    ///   and rejects a key that chrono wrote within a leap second.
    /// - `OffsetDateTime` is not a key field. Two values are equal if they are the same instant, even if their offsets
    ///   differ. So a key would either have different bytes for equal values, or lose the offset. Store `.to_utc()`,
    ///   and if you need the offset, store it in a field of its own.
    UtcDateTime => ByteArray of [u8; 12],
    ValueKind::Timestamp {
        first: UtcDateTime::MIN.unix_timestamp(),
        last: UtcDateTime::MAX.unix_timestamp(),
        leap_seconds: false,
    },
    |value| join_timestamp(value.unix_timestamp(), value.nanosecond()),
    |stored| {
        let (second, nanos) = split_timestamp(stored);
        UtcDateTime::from_unix_timestamp(second)
            .and_then(|whole| whole.replace_nanosecond(nanos))
            .map_err(|_| DecodeErrorKind::OutOfRange)
    }
}

proxied! {
    /// 4 bytes (feature `time03`): the days since 1970-01-01 as an `i32`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use time::{Date, Month};
    ///
    /// #[derive(RowKey)]
    /// struct ReportKey(Date);
    ///
    /// let day = |day| Date::from_calendar_date(1970, Month::January, day).unwrap();
    /// assert_eq!(ReportKey(day(2)).encode(), [0x80, 0, 0, 1]);
    ///
    /// let january = ReportKey::prefix().field_0_in(day(1)..=day(31)).range();
    /// assert!(january.contains(&ReportKey(day(31)).encode()));
    /// ```
    ///
    /// - Years before year 1 are supported and sort: year -1 comes after year -2.
    /// - Years after 9999 are supported with the feature `large-dates` of `time`. Without the feature, keys with such a
    ///   year are rejected. The bytes of all other dates are the same with and without the feature.
    /// - chrono's `NaiveDate` and jiff's `Date` have the same bytes.
    Date => BigEndian of i32, ValueKind::Date { first: FIRST_DAY, last: LAST_DAY },
    |value| days(value),
    |stored| date(stored)
}

proxied! {
    /// 8 bytes (feature `time03`): the seconds since midnight as a `u32`, then the nanoseconds as a `u32`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use time::Time;
    ///
    /// #[derive(RowKey)]
    /// struct AlarmKey(Time);
    ///
    /// let alarm = AlarmKey(Time::from_hms_nano(7, 30, 0, 5)?);
    /// assert_eq!(alarm.encode(), [0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// chrono's `NaiveTime` and jiff's `Time` have the same bytes.
    Time => BigEndian of u64, ValueKind::Time { leap_seconds: false },
    |value| time_of_day(value).join(),
    |stored| time(TimeOfDay::split(stored))
}

proxied! {
    /// 12 bytes (feature `time03`): the date, then the time, each as in a field of its own.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use time::{Date, Month, PrimitiveDateTime, Time};
    ///
    /// #[derive(RowKey)]
    /// struct AppointmentKey {
    ///     room: u8,
    ///     at: PrimitiveDateTime,
    /// }
    ///
    /// let day = |day| Date::from_calendar_date(1970, Month::January, day).unwrap();
    /// let at = day(2).with_time(Time::from_hms_nano(7, 30, 0, 5)?);
    /// let key = AppointmentKey { room: 1, at }.encode();
    /// assert_eq!(key, [1, 0x80, 0, 0, 1, 0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    ///
    /// let whole_day = day(2).midnight()..day(3).midnight();
    /// assert!(AppointmentKey::prefix().room(1).at_in(whole_day).range().contains(&key));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The value is the time that a wall clock shows, and sorts as such. When clocks are set back, an hour occurs
    /// twice, and the rows of the two hours mix. To keep rows in the order of events, use a `UtcDateTime`.
    PrimitiveDateTime => ByteArray of [u8; 12],
    ValueKind::DateTime { first: FIRST_DAY, last: LAST_DAY, leap_seconds: false },
    |value| join_date_time(days(value.date()), time_of_day(value.time())),
    |stored| {
        let (days, time_of_day) = split_date_time(stored);
        Ok(PrimitiveDateTime::new(date(days)?, time(time_of_day)?))
    }
}

#[inline]
fn days(date: Date) -> i32 {
    date.to_julian_day() - EPOCH
}

#[inline]
fn date(days: i32) -> Result<Date, DecodeErrorKind> {
    let julian = days.checked_add(EPOCH).ok_or(DecodeErrorKind::OutOfRange)?;
    Date::from_julian_day(julian).map_err(|_| DecodeErrorKind::OutOfRange)
}

#[inline]
fn time_of_day(time: Time) -> TimeOfDay {
    let (hours, minutes, seconds, nanos) = time.as_hms_nano();
    TimeOfDay::of_clock(hours, minutes, seconds, nanos)
}

#[inline]
fn time(time: TimeOfDay) -> Result<Time, DecodeErrorKind> {
    let [hours, minutes, seconds] = time.clock().ok_or(DecodeErrorKind::OutOfRange)?;
    Time::from_hms_nano(hours, minutes, seconds, time.nanos).map_err(|_| DecodeErrorKind::OutOfRange)
}
