//! Fields that cannot be decoded, cannot be descending, or cannot be unterminated.

use super::{Encoding, KeyFormat, Layout, Part, Separator, Variant};
use crate::ascii::separator_byte;
use crate::constant::slice;

/// The reason why a field cannot be unterminated.
pub(super) enum Unterminated<'a> {
    /// The field has no terminator that could be left out.
    WithoutNeed(&'a Part),
    /// The width of a later field varies, so that the end of the field cannot be found.
    BeforeVariable(&'a Part, &'a Part),
}

/// The reason why a field in another system's format cannot be decoded, or cannot be descending.
pub(super) enum Fault<'a> {
    /// Decoding could read the first byte of the next field as part of the field.
    RunsInto(&'a Part, &'a Part),
    /// The field is descending, but an encoded value can be a prefix of a greater one.
    Descends(&'a Part),
    /// The field is descending, but the format has the same null in ascending and descending fields.
    NullDescends(&'a Part),
    /// The field is a descending `bool`, which Phoenix does not complement.
    BoolDescends(&'a Part),
    /// The field has no terminator, and is not the last field.
    NotLast(&'a Part),
    /// The field is the last of a variant, and any field may follow the enum.
    EndsVariant(&'a Part),
    /// The string continues if an FF follows, and the delimiter is FF.
    RunsIntoDelimiter(&'a Part),
    /// The field is `#[rowkey(list)]`, and its elements have no bytes.
    RepeatsNothing(&'a Part),
    /// The field is `#[rowkey(optional)]`, and its value has no bytes or needs a terminator.
    OptionalWithoutEnd(&'a Part),
    /// The field is repeated to the end of the key, and is not the last field.
    RepeatedNotLast(&'a Part),
    /// The field is a `Shard<0>`.
    NoShard(&'a Part),
}

impl Layout {
    /// Returns the first field that cannot be decoded or cannot be descending.
    #[cfg(feature = "serde")]
    pub(super) const fn format_fault(&self) -> Option<Fault<'_>> {
        fault(self.parts(), self.delimiter(), false)
    }

    /// Returns why the field at `index` cannot be decoded or cannot be descending, if that is so.
    pub(super) const fn format_fault_of(&self, index: usize) -> Option<Fault<'_>> {
        match self.parts().split_at(index).1 {
            [part, rest @ ..] => fault_of_part(part, rest, self.delimiter(), false),
            [] => None,
        }
    }

    const fn delimiter(&self) -> Option<u8> {
        match self.separator {
            Separator::Delimiter(delimiter) => Some(separator_byte(delimiter)),
            Separator::Escape | Separator::Terminator(_) => None,
        }
    }

    /// Returns what is wrong with the unterminated field, if something is.
    pub(super) const fn unterminated_fault(&self) -> Option<Unterminated<'_>> {
        let mut parts = self.parts();
        while let [part, rest @ ..] = parts {
            if let Encoding::Unterminated { of } = part.encoding() {
                if part.ends_key(rest) || !of.get().is_unterminated_content() {
                    return Some(Unterminated::WithoutNeed(part));
                }
                let mut after = rest;
                while let [next, rest @ ..] = after {
                    if next.encoding().fixed_width().is_none() {
                        return Some(Unterminated::BeforeVariable(part, next));
                    }
                    after = rest;
                }
            }
            parts = rest;
        }
        None
    }
}

/// Returns the first field of a layout, or of a struct in the layout, that cannot be decoded or cannot be descending.
const fn fault(mut parts: &[Part], delimiter: Option<u8>, within: bool) -> Option<Fault<'_>> {
    while let [part, rest @ ..] = parts {
        let found = fault_of_part(part, rest, delimiter, within);
        if found.is_some() {
            return found;
        }
        parts = rest;
    }
    None
}

/// Like [`fault`], for the field `part`, which the fields `rest` follow.
const fn fault_of_part<'a>(part: &'a Part, rest: &'a [Part], delimiter: Option<u8>, within: bool) -> Option<Fault<'a>> {
    let inner = fault_within(part, part.encoding());
    if inner.is_some() {
        return inner;
    }
    match part.encoding() {
        Encoding::Descending { of } => {
            if let Encoding::Format { format: KeyFormat::Phoenix, of } = of.get() {
                match of.get() {
                    Encoding::Optional { .. } => return Some(Fault::NullDescends(part)),
                    Encoding::Bytes => return Some(Fault::NotLast(part)),
                    Encoding::Bool => return Some(Fault::BoolDescends(part)),
                    _ => {}
                }
            }
        }
        Encoding::Repeated { .. } if within || !part.ends_key(rest) => return Some(Fault::RepeatedNotLast(part)),
        Encoding::Repeated { of, optional: true }
            if matches!(of.get().max_width(), Some(0)) || of.get().may_be_terminated() =>
        {
            return Some(Fault::OptionalWithoutEnd(part));
        }
        Encoding::Repeated { of, optional: false } if matches!(of.get().widths_within_struct().1, Some(0)) => {
            return Some(Fault::RepeatsNothing(part));
        }
        Encoding::Format { format: KeyFormat::Phoenix, of }
            if matches!(of.get(), Encoding::Bytes) && (within || !part.ends_key(rest)) =>
        {
            return Some(Fault::NotLast(part));
        }
        _ => {}
    }
    if part.encoding().is_continued_by_ff() {
        if part.encoding().is_descending() {
            return Some(Fault::Descends(part));
        }
        let next = match (part.bytes_after(), rest) {
            _ if matches!(delimiter, Some(0xFF)) && !part.ends_key(rest) => {
                return Some(Fault::RunsIntoDelimiter(part));
            }
            _ if delimiter.is_some() => None,
            ([0xFF, ..], _) => Some(part),
            ([], [next, ..]) if can_begin_part(next, 0xFF) => Some(next),
            _ => None,
        };
        if let Some(next) = next {
            return Some(Fault::RunsInto(part, next));
        }
    }
    None
}

/// Like [`fault`], for the elements, and the fields of structs and enums, in the value of the field `part`.
const fn fault_within<'a>(part: &'a Part, encoding: &'a Encoding) -> Option<Fault<'a>> {
    match encoding {
        Encoding::Struct { parts } => fault(slice(parts), None, true),
        Encoding::Variants { variants } => fault_of_variant(slice(variants)),
        Encoding::Elements { of, .. } | Encoding::Repeated { of, .. } => match of.get() {
            Encoding::Format { format: KeyFormat::Phoenix, of } if matches!(of.get(), Encoding::Bytes) => {
                Some(Fault::NotLast(part))
            }
            of if of.is_continued_by_ff() && can_begin_with(of, 0xFF) => Some(Fault::RunsInto(part, part)),
            of => fault_within(part, of),
        },
        Encoding::Optional { of } | Encoding::Descending { of } | Encoding::Format { of, .. } => {
            fault_within(part, of.get())
        }
        Encoding::Shard { count: 0, .. } => Some(Fault::NoShard(part)),
        _ => None,
    }
}

const fn fault_of_variant(mut variants: &[Variant]) -> Option<Fault<'_>> {
    while let [variant, rest @ ..] = variants {
        if let Some(fault) = fault(slice(&variant.parts), None, true) {
            return Some(fault);
        }
        if let [.., last] = slice(&variant.parts) {
            if last.is_continued_by_ff() {
                return Some(Fault::EndsVariant(last));
            }
        }
        variants = rest;
    }
    None
}

/// Checks whether an encoded value can begin with `byte`: FF, or 00 in a complemented field. Returns true if that is
/// unknown.
const fn can_begin_with(encoding: &Encoding, byte: u8) -> bool {
    match encoding {
        Encoding::Format { format: KeyFormat::FoundationDb, of } => {
            byte != 0xFF && (byte != 0 || matches!(of.get(), Encoding::Optional { .. }))
        }
        Encoding::Descending { of } if !of.get().is_digits() => can_begin_with(of.get(), !byte),
        Encoding::Optional { .. } | Encoding::Bool | Encoding::Text | Encoding::PaddedText { .. } => byte != 0xFF,
        Encoding::Digits { .. } | Encoding::Descending { .. } | Encoding::Time { .. } => byte != 0xFF && byte != 0,
        Encoding::Struct { parts } => match slice(parts) {
            [first, ..] => can_begin_part(first, byte),
            [] => true,
        },
        Encoding::Elements { of, count: 1.. } => can_begin_with(of.get(), byte),
        _ => true,
    }
}

/// Like [`can_begin_with`], for a field and the constant before it.
const fn can_begin_part(part: &Part, byte: u8) -> bool {
    match part.before() {
        [first, ..] => *first == byte,
        [] => can_begin_with(part.encoding(), byte),
    }
}
