//! Makes types of the `chrono` crate, version 0.4, key fields: `DateTime<Utc>`, `NaiveDate`, `NaiveTime` and
//! `NaiveDateTime`.

use super::proxied::proxied;
use crate::codec::array::ByteArray;
use crate::codec::big_endian::BigEndian;
use crate::error::DecodeErrorKind;
use crate::layout::ValueKind;
use crate::wire::calendar::{TimeOfDay, join_date_time, join_timestamp, split_date_time, split_timestamp};
use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

/// The value of `num_days_from_ce` for 1970-01-01. chrono counts 0001-01-01 as day 1.
const EPOCH_FROM_CE: i32 = 719_163;
/// `DateTime::<Utc>::MIN_UTC` and `MAX_UTC`, in seconds since 1970.
const FIRST_SECOND: i64 = -8_334_601_228_800;
const LAST_SECOND: i64 = 8_210_266_876_799;
/// `NaiveDate::MIN` and `NaiveDate::MAX`, in days since 1970-01-01.
const FIRST_DAY: i32 = -96_465_292;
const LAST_DAY: i32 = 95_026_236;

proxied! {
    /// 12 bytes (feature `chrono04`): the seconds since 1970 as an `i64`, then the nanoseconds within this second as a
    /// `u32`.
    ///
    /// ```
    /// use chrono::{DateTime, Utc};
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct NewestFirst {
    ///     sensor: u8,
    ///     #[descending]
    ///     at: DateTime<Utc>,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct OldestFirst {
    ///     at: DateTime<Utc>,
    /// }
    ///
    /// let at: DateTime<Utc> = "2013-03-25T21:14:50Z".parse()?;
    /// assert_eq!(OldestFirst { at }.encode(), [0x80, 0, 0, 0, 0x51, 0x50, 0xBE, 0x4A, 0, 0, 0, 0]);
    ///
    /// let since = NewestFirst::prefix().sensor(1).at_in(at..).range();
    /// assert!(since.contains(&NewestFirst { sensor: 1, at }.encode()));
    /// # Ok::<(), chrono::ParseError>(())
    /// ```
    ///
    /// - Within a leap second the nanoseconds are at least 1,000,000,000, as in chrono: 23:59:60.5 is stored as the
    ///   second 23:59:59 and 1,500,000,000 nanoseconds, and sorts before the next second.
    /// - jiff's `Timestamp` and time's `UtcDateTime` have the same bytes, but reject leap seconds, which they do not
    ///   support.
    /// - `DateTime<FixedOffset>` and `DateTime<Local>` are not key fields. Two values are equal if they are the same
    ///   instant, even if their offsets differ. So a key would either have different bytes for equal values, or lose
    ///   the offset. Store `.to_utc()`, and if you need the offset, store it in a field of its own.
    DateTime<Utc> => ByteArray of [u8; 12],
    ValueKind::Timestamp { first: FIRST_SECOND, last: LAST_SECOND, leap_seconds: true },
    |value| join_timestamp(value.timestamp(), value.timestamp_subsec_nanos()),
    |stored| {
        let (second, nanos) = split_timestamp(stored);
        let without_nanos = DateTime::from_timestamp(second, 0);
        // `from_timestamp` accepts a leap second only at the end of a minute, but chrono's arithmetic can create one
        // anywhere.
        let naive = without_nanos.and_then(|instant| instant.naive_utc().with_nanosecond(nanos));
        naive.map(|naive| naive.and_utc()).ok_or(DecodeErrorKind::OutOfRange)
    }
}

proxied! {
    /// 4 bytes (feature `chrono04`): the days since 1970-01-01 as an `i32`.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct ReportKey(NaiveDate);
    ///
    /// let day = |day| NaiveDate::from_ymd_opt(1970, 1, day).unwrap();
    /// assert_eq!(ReportKey(day(2)).encode(), [0x80, 0, 0, 1]);
    ///
    /// let january = ReportKey::prefix().field_0_in(day(1)..=day(31)).range();
    /// assert!(january.contains(&ReportKey(day(31)).encode()));
    /// ```
    ///
    /// Years before year 1 are supported and sort: year -1 comes after year -2. With `#[format]`, encoding rejects
    /// negative years, because their text would sort in the wrong order. jiff's and time's `Date` have the same bytes,
    /// for fewer years.
    NaiveDate => BigEndian of i32, ValueKind::Date { first: FIRST_DAY, last: LAST_DAY },
    |value| days(value),
    |stored| date(stored)
}

proxied! {
    /// 8 bytes (feature `chrono04`): the seconds since midnight as a `u32`, then the nanoseconds as a `u32`.
    ///
    /// ```
    /// use chrono::NaiveTime;
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct AlarmKey(NaiveTime);
    ///
    /// let alarm = AlarmKey(NaiveTime::from_hms_nano_opt(7, 30, 0, 5).unwrap());
    /// assert_eq!(alarm.encode(), [0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    /// ```
    ///
    /// Within a leap second the nanoseconds are at least 1,000,000,000, as in chrono. jiff's and time's `Time` have the
    /// same bytes, but reject leap seconds.
    NaiveTime => BigEndian of u64, ValueKind::Time { leap_seconds: true },
    |value| time_of_day(value).join(),
    |stored| time(TimeOfDay::split(stored))
}

proxied! {
    /// 12 bytes (feature `chrono04`): the date, then the time, each as in a field of its own.
    ///
    /// ```
    /// use chrono::{NaiveDate, NaiveDateTime};
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct AppointmentKey {
    ///     room: u8,
    ///     at: NaiveDateTime,
    /// }
    ///
    /// let day = |day| NaiveDate::from_ymd_opt(1970, 1, day).unwrap();
    /// let at = day(2).and_hms_nano_opt(7, 30, 0, 5).unwrap();
    /// let key = AppointmentKey { room: 1, at }.encode();
    /// assert_eq!(key, [1, 0x80, 0, 0, 1, 0, 0, 0x69, 0x78, 0, 0, 0, 5]);
    ///
    /// let whole_day = NaiveDateTime::from(day(2))..day(3).into();
    /// assert!(AppointmentKey::prefix().room(1).at_in(whole_day).range().contains(&key));
    /// ```
    ///
    /// The value is the time that a wall clock shows, and sorts as such. When clocks are set back, an hour occurs
    /// twice, and the rows of the two hours mix. To keep rows in the order of events, use a `DateTime<Utc>`.
    NaiveDateTime => ByteArray of [u8; 12],
    ValueKind::DateTime { first: FIRST_DAY, last: LAST_DAY, leap_seconds: true },
    |value| join_date_time(days(value.date()), time_of_day(value.time())),
    |stored| {
        let (days, time_of_day) = split_date_time(stored);
        Ok(date(days)?.and_time(time(time_of_day)?))
    }
}

#[inline]
fn days(date: NaiveDate) -> i32 {
    date.num_days_from_ce() - EPOCH_FROM_CE
}

#[inline]
fn date(days: i32) -> Result<NaiveDate, DecodeErrorKind> {
    let date = days.checked_add(EPOCH_FROM_CE).and_then(NaiveDate::from_num_days_from_ce_opt);
    date.ok_or(DecodeErrorKind::OutOfRange)
}

#[inline]
fn time_of_day(time: NaiveTime) -> TimeOfDay {
    TimeOfDay { seconds: time.num_seconds_from_midnight(), nanos: time.nanosecond() }
}

#[inline]
fn time(time: TimeOfDay) -> Result<NaiveTime, DecodeErrorKind> {
    let without_nanos = NaiveTime::from_num_seconds_from_midnight_opt(time.seconds, 0);
    without_nanos.and_then(|whole| whole.with_nanosecond(time.nanos)).ok_or(DecodeErrorKind::OutOfRange)
}
