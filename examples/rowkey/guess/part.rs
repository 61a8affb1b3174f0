//! The parts of a proposed key.

use super::columns::Column;
use super::cost::{PART, count};

/// A possible meaning of the bytes of one part.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reading {
    /// The same bytes in all samples.
    Constant(Vec<u8>),
    Number {
        width: usize,
        form: NumberForm,
        time: Option<Unit>,
    },
    /// Decimal digits, the same number in each sample.
    Digits {
        width: usize,
        time: Option<Unit>,
    },
    /// `Long.MAX_VALUE - time` in decimal digits.
    MaxMinus {
        time: Unit,
    },
    /// Decimal digits without leading zeros, up to a separator or the end.
    Decimal,
    /// A number in all hex digits of its type.
    Hex {
        width: usize,
    },
    /// A date or time as text, in the format of `#[format]`.
    Time {
        format: &'static str,
        width: usize,
    },
    Array {
        width: usize,
    },
    Uuid,
    /// Text, filled to the width with zero bytes.
    Padded {
        width: usize,
    },
    /// Text or bytes up to a separator or the end.
    Open {
        text: bool,
    },
    /// Text or bytes up to the delimiter or the end, in percent-encoding.
    Percent {
        text: bool,
        delimiter: u8,
    },
    /// A column in the format of another system.
    Column(Column),
    /// Text or bytes after their length.
    Counted {
        length: Length,
        text: bool,
    },
}

/// The form of a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// A number with this many bytes, most significant byte first.
    Big(usize),
    /// A number with this many bytes, least significant byte first.
    Little(usize),
    /// One byte, which is below 128 in all samples. A varint has the same bytes.
    Below128,
    /// Groups of seven bits. At least one sample has more than one group.
    Varint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    Unsigned,
    Signed,
    Descending,
    /// `Long.MAX_VALUE - number`, and the same for other widths.
    SignedDescending,
    LittleEndian,
    /// The sign bit is not flipped, so that -1 is `FF FF ..`.
    TwosComplement,
}

/// The unit of a time since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
}

impl Unit {
    pub(crate) const ALL: [(Self, u128, &'static str); 4] = [
        (Self::Seconds, 1, "seconds"),
        (Self::Milliseconds, 1_000, "milliseconds"),
        (Self::Microseconds, 1_000_000, "microseconds"),
        (Self::Nanoseconds, 1_000_000_000, "nanoseconds"),
    ];

    pub(crate) fn name(self) -> &'static str {
        let entry = Self::ALL.iter().find(|(unit, ..)| *unit == self);
        entry.map_or("", |(_, _, name)| name)
    }
}

impl Reading {
    pub(crate) fn is_integer(&self) -> bool {
        matches!(self, Self::Number { .. } | Self::Digits { .. } | Self::Decimal)
    }

    /// Returns true if the part ends at a separator or at the end of the key.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. } | Self::Percent { .. } | Self::Decimal)
    }
}

/// The separators between the fields of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separation {
    /// `00 00` after each variable-length field that is not last, and `00 FF` for a zero byte in it.
    Escapes,
    /// This byte after each variable-length field that is not last.
    Terminator(u8),
    /// This byte between all fields.
    Delimiter(u8),
}

/// A part of the proposed key, and how well it fits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) reading: Reading,
    /// The bits that the reading saves in each sample, compared with unrelated bytes.
    pub(crate) saved: f64,
    /// The number of different values in the samples.
    pub(crate) distinct: usize,
}

impl Part {
    /// Returns the likelihood of the reading, compared with unrelated bytes. A reading that saves a bit in each sample is
    /// twice as likely.
    pub(crate) fn sure(&self, samples: usize) -> String {
        sure(self.saved - PART / count(samples), self.distinct)
    }
}

/// Returns a likelihood as text. `bits` is the logarithm of the odds.
///
/// However often a reading was right, the next key can be an exception: after `n` different values without one, the rule of
/// succession says `n + 1` of `n + 2`.
pub(crate) fn sure(bits: f64, distinct: usize) -> String {
    let odds = bits.clamp(-20.0, 20.0).exp2();
    let no_exception = count(distinct + 1) / count(distinct + 2);
    format!("{:.0} %", 100.0 * (odds / (1.0 + odds)).min(no_exception))
}
