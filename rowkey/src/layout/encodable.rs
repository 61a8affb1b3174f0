//! The values that the key formats of other systems can encode, by the type of the field.

use super::value::ValueKind;
use super::{Encoding, FieldLayout, KeyFormat};
use crate::constant::slice;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EncodableValues {
    None,
    Some,
    All,
}

impl KeyFormat {
    /// Returns which values of a type the format can encode. `of` is the encoding of the type without the format.
    pub(crate) const fn encodable_values(self, of: &Encoding) -> EncodableValues {
        match of {
            Encoding::NonZero { of } => self.encodable_values(of.get()),
            Encoding::Optional { of } => self.encodable_optionals(of.get()),
            Encoding::Struct { fields } => match self {
                // A struct writes a terminator after each string in it. Phoenix writes no terminator after the last
                // column of a key.
                Self::Phoenix => EncodableValues::None,
                _ => self.encodable_structs(slice(fields)),
            },
            _ => match self {
                Self::FoundationDb => foundation_db_values(of),
                Self::Memcomparable => memcomparable_values(of),
                Self::OrderedCode | Self::Tidb => ordered_code_or_tidb_values(of),
                Self::OrderedBytes => ordered_bytes_values(of),
                Self::Phoenix => phoenix_values(of),
            },
        }
    }

    /// Returns which values of an `Option` of `of` the format can encode.
    const fn encodable_optionals(self, of: &Encoding) -> EncodableValues {
        match (self, of) {
            (_, Encoding::Optional { .. }) | (Self::OrderedCode, _) => EncodableValues::None,
            (
                Self::OrderedBytes,
                Encoding::Text
                | Encoding::Bytes
                | Encoding::Array { .. }
                | Encoding::Value { value: ValueKind::Decimal },
            )
            | (Self::Phoenix, Encoding::Text | Encoding::Value { value: ValueKind::Decimal })
            | (Self::FoundationDb | Self::Memcomparable | Self::Tidb, _) => self.encodable_values(of),
            _ => EncodableValues::None,
        }
    }

    /// Returns `All` if all fields have this format. The codecs of the fields reject values that the format cannot
    /// encode.
    const fn encodable_structs(self, mut fields: &[FieldLayout]) -> EncodableValues {
        while let [field, rest @ ..] = fields {
            let encoding = match field.encoding() {
                Encoding::Descending { of } => of.get(),
                encoding => encoding,
            };
            match encoding {
                Encoding::Format { format, .. } if *format as u8 == self as u8 => {}
                _ => return EncodableValues::None,
            }
            fields = rest;
        }
        EncodableValues::All
    }
}

const fn foundation_db_values(of: &Encoding) -> EncodableValues {
    match of {
        Encoding::Unsigned { .. }
        | Encoding::Signed { .. }
        | Encoding::Float { .. }
        | Encoding::Bool
        | Encoding::Text
        | Encoding::Bytes
        | Encoding::Array { .. }
        | Encoding::Value { value: ValueKind::Uuid } => EncodableValues::All,
        _ => EncodableValues::None,
    }
}

const fn memcomparable_values(of: &Encoding) -> EncodableValues {
    match of {
        Encoding::Float { .. } | Encoding::Value { value: ValueKind::Decimal } => EncodableValues::Some,
        Encoding::Unsigned { .. }
        | Encoding::Signed { .. }
        | Encoding::Bool
        | Encoding::Char
        | Encoding::Text
        | Encoding::Bytes
        | Encoding::Array { .. }
        | Encoding::Value { value: ValueKind::Uuid | ValueKind::Duration | ValueKind::Ipv4 | ValueKind::Ipv6 } => {
            EncodableValues::All
        }
        _ => EncodableValues::None,
    }
}

const fn ordered_code_or_tidb_values(of: &Encoding) -> EncodableValues {
    match of {
        Encoding::Float { width: 8 } => EncodableValues::Some,
        Encoding::Unsigned { width: 1..=8, .. }
        | Encoding::Signed { width: 1..=8, .. }
        | Encoding::Text
        | Encoding::Bytes
        | Encoding::Array { .. } => EncodableValues::All,
        _ => EncodableValues::None,
    }
}

const fn ordered_bytes_values(of: &Encoding) -> EncodableValues {
    match of {
        Encoding::Float { .. } | Encoding::Text | Encoding::Value { value: ValueKind::Decimal } => {
            EncodableValues::Some
        }
        Encoding::Signed { width: 1..=8, .. } | Encoding::Bytes | Encoding::Array { .. } => EncodableValues::All,
        _ => EncodableValues::None,
    }
}

const fn phoenix_values(of: &Encoding) -> EncodableValues {
    match of {
        Encoding::Unsigned { width: 1..=8, .. }
        | Encoding::Float { .. }
        | Encoding::Text
        | Encoding::Bytes
        | Encoding::Value { value: ValueKind::Decimal | ValueKind::Timestamp { .. } } => EncodableValues::Some,
        Encoding::Signed { width: 1..=8, .. }
        | Encoding::Bool
        | Encoding::Array { .. }
        | Encoding::Value { value: ValueKind::Uuid | ValueKind::Date { .. } } => EncodableValues::All,
        _ => EncodableValues::None,
    }
}
