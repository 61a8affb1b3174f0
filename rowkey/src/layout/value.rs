//! Types such as dates and addresses, which several crates define.

use core::fmt;

/// A kind of type that several crates define, such as a date or an address. A date has the same bytes in `chrono` and
/// in `jiff`.
///
/// The limits of a crate's type (`first`, `last` and `leap_seconds`) determine which bytes are valid, but not how a
/// value is encoded. The fingerprint of a layout does not include the limits, so that stored data stays readable with
/// another crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// A span of time: seconds in 8 bytes, nanoseconds in 4.
    Duration,
    /// An instant: seconds since 1970 in 8 bytes, sign bit flipped, and the nanoseconds within this second in 4.
    Timestamp {
        /// The first second of the type's values.
        first: i64,
        /// The last second of the type's values.
        last: i64,
        /// True if the type has leap seconds, which have 1,000,000,000 nanoseconds or more.
        leap_seconds: bool,
    },
    /// A day of the Gregorian calendar: days since 1970-01-01 in 4 bytes, sign bit flipped.
    Date {
        /// The first day of the type's values.
        first: i32,
        /// The last day of the type's values.
        last: i32,
    },
    /// A time of day: seconds since midnight in 4 bytes, nanoseconds in 4.
    Time {
        /// True if the type has leap seconds, which have 1,000,000,000 nanoseconds or more.
        leap_seconds: bool,
    },
    /// A day, then a time of day, without a time zone.
    DateTime {
        /// The first day of the type's values.
        first: i32,
        /// The last day of the type's values.
        last: i32,
        /// True if the type has leap seconds, which have 1,000,000,000 nanoseconds or more.
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

    /// Returns the number of the kind in fingerprints. A number is never reused for another kind.
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
