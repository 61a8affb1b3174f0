//! Types with bytes of their own, which are the same whichever crate a type comes from.

use core::fmt;

/// A type with bytes of its own: those of a date are the same from `chrono` as from `jiff`.
///
/// What a crate's type can hold (its `first` and `last`, and whether it knows leap seconds) decides which bytes are
/// keys, but not how a value is written: the layout's fingerprint does not cover it, so that data outlives a change of
/// the crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ValueKind {
    /// A span of time: seconds in 8 bytes, nanoseconds in 4.
    Duration,
    /// An instant: seconds since 1970 in 8 bytes, sign bit flipped, nanoseconds since then in 4.
    #[non_exhaustive]
    Timestamp {
        /// The first second that the type holds.
        first: i64,
        /// The last second.
        last: i64,
        /// True if there are nanoseconds beyond the second: a leap second.
        leap_seconds: bool,
    },
    /// A day of the Gregorian calendar: days since 1970-01-01 in 4 bytes, sign bit flipped.
    #[non_exhaustive]
    Date {
        /// The first day that the type holds.
        first: i32,
        /// The last day.
        last: i32,
    },
    /// A time of day: seconds since midnight in 4 bytes, nanoseconds in 4.
    #[non_exhaustive]
    Time {
        /// True if there are nanoseconds beyond the second: a leap second.
        leap_seconds: bool,
    },
    /// A day, then a time of day, without a time zone.
    #[non_exhaustive]
    DateTime {
        /// The first day that the type holds.
        first: i32,
        /// The last day.
        last: i32,
        /// True if there are nanoseconds beyond the second: a leap second.
        leap_seconds: bool,
    },
    /// An IPv4 address: its 4 bytes.
    Ipv4,
    /// An IPv6 address: its 16 bytes.
    Ipv6,
    /// An address of either kind: 04 and 4 bytes, or 06 and 16.
    Ip,
    /// A UUID: its 16 bytes.
    Uuid,
    /// A ULID: its 16 bytes.
    Ulid,
    /// A decimal number: its value in 13 bytes, its scale in 1.
    Decimal,
}

impl ValueKind {
    pub(crate) const fn min_width(self) -> usize {
        match self {
            Self::Date { .. } | Self::Ipv4 => 4,
            Self::Ip => 5,
            Self::Time { .. } => 8,
            Self::Duration | Self::Timestamp { .. } | Self::DateTime { .. } => 12,
            Self::Decimal => 14,
            Self::Ipv6 | Self::Uuid | Self::Ulid => 16,
        }
    }

    pub(crate) const fn max_width(self) -> usize {
        match self {
            Self::Ip => 17,
            _ => self.min_width(),
        }
    }

    /// As the tags of encodings: never given to another kind.
    pub(crate) const fn tag(self) -> u8 {
        match self {
            Self::Duration => 1,
            Self::Timestamp { .. } => 2,
            Self::Date { .. } => 3,
            Self::Time { .. } => 4,
            Self::DateTime { .. } => 5,
            Self::Ipv4 => 6,
            Self::Ipv6 => 7,
            Self::Ip => 8,
            Self::Uuid => 9,
            Self::Ulid => 10,
            Self::Decimal => 11,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Duration => "duration",
            Self::Timestamp { .. } => "timestamp",
            Self::Date { .. } => "date",
            Self::Time { .. } => "time of day",
            Self::DateTime { .. } => "date and time",
            Self::Ipv4 => "IPv4 address",
            Self::Ipv6 => "IPv6 address",
            Self::Ip => "IP address",
            Self::Uuid => "UUID",
            Self::Ulid => "ULID",
            Self::Decimal => "decimal",
        }
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
