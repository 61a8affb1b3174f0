//! Converts numbers and bytes to the form that they have in layout files and JSON explanations, for `#[serde(with =
//! ..)]`.

use alloc::format;
use alloc::string::{String, ToString};
use serde::{Deserialize, Deserializer, Serializer};

/// Writes numbers as decimal text, because not all readers of JSON can hold large numbers.
pub(crate) mod number {
    use super::{Deserialize, Deserializer, Serializer, String, ToString};
    use serde::de::Error;

    pub(crate) fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(super::format!("`{text}` is not an unsigned number below 2^128")))
    }
}

/// Writes fingerprints as `0x` and 16 hex digits.
pub(crate) mod fingerprint {
    use super::{Deserialize, Deserializer, Serializer, String};
    use serde::de::Error;

    #[allow(clippy::ref_option, reason = "as serde calls it")]
    pub(crate) fn serialize<S: Serializer>(fingerprint: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::format!("0x{:016x}", fingerprint.unwrap_or(0)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits
            .map(Some)
            .ok_or_else(|| D::Error::custom(super::format!("`{text}` is not a fingerprint: write 0x and hex digits")))
    }
}

/// Writes an ASCII character as a string.
pub(crate) mod ascii {
    use super::{Deserialize, Deserializer, Serializer};
    use serde::de::Error;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    pub(crate) fn serialize<S: Serializer>(byte: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(char::from(*byte))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let character = char::deserialize(deserializer)?;
        let byte = u8::try_from(character).ok().filter(u8::is_ascii);
        byte.ok_or_else(|| D::Error::custom(super::format!("{character:?} is not ASCII")))
    }
}

/// Writes a separator as an ASCII character, or as `\xff` for a byte above 7F.
pub(crate) mod separator {
    use super::{Deserialize, Deserializer, Serializer, String};
    use serde::de::Error;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    pub(crate) fn serialize<S: Serializer>(separator: &char, serializer: S) -> Result<S::Ok, S::Error> {
        if separator.is_ascii() {
            return serializer.serialize_char(*separator);
        }
        serializer.collect_str(&format_args!("\\x{:02x}", u32::from(*separator)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<char, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            if character.is_ascii() {
                return Ok(character);
            }
            return Err(D::Error::custom(super::format!("the separator {character:?} is not ASCII")));
        }
        let digits = text.strip_prefix("\\x").filter(|digits| digits.len() == 2);
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|byte| !byte.is_ascii());
        byte.map(char::from).ok_or_else(|| {
            D::Error::custom(super::format!(
                "{text:?} is not a separator: write one ASCII character, or `\\xff` for a byte"
            ))
        })
    }
}

/// Writes the widths of self-delimiting bytes as `true` if they are not known, and otherwise as the least and the greatest
/// width.
pub(crate) mod self_delimited {
    use super::{Deserialize, Deserializer, Serializer};
    use crate::layout::Widths;
    use serde::Serialize;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(untagged)]
    enum Form {
        IsSelfDelimited(bool),
        Widths {
            min: usize,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            max: Option<usize>,
        },
    }

    #[allow(clippy::ref_option, reason = "as serde calls it")]
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

/// Writes bytes in hex.
pub(crate) mod hex {
    use super::{Serializer, ToString};
    use crate::notation::Hex;

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Hex(bytes).to_string())
    }
}
