//! The key formats of other systems, such as FoundationDB's tuples: which values each format can encode, and how many
//! bytes the encoded values have.

use super::facts::plus;
use super::value::ValueKind;
use super::{Encoding, KeyFormat};
use crate::constant::slice;
use crate::wire::groups;

impl KeyFormat {
    /// Returns the least and the greatest width of a value in bytes. `of` is neither `NonZero` nor optional, and `plain`
    /// are its widths without the format. `is_optional` is true if there is also a null.
    pub(super) const fn widths(
        self,
        of: &Encoding,
        plain: (usize, Option<usize>),
        is_optional: bool,
    ) -> (usize, Option<usize>) {
        let (min, max) = match self {
            Self::FoundationDb => foundation_db_widths(of, plain),
            Self::Memcomparable => memcomparable_widths(of, plain),
            Self::OrderedCode => ordered_code_widths(of, plain),
            Self::OrderedBytes => ordered_bytes_widths(of, plain),
            Self::Phoenix => phoenix_widths(of, plain),
            Self::Tidb => tidb_widths(of, plain),
        };
        match self {
            _ if !is_optional => (min, max),
            Self::Memcomparable => (1, plus(max, 1)),
            Self::Phoenix => (0, max),
            _ => (1, max),
        }
    }

    /// Checks whether the bytes sort as the values do. The blobs of HBase's `OrderedBytes` do not sort: the bytes of
    /// `[1]` are less than the bytes of `[0, 0]`.
    pub(crate) const fn sorts(self, of: &Encoding) -> bool {
        match (self, of) {
            (Self::OrderedBytes, Encoding::Bytes | Encoding::Array { .. }) => false,
            (_, Encoding::Optional { of }) => self.sorts(of.get()),
            _ => true,
        }
    }

    /// Checks whether a value ends at a 00 that no FF follows. A 00 before an FF is an escaped 00.
    pub(crate) const fn ends_unless_ff(self, of: &Encoding) -> bool {
        matches!((self, of), (Self::FoundationDb, Encoding::Text | Encoding::Bytes | Encoding::Array { .. }))
    }

    /// Checks whether the format omits the terminator of a value that is the last field of a key.
    pub(crate) const fn ends_with_key(self, of: &Encoding) -> bool {
        match (self, of) {
            (Self::Phoenix, Encoding::Text | Encoding::Bytes | Encoding::Value { value: ValueKind::Decimal }) => true,
            (Self::Phoenix, Encoding::Optional { of }) => self.ends_with_key(of.get()),
            _ => false,
        }
    }

    /// Returns the constant that the format writes before a value, if the other bytes are those of the value without
    /// the format. Returns `None` if the format writes other bytes, or cannot encode every value of the type.
    pub(super) const fn constant_before_plain_value(self, of: &Encoding) -> Option<&'static [u8]> {
        use codes as c;
        Some(match (self, of) {
            (Self::FoundationDb, Encoding::Struct { .. }) => return None,
            (Self::FoundationDb, Encoding::Float { width: 4 }) => &[c::TUPLE_FLOAT],
            (Self::FoundationDb, Encoding::Float { .. }) => &[c::TUPLE_DOUBLE],
            (Self::FoundationDb, Encoding::Value { value: ValueKind::Uuid }) => &[c::TUPLE_UUID],
            (_, Encoding::Struct { .. })
            | (
                Self::Memcomparable,
                Encoding::Unsigned { .. }
                | Encoding::Signed { .. }
                | Encoding::Bool
                | Encoding::Char
                | Encoding::Array { .. }
                | Encoding::Value { value: ValueKind::Duration | ValueKind::Ipv4 | ValueKind::Ipv6 },
            )
            | (
                Self::Phoenix,
                Encoding::Signed { .. }
                | Encoding::Bool
                | Encoding::Array { .. }
                | Encoding::Value { value: ValueKind::Uuid },
            ) => &[],
            (Self::OrderedBytes, Encoding::Signed { width: 1, .. }) => &[c::INT8],
            (Self::OrderedBytes, Encoding::Signed { width: 2, .. }) => &[c::INT16],
            (Self::OrderedBytes, Encoding::Signed { width: 4, .. }) => &[c::INT32],
            (Self::OrderedBytes, Encoding::Signed { .. }) => &[c::INT64],
            (Self::OrderedBytes, Encoding::Text) => &[c::TEXT],
            (Self::Tidb, Encoding::Signed { .. }) => &[c::SIGNED],
            (Self::Tidb, Encoding::Unsigned { .. }) => &[c::UNSIGNED],
            _ => return None,
        })
    }
}

/// The constants of [`KeyFormat::constant_before_plain_value`].
pub(crate) mod codes {
    pub(crate) const TUPLE_FLOAT: u8 = 0x20;
    pub(crate) const TUPLE_DOUBLE: u8 = 0x21;
    pub(crate) const TUPLE_UUID: u8 = 0x30;

    pub(crate) const INT8: u8 = 0x29;
    pub(crate) const INT16: u8 = 0x2A;
    pub(crate) const INT32: u8 = 0x2B;
    pub(crate) const INT64: u8 = 0x2C;
    pub(crate) const TEXT: u8 = 0x34;

    pub(crate) const SIGNED: u8 = 3;
    pub(crate) const UNSIGNED: u8 = 4;
}

const fn foundation_db_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    let (min, max) = plain;
    match of {
        Encoding::Unsigned { width: 16, .. } | Encoding::Signed { width: 16, .. } => (1, Some(18)),
        Encoding::Unsigned { width, .. } | Encoding::Signed { width, .. } => (1, Some(width.saturating_add(1))),
        Encoding::Bool => (1, Some(1)),
        Encoding::Array { width } => escaped_widths(*width, 2),
        // The width includes a byte before the fields, a byte after the fields, and a second byte for each null.
        Encoding::Struct { fields } => (min.saturating_add(2), plus(max, slice(fields).len().saturating_add(2))),
        Encoding::Text | Encoding::Bytes => (2, None),
        _ => (min.saturating_add(1), plus(max, 1)),
    }
}

/// Returns the least and the greatest width of content that has `width` bytes, of which each may be escaped as two
/// bytes. The result includes `more` bytes around the content.
const fn escaped_widths(width: usize, more: usize) -> (usize, Option<usize>) {
    (width.saturating_add(more), Some(width.saturating_mul(2).saturating_add(more)))
}

/// The least and the greatest width of a decimal. Zero has 1 byte. Other decimals have a first byte, often an exponent
/// byte, and up to 15 digits in base 100, which is 17 bytes. The greatest width stays 18, because printed layouts
/// contain it.
const DECIMAL: (usize, Option<usize>) = (1, Some(18));

const fn memcomparable_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    match of {
        Encoding::Text | Encoding::Bytes => (1, None),
        Encoding::Value { value: ValueKind::Uuid } => (19, Some(19)),
        Encoding::Value { value: ValueKind::Decimal } => DECIMAL,
        _ => plain,
    }
}

const fn ordered_code_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    match of {
        Encoding::Unsigned { width, .. } => (1, Some(width.saturating_add(1))),
        // n bytes hold the sign and 7n - 1 bits of the number.
        Encoding::Signed { width, .. } => (1, Some(width.saturating_mul(8).div_ceil(7))),
        Encoding::Float { .. } => (1, Some(10)),
        Encoding::Array { width } => escaped_widths(*width, 2),
        Encoding::Struct { .. } => plain,
        _ => (2, None),
    }
}

const fn ordered_bytes_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    match of {
        Encoding::Text | Encoding::Bytes => (2, None),
        Encoding::Array { width } => {
            let seven_bit_groups = width.saturating_mul(8).div_ceil(7);
            let len = 1 + if seven_bit_groups == 0 { 1 } else { seven_bit_groups };
            (len, Some(len))
        }
        Encoding::Value { value: ValueKind::Decimal } => DECIMAL,
        Encoding::Struct { .. } => plain,
        _ => {
            let (min, max) = plain;
            (min.saturating_add(1), plus(max, 1))
        }
    }
}

const fn phoenix_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    match of {
        Encoding::Text | Encoding::Bytes => (1, None),
        // 1 byte for the exponent, up to 15 for the digits in base 100, 1 for the end of a negative number, 1 for the
        // terminator 00, and 1 more than necessary, as in `DECIMAL`.
        Encoding::Value { value: ValueKind::Decimal } => (1, Some(19)),
        Encoding::Value { value: ValueKind::Date { .. } } => (8, Some(8)),
        _ => plain,
    }
}

const fn tidb_widths(of: &Encoding, plain: (usize, Option<usize>)) -> (usize, Option<usize>) {
    match of {
        Encoding::Text | Encoding::Bytes => (1 + groups::width(0), None),
        Encoding::Array { width } => {
            let width = groups::width(*width).saturating_add(1);
            (width, Some(width))
        }
        Encoding::Struct { .. } => plain,
        // The flag and the number.
        _ => (9, Some(9)),
    }
}
