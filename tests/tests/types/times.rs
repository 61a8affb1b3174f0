//! Instants, dates and times of day of the crates `jiff` (versions 1 and 0.2), `chrono` and `time`: the laws for each type,
//! and the same bytes for equal times of all crates.

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use rowkey::{DecodeErrorKind, RowKey};
use time::{PrimitiveDateTime, UtcDateTime};

use crate::laws::{Same, pair_keeps_the_laws, type_keeps_the_laws};

impl Same for jiff::Timestamp {}
impl Same for jiff::civil::Date {}
impl Same for jiff::civil::Time {}
impl Same for jiff::civil::DateTime {}
impl Same for chrono::DateTime<Utc> {}
impl Same for NaiveDate {}
impl Same for NaiveTime {}
impl Same for NaiveDateTime {}
impl Same for UtcDateTime {}
impl Same for time::Date {}
impl Same for time::Time {}
impl Same for PrimitiveDateTime {}

/// Seconds since 1970 and nanoseconds: among others around 1970, where rounding toward zero would break the order, and
/// around the limits of signed and unsigned 32 bits.
const INSTANTS: [(i64, u32); 12] = [
    (-62_135_596_800, 0),
    (-2_147_483_649, 999_999_999),
    (-2, 999_999_999),
    (-1, 0),
    (-1, 1),
    (-1, 999_999_999),
    (0, 0),
    (0, 1),
    (0, 999_999_999),
    (1_364_246_090, 0),
    (2_147_483_647, 1),
    (4_294_967_296, 0),
];

/// Years, months and days: before year 1, leap days, and a century year without a leap day.
const DAYS: [(i16, u8, u8); 12] = [
    (-9999, 1, 1),
    (-1, 12, 31),
    (0, 1, 1),
    (0, 2, 29),
    (1, 1, 1),
    (1900, 2, 28),
    (1900, 3, 1),
    (1969, 12, 31),
    (1970, 1, 1),
    (2000, 2, 29),
    (2038, 1, 20),
    (9999, 12, 31),
];

/// Hours, minutes, seconds and nanoseconds.
const TIMES: [(u8, u8, u8, u32); 7] = [
    (0, 0, 0, 0),
    (0, 0, 0, 1),
    (0, 0, 0, 999_999_999),
    (0, 0, 1, 0),
    (0, 4, 16, 0),
    (12, 0, 0, 0),
    (23, 59, 59, 999_999_999),
];

/// Leap seconds, as seconds since midnight and nanoseconds: two at the end of a day, one at the end of a minute, and
/// one within a minute, which the constructors of chrono reject, but `with_nanosecond` does not.
const LEAP_SECONDS: [(u32, u32); 4] =
    [(86_399, 1_000_000_000), (86_399, 1_999_999_999), (3_599, 1_500_000_000), (7, 1_000_000_000)];

fn to_i8(number: u8) -> i8 {
    i8::try_from(number).unwrap()
}

fn to_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap()
}

mod of_jiff {
    use super::*;
    use jiff::Timestamp;
    use jiff::civil::{self, Date, DateTime, Time};

    pub(super) fn timestamp((seconds, nanos): (i64, u32)) -> Timestamp {
        Timestamp::new(seconds, to_i32(nanos)).unwrap()
    }

    pub(super) fn date((year, month, day): (i16, u8, u8)) -> Date {
        civil::date(year, to_i8(month), to_i8(day))
    }

    pub(super) fn time((hour, minute, second, nanos): (u8, u8, u8, u32)) -> Time {
        civil::time(to_i8(hour), to_i8(minute), to_i8(second), to_i32(nanos))
    }

    fn date_times() -> Vec<DateTime> {
        let days = [DAYS[0], DAYS[2], DAYS[7], DAYS[11]];
        let times = [TIMES[0], TIMES[1], TIMES[6]];
        days.into_iter().flat_map(|day| times.map(|at| date(day).to_datetime(time(at)))).collect()
    }

    type_keeps_the_laws!(
        timestamp_keys: Timestamp,
        |value| -> Timestamp { *value },
        INSTANTS.into_iter().map(timestamp).chain([Timestamp::MIN, Timestamp::MAX]).collect(),
        (Timestamp::MIN.as_second()..=Timestamp::MAX.as_second(), 0..1_000_000_000_u32).prop_map(timestamp)
    );
    type_keeps_the_laws!(
        date_keys: Date,
        |value| -> Date { *value },
        DAYS.into_iter().map(date).collect(),
        (-9999..=9999_i16, 1..=12_u8, 1..=28_u8).prop_map(date)
    );
    type_keeps_the_laws!(
        time_keys: Time,
        |value| -> Time { *value },
        TIMES.into_iter().map(time).collect(),
        (0..24_u8, 0..60_u8, 0..60_u8, 0..1_000_000_000_u32).prop_map(time)
    );
    type_keeps_the_laws!(
        date_time_keys: DateTime,
        |value| -> DateTime { *value },
        date_times(),
        ((-9999..=9999_i16, 1..=12_u8, 1..=28_u8), (0..24_u8, 0..60_u8, 0..60_u8, 0..1_000_000_000_u32))
            .prop_map(|(day, at)| date(day).to_datetime(time(at)))
    );
}

mod of_chrono {
    use super::*;
    use chrono::DateTime;

    pub(super) fn timestamp((seconds, nanos): (i64, u32)) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap().with_nanosecond(nanos).unwrap()
    }

    pub(super) fn date((year, month, day): (i16, u8, u8)) -> NaiveDate {
        NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).unwrap()
    }

    pub(super) fn time((hour, minute, second, nanos): (u8, u8, u8, u32)) -> NaiveTime {
        NaiveTime::from_hms_nano_opt(hour.into(), minute.into(), second.into(), nanos).unwrap()
    }

    fn leap((seconds, nanos): (u32, u32)) -> NaiveTime {
        let whole = NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0).unwrap();
        whole.with_nanosecond(nanos).unwrap()
    }

    fn times() -> Vec<NaiveTime> {
        TIMES.into_iter().map(time).chain(LEAP_SECONDS.into_iter().map(leap)).collect()
    }

    fn date_times() -> Vec<NaiveDateTime> {
        let days = [NaiveDate::MIN, date(DAYS[1]), date(DAYS[2]), NaiveDate::MAX];
        let times = [time(TIMES[0]), time(TIMES[6]), leap(LEAP_SECONDS[1]), leap(LEAP_SECONDS[3])];
        days.into_iter().flat_map(|day| times.map(|at| day.and_time(at))).collect()
    }

    /// Returns instants, among them the leap second that UTC had at the end of 2016, and one after the last
    /// representable second.
    fn timestamps() -> Vec<DateTime<Utc>> {
        let mut timestamps: Vec<DateTime<Utc>> = INSTANTS.into_iter().map(timestamp).collect();
        timestamps
            .extend([(1_483_228_799, 999_999_999), (1_483_228_799, 1_500_000_000), (1_483_228_800, 0)].map(timestamp));
        timestamps.extend([DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC]);
        timestamps.push(NaiveDate::MAX.and_time(leap(LEAP_SECONDS[1])).and_utc());
        timestamps
    }

    const NANOS: core::ops::Range<u32> = 0..2_000_000_000;

    type_keeps_the_laws!(
        timestamp_keys: DateTime<Utc>,
        |value| -> DateTime<Utc> { *value },
        timestamps(),
        (DateTime::<Utc>::MIN_UTC.timestamp()..DateTime::<Utc>::MAX_UTC.timestamp(), NANOS).prop_map(timestamp)
    );
    type_keeps_the_laws!(
        date_keys: NaiveDate,
        |value| -> NaiveDate { *value },
        DAYS.into_iter().map(date).chain([NaiveDate::MIN, NaiveDate::MAX]).collect(),
        (NaiveDate::MIN.num_days_from_ce()..=NaiveDate::MAX.num_days_from_ce())
            .prop_map(|day| NaiveDate::from_num_days_from_ce_opt(day).unwrap())
    );
    pair_keeps_the_laws!(timestamps_in_a_struct: DateTime<Utc>, timestamps());
    pair_keeps_the_laws!(times_in_a_struct: NaiveTime, times());
    type_keeps_the_laws!(time_keys: NaiveTime, |value| -> NaiveTime { *value }, times(), (0..86_400_u32, NANOS).prop_map(leap));
    type_keeps_the_laws!(
        date_time_keys: NaiveDateTime,
        |value| -> NaiveDateTime { *value },
        date_times(),
        ((-9999..=9999_i16, 1..=12_u8, 1..=28_u8), 0..86_400_u32, NANOS)
            .prop_map(|(day, seconds, nanos)| date(day).and_time(leap((seconds, nanos))))
    );
}

mod of_time {
    use super::*;
    use time::{Date, Month, Time};

    pub(super) fn timestamp((seconds, nanos): (i64, u32)) -> UtcDateTime {
        UtcDateTime::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanos).unwrap()
    }

    pub(super) fn date((year, month, day): (i16, u8, u8)) -> Date {
        Date::from_calendar_date(year.into(), Month::try_from(month).unwrap(), day).unwrap()
    }

    pub(super) fn time((hour, minute, second, nanos): (u8, u8, u8, u32)) -> Time {
        Time::from_hms_nano(hour, minute, second, nanos).unwrap()
    }

    fn date_times() -> Vec<PrimitiveDateTime> {
        let days = [DAYS[0], DAYS[2], DAYS[7], DAYS[11]];
        let times = [TIMES[0], TIMES[1], TIMES[6]];
        days.into_iter().flat_map(|day| times.map(|at| date(day).with_time(time(at)))).collect()
    }

    type_keeps_the_laws!(
        timestamp_keys: UtcDateTime,
        |value| -> UtcDateTime { *value },
        INSTANTS.into_iter().map(timestamp).chain([UtcDateTime::MIN, UtcDateTime::MAX]).collect(),
        (UtcDateTime::MIN.unix_timestamp()..=UtcDateTime::MAX.unix_timestamp(), 0..1_000_000_000_u32).prop_map(timestamp)
    );
    type_keeps_the_laws!(
        date_keys: Date,
        |value| -> Date { *value },
        DAYS.into_iter().map(date).collect(),
        (Date::MIN.to_julian_day()..=Date::MAX.to_julian_day()).prop_map(|day| Date::from_julian_day(day).unwrap())
    );
    type_keeps_the_laws!(
        time_keys: Time,
        |value| -> Time { *value },
        TIMES.into_iter().map(time).collect(),
        (0..24_u8, 0..60_u8, 0..60_u8, 0..1_000_000_000_u32).prop_map(time)
    );
    type_keeps_the_laws!(
        date_time_keys: PrimitiveDateTime,
        |value| -> PrimitiveDateTime { *value },
        date_times(),
        ((-9999..=9999_i16, 1..=12_u8, 1..=28_u8), (0..24_u8, 0..60_u8, 0..60_u8, 0..1_000_000_000_u32))
            .prop_map(|(day, at)| date(day).with_time(time(at)))
    );
}

/// Defines a key with the types of one crate. All these keys have the same layout.
macro_rules! key_with_types {
    ($key:ident, $timestamp:ty, $date:ty, $time:ty, $date_time:ty) => {
        #[derive(Debug, PartialEq, RowKey)]
        struct $key {
            at: $timestamp,
            day: $date,
            #[descending]
            time: $time,
            wall: $date_time,
        }
    };
}

key_with_types!(JiffKey, jiff::Timestamp, jiff::civil::Date, jiff::civil::Time, jiff::civil::DateTime);
key_with_types!(ChronoKey, chrono::DateTime<Utc>, NaiveDate, NaiveTime, NaiveDateTime);
key_with_types!(TimeKey, UtcDateTime, time::Date, time::Time, PrimitiveDateTime);

#[test]
fn all_crates_write_the_same_bytes() {
    for instant in INSTANTS {
        for day in DAYS {
            for at in TIMES {
                let jiff = {
                    let (day, time) = (of_jiff::date(day), of_jiff::time(at));
                    JiffKey { at: of_jiff::timestamp(instant), day, time, wall: day.to_datetime(time) }
                };
                let chrono = {
                    let (day, time) = (of_chrono::date(day), of_chrono::time(at));
                    ChronoKey { at: of_chrono::timestamp(instant), day, time, wall: day.and_time(time) }
                };
                let of_time = {
                    let (day, time) = (of_time::date(day), of_time::time(at));
                    TimeKey { at: of_time::timestamp(instant), day, time, wall: day.with_time(time) }
                };
                let bytes = jiff.encode();
                assert_eq!(chrono.encode(), bytes, "{chrono:?}");
                assert_eq!(of_time.encode(), bytes, "{of_time:?}");
            }
        }
    }
}

#[test]
fn the_fingerprint_does_not_depend_on_the_crate_of_the_types() {
    assert_eq!(JiffKey::LAYOUT.fingerprint(), ChronoKey::LAYOUT.fingerprint());
    assert_eq!(JiffKey::LAYOUT.fingerprint(), TimeKey::LAYOUT.fingerprint());
}

#[derive(Debug, PartialEq, RowKey)]
struct OfJiff(jiff::Timestamp);
#[derive(Debug, PartialEq, RowKey)]
struct OfChrono(chrono::DateTime<Utc>);
#[derive(Debug, PartialEq, RowKey)]
struct OfTime(UtcDateTime);

#[test]
fn the_bytes_of_an_instant_are_a_signed_number_of_seconds_and_the_nanoseconds_since() {
    #[derive(RowKey)]
    struct Plain {
        seconds: i64,
        nanos: u32,
    }
    for (seconds, nanos) in INSTANTS {
        assert_eq!(OfJiff(of_jiff::timestamp((seconds, nanos))).encode(), Plain { seconds, nanos }.encode());
    }
    let half_a_second_before = jiff::Timestamp::UNIX_EPOCH - jiff::SignedDuration::from_millis(500);
    assert_eq!(OfJiff(half_a_second_before).encode(), Plain { seconds: -1, nanos: 500_000_000 }.encode());
}

#[test]
fn only_chrono_reads_a_leap_second() {
    let leap = OfChrono(of_chrono::timestamp((1_483_228_799, 1_500_000_000)));
    let bytes = leap.encode();
    assert_eq!(OfChrono::decode(&bytes), Ok(leap));
    for error in [OfJiff::decode(&bytes).unwrap_err(), OfTime::decode(&bytes).unwrap_err()] {
        assert_eq!(*error.kind(), DecodeErrorKind::OutOfRange);
        assert_eq!(
            error.to_string(),
            "field `field_0` at byte 0: the stored value is out of range for the field's type"
        );
    }
    let mut beyond = bytes;
    beyond[8..].copy_from_slice(&2_000_000_000_u32.to_be_bytes());
    assert!(OfChrono::decode(&beyond).is_err());
}

#[test]
fn instants_out_of_range_of_the_type_are_rejected() {
    fn next_second(mut key: [u8; 12]) -> [u8; 12] {
        let second = u64::from_be_bytes(key[..8].try_into().unwrap()).checked_add(1).unwrap();
        key[..8].copy_from_slice(&second.to_be_bytes());
        key[8..].fill(0);
        key
    }
    fn second_before(mut key: [u8; 12]) -> [u8; 12] {
        let second = u64::from_be_bytes(key[..8].try_into().unwrap()).checked_sub(1).unwrap();
        key[..8].copy_from_slice(&second.to_be_bytes());
        key
    }
    assert!(OfJiff::decode(&next_second(OfJiff(jiff::Timestamp::MAX).encode())).is_err());
    assert!(OfJiff::decode(&second_before(OfJiff(jiff::Timestamp::MIN).encode())).is_err());
    assert!(OfTime::decode(&next_second(OfTime(UtcDateTime::MAX).encode())).is_err());
    assert!(OfTime::decode(&second_before(OfTime(UtcDateTime::MIN).encode())).is_err());
    assert!(OfChrono::decode(&next_second(OfChrono(chrono::DateTime::<Utc>::MAX_UTC).encode())).is_err());
    assert!(OfChrono::decode(&second_before(OfChrono(chrono::DateTime::<Utc>::MIN_UTC).encode())).is_err());
    for key in [[0; 12], [0xFF; 12]] {
        assert!(OfJiff::decode(&key).is_err() && OfChrono::decode(&key).is_err() && OfTime::decode(&key).is_err());
    }
}

#[test]
fn a_time_beyond_midnight_is_rejected() {
    #[derive(Debug, RowKey)]
    struct OfJiff(jiff::civil::Time);
    #[derive(Debug, RowKey)]
    struct OfChrono(NaiveTime);
    #[derive(Debug, RowKey)]
    struct OfTime(time::Time);
    let key = |seconds: u32, nanos: u32| [seconds.to_be_bytes(), nanos.to_be_bytes()].concat();
    for key in [key(86_400, 0), key(86_399, 2_000_000_000), key(24 * 3_600 + 256 * 3_600, 0), key(u32::MAX, 0)] {
        assert!(OfJiff::decode(&key).is_err() && OfChrono::decode(&key).is_err() && OfTime::decode(&key).is_err());
    }
}
