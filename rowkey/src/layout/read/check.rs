//! Checks the layouts that are read from files and bytes. For key types, the derive and rustc make these checks.

use super::clash::clash;
use crate::constant::begins_with;
use crate::digest::{self, USER_FUNCTION};
use crate::format::Kind;
use crate::layout::{
    Code, Encoding, FieldLayout, KeySalt, Layout, LengthForm, RANDOM, SaltForm, Separator, ValueKind, Variant,
};
use crate::salt::bucket_width;
use crate::wire::time_text;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Checked = Result<(), String>;

/// The greatest width of a value with a fixed width, in bytes.
const MAX_WIDTH: usize = 1 << 24;
/// The greatest width of a padded string. A value of a few characters has this width in a range, so the width must be
/// small. Most stores have no longer keys.
const MAX_PADDED: usize = 1 << 16;
/// The greatest depth of nested encodings.
const MAX_DEPTH: usize = 64;
/// The greatest number of fields that the salt in a file can name. To compute a fingerprint, the elements of all fields
/// before each named field are counted. Without a limit, a hostile file could make this time quadratic.
const MAX_SALTED: usize = 64;

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks the salt and each field, so that no number in them is too great to compute with. Comes before all functions
/// that compute with widths.
fn check_numbers(fields: &[FieldLayout], salt: Option<&KeySalt>) -> Checked {
    if let Some(salt) = salt {
        check_salt(salt, fields).map_err(|reason| format!("salt: {reason}"))?;
    }
    fields.iter().try_for_each(|field| {
        let content = if let Encoding::Unterminated { of } = field.encoding() { of } else { content_of(field) };
        check_encoding(content, MAX_DEPTH).map_err(|reason| format!("field `{}`: {reason}", field.name()))
    })
}

/// Returns the layout with these parts.
///
/// # Errors
/// No key can have the layout.
pub fn checked_layout(
    name: Cow<'static, str>,
    namespace: Cow<'static, [u8]>,
    separator: Separator,
    salt: Option<KeySalt>,
    fields: Cow<'static, [FieldLayout]>,
    sort_key: Option<usize>,
) -> Result<Layout, String> {
    check_numbers(&fields, salt.as_ref())?;
    let mut layout = Layout::unchecked(name, namespace, separator, salt, fields);
    layout.sort_key = sort_key;
    check_layout(&layout)?;
    Ok(layout)
}

/// Checks that a derived key could have this layout.
fn check_layout(layout: &Layout) -> Checked {
    let may_have_no_fields = !layout.namespace().is_empty() && layout.salt().is_none();
    ensure(!layout.fields().is_empty() || may_have_no_fields, || {
        "a key has at least one field, or a namespace and no salt".into()
    })?;
    if let Separator::Delimiter(separator) | Separator::Terminator(separator) = layout.separator {
        ensure(separator <= '\u{FF}', || format!("the separator {separator:?} has more than one byte"))?;
    }
    check_names_differ(layout.fields())?;
    for field in layout.fields() {
        let needs_sorting_separator = field.encoding().is_descending() && field.encoding().may_be_terminated();
        ensure(layout.separator.sorts() || !needs_sorting_separator, || {
            let name = field.name();
            format!(r"field `{name}`: a descending variable-length field needs the separator '\0' or none")
        })?;
    }
    if let Some(index) = layout.sort_key {
        let before = layout.fields().get(..index).filter(|before| before.len() < layout.fields().len());
        let before = before.ok_or("the sort key begins with a field that does not exist")?;
        ensure(index > 0 || layout.salt().is_some(), || "no bytes are before the sort key".into())?;
        let is_unterminated = |field: &FieldLayout| matches!(field.encoding(), Encoding::Unterminated { .. });
        ensure(!before.iter().any(is_unterminated), || "an unterminated field is before the sort key".into())?;
    }
    match layout.field_fault().or(layout.unterminated_fault()) {
        Some(fault) => Err(fault.to_string()),
        None => Ok(()),
    }
}

/// Returns the encoding of the elements if the field is `repeated`. `field_fault` reports such a field if it is not the
/// last field of the key.
fn content_of(field: &FieldLayout) -> &Encoding {
    if let Encoding::Repeated { of, .. } = field.encoding() { of } else { field.encoding() }
}

const REPEATED_WITHIN: &str = "a value within another value cannot be `repeated`: only the last field of the key can";

/// Checks whether a field of a struct in the value is `repeated`.
fn has_repeated_field(encoding: &Encoding) -> bool {
    use Encoding as E;
    let in_fields = |fields: &[FieldLayout]| {
        fields
            .iter()
            .any(|field| matches!(field.encoding(), E::Repeated { .. }) || has_repeated_field(field.encoding()))
    };
    match encoding {
        E::Struct { fields } => in_fields(fields),
        E::Variants { variants } => variants.iter().any(|variant| in_fields(variant.fields())),
        E::Optional { of } | E::Descending { of } | E::Elements { of, .. } | E::Format { of, .. } => {
            has_repeated_field(of)
        }
        _ => false,
    }
}

fn check_names_differ(fields: &[FieldLayout]) -> Checked {
    match clash(fields.iter().map(FieldLayout::name), |a, b| a == b) {
        Some([name, _]) => Err(format!("there are two fields `{name}`")),
        None => Ok(()),
    }
}

#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
fn check_encoding(encoding: &Encoding, depth_left: usize) -> Checked {
    use Encoding as E;
    let depth_left = depth_left.checked_sub(1).ok_or("the encoding is nested too deeply")?;
    let check_width_in = |width: usize, widths: &[usize]| {
        ensure(widths.contains(&width), || format!("the width is {width}, and must be one of {widths:?}"))
    };
    let check_width_up_to = |width: usize, max: usize| {
        ensure((1..=max).contains(&width), || format!("the width is {width}, and must be from 1 to {max}"))
    };
    match encoding {
        E::Unsigned { width } | E::Signed { width } => check_width_up_to(*width, 16),
        E::UnpaddedDigits { signed, max } => ensure(!signed || *max <= i128::MAX.cast_unsigned(), || {
            format!("{max} is out of range for a signed integer")
        }),
        E::AfterLength { length, of } => {
            ensure(matches!(**of, E::Text | E::Bytes), || {
                format!("`after_length` needs a string or bytes, not: {of}")
            })?;
            match length {
                LengthForm::Big(width) => check_width_in(*width, &[1, 2, 4, 8]),
                LengthForm::Little(width) => check_width_in(*width, &[2, 4, 8]),
                LengthForm::Varint => Ok(()),
            }
        }
        E::Float { width } => check_width_in(*width, &[4, 8]),
        E::NonZero { of } => {
            let is_integer =
                matches!(**of, E::Unsigned { .. } | E::Signed { .. } | E::Digits { .. } | E::UnpaddedDigits { .. });
            ensure(is_integer, || format!("`non_zero` needs an integer, not: {of}"))?;
            check_encoding(of, depth_left)
        }
        E::Digits { width, .. } => check_width_up_to(*width, 39),
        E::PaddedText { width, pad } => {
            ensure(pad.is_ascii(), || "the pad character is not ASCII".into())?;
            check_width_up_to(*width, MAX_PADDED)
        }
        E::Array { width } => ensure(*width <= MAX_WIDTH, || format!("the width is {width}, which is too great")),
        E::Custom { width, self_delimited, .. } => {
            ensure(width.is_none_or(|width| width <= MAX_WIDTH), || "the width is too great".into())?;
            ensure(width.is_none() || self_delimited.is_none(), || "a fixed width needs no `self_delimited`".into())?;
            let is_range = self_delimited.is_none_or(|widths| widths.max.is_none_or(|max| widths.min <= max));
            ensure(is_range, || "the least width of `self_delimited` is above the greatest".into())
        }
        E::Hashed { width, algorithm, hex, of } => {
            match &**algorithm {
                USER_FUNCTION => check_width_up_to(*width, MAX_WIDTH)?,
                _ => check_digest_width(algorithm, if *hex { width.div_ceil(2) } else { *width })?,
            }
            ensure(!hex || width % 2 == 0, || format!("{width} hex digits are not whole bytes"))?;
            check_encoding(of, depth_left)?;
            // `field_fault` is about decoding, and a hash is not decoded.
            ensure(!has_repeated_field(of), || REPEATED_WITHIN.into())
        }
        E::Elements { of, count } => {
            check_encoding(of, depth_left)?;
            ensure(!matches!(of.widths_within_struct(), (_, Some(0))), || {
                "an element of an array must have at least one byte".into()
            })?;
            let is_narrow = *count <= MAX_WIDTH
                && encoding.min_width() <= MAX_WIDTH
                && encoding.max_width().is_none_or(|width| width <= MAX_WIDTH);
            ensure(is_narrow, || format!("an array of {count} elements is too wide"))
        }
        E::Optional { of } | E::Descending { of } => check_encoding(of, depth_left),
        E::Reversed { of } => {
            let is_reversible = matches!(
                **of,
                E::Unsigned { .. }
                    | E::Signed { .. }
                    | E::NonZero { .. }
                    | E::Digits { .. }
                    | E::Array { .. }
                    | E::Text
                    | E::Bytes
                    | E::PaddedText { .. }
            );
            ensure(is_reversible, || format!("this encoding cannot be `reversed`: {of}"))?;
            check_encoding(of, depth_left)
        }
        E::Struct { fields } => {
            ensure(!fields.is_empty(), || "a struct must have at least one field".into())?;
            check_names_differ(fields)?;
            fields.iter().try_for_each(|field| check_encoding(content_of(field), depth_left))
        }
        E::Codes { codes } => check_codes(codes.iter()),
        E::Variants { variants } => {
            check_codes(variants.iter().map(Variant::code))?;
            ensure(variants.iter().any(|variant| !variant.fields().is_empty()), || {
                "no variant has a field: write the enum as `codes`".into()
            })?;
            variants.iter().try_for_each(|variant| {
                check_names_differ(variant.fields())?;
                variant.fields().iter().try_for_each(|field| check_encoding(content_of(field), depth_left))
            })
        }
        E::Shard { width, count } => {
            ensure(*count > 0, || "the number of shards must not be 0".into())?;
            let needed = bucket_width((*count).into(), false);
            ensure(*width == needed, || format!("{count} shards need {needed} bytes, not {width}"))
        }
        E::Time { format, width, of } => {
            let is_time = of.is_none_or(|of| {
                use ValueKind as V;
                matches!(of, V::Date { .. } | V::Time { .. } | V::DateTime { .. } | V::Timestamp { .. })
            });
            ensure(is_time, || {
                "only a date, a time of day, a date with a time of day, or a timestamp has a format".into()
            })?;
            let format_width = time_text::parse(format)
                .map(|items| time_text::width(&items))
                .ok_or_else(|| format!("{format:?} is not a time format"))?;
            ensure(format_width == *width, || format!("a time as {format:?} has {format_width} bytes, not {width}"))
        }
        E::Format { format, of } => {
            check_encoding(of, depth_left)?;
            ensure(may_be_in_format(of, &format.name), || format!("{} has no {of}", format.name))?;
            let (min, max) = format.facts.widths;
            let is_range = min <= 4 * MAX_WIDTH && max.is_none_or(|max| min <= max && max <= 4 * MAX_WIDTH);
            ensure(is_range, || format!("the widths of a {} value are wrong or too great", format.name))
        }
        E::Unterminated { .. } => Err("only a field of the key itself can be unterminated".into()),
        E::Repeated { .. } => Err(REPEATED_WITHIN.into()),
        E::Bool | E::Char | E::Text | E::Bytes | E::Value { .. } => Ok(()),
    }
}

/// Checks whether a format can have values of this encoding. Only the format itself knows whether it has them.
fn may_be_in_format(of: &Encoding, name: &str) -> bool {
    let is_in_format = |field: &FieldLayout| match field.encoding() {
        Encoding::Descending { of } => matches!(&**of, Encoding::Format { format, .. } if format.name == name),
        of => matches!(of, Encoding::Format { format, .. } if format.name == name),
    };
    match of {
        Encoding::NonZero { of } => Kind::of(of).is_some(),
        Encoding::Optional { of } => !matches!(**of, Encoding::Optional { .. }) && may_be_in_format(of, name),
        Encoding::Struct { fields } => fields.iter().all(is_in_format),
        of => Kind::of(of).is_some(),
    }
}

fn check_codes<'a>(codes: impl ExactSizeIterator<Item = &'a Code>) -> Checked {
    ensure(codes.len() > 0, || "the list of codes must not be empty".into())?;
    match clash(codes.map(|code| (code.bytes(), code.name())), |(a, _), (b, _)| begins_with(b, a)) {
        Some([(_, name), _]) => Err(format!("the code of another variant begins with the code of {name}")),
        None => Ok(()),
    }
}

fn unknown_digest(name: &str) -> String {
    let names: Vec<_> = digest::names().collect();
    format!("`{name}` is not a digest: write one of {}", names.join(", "))
}

/// Returns the algorithm of a salt with this name.
///
/// # Errors
/// The algorithm does not exist.
pub fn salt_algorithm(name: &str) -> Result<&'static str, String> {
    let names = digest::names().chain(["phoenix", "modulo", USER_FUNCTION, RANDOM]);
    names.into_iter().find(|algorithm| *algorithm == name).ok_or_else(|| unknown_digest(name))
}

/// Checks that the digest exists and has at least `width` bytes.
fn check_digest_width(algorithm: &str, width: usize) -> Checked {
    let Some(max) = digest::width(algorithm) else {
        return Err(unknown_digest(algorithm));
    };
    ensure((1..=max).contains(&width), || {
        format!("{algorithm} has {max} bytes, so the width must be from 1 to {max}, not {width}")
    })
}

/// Checks whether a field of this encoding can be an integer. Returns true for a custom codec, because only the program
/// knows what the codec encodes.
fn can_be_integer(encoding: &Encoding) -> bool {
    use Encoding as E;
    match encoding {
        E::NonZero { of } | E::Descending { of } | E::Reversed { of } | E::Hashed { of, .. } | E::Format { of, .. } => {
            can_be_integer(of)
        }
        E::Unsigned { .. } | E::Signed { .. } | E::Digits { .. } | E::UnpaddedDigits { .. } | E::Custom { .. } => true,
        _ => false,
    }
}

fn check_salt(salt: &KeySalt, fields: &[FieldLayout]) -> Checked {
    match salt.layout.form {
        SaltForm::Bytes { .. } => check_digest_width(salt.layout.algorithm, salt.layout.width)?,
        SaltForm::Hex { .. } => {
            check_digest_width(salt.layout.algorithm, salt.layout.width.div_ceil(2))?;
            ensure(salt.layout.width.is_multiple_of(2), || {
                format!("{} hex digits are not whole bytes", salt.layout.width)
            })?;
        }
        SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
            ensure((1..=1 << 32).contains(&count), || {
                format!("the number of buckets is {count}, and must be from 1 to 2^32")
            })?;
            let in_digits = matches!(salt.layout.form, SaltForm::BucketDigits { .. });
            let (width, needed) = (salt.layout.width, bucket_width(count, in_digits));
            ensure(width == needed, || format!("{count} buckets need {needed} bytes, not {width}"))?;
            if !matches!(salt.layout.algorithm, "phoenix" | "modulo" | USER_FUNCTION | RANDOM) {
                // The width of a bucket does not depend on the digest. Check only that the digest exists.
                check_digest_width(salt.layout.algorithm, 1)?;
            }
        }
    }
    ensure(salt.of().len() <= MAX_SALTED, || {
        format!("`of` names {} fields; a layout file can name at most {MAX_SALTED}", salt.of().len())
    })?;
    ensure(salt.of().iter().all(|index| *index < fields.len()), || "`of` names a field that is not there".into())?;
    ensure(clash(salt.of(), |a, b| a == b).is_none(), || "`of` names a field twice".into())?;
    if salt.layout.algorithm == "modulo" {
        let &[index] = salt.of() else { return Err("modulo needs exactly one field".into()) };
        if let Some(field) = fields.get(index).filter(|field| !can_be_integer(field.encoding())) {
            let (name, encoding) = (field.name(), field.encoding());
            return Err(format!(
                "modulo needs an integer, but field `{name}` is encoded as {encoding}: use a digest such as md5"
            ));
        }
    }
    Ok(())
}
