//! The messages about facts that only types show, for the traits of one field.

use crate::model::{Field, Form, Key, Separator};

/// `encode` was called, and the field does not always have bytes.
pub(crate) fn total(field: &Field<'_>) -> String {
    let name = &field.name;
    format!(
        "field `{name}` cannot hold every `{{T}}`, so encoding this key may fail: call `try_encode` instead of `encode`"
    )
}

/// Which values the field cannot hold.
pub(crate) fn why_not_total(key: &Key<'_>, field: &Field<'_>) -> String {
    let separator = match key.separator {
        Separator::Escape => None,
        Separator::Delimiter(c) => Some(("delimiter", c)),
        Separator::Terminator(c) => Some(("terminator", c)),
    };
    let reason = match (&field.form, separator) {
        (Form::Padded { width, character: None, .. }, _) => format!(
            "`#[pad({width})]` holds numbers of at most {width} digits, none of them negative, and strings of at most {width} bytes that do not end in '\\0'"
        ),
        (Form::Padded { width, character: Some(pad), .. }, _) => {
            format!("`#[pad({width}, {pad:?})]` holds strings of at most {width} bytes that do not end in {pad:?}")
        }
        (Form::Custom { .. }, _) => "the field's codec refuses some values: its `Error` is not `Infallible`".into(),
        (_, Some((what, c))) => format!("a string or bytes in front of the {what} {c:?} cannot hold {c:?}"),
        (_, None) => "some values of this type have no bytes".into(),
    };
    // Braces are placeholders in a message.
    reason.replace('{', "{{").replace('}', "}}")
}

/// `decode` was called, and the field cannot be decoded. And the reason.
pub(crate) fn not_decodable(field: &Field<'_>) -> (String, &'static str) {
    let name = &field.name;
    if matches!(field.form, Form::Hashed(_)) {
        let message = format!(
            "field `{name}` is hashed: the key holds only part of its digest, from which no `decode` brings the value back"
        );
        return (
            message,
            "keep the value in the row, or write `#[salt(..)]` instead: the key then holds the field too",
        );
    }
    let message = format!(
        "field `{name}`: `{{T}}` cannot be borrowed from the bytes of this key: write `Cow<'a, str>` or `String` (for bytes `Cow<'a, [u8]>` or `Vec<u8>`)"
    );
    (
        message,
        "a string or bytes can be borrowed where they stand in the key as they are: last, delimited, terminated or padded, and neither descending nor reversed",
    )
}
