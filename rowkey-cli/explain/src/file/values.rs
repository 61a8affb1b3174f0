//! Converts numbers and bytes to the form that they have in layout files, for `#[serde(with = ..)]`.

use crate::notation::Notation;
use rowkey::__untyped::{Shell, Widths};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

type Bytes = Cow<'static, [u8]>;

/// Defines a module for values that are text in a file, from the functions that write and read the text.
macro_rules! texts {
    ($($(#[$doc:meta])* $module:ident: $value:ty, $write:expr, $read:expr;)*) => {$(
        $(#[$doc])*
        pub(super) mod $module {
            use super::*;

            pub(crate) fn serialize<S: Serializer>(value: &$value, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$write(value))
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$value, D::Error> {
                $read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

texts! {
    /// Numbers as text, because not all readers of JSON can hold large numbers.
    number: u128, u128::to_string, read_number;
    /// Fingerprints as `0x` and 16 hex digits.
    fingerprint: Option<u64>, write_fingerprint, read_fingerprint;
    ascii: u8, |pad: &u8| char::from(*pad), read_ascii;
    /// A separator as an ASCII character, or as `\xff` for a byte above 7F.
    separator: char, write_separator, read_separator;
    /// Bytes in the notation of `HBase`'s shell.
    shell: Bytes, write_shell, read_shell;
    /// Like [`shell`], for an `Option`. The field needs `skip_serializing_if`, because `None` would be written as empty text.
    shell_if_any: Option<Bytes>, write_shell_if_any, |text| read_shell(text).map(Some);
}

fn read_number(text: &str) -> Result<u128, String> {
    text.parse().map_err(|_| format!("`{text}` is not an unsigned number below 2^128"))
}

fn write_fingerprint(fingerprint: &Option<u64>) -> String {
    format!("0x{:016x}", fingerprint.unwrap_or(0))
}

fn read_fingerprint(text: &str) -> Result<Option<u64>, String> {
    let digits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    digits.map(Some).ok_or_else(|| format!("`{text}` is not a fingerprint: write 0x and hex digits"))
}

fn read_ascii(text: &str) -> Result<u8, String> {
    let [byte @ 0..=0x7F] = text.as_bytes() else { return Err(format!("{text:?} is not one ASCII character")) };
    Ok(*byte)
}

fn write_separator(separator: &char) -> String {
    if separator.is_ascii() { separator.to_string() } else { format!("\\x{:02x}", u32::from(*separator)) }
}

fn read_separator(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if character.is_ascii() => return Ok(character),
        (Some(character), None) => return Err(format!("the separator {character:?} is not ASCII")),
        _ => {}
    }
    let digits = text.strip_prefix("\\x").filter(|digits| digits.len() == 2);
    let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|byte| !byte.is_ascii());
    byte.map(char::from)
        .ok_or_else(|| format!("{text:?} is not a separator: write one ASCII character, or `\\xff` for a byte"))
}

fn write_shell(bytes: &Bytes) -> Shell<'_> {
    Shell(bytes)
}

fn write_shell_if_any(bytes: &Option<Bytes>) -> Shell<'_> {
    Shell(bytes.as_deref().unwrap_or_default())
}

fn read_shell(text: &str) -> Result<Bytes, String> {
    Notation::HbaseShell.parse(text).map(Cow::Owned).map_err(|error| error.to_string())
}

/// Writes the widths of self-delimiting bytes as `true` if they are not known, and otherwise as the least and the greatest
/// width.
pub(super) mod self_delimited {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Widths};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        IsSelfDelimited(bool),
        Widths {
            min: usize,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            max: Option<usize>,
        },
    }

    pub(crate) fn serialize<S: Serializer>(widths: &Option<Widths>, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match *widths {
            None => Form::IsSelfDelimited(false),
            Some(Widths::ANY) => Form::IsSelfDelimited(true),
            Some(Widths { min, max }) => Form::Widths { min, max },
        };
        form.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Widths>, D::Error> {
        Ok(match Form::deserialize(deserializer)? {
            Form::IsSelfDelimited(is) => is.then_some(Widths::ANY),
            Form::Widths { min, max } => Some(Widths { min, max }),
        })
    }
}
