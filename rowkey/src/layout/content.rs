//! Checks whether encoded values are UTF-8, and whether decoding would read an FF after a value as part of the value.
//! In FoundationDB's format, a string ends in 00, and 00 FF is an escaped 00. Decoding would therefore read an FF after
//! the string as part of the string.

use super::{Code, Encoding, Variant};
use crate::constant::slice;

impl Encoding {
    /// Checks whether decoding would read an FF after a value as part of that value.
    pub(crate) const fn is_continued_by_ff(&self) -> bool {
        match self {
            Self::Format { format, of } => format.ends_unless_ff(of.get()),
            Self::Optional { of } | Self::Descending { of } | Self::Elements { of, .. } => {
                of.get().is_continued_by_ff()
            }
            Self::Struct { fields } => match slice(fields) {
                [.., last] => last.is_continued_by_ff(),
                [] => false,
            },
            Self::Variants { variants } => are_continued_by_ff(slice(variants)),
            _ => false,
        }
    }
}

const fn are_continued_by_ff(mut variants: &[Variant]) -> bool {
    while let [variant, rest @ ..] = variants {
        if let [.., last] = variant.fields()
            && last.is_continued_by_ff()
        {
            return true;
        }
        variants = rest;
    }
    false
}

#[doc(hidden)]
impl Encoding {
    /// Checks whether every value is encoded as UTF-8. `verbatim` is true if a variable-length string is stored
    /// unescaped.
    pub const fn __rowkey_is_text(&self, verbatim: bool) -> bool {
        match self {
            Self::Digits { .. } | Self::PaddedText { .. } | Self::Time { .. } | Self::Hashed { hex: true, .. } => true,
            Self::Text | Self::UnpaddedDigits { .. } => verbatim,
            Self::Reversed { of } | Self::NonZero { of } => of.get().__rowkey_is_text(verbatim),
            Self::Descending { of } => of.get().is_digits(),
            Self::Unterminated { of } => of.get().__rowkey_is_text(true),
            Self::Codes { codes } => codes_are_text(slice(codes)),
            _ => false,
        }
    }
}

/// Checks whether all codes are UTF-8 without control characters.
const fn codes_are_text(mut codes: &[Code]) -> bool {
    while let [code, rest @ ..] = codes {
        let mut bytes = code.bytes();
        while let [byte, after @ ..] = bytes {
            if byte.is_ascii_control() {
                return false;
            }
            bytes = after;
        }
        if core::str::from_utf8(code.bytes()).is_err() {
            return false;
        }
        codes = rest;
    }
    true
}
