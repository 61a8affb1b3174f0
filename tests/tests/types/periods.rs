//! Tests the periods `day`, `days`, `month` and `hour` as bounds of a field: they contain exactly the values that
//! chrono, jiff or time places in the period.

use crate::laws::on_any;
use proptest::prelude::*;
use rowkey::{
    RowKey,
    period::{day, days, hour, month},
};

/// Year, month and day.
type Ymd = (i32, u8, u8);

/// Defines the tests of one crate: its date, date-time and instant types, how to read their calendar fields, and how to
/// make them from seconds since 1970.
macro_rules! periods {
    ($module:ident: $date:ty, $date_time:ty, $instant:ty,
        |$of_date:ident| $ymd:expr, |$of_date_time:ident| $date_and_hour:expr, |$seconds:ident| $instant_at:expr,
        |$of_instant:ident| $in_utc:expr,
        ends $ends:expr) => {
        mod $module {
            use super::*;

            #[derive(RowKey)]
            struct Reports {
                day: $date,
                next: u8,
            }

            #[derive(RowKey)]
            struct Appointments {
                #[descending]
                at: $date_time,
                next: u8,
            }

            #[derive(RowKey)]
            struct Events {
                before: u8,
                at: $instant,
            }

            fn ymd($of_date: $date) -> Ymd {
                $ymd
            }

            fn date_and_hour($of_date_time: $date_time) -> ($date, u8) {
                $date_and_hour
            }

            fn instant($seconds: i64) -> $instant {
                $instant_at
            }

            fn in_utc($of_instant: $instant) -> $date_time {
                $in_utc
            }

            /// Returns whether a period contains each of these three values, which are tested as fields of three keys.
            fn contained<P>(period: P, at: $instant, date_time: $date_time, date: $date) -> [bool; 3]
            where
                P: Clone
                    + core::ops::RangeBounds<$instant>
                    + core::ops::RangeBounds<$date_time>
                    + core::ops::RangeBounds<$date>,
            {
                [
                    Events::prefix()
                        .before(1)
                        .at_in(period.clone())
                        .range()
                        .contains(&Events { before: 1, at }.encode()),
                    Appointments::prefix()
                        .at_in(period.clone())
                        .range()
                        .contains(&Appointments { at: date_time, next: 255 }.encode()),
                    Reports::prefix().day_in(period).range().contains(&Reports { day: date, next: 255 }.encode()),
                ]
            }

            /// Checks that each period of `one` contains `other` exactly if the calendar says so.
            fn check(one: $instant, other: $instant) {
                let (one_utc, other_utc) = (in_utc(one), in_utc(other));
                let ((date, date_hour), (other_date, other_hour)) = (date_and_hour(one_utc), date_and_hour(other_utc));
                let (first, second) = (ymd(date), ymd(other_date));

                let same_month = (first.0, first.1) == (second.0, second.1);
                for period in [month(date), month(one_utc), month(one)] {
                    assert_eq!(
                        contained(period, other, other_utc, other_date),
                        [same_month; 3],
                        "month of {one_utc:?}: {other_utc:?}"
                    );
                }
                let same_day = first == second;
                for period in [day(date), day(one_utc), day(one)] {
                    assert_eq!(
                        contained(period, other, other_utc, other_date),
                        [same_day; 3],
                        "day of {one_utc:?}: {other_utc:?}"
                    );
                }
                for count in [0, 1, 7, 31] {
                    let mut is_within = false;
                    let mut next = Some(date);
                    for _ in 0..count {
                        is_within |= next == Some(other_date);
                        next = next.and_then(|next| {
                            let next: $date = next;
                            next.day_after()
                        });
                    }
                    let period = days(date, count);
                    assert_eq!(
                        contained(period, other, other_utc, other_date),
                        [is_within; 3],
                        "{count} days from {one_utc:?}: {other_utc:?}"
                    );
                }
                let same_hour = same_day && date_hour == other_hour;
                for period in [hour(one_utc), hour(one)] {
                    let events = Events::prefix().before(1).at_in(period).range();
                    assert_eq!(events.contains(&Events { before: 1, at: other }.encode()), same_hour);
                    let appointments = Appointments::prefix().at_in(period).range();
                    assert_eq!(appointments.contains(&Appointments { at: other_utc, next: 0 }.encode()), same_hour);
                }
            }

            #[test]
            fn periods_agree_with_the_calendar_at_their_ends() {
                let ends: [i64; 2] = $ends;
                let marks = [
                    -62_167_219_200, // 0000-01-01
                    951_782_400,     // 2000-02-29
                    951_868_800,     // 2000-03-01
                    1_709_164_800,   // 2024-02-29
                    1_483_228_800,   // 2017-01-01
                    1_485_907_200,   // 2017-02-01
                    1_490_994_000,   // 2017-03-31 21:00
                    0,
                ];
                let around = marks.into_iter().flat_map(|mark| [mark - 3_600, mark - 1, mark, mark + 3_599]);
                let all: Vec<i64> = around.chain([ends[0], ends[0] + 86_400, ends[1] - 86_400, ends[1]]).collect();
                for one in &all {
                    for other in &all {
                        check(instant(*one), instant(*other));
                    }
                }
            }

            #[test]
            fn periods_agree_with_the_calendar_at_random_times() {
                let distance = prop_oneof![-7_200_i64..7_200, -200_000_i64..200_000, -6_000_000_i64..6_000_000];
                on_any((-60_000_000_000_i64..250_000_000_000, distance), |(one, distance)| {
                    check(instant(*one), instant(one + distance));
                });
            }
        }
    };
}

trait DayAfter: Sized {
    fn day_after(self) -> Option<Self>;
}

impl DayAfter for chrono::NaiveDate {
    fn day_after(self) -> Option<Self> {
        self.succ_opt()
    }
}

impl DayAfter for time::Date {
    fn day_after(self) -> Option<Self> {
        self.next_day()
    }
}

fn to_u8(number: impl TryInto<u8>) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

impl DayAfter for jiff::civil::Date {
    fn day_after(self) -> Option<Self> {
        self.tomorrow().ok()
    }
}

periods!(
    of_jiff: jiff::civil::Date, jiff::civil::DateTime, jiff::Timestamp,
    |date| (date.year().into(), date.month().unsigned_abs(), date.day().unsigned_abs()),
    |at| (at.date(), to_u8(at.hour())),
    |seconds| jiff::Timestamp::from_second(seconds).unwrap(),
    |at| jiff::tz::TimeZone::UTC.to_datetime(at),
    ends [jiff::Timestamp::MIN.as_second(), jiff::Timestamp::MAX.as_second()]
);

periods!(
    of_chrono: chrono::NaiveDate, chrono::NaiveDateTime, chrono::DateTime<chrono::Utc>,
    |date| {
        use chrono::Datelike;
        (date.year(), to_u8(date.month()), to_u8(date.day()))
    },
    |at| (at.date(), to_u8(chrono::Timelike::hour(&at))),
    |seconds| chrono::DateTime::from_timestamp(seconds, 0).unwrap(),
    |at| at.naive_utc(),
    ends [chrono::DateTime::<chrono::Utc>::MIN_UTC.timestamp(), chrono::DateTime::<chrono::Utc>::MAX_UTC.timestamp()]
);

periods!(
    of_time: time::Date, time::PrimitiveDateTime, time::UtcDateTime,
    |date| (date.year(), date.month().into(), date.day()),
    |at| (at.date(), at.hour()),
    |seconds| time::UtcDateTime::from_unix_timestamp(seconds).unwrap(),
    |at| time::PrimitiveDateTime::new(at.date(), at.time()),
    ends [time::UtcDateTime::MIN.unix_timestamp(), time::UtcDateTime::MAX.unix_timestamp()]
);

#[derive(RowKey)]
struct Instants {
    at: jiff::Timestamp,
}

/// jiff's dates extend one day beyond its instants at either end. A period of such a day contains no instants, and a
/// longer period contains only the instants of its other days.
#[test]
fn a_period_beyond_the_last_instant_contains_none() {
    use jiff::{Timestamp, civil::Date};
    let contained = |period: rowkey::period::Days<Date>| {
        let range = Instants::prefix().at_in(period).range();
        [Timestamp::MIN, Timestamp::UNIX_EPOCH, Timestamp::MAX].map(|at| range.contains(&Instants { at }.encode()))
    };
    assert_eq!(contained(day(Date::MIN)), [false; 3]);
    assert_eq!(contained(day(Date::MAX)), [false; 3]);
    assert_eq!(contained(days(Date::MIN, 2)), [true, false, false]);
    assert_eq!(contained(day(Date::MAX.yesterday().unwrap())), [false, false, true]);
    assert_eq!(contained(days(Date::MAX, u16::MAX)), [false; 3]);
    assert_eq!(contained(month(Date::MIN)), [true, false, false]);
    assert_eq!(contained(month(Date::MAX)), [false, false, true]);
}

/// chrono counts 23:59:60.5 as a part of the second 23:59:59, and so of the hour, day and month that end with this
/// second.
#[test]
fn a_leap_second_belongs_to_the_day_that_it_ends() {
    use chrono::{DateTime, NaiveDate, Utc};
    #[derive(RowKey)]
    struct Leaps {
        at: DateTime<Utc>,
    }
    let date = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
    let at = date.and_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap().and_utc();
    let bytes = Leaps { at }.encode();
    assert!(Leaps::prefix().at_in(day(date)).range().contains(&bytes));
    assert!(Leaps::prefix().at_in(month(at)).range().contains(&bytes));
    assert!(Leaps::prefix().at_in(hour(at)).range().contains(&bytes));
    let next = NaiveDate::from_ymd_opt(2017, 1, 1).unwrap();
    assert!(!Leaps::prefix().at_in(day(next)).range().contains(&bytes));
}
