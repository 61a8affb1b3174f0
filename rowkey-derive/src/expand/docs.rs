//! Writes the documentation of a prefix type and of its methods, as users see it in rustdoc.

use crate::context::source_text;
use crate::model::{
    BucketHash, Buckets, Direction, Encoding, Field, FieldHash, HashedSalt, Key, KeySalt, LengthForm, SaltInput,
    SaltKind, Separator, ValueForm,
};

fn encoding_in_words(field: &Field<'_>) -> String {
    if field.unterminated {
        return "unterminated".into();
    }
    let direction_word = |direction: Direction| match direction {
        Direction::Ascending => "ascending",
        Direction::Descending => "descending",
        Direction::Reversed => "reversed",
    };
    let order_word = |descending| if descending { "descending" } else { "ascending" };
    match &field.encoding {
        Encoding::Plain(direction) => direction_word(*direction).into(),
        // Not "ascending": only strings that are padded with `\0` sort.
        Encoding::Padded { width, character: Some(pad), direction: Direction::Ascending } if *pad != '\0' => {
            format!("padded to {} with {pad:?}", width.for_docs())
        }
        Encoding::Padded { width, character: Some(pad), direction } => {
            format!("padded to {} with {pad:?}, {}", width.for_docs(), direction_word(*direction))
        }
        Encoding::Padded { width, character: None, direction } => {
            format!("padded to {}, {}", width.for_docs(), direction_word(*direction))
        }
        Encoding::Custom { path, descending: false, .. } => format!("encoded by `{}`", source_text(path)),
        Encoding::Custom { path, descending: true, .. } => format!("encoded by `{}`, descending", source_text(path)),
        Encoding::InForm { form, descending } => {
            let form = match form {
                ValueForm::AfterLength(LengthForm::BigEndian(width)) => {
                    format!("after its length in {width} bytes")
                }
                ValueForm::AfterLength(LengthForm::LittleEndian(width)) => {
                    format!("after its length in {width} bytes, little-endian")
                }
                ValueForm::AfterLength(LengthForm::Varint) => "after its length as a varint".into(),
                ValueForm::Decimal => "in decimal digits".into(),
                ValueForm::Optional => "no bytes for `None`".into(),
                ValueForm::List => "its elements to the end of the key".into(),
            };
            format!("{form}, {}", order_word(*descending))
        }
        Encoding::Time { format, descending } => format!("formatted as `{}`, {}", format.text, order_word(*descending)),
        Encoding::Hashed(hash) => {
            let bytes = hash.bytes.for_docs();
            match &hash.by {
                FieldHash::Digest(digest) => format!("stored as {bytes} bytes of its {} hash", digest.digest.name()),
                FieldHash::Function(_) => format!("stored as a hash of {bytes} bytes, which a function computes"),
            }
        }
    }
}

fn declaration(field: &Field<'_>) -> String {
    format!("`{}: {}`", field.name, source_text(field.ty))
}

/// Returns the documentation of `host`, `host_in`, `host_starts_with` and `host_ends_with` for a field `host`.
/// `recognized` is true if the derive recognizes the type of the field, such as `u32` or `String`.
pub(crate) fn methods(field: &Field<'_>, recognized: bool) -> [String; 4] {
    let declaration = declaration(field);
    let only_text = match (recognized, &field.encoding) {
        (false, Encoding::Plain(_) | Encoding::Padded { .. } | Encoding::Custom { .. }) => {
            "\n\nOnly fields that are text or bytes have this method."
        }
        _ => "",
    };
    let or_prefix = match (recognized, &field.encoding) {
        (false, Encoding::Plain(Direction::Ascending | Direction::Descending)) => {
            "\n\nIf the type is a struct or an enum with data, `bounds` can also be a prefix of its fields."
        }
        _ => "",
    };
    [
        format!("Selects the keys whose field {declaration}, {}, equals `value`.", encoding_in_words(field)),
        format!(
            "Selects the keys whose field {declaration} is within `bounds`, such as `a..b`, `a..=b` or `..b`.{or_prefix}"
        ),
        format!("Selects the keys whose field {declaration} starts with `start`.{only_text}"),
        format!("Selects the keys whose field {declaration} ends with `end`.{only_text}"),
    ]
}

/// Returns the documentation of the methods `range` and `ranges`. `last_salted` is the last of the fields that the salt
/// is computed from. For a key without a salt or with a random salt, `last_salted` is `None`.
pub(crate) fn ranges(key: &Key<'_>, last_salted: Option<&Field<'_>>) -> [String; 2] {
    let range = "Returns the range that contains exactly the keys that match the fields set so far.";
    let ranges = "Returns the ranges that together contain exactly the keys that match the fields set so far";
    match last_salted {
        _ if key.salt.is_none() => [range.into(), format!("{ranges}. Without a salt, this is one range.")],
        None => [range.into(), format!("{ranges}: one per bucket.")],
        Some(field) => {
            let name = &field.name;
            let range =
                format!("{range}\n\nUntil `{name}` is set, the keys are in several ranges: see `ranges` and `scan`.");
            [range, format!("{ranges}: one per bucket until `{name}` is set, then one range.")]
        }
    }
}

/// Returns the documentation of the prefix type. `link` is the path of the key in this documentation.
pub(crate) fn layout(key: &Key<'_>, link: &str) -> String {
    let mut lines = vec![format!("A prefix of [`{}`]({link}) whose field to set next is `Next`.\n", key.ident)];
    lines.push("The bytes of a key:".into());
    lines.extend(key.namespace.map(|namespace| format!("* {}", namespace.for_docs())));
    if let Some(salt) = &key.salt {
        lines.push(format!("* a salt: {}", salt_in_words(key, salt)));
    }
    for field in &key.fields {
        lines.extend(field.before.map(|constant| format!("* {}", constant.for_docs())));
        lines.push(format!("* {}, {}", declaration(field), encoding_in_words(field)));
        let after = field.after.filter(|constant| !constant.is_empty());
        lines.extend(after.map(|constant| format!("* {}", constant.for_docs())));
    }
    match key.separator {
        Separator::Escape => {}
        Separator::Delimiter(c) => lines.push(format!("\nThere is {} between all fields.", literal(c))),
        Separator::Terminator(c) => {
            lines.push(format!("\nThere is {} after each variable-length field that is not last.", literal(c)));
        }
    }
    lines.join("\n")
}

/// Returns a separator as a literal, such as `'_'` or `b'\xFF'`.
fn literal(separator: char) -> String {
    if separator.is_ascii() { format!("{separator:?}") } else { format!("b'\\x{:02X}'", u32::from(separator)) }
}

fn salt_in_words(key: &Key<'_>, salt: &KeySalt<'_>) -> String {
    let one_of = |buckets: &Buckets| {
        format!("one of {} buckets{}", buckets.count.for_docs(), if buckets.digits { " in digits" } else { "" })
    };
    let name = |index: &usize| key.fields.get(*index).map_or(String::new(), |field| format!("`{}`", field.name));
    match &salt.kind {
        SaltKind::Random { buckets } => format!("{}, chosen by the writer", one_of(buckets)),
        SaltKind::Modulo { field, buckets } => {
            format!("{}, chosen by the remainder of {}", one_of(buckets), name(field))
        }
        SaltKind::Hashed { hash, of } => {
            let hash = match hash {
                HashedSalt::Bytes { digest, count, last, hex } => {
                    let end = if *last { "last" } else { "first" };
                    let hex = if *hex { " in hex" } else { "" };
                    format!("the {end} {} bytes{hex} of {}", count.for_docs(), digest.digest.name())
                }
                HashedSalt::Bucket { by, buckets } => {
                    let by = match by {
                        BucketHash::Digest(digest) => digest.digest.name(),
                        BucketHash::Phoenix => "Apache Phoenix's hash",
                        BucketHash::Function(_) => "a function",
                    };
                    format!("{}, chosen by {by}", one_of(buckets))
                }
            };
            let of = match of {
                SaltInput::WholeKey => "the whole key".into(),
                SaltInput::Fields(fields) => fields.iter().map(name).collect::<Vec<_>>().join(", "),
            };
            format!("{hash} of {of}")
        }
    }
}
