//! Checks whether the bytes of encoded values sort as the values do, and whether they are evenly distributed.

use super::{Code, Encoding, FieldLayout, Variant};
use crate::constant::{is_less, slice};

impl Encoding {
    /// Checks whether the encoded values sort as the values do. `text_sorts` is false if a separator such as `'/'`
    /// prevents strings and bytes of variable length from sorting.
    pub(crate) const fn sorts(&self, text_sorts: bool) -> bool {
        match self {
            Self::Text | Self::Bytes => text_sorts,
            Self::PaddedText { pad, .. } => *pad == 0,
            Self::Struct { fields } => fields_sort(slice(fields)),
            Self::Codes { codes } => codes_ascend(slice(codes)),
            Self::Variants { variants } => variants_sort(slice(variants)),
            Self::Reversed { .. }
            | Self::Unterminated { .. }
            | Self::Hashed { .. }
            | Self::TwosComplement { .. }
            | Self::LittleEndian { .. }
            | Self::UnpaddedDigits { .. }
            | Self::AfterLength { .. } => false,
            Self::Custom { sorts, .. } => *sorts && (text_sorts || !self.is_terminated()),
            Self::Descending { of } | Self::NonZero { of } => of.get().sorts(text_sorts),
            Self::Optional { of } => of.get().sorts(text_sorts) && !of.get().is_reverse_codec(),
            Self::Elements { of, .. } | Self::Repeated { of, .. } => {
                of.get().sorts(true) && !of.get().is_reverse_codec()
            }
            Self::Format { format, of } => format.sorts(of.get()) && of.get().sorts(true),
            _ => true,
        }
    }
}

impl Encoding {
    /// Checks whether a codec writes greater values as lesser bytes. A struct, array or option with such a value does
    /// not sort, whether the field is descending or not.
    const fn is_reverse_codec(&self) -> bool {
        match self {
            Self::Custom { descending, .. } => *descending,
            Self::Descending { of } => of.get().is_reverse_codec(),
            _ => false,
        }
    }
}

const fn codes_ascend(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        if let [next, ..] = rest
            && !is_less(code.bytes(), next.bytes())
        {
            return false;
        }
        codes = rest;
    }
    true
}

const fn variants_sort(mut variants: &[Variant]) -> bool {
    while let [variant, rest @ ..] = variants {
        if let [next, ..] = rest
            && !is_less(variant.code.bytes(), next.code.bytes())
        {
            return false;
        }
        if !fields_sort(variant.fields()) {
            return false;
        }
        variants = rest;
    }
    true
}

const fn fields_sort(mut fields: &[FieldLayout]) -> bool {
    while let [field, rest @ ..] = fields {
        if !field.encoding().sorts(true) || field.encoding().is_reverse_codec() {
            return false;
        }
        fields = rest;
    }
    true
}

#[doc(hidden)]
impl Encoding {
    /// Checks whether the first bytes of the encoded values are evenly distributed, so that the layout has split
    /// points.
    pub const fn __rowkey_spreads(&self) -> bool {
        match self {
            Self::Hashed { .. } => true,
            Self::Reversed { of } => of.get().is_integer(),
            _ => false,
        }
    }

    const fn is_integer(&self) -> bool {
        match self {
            Self::Unsigned { .. } | Self::Signed { .. } | Self::Digits { .. } => true,
            Self::NonZero { of } => of.get().is_integer(),
            _ => false,
        }
    }
}
