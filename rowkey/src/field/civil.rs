//! The civil times of jiff, chrono and time, as formats and whole days take them.

use super::calendar::{TimeOfDay, join_date_time, join_timestamp, split_date_time, split_timestamp};
use crate::codec::stands_as::StandIn;
use crate::codec::time_text::{Civil, FromHour, FromYear, Moment};
use core::ops::Bound;

const SECONDS_OF_DAY: i64 = 86_400;

/// What a type shows, and how it stands in a key as binary, which is where its parts are taken from.
macro_rules! civil {
    ($feature:literal: $instant:ty, $date_time:ty, $date:ty, $time:ty) => {
        civil!(@one $feature $instant, FromYear,
            |stored| {
                let (seconds, nanos) = split_timestamp(stored);
                let days = i32::try_from(seconds.div_euclid(SECONDS_OF_DAY)).unwrap_or(i32::MAX);
                let seconds = u32::try_from(seconds.rem_euclid(SECONDS_OF_DAY)).unwrap_or(0);
                Moment { days, seconds, nanos }
            },
            |moment| join_timestamp(
                i64::from(moment.days) * SECONDS_OF_DAY + i64::from(moment.seconds),
                moment.nanos,
            ));
        civil!(@one $feature $date_time, FromYear,
            |stored| {
                let (days, TimeOfDay { seconds, nanos }) = split_date_time(stored);
                Moment { days, seconds, nanos }
            },
            |moment| {
                let time = TimeOfDay { seconds: moment.seconds, nanos: moment.nanos };
                join_date_time(moment.days, time)
            });
        civil!(@one $feature $date, FromYear,
            |stored| Moment { days: stored, seconds: 0, nanos: 0 },
            |moment| if moment.seconds == 0 && moment.nanos == 0 { moment.days } else { return None });
        civil!(@one $feature $time, FromHour,
            |stored| {
                let TimeOfDay { seconds, nanos } = TimeOfDay::split(stored);
                Moment { days: 0, seconds, nanos }
            },
            |moment| {
                let time = TimeOfDay { seconds: moment.seconds, nanos: moment.nanos };
                if moment.days == 0 { time.join() } else { return None }
            });

        #[cfg(feature = $feature)]
        impl Day for $date {
            type Instant = $date_time;

            fn midnight(self) -> Option<$date_time> {
                <$date_time as Civil>::at(Civil::moment(self))
            }

            fn later(self, days: i32) -> Option<Self> {
                let days = Civil::moment(self).days.checked_add(days)?;
                <Self as Civil>::at(Moment { days, seconds: 0, nanos: 0 })
            }
        }
    };
    (@one $feature:literal $type:ty, $from:ident, |$stored:ident| $to:expr, |$moment:ident| $back:expr) => {
        #[cfg(feature = $feature)]
        impl Civil for $type {
            fn moment(self) -> Moment {
                let $stored = self.stored();
                $to
            }

            fn at($moment: Moment) -> Option<Self> {
                Self::restored($back).ok()
            }
        }

        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<F> $from<F> for $type {
            type Checked = Self;
        }
    };
}

civil!("jiff02": jiff::Timestamp, jiff::civil::DateTime, jiff::civil::Date, jiff::civil::Time);
civil!("chrono04": chrono::DateTime<chrono::Utc>, chrono::NaiveDateTime, chrono::NaiveDate, chrono::NaiveTime);
civil!("time03": time::UtcDateTime, time::PrimitiveDateTime, time::Date, time::Time);

/// A calendar date of jiff, chrono or time, for [`day`].
pub trait Day: Copy {
    /// The date-time of the same crate.
    type Instant: Civil;

    #[doc(hidden)]
    fn midnight(self) -> Option<Self::Instant>;

    #[doc(hidden)]
    fn later(self, days: i32) -> Option<Self>;
}

/// The bounds of a whole day, for `_in`: from its midnight, included, to the next one, excluded.
///
/// ```
/// # #[cfg(feature = "jiff02")] {
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
/// let range = PaymentKey::prefix().customer(123).paid_at_in(rowkey::day(date(2017, 1, 1))).range();
/// assert_eq!(range.start(), b"000123_2017-01-01 00:00:00");
/// assert_eq!(range.end(), Some(&b"000123_2017-01-02 00:00:00"[..]));
/// # }
/// ```
pub fn day<D: Day>(date: D) -> (Bound<D::Instant>, Bound<D::Instant>) {
    days(date, 1)
}

/// As [`day`], for so many days from `date` on: 7 for a week.
pub fn days<D: Day>(date: D, count: u16) -> (Bound<D::Instant>, Bound<D::Instant>) {
    let end = date.later(count.into()).and_then(D::midnight);
    (date.midnight().map_or(Bound::Unbounded, Bound::Included), end.map_or(Bound::Unbounded, Bound::Excluded))
}
