//! Generates the documentation of a prefix type from the tokens of the struct.

use crate::context::source;
use crate::model::{
    BucketHash, Buckets, Direction, Encoding, Field, FieldHash, Foreign, IntegerForm, Key, KeySalt, LengthForm,
    SaltHash, SaltKind, Salted, Separator,
};

/// Describes how a field is encoded.
fn encoding_in_words(field: &Field<'_>) -> String {
    if field.unterminated {
        return "unterminated".into();
    }
    let direction = |direction: Direction| match direction {
        Direction::Ascending => "ascending",
        Direction::Descending => "descending",
        Direction::Reversed => "reversed",
    };
    let descends = |descending: bool| direction(if descending { Direction::Descending } else { Direction::Ascending });
    match &field.encoding {
        Encoding::Plain(way) => direction(*way).into(),
        Encoding::Padded { width, character: Some(pad), direction: Direction::Ascending } if *pad != '\0' => {
            format!("padded to {} with {pad:?}", width.in_words())
        }
        Encoding::Padded { width, character: Some(pad), direction: way } => {
            format!("padded to {} with {pad:?}, {}", width.in_words(), direction(*way))
        }
        Encoding::Padded { width, character: None, direction: way } => {
            format!("padded to {}, {}", width.in_words(), direction(*way))
        }
        Encoding::Custom { descending: false, .. } => "encoded by a codec of its own".into(),
        Encoding::Custom { descending: true, .. } => "encoded by a codec of its own, descending".into(),
        Encoding::Foreign { form, descending } => {
            let form = match form {
                Foreign::AfterLength(LengthForm::BigEndian(width)) => format!("after its length in {width} bytes"),
                Foreign::AfterLength(LengthForm::LittleEndian(width)) => {
                    format!("after its length in {width} bytes, little-endian")
                }
                Foreign::AfterLength(LengthForm::Varint) => "after its length as a varint".into(),
                Foreign::Integer { bytes, form } => {
                    let bytes = bytes.map_or(String::new(), |bytes| format!("in {} bytes, ", bytes.in_words()));
                    let form = match form {
                        IntegerForm::OrderedBigEndian => "big-endian",
                        IntegerForm::TwosComplement => "big-endian in two's complement",
                        IntegerForm::LittleEndian => "little-endian",
                    };
                    bytes + form
                }
                Foreign::Decimal => "in decimal digits".into(),
                Foreign::Optional => "no bytes for `None`".into(),
                Foreign::List => "its elements to the end of the key".into(),
            };
            format!("{form}, {}", descends(*descending))
        }
        Encoding::Time { format, descending } => format!("formatted as `{}`, {}", format.text, descends(*descending)),
        Encoding::Hashed(hash) => {
            let bytes = hash.bytes.in_words();
            match &hash.by {
                FieldHash::Digest(digest) => format!("stored as {bytes} bytes of its {} hash", digest.digest.name()),
                FieldHash::Function(_) => format!("stored as its hash of {bytes} bytes by a function"),
            }
        }
    }
}

/// Returns the declaration of a field.
fn declared(field: &Field<'_>) -> String {
    format!("`{}: {}`", field.name, source(field.ty))
}

/// Documents the methods of a field: equality, `_in`, `_starts_with` and `_ends_with`. `known` says whether the tokens show
/// the type of the field. Otherwise only rustc knows the type.
pub(crate) fn methods(field: &Field<'_>, known: bool) -> [String; 4] {
    let declared = declared(field);
    let only_text = match (known, &field.encoding) {
        (false, Encoding::Plain(_) | Encoding::Padded { .. } | Encoding::Custom { .. }) => {
            "\n\nOnly fields that are text or bytes have this method."
        }
        _ => "",
    };
    let or_prefix = match (known, &field.encoding) {
        (false, Encoding::Plain(Direction::Ascending | Direction::Descending)) => {
            "\n\nIf the type is a struct or an enum with data, `bounds` can also be a prefix of its fields."
        }
        _ => "",
    };
    [
        format!("Selects the keys whose field {declared}, {}, equals `value`.", encoding_in_words(field)),
        format!(
            "Selects the keys whose field {declared} is within `bounds`, such as `a..b`, `a..=b` or `..b`.{or_prefix}"
        ),
        format!("Selects the keys whose field {declared} starts with `start`.{only_text}"),
        format!("Selects the keys whose field {declared} ends with `end`.{only_text}"),
    ]
}

/// Documents the methods `range` and `ranges`. `last_source` is the field that completes the salt.
pub(crate) fn ranges(key: &Key<'_>, last_source: Option<&Field<'_>>) -> [String; 2] {
    let range = "Returns the range that contains exactly the keys with the fields set so far.";
    let ranges = "Returns the ranges that together contain exactly the keys with the fields set so far";
    match last_source {
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

/// Documents the prefix type: the layout of the key in words.
///
/// `link` is the path of the key in the documentation.
pub(crate) fn layout(key: &Key<'_>, link: &str) -> String {
    let mut lines = vec![format!("A prefix of [`{}`]({link}) whose field to set next is `Next`.\n", key.ident)];
    lines.push("The bytes of a key:".into());
    lines.extend(key.namespace.map(|namespace| format!("* {}", namespace.in_words())));
    if let Some(salt) = &key.salt {
        lines.push(format!("* a salt: {}", salt_in_words(key, salt)));
    }
    for field in &key.fields {
        lines.extend(field.before.map(|constant| format!("* {}", constant.in_words())));
        lines.push(format!("* {}, {}", declared(field), encoding_in_words(field)));
        let after = field.after.filter(|constant| !constant.is_empty());
        lines.extend(after.map(|constant| format!("* {}", constant.in_words())));
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

/// Returns a separator as it is written in the attribute.
fn literal(separator: char) -> String {
    if separator.is_ascii() { format!("{separator:?}") } else { format!("b'\\x{:02X}'", u32::from(separator)) }
}

/// Describes how a salt is computed.
fn salt_in_words(key: &Key<'_>, salt: &KeySalt<'_>) -> String {
    let one_of = |buckets: &Buckets| {
        format!("one of {} buckets{}", buckets.count.in_words(), if buckets.digits { " in digits" } else { "" })
    };
    let name = |index: &usize| key.fields.get(*index).map_or(String::new(), |field| format!("`{}`", field.name));
    match &salt.kind {
        SaltKind::Random { buckets } => format!("{}, chosen by the writer", one_of(buckets)),
        SaltKind::Modulo { field, buckets } => {
            format!("{}, chosen by the remainder of {}", one_of(buckets), name(field))
        }
        SaltKind::Hashed { hash, of } => {
            let hash = match hash {
                SaltHash::Bytes { digest, count, last, hex } => {
                    let end = if *last { "last" } else { "first" };
                    let hex = if *hex { " in hex" } else { "" };
                    format!("the {end} {} bytes{hex} of {}", count.in_words(), digest.digest.name())
                }
                SaltHash::Bucket { by, buckets } => {
                    let by = match by {
                        BucketHash::Digest(digest) => digest.digest.name(),
                        BucketHash::Phoenix => "phoenix",
                        BucketHash::Function(_) => "a function",
                    };
                    format!("{}, chosen by {by}", one_of(buckets))
                }
            };
            let of = match of {
                Salted::WholeKey => "the whole key".into(),
                Salted::Fields(fields) => fields.iter().map(name).collect::<Vec<_>>().join(", "),
            };
            format!("{hash} of {of}")
        }
    }
}
