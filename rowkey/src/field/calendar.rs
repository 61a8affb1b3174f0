//! Instants, days and times of day in bytes, the same for every crate that has such types.

use super::clock;

/// A time of day.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeOfDay {
    /// Since midnight.
    pub(super) seconds: u32,
    /// A billion and more within a leap second.
    pub(super) nanos: u32,
}

impl TimeOfDay {
    #[inline]
    pub(super) fn join(self) -> u64 {
        u64::from(self.seconds) << 32 | u64::from(self.nanos)
    }

    #[inline]
    pub(super) fn split(word: u64) -> Self {
        let [a, b, c, d, nanos @ ..] = word.to_be_bytes();
        Self { seconds: u32::from_be_bytes([a, b, c, d]), nanos: u32::from_be_bytes(nanos) }
    }

    #[cfg(any(feature = "jiff02", feature = "time03"))]
    #[inline]
    pub(super) fn of_clock(hours: u8, minutes: u8, seconds: u8, nanos: u32) -> Self {
        Self { seconds: u32::from(hours) * 3600 + u32::from(minutes) * 60 + u32::from(seconds), nanos }
    }

    /// Hours, minutes and seconds; the hours may be more than a day has.
    #[cfg(any(feature = "jiff02", feature = "time03"))]
    #[inline]
    pub(super) fn clock(self) -> Option<[u8; 3]> {
        let hours = u8::try_from(self.seconds / 3600).ok()?;
        let sixtieths = [self.seconds / 60 % 60, self.seconds % 60];
        let [minutes, seconds] = sixtieths.map(|sixtieths| u8::try_from(sixtieths).unwrap_or(0));
        Some([hours, minutes, seconds])
    }
}

/// Days since 1970-01-01, then a time of day.
#[inline]
pub(super) fn join_date_time(days: i32, time: TimeOfDay) -> [u8; 12] {
    let days = u64::from(i32::MIN.abs_diff(days));
    clock::join(days << 32 | u64::from(time.seconds), time.nanos)
}

/// What [`join_date_time`] joined.
#[inline]
pub(super) fn split_date_time(bytes: [u8; 12]) -> (i32, TimeOfDay) {
    let [d0, d1, d2, d3, time @ ..] = bytes;
    let days = i32::MIN.wrapping_add_unsigned(u32::from_be_bytes([d0, d1, d2, d3]));
    (days, TimeOfDay::split(u64::from_be_bytes(time)))
}

/// Seconds since 1970, negative before, and the nanoseconds that have passed since.
#[inline]
pub(super) fn join_timestamp(seconds: i64, nanos: u32) -> [u8; 12] {
    clock::join(i64::MIN.abs_diff(seconds), nanos)
}

/// What [`join_timestamp`] joined.
#[inline]
pub(super) fn split_timestamp(bytes: [u8; 12]) -> (i64, u32) {
    let (seconds, nanos) = clock::split(bytes);
    (i64::MIN.wrapping_add_unsigned(seconds), nanos)
}
