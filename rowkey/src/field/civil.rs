//! Implements the traits that `#[format(..)]` and periods such as `rowkey::period::day` need, for the types of jiff, chrono and
//! time.

use super::period::{CalendarDate, OnCalendar, OnClock};
use crate::codec::proxy::Proxied;
use crate::codec::time_text::{Civil, FromHour, FromYear};
use crate::wire::calendar::{Moment, TimeOfDay, join_date_time, join_timestamp, split_date_time, split_timestamp};

/// Implements the traits for the types of one crate. Values are converted through their proxy: the form in which they
/// are stored without `#[format(..)]`.
macro_rules! civil {
    ($feature:literal: $instant:ty, $date_time:ty, $date:ty, $time:ty) => {
        civil!(@one $feature $instant, FromYear,
            |stored| {
                let (seconds, nanos) = split_timestamp(stored);
                // The default is never used: the day of every instant of these crates fits into an `i32`.
                Moment::from_timestamp(seconds, nanos).unwrap_or(Moment { days: i32::MAX, seconds: 0, nanos })
            },
            |moment| join_timestamp(moment.timestamp(), moment.nanos));
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
        #[diagnostic::do_not_recommend]
        impl OnClock for $instant {}
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl OnClock for $date_time {}
        #[cfg(feature = $feature)]
        impl CalendarDate for $date {
            type DateTime = $date_time;
            type Instant = $instant;
        }

        civil!(@on $feature $date: $instant, $date_time, $date);
    };
    (@one $feature:literal $type:ty, $from:ident, |$stored:ident| $to_moment:expr, |$moment:ident| $from_moment:expr) => {
        #[cfg(feature = $feature)]
        impl Civil for $type {
            fn moment(self) -> Moment {
                let $stored = self.to_proxy();
                $to_moment
            }

            fn from_moment($moment: Moment) -> Option<Self> {
                Self::from_proxy($from_moment).ok()
            }
        }

        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<F> $from<F> for $type {
            type Checked = Self;
        }
    };
    (@on $feature:literal $date:ty: $($type:ty),*) => {$(
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl OnCalendar for $type {
            type Date = $date;
        }
    )*};
}

civil!("jiff1": jiff::Timestamp, jiff::civil::DateTime, jiff::civil::Date, jiff::civil::Time);
civil!("chrono04": chrono::DateTime<chrono::Utc>, chrono::NaiveDateTime, chrono::NaiveDate, chrono::NaiveTime);
civil!("time03": time::UtcDateTime, time::PrimitiveDateTime, time::Date, time::Time);
