//! Tests `#[format(..)]`: the text equals that of the `strftime` of jiff, chrono and time, and keys satisfy the laws.

use core::fmt::Debug;
use core::ops::{Bound, RangeBounds};
use rowkey_proof::untyped::{Untyped, from_file, to_file};

use crate::laws::on_any_list;
use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use jiff::civil;
use proptest::prelude::*;
use rowkey::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, KeyRange, RowKey};
use rowkey_proof::domain::damaged;
use rowkey_proof::hex::hex;
use time::PrimitiveDateTime;

type Encoded = Result<Vec<u8>, EncodeError>;

/// A key type with one formatted field, and its prefix methods.
struct Formatted<T> {
    name: &'static str,
    descending: bool,
    encode: fn(T) -> Encoded,
    decode: fn(&[u8]) -> Result<T, DecodeError>,
    /// Decodes a key and encodes it again. `None` if the bytes are rejected.
    reencode: fn(&[u8]) -> Option<Encoded>,
    equal: fn(T) -> KeyRange,
    within: fn((Bound<T>, Bound<T>)) -> KeyRange,
    /// The bytes before and after the text.
    around: [&'static [u8]; 2],
}

impl<T: Copy + Ord + Debug> Formatted<T> {
    /// Checks laws 1 to 4 and 6 of [`rowkey_proof::laws`]. `text` is the text that the crate writes, if it preserves
    /// the whole value.
    #[track_caller]
    fn check(&self, values: &[T], text: fn(T) -> Option<String>) {
        let mut rows = Vec::new();
        for value in values {
            let (name, encoded) = (self.name, (self.encode)(*value));
            let Some(text) = text(*value) else {
                let error = encoded.expect_err("the text does not preserve the whole value");
                assert!(matches!(error.kind(), EncodeErrorKind::NotInFormat { .. }), "{name} {value:?}: {error}");
                continue;
            };
            let complement = |byte: u8| if self.descending { !byte } else { byte };
            let written: Vec<u8> = text.bytes().map(complement).collect();
            let bytes = encoded.expect("the text preserves the whole value");
            assert_eq!(bytes, [self.around[0], &written, self.around[1]].concat(), "{name} {value:?}");
            assert_eq!((self.decode)(&bytes).as_ref(), Ok(value), "{name}");
            for damaged in damaged(&bytes) {
                if let Some(again) = (self.reencode)(&damaged) {
                    assert_eq!(again.map(|again| hex(&again)), Ok(hex(&damaged)), "{name} {value:?}");
                }
            }
            rows.push((*value, bytes));
        }
        for (one, one_bytes) in &rows {
            for (other, other_bytes) in &rows {
                let order = if self.descending { other.cmp(one) } else { one.cmp(other) };
                assert_eq!(one_bytes.cmp(other_bytes), order, "{} {one:?} {other:?}", self.name);
            }
        }
        // Any value can be a bound, even if it has no text. A third of the pairs is enough.
        let ends = |value| [Bound::Included(value), Bound::Excluded(value), Bound::Unbounded];
        for (index, low) in values.iter().enumerate() {
            let equal = (self.equal)(*low);
            assert!(rows.iter().all(|(value, bytes)| equal.contains(bytes) == (value == low)), "{low:?}");
            for high in values.iter().skip(index % 3).step_by(3) {
                for start in ends(*low) {
                    for end in ends(*high) {
                        let range = (self.within)((start, end));
                        for (value, bytes) in &rows {
                            let expected = RangeBounds::<T>::contains(&(start, end), value);
                            assert_eq!(range.contains(bytes), expected, "{} {value:?} in {start:?} {end:?}", self.name);
                        }
                    }
                }
            }
        }
    }
}

/// Defines a module of tests of one type in one format: descending, and between other fields with a delimiter that also
/// occurs in the text. `whole` tells whether the text preserves the whole value; `text` is the text of such a
/// value.
macro_rules! formats {
    ($($module:ident: $type:ty as $format:tt, whole |$whole:ident| $is_whole:expr, text |$value:ident| $text:expr,
        $extremes:expr, $any:expr;)*) => {$(
        mod $module {
            use super::*;

            #[derive(RowKey)]
            struct Descending {
                before: u8,
                #[format($format)]
                #[descending]
                value: $type,
                next: u8,
            }

            #[derive(RowKey)]
            #[rowkey(delimiter = '-')]
            struct Delimited {
                before: String,
                #[format($format)]
                value: $type,
                next: u8,
            }

            fn text($value: $type) -> Option<String> {
                let $whole = $value;
                $is_whole.then(|| $text.to_string())
            }

            fn check(values: &[$type]) {
                let descending = Formatted {
                    name: "descending",
                    descending: true,
                    encode: |value| Descending { before: 0xFF, value, next: 0xFF }.try_encode().map(Into::into),
                    decode: |bytes| Descending::decode(bytes).map(|key| key.value),
                    reencode: |bytes| Descending::decode(bytes).ok().map(|key| key.try_encode().map(Into::into)),
                    equal: |value| Descending::prefix().before(0xFF).value(value).range(),
                    within: |bounds| Descending::prefix().before(0xFF).value_in(bounds).range(),
                    around: [b"\xFF", b"\xFF"],
                };
                let delimited = Formatted {
                    name: "delimited",
                    descending: false,
                    encode: |value| Delimited { before: "2".into(), value, next: 0 }.try_encode(),
                    decode: |bytes| Delimited::decode(bytes).map(|key| key.value),
                    reencode: |bytes| Delimited::decode(bytes).ok().map(|key| key.try_encode()),
                    equal: |value| Delimited::prefix().before("2").value(value).range(),
                    within: |bounds| Delimited::prefix().before("2").value_in(bounds).range(),
                    around: [b"2-", b"-\0"],
                };
                for key in [descending, delimited] {
                    key.check(values, text);
                }
            }

            #[test]
            fn keeps_the_laws_on_extreme_values() {
                let extremes: Vec<$type> = $extremes.into_iter().collect();
                assert!(extremes.iter().filter(|value| text(**value).is_some()).count() > 1);
                check(&extremes);
            }

            #[test]
            fn keeps_the_laws_on_random_values() {
                on_any_list($any, check);
            }
        }
    )*};
}

/// Seconds since 1970 around changes of the year, the month and the day, in the years 0 to 9999 and just outside.
const SECONDS: [i64; 11] = [
    -62_167_219_201, // the last second before the year 0
    -62_167_219_200,
    -62_135_596_800, // the year 1
    -2_203_891_201,  // 1900-02-28 23:59:59: 1900 has no February 29
    -1,
    0,
    951_782_400,   // 2000-02-29
    1_483_228_799, // before the leap second of 2016
    253_402_207_199,
    253_402_207_200, // the last second of a jiff `Timestamp`
    253_402_300_800, // the year 10000
];

/// Fractions that some formats preserve and others do not.
const NANOS: [u32; 4] = [0, 1, 120_000_000, 999_999_999];

fn moments() -> impl Iterator<Item = (i64, u32)> {
    let with_fractions = SECONDS.into_iter().enumerate().map(|(index, second)| (second, NANOS[index % 4]));
    SECONDS.into_iter().map(|second| (second, 0)).chain(with_fractions.filter(|(_, nanos)| *nanos > 0))
}

/// Returns random moments. The formats of these tests preserve many of the moments, but not all.
fn any_moment() -> impl Strategy<Value = (i64, u32)> {
    let second =
        prop_oneof![-100_000_000_000_i64..253_402_207_200, (-1_000_000_i64..2_000_000).prop_map(|day| day * 86_400)];
    let nanos =
        prop_oneof![3 => Just(0), 1 => (0..1_000_u32).prop_map(|milli| milli * 1_000_000), 1 => 0..1_000_000_000_u32];
    (second, nanos)
}

fn of_jiff((second, nanos): (i64, u32)) -> civil::DateTime {
    // Not converted from a `Timestamp`, which ends earlier than `civil::DateTime`.
    let since = jiff::SignedDuration::new(second, i32::try_from(nanos).unwrap());
    civil::date(1970, 1, 1).at(0, 0, 0, 0).saturating_add(since)
}

fn of_chrono((second, nanos): (i64, u32)) -> NaiveDateTime {
    chrono::DateTime::from_timestamp(second, nanos).unwrap().naive_utc()
}

fn of_time((second, nanos): (i64, u32)) -> PrimitiveDateTime {
    let at = second.clamp(time::UtcDateTime::MIN.unix_timestamp(), time::UtcDateTime::MAX.unix_timestamp());
    let at = time::UtcDateTime::from_unix_timestamp(at).unwrap().replace_nanosecond(nanos).unwrap();
    PrimitiveDateTime::new(at.date(), at.time())
}

/// Returns the moments as chrono's values, and two of chrono's leap seconds.
fn moments_with_leap_seconds() -> Vec<NaiveDateTime> {
    let leap = of_chrono((1_483_228_799, 0)).with_nanosecond(1_500_000_000).unwrap();
    moments().map(of_chrono).chain([leap, leap.with_nanosecond(1_000_000_000).unwrap()]).collect()
}

fn has_four_digits(year: i32) -> bool {
    (0..=9999).contains(&year)
}

fn distinct<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values.dedup();
    values
}

formats! {
    jiff_date_times: civil::DateTime as "%Y-%m-%d %H:%M:%S",
        whole |at| at.year() >= 0 && at.subsec_nanosecond() == 0, text |at| at.strftime("%Y-%m-%d %H:%M:%S"),
        distinct(moments().map(of_jiff)), any_moment().prop_map(of_jiff);
    jiff_milliseconds: civil::DateTime as "%FT%T%.3f",
        whole |at| at.year() >= 0 && at.subsec_nanosecond() % 1_000_000 == 0, text |at| at.strftime("%FT%T%.3f"),
        distinct(moments().map(of_jiff)), any_moment().prop_map(of_jiff);
    jiff_dates: civil::Date as "%Y/%m/%d",
        whole |date| date.year() >= 0, text |date| date.strftime("%Y/%m/%d"),
        distinct(moments().map(of_jiff).map(civil::DateTime::date)), any_moment().prop_map(|at| of_jiff(at).date());
    jiff_dates_with_a_clock: civil::Date as "%FT%H",
        whole |date| date.year() >= 0, text |date| date.at(0, 0, 0, 0).strftime("%FT%H"),
        distinct(moments().map(of_jiff).map(civil::DateTime::date)), any_moment().prop_map(|at| of_jiff(at).date());
    jiff_timestamps: jiff::Timestamp as "%Y%m%d%H%M%S%6f",
        whole |at| at.as_second() >= -62_167_219_200 && at.subsec_nanosecond() % 1_000 == 0,
        text |at| at.strftime("%Y%m%d%H%M%S%6f"),
        moments().filter_map(|(second, nanos)| jiff::Timestamp::new(second, nanos.cast_signed()).ok()),
        any_moment().prop_map(|(second, nanos)| jiff::Timestamp::new(second, nanos.cast_signed()).unwrap());
    jiff_times: civil::Time as "%H:%M",
        whole |at| at.second() == 0 && at.subsec_nanosecond() == 0, text |at| at.strftime("%H:%M"),
        distinct(moments().map(|at| of_jiff(at).time()).chain([civil::time(9, 59, 0, 0), civil::time(10, 0, 0, 0)])),
        any_moment().prop_map(|at| of_jiff(at).time());
    chrono_date_times: NaiveDateTime as "%Y-%m-%d %H:%M:%S%.9f",
        whole |at| has_four_digits(at.year()) && at.nanosecond() < 1_000_000_000,
        text |at| at.format("%Y-%m-%d %H:%M:%S%.9f"),
        moments_with_leap_seconds(), any_moment().prop_map(of_chrono);
    chrono_months: NaiveDate as "%Y-%m",
        whole |date| has_four_digits(date.year()) && date.day() == 1, text |date| date.format("%Y-%m"),
        distinct(moments().map(|at| of_chrono(at).date()).chain([NaiveDate::MIN, NaiveDate::MAX])),
        any_moment().prop_map(|at| of_chrono(at).date());
    chrono_times: NaiveTime as "%T%f",
        whole |at| at.nanosecond() < 1_000_000_000, text |at| at.format("%T%f"),
        distinct(moments_with_leap_seconds().into_iter().map(|at| at.time())), any_moment().prop_map(|at| of_chrono(at).time());
    chrono_instants: chrono::DateTime<Utc> as "%FT%H:%MZ",
        whole |at| has_four_digits(at.year()) && at.second() == 0 && at.nanosecond() == 0, text |at| at.format("%FT%H:%MZ"),
        moments_with_leap_seconds().into_iter().map(|at| at.and_utc()), any_moment().prop_map(|at| of_chrono(at).and_utc());
    time_date_times: PrimitiveDateTime as "%Y-%m-%d %H:%M:%S%3f",
        whole |at| has_four_digits(at.year()) && at.nanosecond().is_multiple_of(1_000_000),
        text |at| format!(
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}{:03}",
            at.year(), u8::from(at.month()), at.day(), at.hour(), at.minute(), at.second(), at.millisecond()
        ),
        distinct(moments().map(of_time)), any_moment().prop_map(of_time);
    time_instants: time::UtcDateTime as "%Y",
        whole |at| has_four_digits(at.year()) && (at.ordinal(), at.hour(), at.minute()) == (1, 0, 0)
            && (at.second(), at.nanosecond()) == (0, 0),
        text |at| format!("{:04}", at.year()),
        distinct(moments().map(|at| of_time(at).as_utc())), any_moment().prop_map(|at| of_time(at).as_utc());
}

#[derive(Debug, RowKey)]
struct Logged {
    #[format("%Y-%m-%d %H:%M:%S")]
    at: civil::DateTime,
}

#[derive(Debug, RowKey)]
struct Reported {
    report: u16,
    #[format("%F")]
    day: time::Date,
}

#[test]
fn times_that_do_not_exist_are_rejected() {
    let impossible = [
        "2024-02-30 00:00:00",
        "2023-02-29 00:00:00",
        "1900-02-29 00:00:00",
        "2024-04-31 00:00:00",
        "2024-00-10 00:00:00",
        "2024-13-10 00:00:00",
        "2024-01-00 00:00:00",
        "2024-01-32 00:00:00",
        "2024-01-01 24:00:00",
        "2024-01-01 00:60:00",
        "2016-12-31 23:59:60",
    ];
    for text in impossible {
        let error = Logged::decode(text.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (&DecodeErrorKind::NoSuchTime, 0), "{text}");
        assert_eq!(error.to_string(), "field `at` at byte 0: this day or time of day does not exist");
        assert_eq!(Logged::explain(text.as_bytes()).problem().unwrap().to_string(), error.to_string());
    }
    assert!(Logged::decode(b"2024-02-29 23:59:59").is_ok() && Logged::decode(b"2000-02-29 00:00:00").is_ok());

    let error = Reported::decode(b"\0\x072024-02-30").unwrap_err();
    assert_eq!(error.to_string(), "field `day` at byte 2: this day or time of day does not exist");
}

#[test]
fn text_of_another_format_is_rejected_at_the_first_difference() {
    for (text, offset) in [
        ("2024/02/20 00:00:00", 4),
        ("24-02-20 00:00:00.0", 0),
        ("2024-2-20 00:00:00 ", 5),
        ("2024-02-20T00:00:00", 10),
        ("2024-02-20 00:00:0x", 17),
        ("02-20-2024 00:00:00", 0),
        ("-024-02-20 00:00:00", 0),
    ] {
        let error = Logged::decode(text.as_bytes()).unwrap_err();
        let DecodeErrorKind::NotInFormat { format, .. } = error.kind() else { panic!("{text}: {error}") };
        assert_eq!(format, "%Y-%m-%d %H:%M:%S");
        assert_eq!(error.offset(), offset, "{text}");
        assert_eq!(Logged::explain(text.as_bytes()).problem().unwrap().to_string(), error.to_string());
    }
    assert!(matches!(Logged::decode(b"2024-02-20").unwrap_err().kind(), DecodeErrorKind::Truncated { .. }));
    assert!(matches!(Logged::decode(b"2024-02-20 00:00:00.5").unwrap_err().kind(), DecodeErrorKind::Trailing { .. }));
}

/// A format with a time of day reads a date only at midnight. jiff's instants end a day before its dates do. `explain`
/// reports such errors, too, also with a layout that was read from a file.
#[test]
fn a_time_out_of_range_of_the_type_is_rejected() {
    #[derive(Debug, RowKey)]
    struct OfDate {
        #[format("%F %T")]
        day: civil::Date,
        next: u8,
    }
    #[derive(Debug, RowKey)]
    struct OfInstant {
        #[format("%F %T")]
        at: jiff::Timestamp,
    }
    let explain = |layout: &rowkey::Layout, bytes: &[u8]| {
        let read = from_file(&to_file(layout)).unwrap();
        assert_eq!(read.explain(bytes), layout.explain(bytes));
        read.explain(bytes).problem().map(ToString::to_string)
    };
    for (text, is_valid) in
        [("2024-02-20 00:00:00", true), ("2024-02-20 00:00:01", false), ("2024-02-20 23:00:00", false)]
    {
        let bytes = [text.as_bytes(), &[7]].concat();
        let error = OfDate::decode(&bytes).map(|key| key.next).map_err(|error| error.to_string());
        assert_eq!(error.as_ref().ok(), is_valid.then_some(&7), "{text}");
        assert_eq!(explain(OfDate::LAYOUT, &bytes), error.err(), "{text}");
    }
    for (text, is_valid) in
        [("9999-12-30 22:00:00", true), ("9999-12-30 22:00:01", false), ("9999-12-31 23:59:59", false)]
    {
        let error = OfInstant::decode(text.as_bytes()).map(|key| key.at.as_second()).map_err(|error| error.to_string());
        assert_eq!(error.is_ok(), is_valid, "{text}");
        assert_eq!(explain(OfInstant::LAYOUT, text.as_bytes()), error.err(), "{text}");
    }
}

#[test]
fn the_fields_after_a_wrong_time_are_shown() {
    #[derive(RowKey)]
    struct Visit {
        #[format("%F")]
        day: civil::Date,
        visitor: u8,
    }
    for wrong in [b"2024-02-30\x07", b"2024/02/20\x07", b"20x4-02-20\x07"] {
        let explanation = Visit::explain(wrong);
        assert_eq!(explanation.problem().unwrap().field(), Some("day"));
        assert_eq!(explanation.parts()[1].value(), Some("7"), "{explanation}");
    }
}
