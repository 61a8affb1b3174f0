//! The widths of encoded values, without the terminator or delimiter after them.

use super::{Code, Encoding, Part, Separator, Variant};
use crate::constant::slice;
use crate::wire::digits::most_plain_digits;

impl Encoding {
    /// Returns the least width of a value without its terminator.
    pub(crate) const fn min_width(&self) -> usize {
        match self {
            Self::Unsigned { width }
            | Self::Signed { width }
            | Self::TwosComplement { width }
            | Self::Float { width }
            | Self::Digits { width, .. }
            | Self::Array { width }
            | Self::PaddedText { width, .. }
            | Self::Hashed { width, .. }
            | Self::Shard { width, .. }
            | Self::Time { width, .. }
            | Self::Custom { width: Some(width), .. } => *width,
            Self::Struct { parts } => struct_widths(slice(parts)).0,
            Self::Codes { codes } => code_widths(slice(codes)).0,
            Self::Variants { variants } => variant_widths(slice(variants)).0,
            Self::Bool | Self::Optional { .. } | Self::UnpaddedDigits { .. } => 1,
            Self::AfterLength { length, .. } => length.min_width(),
            Self::Char => 4,
            Self::Text | Self::Bytes | Self::Repeated { .. } | Self::Custom { width: None, .. } => 0,
            Self::Value { value } => value.min_width(),
            Self::Format { format, of } => format.widths(of.get()).0,
            Self::NonZero { of }
            | Self::LittleEndian { of }
            | Self::Descending { of }
            | Self::Reversed { of }
            | Self::Unterminated { of } => of.get().min_width(),
        }
    }

    /// Returns the greatest width of a value without its terminator, or `None` if the width has no limit.
    pub(crate) const fn max_width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Bytes | Self::Repeated { optional: false, .. } | Self::Custom { width: None, .. } => {
                None
            }
            Self::Optional { of } => match of.get().max_width() {
                Some(width) => Some(width.saturating_add(1)),
                None => None,
            },
            Self::Value { value } => Some(value.max_width()),
            Self::Format { format, of } => format.widths(of.get()).1,
            Self::NonZero { of }
            | Self::LittleEndian { of }
            | Self::Descending { of }
            | Self::Reversed { of }
            | Self::Unterminated { of }
            | Self::Repeated { of, optional: true } => of.get().max_width(),
            Self::UnpaddedDigits { signed, max } => Some(most_plain_digits(*signed, *max)),
            Self::AfterLength { length, .. } => length.max_width(),
            Self::Struct { parts } => struct_widths(slice(parts)).1,
            Self::Codes { codes } => Some(code_widths(slice(codes)).1),
            Self::Variants { variants } => variant_widths(slice(variants)).1,
            _ => Some(self.min_width()),
        }
    }

    /// Returns the width of the encoding, if all values have the same width.
    pub(crate) const fn fixed_width(&self) -> Option<usize> {
        match self.max_width() {
            Some(width) if width == self.min_width() => Some(width),
            _ => None,
        }
    }
}

/// Returns the least and the greatest width of a struct.
const fn struct_widths(mut parts: &[Part]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (0usize, Some(0usize));
    while let [part, rest @ ..] = parts {
        let encoding = part.encoding();
        let end = Separator::Escape.terminator_width();
        let least = part.constants_width().saturating_add(if encoding.is_terminated() { end } else { 0 });
        let most = part.constants_width().saturating_add(if encoding.may_be_terminated() { end } else { 0 });
        min = min.saturating_add(encoding.min_width()).saturating_add(least);
        max = match (max, encoding.max_width()) {
            (Some(max), Some(width)) => Some(max.saturating_add(width).saturating_add(most)),
            _ => None,
        };
        parts = rest;
    }
    (min, max)
}

/// Returns the widths of the shortest and the longest code.
const fn code_widths(mut codes: &[Code]) -> (usize, usize) {
    let (mut min, mut max) = (usize::MAX, 0);
    while let [code, rest @ ..] = codes {
        let width = code.bytes().len();
        min = if width < min { width } else { min };
        max = if width > max { width } else { max };
        codes = rest;
    }
    if min > max { (0, 0) } else { (min, max) }
}

/// Returns the least and the greatest width of an enum with data.
const fn variant_widths(mut variants: &[Variant]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (usize::MAX, Some(0usize));
    while let [variant, rest @ ..] = variants {
        let code = variant.code.bytes().len();
        let (fewest, most) = struct_widths(variant.parts());
        let fewest = fewest.saturating_add(code);
        min = if fewest < min { fewest } else { min };
        max = match (max, most) {
            (Some(max), Some(most)) if most.saturating_add(code) < max => Some(max),
            (Some(_), Some(most)) => Some(most.saturating_add(code)),
            _ => None,
        };
        variants = rest;
    }
    if min == usize::MAX { (0, max) } else { (min, max) }
}
