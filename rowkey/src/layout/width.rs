//! The widths of encoded values, in bytes.

#![allow(missing_docs, reason = "public only for the package `rowkey-cli`")]

use super::{Code, Encoding, FieldLayout, Separator, Variant};
use crate::constant::slice;
use crate::wire::digits::max_unpadded_width;

impl Encoding {
    pub const fn min_width(&self) -> usize {
        self.widths().0
    }

    pub const fn max_width(&self) -> Option<usize> {
        self.widths().1
    }

    /// Returns the least and the greatest width of a value without its terminator. The greatest width is `None` if the
    /// width has no limit.
    ///
    /// One call computes both widths. With two calls for each nested encoding, an encoding at depth n of a layout file
    /// would be visited 2ⁿ times.
    pub(crate) const fn widths(&self) -> (usize, Option<usize>) {
        match self {
            Self::Unsigned { width, .. }
            | Self::Signed { width, .. }
            | Self::TwosComplement { width, .. }
            | Self::Float { width }
            | Self::Digits { width, .. }
            | Self::Array { width }
            | Self::PaddedText { width, .. }
            | Self::Hashed { width, .. }
            | Self::Shard { width, .. }
            | Self::Time { width, .. }
            | Self::Custom { width: Some(width), .. } => (*width, Some(*width)),
            Self::Bool => (1, Some(1)),
            Self::Char => (4, Some(4)),
            Self::Text | Self::Bytes | Self::Repeated { optional: false, .. } | Self::Custom { width: None, .. } => {
                (0, None)
            }
            Self::Repeated { of, optional: true } => (0, of.get().widths().1),
            Self::Optional { of } => match of.get().widths().1 {
                Some(width) => (1, Some(width.saturating_add(1))),
                None => (1, None),
            },
            Self::UnpaddedDigits { signed, max } => (1, Some(max_unpadded_width(*signed, *max))),
            Self::AfterLength { length, .. } => (length.min_width(), length.max_width()),
            Self::Struct { fields } => struct_widths(slice(fields)),
            Self::Elements { of, count } => {
                let (least, greatest) = of.get().widths_within_struct();
                let greatest = match greatest {
                    Some(width) => Some(width.saturating_mul(*count)),
                    None if *count == 0 => Some(0),
                    None => None,
                };
                (least.saturating_mul(*count), greatest)
            }
            Self::Codes { codes } => {
                let (least, greatest) = code_widths(slice(codes));
                (least, Some(greatest))
            }
            Self::Variants { variants } => variant_widths(slice(variants)),
            Self::Value { value } => (value.min_width(), Some(value.max_width())),
            Self::Format { format, of } => format.widths(of.get()),
            Self::NonZero { of }
            | Self::LittleEndian { of }
            | Self::Descending { of }
            | Self::Reversed { of }
            | Self::Unterminated { of } => of.get().widths(),
        }
    }

    /// Returns the least and the greatest width of a value with its terminator. A value in a struct or an array has a
    /// terminator even if it is the last.
    pub(crate) const fn widths_within_struct(&self) -> (usize, Option<usize>) {
        let terminator = Separator::Escape.terminator_width();
        let (least, greatest) = self.widths();
        let greatest = match greatest {
            Some(width) if self.may_be_terminated() => Some(width.saturating_add(terminator)),
            greatest => greatest,
        };
        (least.saturating_add(if self.is_terminated() { terminator } else { 0 }), greatest)
    }

    pub const fn fixed_width(&self) -> Option<usize> {
        match self.widths() {
            (least, Some(greatest)) if least == greatest => Some(least),
            _ => None,
        }
    }
}

const fn struct_widths(mut fields: &[FieldLayout]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (0usize, Some(0usize));
    while let [field, rest @ ..] = fields {
        let (least, greatest) = field.encoding().widths_within_struct();
        min = min.saturating_add(least).saturating_add(field.constants_width());
        max = match (max, greatest) {
            (Some(max), Some(greatest)) => Some(max.saturating_add(greatest).saturating_add(field.constants_width())),
            _ => None,
        };
        fields = rest;
    }
    (min, max)
}

const fn code_widths(mut codes: &[Code]) -> (usize, usize) {
    let codes_are_empty = codes.is_empty();
    let (mut min, mut max) = (usize::MAX, 0);
    while let [code, rest @ ..] = codes {
        let width = code.bytes().len();
        min = if width < min { width } else { min };
        max = if width > max { width } else { max };
        codes = rest;
    }
    // In a layout file, an enum can have no codes. Its widths are computed before this mistake is reported.
    if codes_are_empty { (0, 0) } else { (min, max) }
}

const fn variant_widths(mut variants: &[Variant]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (usize::MAX, Some(0usize));
    while let [variant, rest @ ..] = variants {
        let code = variant.code.bytes().len();
        let (least, greatest) = struct_widths(variant.fields());
        let least = least.saturating_add(code);
        min = if least < min { least } else { min };
        max = match (max, greatest) {
            (Some(max), Some(greatest)) if greatest.saturating_add(code) < max => Some(max),
            (Some(_), Some(greatest)) => Some(greatest.saturating_add(code)),
            _ => None,
        };
        variants = rest;
    }
    if min == usize::MAX { (0, max) } else { (min, max) }
}
