//! Words that people write for those of the derive.

use crate::context::Context;
use syn::Attribute;

/// The attributes of fields as they are written.
const ATTRIBUTES: [(&str, &str); 6] = [
    ("descending", "#[descending]"),
    ("reverse", "#[reverse]"),
    ("pad", "#[pad(6)]"),
    ("salt", "#[salt(md5, 2)]"),
    ("hash", "#[hash(md5, 4)]"),
    ("format", "#[format(\"%Y-%m-%d\")]"),
];

/// The attribute that is meant by a word, on a field.
const ON_FIELDS: [(&str, &str); 8] = [
    ("desc", "descending"),
    ("descend", "descending"),
    ("reversed", "reverse"),
    ("padded", "pad"),
    ("width", "pad"),
    ("salted", "salt"),
    ("hashed", "hash"),
    ("date_format", "format"),
];

/// The attributes that the derive declares only to say what to write instead: without that the compiler says of them no
/// more than that they cannot be found. They are few since each is listed beside the real ones in the documentation.
const DECLARED: [(&str, &str); 3] = [
    ("desc", "#[descending]"),
    ("delimiter", "#[rowkey(delimiter = '_')]` above `struct"),
    ("terminator", "#[rowkey(terminator = '\\0')]` above `struct"),
];

fn find(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant)
}

/// The attribute of this name, as it is written on a field.
pub(super) fn attribute(name: &str) -> Option<&'static str> {
    find(&ATTRIBUTES, name)
}

/// What to write instead of a word within `#[rowkey(..)]` on a field.
pub(super) fn on_field(word: &str) -> Option<&'static str> {
    find(&ON_FIELDS, word).and_then(attribute)
}

pub(super) fn report(context: &Context, attrs: &[Attribute]) {
    for (near, meant) in DECLARED {
        for attr in super::named(attrs, near) {
            context.error(attr, format_args!("there is no `#[{near}]`: write `{meant}`"));
        }
    }
}
