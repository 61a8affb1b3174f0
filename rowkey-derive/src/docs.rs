//! What the generated documentation says: all that the tokens of a field show.

use crate::attr::{Algorithm, SaltSize};
use crate::model::{Direction, Field, Form, Key, SaltOf, Separator};

pub(crate) fn form(field: &Field<'_>) -> String {
    let direction = |direction: Direction| match direction {
        Direction::Ascending => "",
        Direction::Descending => ", descending",
        Direction::Reversed => ", reversed",
    };
    match &field.form {
        Form::Plain(way) => format!("as it sorts{}", direction(*way)),
        Form::Padded { width, character, direction: way } => match character {
            Some(pad) => format!("padded to {width} bytes with {pad:?}{}", direction(*way)),
            None => format!("padded to {width}{}", direction(*way)),
        },
        Form::Custom { descending, .. } => {
            format!("by a codec of its own{}", if *descending { ", descending" } else { "" })
        }
        Form::Time { format, descending } => {
            format!("as `{}`{}", format.text, if *descending { ", descending" } else { "" })
        }
        Form::Hashed(hash) => format!("as {} bytes of its {}", hash.bytes, hash.algorithm.name()),
    }
}

/// The layout in words, for the prefix type.
pub(crate) fn layout(key: &Key<'_>) -> String {
    let mut lines = vec![format!("A prefix of [`{}`] with its first `STEP` fields set.\n", key.ident)];
    lines.push("The bytes of a key:\n".into());
    if !key.namespace.is_empty() {
        lines.push(format!("* `\"{}\"`", key.namespace.escape_ascii()));
    }
    if let Some(salt) = &key.salt {
        let algorithm = match &salt.salt.algorithm {
            Algorithm::Digest(digest) => digest.name(),
            Algorithm::Phoenix => "phoenix",
            Algorithm::Modulo => "modulo",
            Algorithm::With(_) => "a function",
            Algorithm::Random => "chance",
        };
        let size = match salt.salt.size {
            SaltSize::Bytes { count, last, hex } => {
                let end = if last { "last" } else { "first" };
                format!("the {end} {count} bytes{}", if hex { " in hex" } else { "" })
            }
            SaltSize::Buckets { count, digits } => {
                format!("one of {count} buckets{}, by way", if digits { " in digits" } else { "" })
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
        lines.push(format!("* a salt: {size} of {algorithm}{of}"));
    }
    for field in &key.fields {
        lines.push(format!("* `{}`, {}", field.name, form(field)));
    }
    match key.separator {
        Separator::Escape => {}
        Separator::Delimiter(c) => lines.push(format!("\nwith {c:?} between fields.")),
        Separator::Terminator(c) => lines.push(format!("\nwith {c:?} after strings and bytes that are not last.")),
    }
    lines.join("\n")
}
