//! Converts between days and dates of the proleptic Gregorian calendar, and between instants, dates, times and their
//! bytes.

pub const NANOS_OF_SECOND: u32 = 1_000_000_000;
pub const SECONDS_OF_DAY: u32 = 86_400;

/// The number of days in an era of 400 years, after which the calendar repeats.
const DAYS_OF_ERA: i64 = 146_097;
/// The number of days from 0000-03-01, on which an era begins, to 1970-01-01.
const DAYS_TO_EPOCH: i64 = 719_468;

/// A moment as counts of days, seconds and nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Days since 1970-01-01.
    pub days: i32,
    /// Seconds since midnight.
    pub seconds: u32,
    /// Nanoseconds of the second. In a leap second, from one billion to two billion.
    pub nanos: u32,
}

/// A moment as a calendar date and a time of day.
#[derive(Debug, Clone, Copy)]
pub struct CivilTime {
    pub year: i32,
    pub month: u32,
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    pub nanos: u32,
}

impl Moment {
    /// Returns the moment that is `seconds` after the start of 1970, or `None` if its days do not fit into an `i32`.
    pub fn from_timestamp(seconds: i64, nanos: u32) -> Option<Self> {
        let day = i64::from(SECONDS_OF_DAY);
        let days = i32::try_from(seconds.div_euclid(day)).ok()?;
        Some(Self { days, seconds: u32::try_from(seconds.rem_euclid(day)).ok()?, nanos })
    }

    /// Returns the seconds since 1970, without the nanoseconds.
    pub fn timestamp(self) -> i64 {
        i64::from(self.days) * i64::from(SECONDS_OF_DAY) + i64::from(self.seconds)
    }
}

impl CivilTime {
    /// 1970-01-01T00:00:00. If a time format omits a number, such as the hour, the number is that of this time.
    pub const EPOCH: Self = Self { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanos: 0 };

    /// Uses Howard Hinnant's algorithm `civil_from_days`. The years of an era begin in March, so that the leap day is
    /// the last day of its year.
    pub fn from_moment(moment: Moment) -> Self {
        let days = i64::from(moment.days) + DAYS_TO_EPOCH;
        let (era, day_of_era) = (days.div_euclid(DAYS_OF_ERA), days.rem_euclid(DAYS_OF_ERA));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let small = |number: i64| u32::try_from(number).unwrap_or(0);
        Self {
            year: i32::try_from(year).unwrap_or(i32::MAX),
            month: small(month),
            day: small(day),
            hour: moment.seconds / 3600,
            minute: moment.seconds / 60 % 60,
            second: moment.seconds % 60,
            nanos: moment.nanos,
        }
    }

    /// Returns the moment if the day and the time of day exist. Uses Howard Hinnant's algorithm `days_from_civil`.
    pub fn moment(self) -> Option<Moment> {
        let in_range = (1..=12).contains(&self.month) && self.hour < 24 && self.minute < 60 && self.second < 60;
        if !in_range {
            return None;
        }
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month_from_march = i64::from(if self.month > 2 { self.month - 3 } else { self.month + 9 });
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(self.day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let moment = Moment {
            days: i32::try_from(era * DAYS_OF_ERA + day_of_era - DAYS_TO_EPOCH).ok()?,
            seconds: self.hour * 3600 + self.minute * 60 + self.second,
            nanos: self.nanos,
        };
        // For a day that does not exist, such as February 30, `moment` is another day.
        let normalized = Self::from_moment(moment);
        (normalized.month == self.month && normalized.day == self.day).then_some(moment)
    }
}

/// Returns the first moment of the month, and the first moment of the next month.
#[cfg(any(feature = "chrono04", feature = "jiff1", feature = "time03"))]
pub fn month_of(moment: Moment) -> (Moment, Moment) {
    let CivilTime { year, month, .. } = CivilTime::from_moment(moment);
    let (next_year, next_month) = if month < 12 { (year, month + 1) } else { (year.saturating_add(1), 1) };
    let first_of = |year, month| CivilTime { year, month, ..CivilTime::EPOCH }.moment().unwrap_or(moment);
    (first_of(year, month), first_of(next_year, next_month))
}

#[derive(Debug, Clone, Copy)]
pub struct TimeOfDay {
    /// Seconds since midnight.
    pub seconds: u32,
    /// Nanoseconds of the second. In a leap second, from one billion to two billion.
    pub nanos: u32,
}

impl TimeOfDay {
    /// Returns the number whose big-endian bytes are stored.
    #[inline]
    pub fn join(self) -> u64 {
        u64::from(self.seconds) << 32 | u64::from(self.nanos)
    }

    /// The inverse of [`Self::join`].
    #[inline]
    pub fn split(word: u64) -> Self {
        let [a, b, c, d, nanos @ ..] = word.to_be_bytes();
        Self { seconds: u32::from_be_bytes([a, b, c, d]), nanos: u32::from_be_bytes(nanos) }
    }

    #[cfg(any(feature = "jiff1", feature = "time03"))]
    #[inline]
    pub fn of_clock(hours: u8, minutes: u8, seconds: u8, nanos: u32) -> Self {
        Self { seconds: u32::from(hours) * 3600 + u32::from(minutes) * 60 + u32::from(seconds), nanos }
    }

    /// Returns hours, minutes and seconds. The hours can be above 23, because stored bytes can be invalid. Returns
    /// `None` if the hours do not fit into a `u8`.
    #[cfg(any(feature = "jiff1", feature = "time03"))]
    #[inline]
    pub fn clock(self) -> Option<[u8; 3]> {
        let hours = u8::try_from(self.seconds / 3600).ok()?;
        let below_sixty = [self.seconds / 60 % 60, self.seconds % 60];
        let [minutes, seconds] = below_sixty.map(|number| u8::try_from(number).unwrap_or(0));
        Some([hours, minutes, seconds])
    }
}

/// Returns a date's bytes. `days` counts from 1970-01-01 and is stored as a signed integer with the sign bit flipped.
pub fn date_to_bytes(days: i32) -> [u8; 4] {
    i32::MIN.abs_diff(days).to_be_bytes()
}

/// The inverse of [`date_to_bytes`].
pub fn date_from_bytes(bytes: [u8; 4]) -> i32 {
    i32::MIN.wrapping_add_unsigned(u32::from_be_bytes(bytes))
}

/// Returns the bytes of a date, followed by those of a time of day.
#[inline]
pub fn join_date_time(days: i32, time: TimeOfDay) -> [u8; 12] {
    let days = u64::from(i32::MIN.abs_diff(days));
    join_seconds(days << 32 | u64::from(time.seconds), time.nanos)
}

/// The inverse of [`join_date_time`].
#[inline]
pub fn split_date_time(bytes: [u8; 12]) -> (i32, TimeOfDay) {
    let [d0, d1, d2, d3, time @ ..] = bytes;
    (date_from_bytes([d0, d1, d2, d3]), TimeOfDay::split(u64::from_be_bytes(time)))
}

/// Returns an instant's bytes. `seconds` counts from 1970 and is negative before. `nanos` counts from the start of that
/// second.
#[inline]
pub fn join_timestamp(seconds: i64, nanos: u32) -> [u8; 12] {
    join_seconds(i64::MIN.abs_diff(seconds), nanos)
}

/// The inverse of [`join_timestamp`].
#[inline]
pub fn split_timestamp(bytes: [u8; 12]) -> (i64, u32) {
    let (seconds, nanos) = split_seconds(bytes);
    (i64::MIN.wrapping_add_unsigned(seconds), nanos)
}

/// Returns a duration's bytes: seconds in 8 bytes, then nanoseconds in 4.
#[inline]
pub fn join_seconds(seconds: u64, nanos: u32) -> [u8; 12] {
    let [_, _, _, _, bytes @ ..] = (u128::from(seconds) << 32 | u128::from(nanos)).to_be_bytes();
    bytes
}

/// The inverse of [`join_seconds`].
#[inline]
pub fn split_seconds(bytes: [u8; 12]) -> (u64, u32) {
    let [s0, s1, s2, s3, s4, s5, s6, s7, nanos @ ..] = bytes;
    (u64::from_be_bytes([s0, s1, s2, s3, s4, s5, s6, s7]), u32::from_be_bytes(nanos))
}
