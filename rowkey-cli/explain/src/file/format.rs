//! Writes and reads values in a [format](rowkey::format), for `#[serde(with = ..)]`. A file contains the facts of the
//! format, so that a layout is complete without the format. A file that was written by hand may contain only the name.

use super::encoding::Part;
use crate::formats::format_of;
use rowkey::__untyped::{Encoding, End, Form, FormatFacts, FormatLayout, Nested};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Not;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileFormatted<F, T> {
    format: F,
    of: T,
}

pub(super) fn serialize<S: Serializer>(format: &FormatLayout, of: &Nested, serializer: S) -> Result<S::Ok, S::Error> {
    FileFormatted { format: Part(format), of: Part(of.get()) }.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(FormatLayout, Nested), D::Error> {
    let FileFormatted { format, of: Part(of) } = FileFormatted::<Value, Part<Encoding>>::deserialize(deserializer)?;
    let format = match format {
        Value::String(name) => format_of(&name, &of).map(|format| (format.layout)(&of)).ok_or_else(|| {
            D::Error::custom(format!(
                "`{name}` is not the name of a format that has such values: see the documentation of `rowkey_formats`"
            ))
        })?,
        facts => FileFormat::deserialize(facts).map_err(D::Error::custom)?,
    };
    Ok((format, Nested::Boxed(of.into())))
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FormatLayout")]
pub(super) struct FileFormat {
    name: Cow<'static, str>,
    #[serde(flatten, with = "FileFacts")]
    facts: FormatFacts,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only_last: Option<(Cow<'static, str>, Cow<'static, str>)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only_ascending: Option<(Cow<'static, str>, Cow<'static, str>)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FormatFacts")]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct FileFacts {
    widths: (usize, Option<usize>),
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    sorts: bool,
    #[serde(default, skip_serializing_if = "Not::not")]
    descending: bool,
    #[serde(default, skip_serializing_if = "Not::not")]
    text: bool,
    #[serde(default = "known", skip_serializing_if = "is_known", with = "FileEnd")]
    end: End,
    #[serde(default = "any", skip_serializing_if = "is_any")]
    first: (u8, u8),
    #[serde(default = "own", skip_serializing_if = "is_own", with = "FileForm")]
    form: Form,
    #[serde(default, skip_serializing_if = "Not::not")]
    tagged: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "End", rename_all = "snake_case")]
enum FileEnd {
    Known,
    UnlessFf,
    WithKey,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Form", rename_all = "snake_case")]
enum FileForm {
    Own,
    AnyWidth { and_signs: bool },
    Plain(Option<u8>),
    Integer { first: Option<u8>, width: usize, reversed: bool },
}

fn yes() -> bool {
    true
}

fn known() -> End {
    FormatFacts::NONE.end
}

fn is_known(end: &End) -> bool {
    *end == known()
}

fn own() -> Form {
    FormatFacts::NONE.form
}

fn is_own(form: &Form) -> bool {
    *form == own()
}

fn any() -> (u8, u8) {
    FormatFacts::NONE.first
}

fn is_any(first: &(u8, u8)) -> bool {
    *first == any()
}
