//! The generated documentation of a prefix type. It says what the tokens of the struct show.

use crate::context::source;
use crate::model::{Algorithm, Direction, Field, Form, Key, SaltOf, SaltSize, Separator};

/// Says how a field is encoded.
fn form(field: &Field<'_>) -> String {
    let direction = |direction: Direction| match direction {
        Direction::Ascending => "ascending",
        Direction::Descending => "descending",
        Direction::Reversed => "reversed",
    };
    let descends = |descending: bool| direction(if descending { Direction::Descending } else { Direction::Ascending });
    match &field.form {
        Form::Plain(way) => direction(*way).into(),
        Form::Padded { width, character: Some(pad), direction: Direction::Ascending } if *pad != '\0' => {
            format!("padded to {width} with {pad:?}")
        }
        Form::Padded { width, character: Some(pad), direction: way } => {
            format!("padded to {width} with {pad:?}, {}", direction(*way))
        }
        Form::Padded { width, character: None, direction: way } => format!("padded to {width}, {}", direction(*way)),
        Form::Custom { descending: false, .. } => "encoded by a codec of its own".into(),
        Form::Custom { descending: true, .. } => "encoded by a codec of its own, descending".into(),
        Form::Time { format, descending } => format!("formatted as `{}`, {}", format.text, descends(*descending)),
        Form::Hashed(hash) => format!("stored as {} bytes of its {} hash", hash.bytes, hash.algorithm.name()),
    }
}

/// The declaration of a field.
fn declared(field: &Field<'_>) -> String {
    format!("`{}: {}`", field.name, source(field.ty))
}

/// Documents the methods of a field: equality, `_in`, `_starts_with` and `_ends_with`.
pub(crate) fn methods(field: &Field<'_>) -> [String; 4] {
    let declared = declared(field);
    [
        format!("Selects the keys whose field {declared}, {}, equals `value`.", form(field)),
        format!("Selects the keys whose field {declared} is within `bounds`, such as `a..b`, `a..=b` or `..b`."),
        format!("Selects the keys whose field {declared} starts with `start`."),
        format!("Selects the keys whose field {declared} ends with `end`."),
    ]
}

/// Documents the prefix type: the layout of the key in words.
pub(crate) fn layout(key: &Key<'_>) -> String {
    let mut lines = vec![format!("A prefix of [`{}`] whose field to set next is `Next`.\n", key.ident)];
    lines.push("The bytes of a key:\n".into());
    if !key.namespace.is_empty() {
        lines.push(format!("* `\"{}\"`", key.namespace.escape_ascii()));
    }
    if let Some(salt) = &key.salt {
        let algorithm = match &salt.salt.algorithm {
            Algorithm::Digest(digest, _) => digest.name(),
            Algorithm::Phoenix => "phoenix",
            Algorithm::Modulo => "modulo",
            Algorithm::Random => "the writer",
            Algorithm::With(_) => "a function",
        };
        let size = match salt.salt.size {
            SaltSize::Bytes { count, last, hex } => {
                let end = if last { "last" } else { "first" };
                format!("the {end} {count} bytes{} of {algorithm}", if hex { " in hex" } else { "" })
            }
            SaltSize::Buckets { count, digits } => {
                format!("one of {count} buckets{}, chosen by {algorithm}", if digits { " in digits" } else { "" })
            }
        };
        let of = match &salt.of {
            SaltOf::WholeKey => " of the whole key".to_string(),
            SaltOf::Chance => String::new(),
            SaltOf::Fields(fields) => {
                let names = fields.iter().filter_map(|index| key.fields.get(*index));
                let names: Vec<_> = names.map(|field| format!("`{}`", field.name)).collect();
                format!(" of {}", names.join(", "))
            }
        };
        lines.push(format!("* a salt: {size}{of}"));
    }
    for field in &key.fields {
        lines.push(format!("* {}, {}", declared(field), form(field)));
    }
    match key.separator {
        Separator::Escape => {}
        Separator::Delimiter(c) => lines.push(format!("\nThere is {c:?} between all fields.")),
        Separator::Terminator(c) => {
            lines.push(format!("\nThere is {c:?} after each variable-length field that is not last."));
        }
    }
    lines.join("\n")
}
