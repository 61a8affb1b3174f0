//! The parts of a proposed key, and the possible readings of a part.

use super::percent;

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
    /// A number in decimal digits, with leading zeros. All samples have the same number of digits.
    Digits {
        width: usize,
        time: Option<Unit>,
    },
    /// The greatest number with `width` decimal digits, such as 9999999999999, minus a time. The result also has
    /// `width` digits.
    NinesMinus {
        width: usize,
        time: Unit,
    },
    /// `Long.MAX_VALUE - time` in decimal digits.
    MaxMinus {
        time: Unit,
    },
    /// A number in decimal digits without leading zeros, up to a separator or the end.
    Decimal,
    /// A number in hex, with as many digits as its type can need, such as 8 for `u32`.
    Hex {
        width: usize,
    },
    /// A date or time as text, in the format of `#[format]`.
    Time {
        format: &'static str,
        width: usize,
    },
    /// A floating-point number in the form that sorts.
    Float {
        width: usize,
    },
    Array {
        width: usize,
    },
    Uuid,
    /// 6 bytes of milliseconds since 1970, and 10 random bytes.
    Ulid,
    /// Text, filled to the width with zero bytes.
    Padded {
        width: usize,
    },
    /// Text or bytes up to a separator or the end.
    VariableLength {
        text: bool,
    },
    /// Text without a terminator or a length, before parts of fixed widths.
    Unterminated,
    /// Text or bytes up to the delimiter or the end, in percent-encoding.
    Percent {
        text: bool,
        delimiter: u8,
    },
    /// A column in the format of another system.
    Column(Column),
    /// Text or bytes after their length.
    LengthPrefixed {
        length: Length,
        text: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// A number with this many bytes, most significant byte first.
    BigEndian(usize),
    /// A number with this many bytes, least significant byte first.
    LittleEndian(usize),
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

    /// Returns true if both readings of the same bytes have the same values, or if one of the readings is "bytes of any
    /// kind". A number that is never negative has the same bytes in two's complement.
    pub(crate) fn has_the_values_of(&self, other: &Self) -> bool {
        use NumberForm::{TwosComplement, Unsigned};
        let is_plain = |reading: &Self| matches!(reading, Self::Number { form: Unsigned | TwosComplement, .. });
        let is_any = |reading: &Self| matches!(reading, Self::Array { .. } | Self::VariableLength { text: false });
        self == other || (is_plain(self) && is_plain(other)) || is_any(self) || is_any(other)
    }

    /// Returns true if the part ends at a separator or at the end of the key.
    pub(crate) fn ends_at_separator(&self) -> bool {
        matches!(self, Self::VariableLength { .. } | Self::Percent { .. } | Self::Decimal)
    }

    /// Returns true if not all values have the same width.
    pub(crate) fn varies(&self) -> bool {
        self.ends_at_separator() || matches!(self, Self::Unterminated | Self::LengthPrefixed { .. } | Self::Column(_))
    }

    /// Checks whether the codec of the reading could have written the bytes. Returns true for a reading without a codec, because
    /// the layout already checks the bytes of such a reading.
    pub(crate) fn is_written_by_codec(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Hex { width } => bytes.iter().take(*width).all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
            Self::MaxMinus { .. } => {
                let digits = bytes.get(..19).and_then(|digits| std::str::from_utf8(digits).ok());
                digits.is_some_and(|digits| !digits.starts_with('+') && digits.parse::<i64>().is_ok_and(|at| at >= 0))
            }
            Self::Percent { text, delimiter } => {
                let content = percent::decode(bytes.strip_suffix(&[*delimiter]).unwrap_or(bytes));
                content.is_some_and(|content| !text || std::str::from_utf8(&content).is_ok())
            }
            _ => true,
        }
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

/// A format with a type byte before each value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    FoundationDb,
    Tidb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueType {
    Text,
    Bytes,
    Signed,
    Unsigned,
    Bool,
    Float,
    Double,
    Uuid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) format: Format,
    pub(crate) value_type: ValueType,
    /// True if the value is missing in some keys.
    pub(crate) optional: bool,
    pub(crate) time: Option<Unit>,
}

impl ValueType {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Bytes => "bytes",
            Self::Signed | Self::Unsigned => "a number",
            Self::Bool => "a boolean",
            Self::Float | Self::Double => "a float",
            Self::Uuid => "a UUID",
        }
    }

    /// Returns the word with which the field's name begins, such as `flag` in `flag_2`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::Signed | Self::Unsigned | Self::Float | Self::Double => "number",
            Self::Bool => "flag",
            Self::Uuid => "id",
        }
    }

    pub(crate) fn rust(self) -> &'static str {
        match self {
            Self::Text => "String",
            Self::Bytes => "Vec<u8>",
            Self::Signed => "i64",
            Self::Unsigned => "u64",
            Self::Bool => "bool",
            Self::Float => "f32",
            Self::Double => "f64",
            Self::Uuid => "uuid::Uuid",
        }
    }

    pub(crate) fn encoding(self) -> serde_json::Value {
        match self {
            Self::Text => serde_json::json!({ "kind": "text" }),
            Self::Bytes => serde_json::json!({ "kind": "bytes" }),
            Self::Signed => serde_json::json!({ "kind": "signed", "width": 8 }),
            Self::Unsigned => serde_json::json!({ "kind": "unsigned", "width": 8 }),
            Self::Bool => serde_json::json!({ "kind": "bool" }),
            Self::Float => serde_json::json!({ "kind": "float", "width": 4 }),
            Self::Double => serde_json::json!({ "kind": "float", "width": 8 }),
            Self::Uuid => serde_json::json!({ "kind": "value", "value": "uuid" }),
        }
    }
}

impl Format {
    pub(crate) const ALL: [Self; 2] = [Self::FoundationDb, Self::Tidb];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FoundationDb => "FoundationDB",
            Self::Tidb => "TiDB",
        }
    }

    /// Returns the path of the format's Rust type.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::FoundationDb => "rowkey_formats::FoundationDb",
            Self::Tidb => "rowkey_formats::Tidb",
        }
    }
}

/// A part of the proposed key, and how well it fits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) reading: Reading,
    /// The bits that the reading saves in each sample, compared with unrelated bytes.
    pub(crate) saved: f64,
    /// The number of different values in the samples.
    pub(crate) distinct: usize,
    /// The cost of the best division of the keys without this part, minus the cost of the best division, in bits. Infinite if no
    /// other division was compared.
    pub(crate) lead: f64,
}
