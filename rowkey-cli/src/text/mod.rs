//! The text form of values. [`Value`] writes it, and [`read`] reads it: no other code does either.
//!
//! ```text
//! stored bytes -> explain -> text of `explain` and the encoding -> Value -> table, JSON, CSV
//! text of a condition -> read::write -> bytes, as the key stores them
//! ```

pub(crate) mod kinds;
pub(crate) mod read;

use read::unquoted;
use rowkey::__untyped::{Encoding, FieldLayout, Hex, Nested, UNKNOWN, ValueKind};
use rowkey::Layout;
use rowkey::explain::{ExplainedPart, Explanation, PartKind};
use std::fmt;

/// A value of a row, for tables, JSON and CSV.
///
/// [`Display`](fmt::Display) prints the text form, which a [`Condition`](crate::Condition) reads: the text of
/// [`explain`](crate::explain()), without `Some(..)`, and without quotes around text that is clear without them.
///
/// No number is converted: each form has all digits of the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An optional field without a value.
    None,
    /// A number, `true` or `false`.
    Literal(String),
    /// A string or a character.
    Text {
        /// The text without quotes.
        text: String,
        /// True if the value is in an optional field.
        is_optional: bool,
    },
    /// A JSON text.
    Json(String),
    /// A value of another type, in its text form.
    Other(String),
}

impl Value {
    /// Returns the value of each field of a key. A value is `None` if the field is damaged, or if only the program can read it.
    /// A hashed field has its digest as the value.
    pub fn of_fields(layout: &Layout, explanation: &Explanation) -> Vec<Option<Self>> {
        let parts = field_parts(explanation);
        layout.fields().iter().zip(parts).map(|(field, part)| Self::of_field(field, part)).collect()
    }

    /// Like [`of_fields`](Self::of_fields), for one field.
    pub(crate) fn of_field(field: &FieldLayout, part: &ExplainedPart) -> Option<Self> {
        match (part.value(), field.encoding()) {
            // The text of a struct has a `?` for each field whose value only the program can read.
            (Some(text), encoding) if text.contains(UNKNOWN) && read::is_unknown(encoding, text) => None,
            (Some(text), encoding) => Some(Self::new(encoding, text, false)),
            (None, Encoding::Hashed { width, .. }) if part.problem().is_none() => {
                Some(Self::Other(format!("0x{}", Hex(part.bytes().get(..*width)?))))
            }
            (None, _) => None,
        }
    }

    /// `text` is the text of `explain`.
    fn new(encoding: &Encoding, text: &str, is_optional: bool) -> Self {
        use Encoding as E;
        let (base, is_option) = (base(encoding), optional(encoding));
        match (is_option, within_some(text)) {
            (Some(_), None) if text == "None" => return Self::None,
            // `Some(None)` needs its `Some`.
            (Some(of), Some(inner)) if optional(of).is_none() => return Self::new(of, inner, true),
            (Some(_), _) => return Self::Other(text.into()),
            (None, _) => {}
        }
        match base {
            E::Unsigned { .. }
            | E::Signed { .. }
            | E::Digits { .. }
            | E::UnpaddedDigits { .. }
            | E::Shard { .. }
            | E::Bool
            | E::Value { value: ValueKind::Decimal } => Self::Literal(text.into()),
            // NaN and infinity are not numbers in JSON.
            E::Float { .. } if !text.contains(['N', 'i']) => Self::Literal(text.into()),
            E::Text | E::PaddedText { .. } | E::Char => {
                let text = unquoted(text, if matches!(base, E::Char) { '\'' } else { '"' });
                Self::Text { text: text.unwrap_or_default(), is_optional }
            }
            _ => Self::Other(text.into()),
        }
    }

    /// Returns the value as JSON: a number with all its digits, a Boolean, `null`, a JSON text, or a string. The string of a
    /// text is the text itself, and the string of another value is its text form.
    pub fn to_json(&self) -> String {
        match self {
            Self::None => "null".into(),
            Self::Literal(text) | Self::Json(text) => text.clone(),
            Self::Text { text, .. } | Self::Other(text) => json_string(text),
        }
    }

    /// Returns the content of a CSV cell: like [`to_json`](Self::to_json), but without the quotes and escapes of a JSON string,
    /// and empty for `null`. An empty text in an optional field is `""`, so that it differs from `null`, and text in
    /// such a field that begins with a quote has the quotes and escapes of the text form.
    pub fn to_csv(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Text { text, is_optional: true } if text.is_empty() || text.starts_with('"') => format!("{text:?}"),
            Self::Literal(text) | Self::Json(text) | Self::Text { text, .. } | Self::Other(text) => text.clone(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Text { text, .. } if is_clear_without_quotes(text) => f.write_str(text),
            Self::Text { text, .. } => write!(f, "{text:?}"),
            Self::Literal(text) | Self::Json(text) | Self::Other(text) => f.write_str(text),
        }
    }
}

/// Checks whether a condition reads the text as itself, also as the start or end of a range, and whether a reader sees all of
/// its characters.
fn is_clear_without_quotes(text: &str) -> bool {
    let is_hidden = |character: char| {
        let is_bidirectional = matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        character.is_control() || is_bidirectional || (character.is_whitespace() && character != ' ')
    };
    let is_option = text == "None" || within_some(text).is_some();
    let is_syntax = text.starts_with(['"', '\'', '=', '.', ' ']) || text.ends_with(['.', ' ']) || text.contains("..");
    !text.is_empty() && !is_option && !is_syntax && !text.contains(is_hidden)
}

/// Returns a string of JSON.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the parts of a key that are fields, in order.
pub(crate) fn field_parts(explanation: &Explanation) -> impl Iterator<Item = &ExplainedPart> {
    explanation.parts().iter().filter(|part| part.kind() == PartKind::Field)
}

/// Returns the encoding without attributes that change only the bytes, such as `#[descending]`.
pub(crate) fn base(encoding: &Encoding) -> &Encoding {
    use Encoding as E;
    match encoding {
        E::NonZero { of }
        | E::Descending { of }
        | E::Reversed { of }
        | E::Unterminated { of }
        | E::AfterLength { of, .. }
        | E::Format { of, .. } => base(of),
        encoding => encoding,
    }
}

/// Returns the encoding of the value in an `Option`, if the field is optional.
pub(crate) fn optional(encoding: &Encoding) -> Option<&Encoding> {
    match base(encoding) {
        Encoding::Optional { of } | Encoding::Repeated { of, optional: true } => Some(of),
        _ => None,
    }
}

/// Returns the encoding of the value in all `Option`s, without attributes that change only the bytes.
pub(crate) fn without_option(encoding: &Encoding) -> &Encoding {
    optional(encoding).map_or_else(|| base(encoding), without_option)
}

/// Returns the text between `Some(` and `)`.
pub(crate) fn within_some(text: &str) -> Option<&str> {
    text.strip_prefix("Some(")?.strip_suffix(')')
}

/// Returns the encoding of a value outside of a key. The encoded values sort as the values do, also if those of the field
/// do not: `#[reverse]` and a delimiter change only the bytes of the field. `None` if the values have no order.
pub(crate) fn in_order(encoding: &Encoding) -> Option<Encoding> {
    use Encoding as E;
    let wide = |signed| {
        if signed { E::Signed { width: 16 } } else { E::Unsigned { width: 16 } }
    };
    if let Some(of) = optional(encoding) {
        return Some(E::Optional { of: Nested::Boxed(Box::new(in_order(of)?)) });
    }
    match base(encoding) {
        E::Digits { .. } => Some(wide(false)),
        E::UnpaddedDigits { signed, .. } => Some(wide(*signed)),
        E::PaddedText { .. } => Some(E::Text),
        base => base.sorts(true).then(|| base.clone()),
    }
}
