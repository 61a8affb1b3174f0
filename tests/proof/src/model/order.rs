//! The order of keys in the model, a second implementation of `rowkey/docs/layout.md` (section 12) for tests.

use std::cmp::Ordering;

use super::{Endian, Field, Foreign, Kind, Layout, Separator, Value};

/// Compares two keys field by field, with descending fields in reverse order. Ignores salts, hashes and `#[reverse]`:
/// [`is_ordered`] tells whether the bytes sort as this function defines.
pub fn compare(layout: &Layout, left: &[Value], right: &[Value]) -> Ordering {
    assert_eq!(left.len(), right.len(), "two keys of one layout");
    for ((field, a), b) in layout.fields.iter().zip(left).zip(right) {
        let order = if field.descending { b.order(a) } else { a.order(b) };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Checks whether the bytes of all keys of this layout sort as [`compare`] defines.
pub fn is_ordered(layout: &Layout) -> bool {
    layout.salt.is_none() && is_ordered_in_bucket(layout)
}

/// Checks whether the bytes of all keys in the same bucket sort as [`compare`] defines. Without a salt, all keys are in
/// the same bucket.
pub fn is_ordered_in_bucket(layout: &Layout) -> bool {
    (0..layout.fields.len()).all(|index| is_field_ordered(layout, index))
}

/// Checks whether the bytes of this field sort as its values do.
pub fn is_field_ordered(layout: &Layout, index: usize) -> bool {
    let field = &layout.fields[index];
    let is_last = layout.is_at_the_end(index);
    let is_kind_ordered = is_kind_ordered(&field.kind);
    let is_padded_in_order = field.kind != Kind::Str || field.pad.is_none_or(|pad| pad.fill == 0);
    let is_separated_in_order = match layout.separator {
        Separator::Delimiter(byte) | Separator::Terminator(byte) => byte == 0 || !field.is_variable_length() || is_last,
        Separator::None => true,
    };
    let is_foreign_in_order = match field.foreign {
        None | Some(Foreign::Optional | Foreign::List) => true,
        Some(Foreign::Integer { endian, flipped, .. }) => endian == Endian::Big && flipped,
        Some(Foreign::Codec(codec)) => codec.is_ordered(),
        Some(_) => false,
    };
    is_kind_ordered
        && field.format.is_none_or(|format| format.is_ordered(&field.kind))
        && is_foreign_in_order
        && field.hash.is_none()
        && !field.unterminated
        && !field.reverse
        && is_padded_in_order
        && is_separated_in_order
}

/// Checks whether the bytes of this type, without attributes, sort as its values do.
fn is_kind_ordered(kind: &Kind) -> bool {
    match kind {
        Kind::Struct(fields) => is_ordered(&struct_layout(fields)),
        Kind::UnitEnum(codes) => codes.is_sorted(),
        Kind::DataEnum(variants) => {
            variants.is_sorted_by_key(|(code, _)| code)
                && variants.iter().all(|(_, fields)| is_ordered(&struct_layout(fields)))
        }
        Kind::Opt(inner) | Kind::List(inner) | Kind::Elements(inner, _) => is_kind_ordered(inner),
        _ => true,
    }
}

/// Returns the layout of a key that has the fields of a struct, and then a `u8`. Because of the `u8`, no field of the
/// struct is the last field of the key, which is encoded differently.
pub fn struct_layout(fields: &[Field]) -> Layout {
    Layout::new(fields.iter().cloned().chain([Field::of::<u8>()]))
}
