//! Words that people write for those of the derive.

use crate::context::Context;
use syn::Attribute;

/// What to write instead of a word, on a field.
const ON_FIELDS: [(&str, &str); 8] = [
    ("desc", "#[descending]"),
    ("descend", "#[descending]"),
    ("reversed", "#[reverse]"),
    ("padded", "#[pad(6)]"),
    ("width", "#[pad(6)]"),
    ("salted", "#[salt(md5, 2)]"),
    ("hashed", "#[hash(md5, 4)]"),
    ("date_format", "#[format(\"%Y-%m-%d\")]"),
];

/// The attributes that the derive declares only to say what to write instead: without that the compiler says of them no
/// more than that they cannot be found. They are few since each is listed beside the real ones in the documentation.
const DECLARED: [(&str, &str); 3] = [
    ("desc", "#[descending]"),
    ("delimiter", "#[rowkey(delimiter = '_')]` above `struct"),
    ("terminator", "#[rowkey(terminator = '\\0')]` above `struct"),
];

/// What to write instead of a word within `#[rowkey(..)]` on a field.
pub(super) fn on_field(word: &str) -> Option<&'static str> {
    ON_FIELDS.iter().find(|(near, _)| *near == word).map(|(_, meant)| *meant)
}

pub(super) fn report(context: &Context, attrs: &[Attribute]) {
    for (near, meant) in DECLARED {
        for attr in super::named(attrs, near) {
            context.error(attr, format_args!("there is no `#[{near}]`: write `{meant}`"));
        }
    }
}
