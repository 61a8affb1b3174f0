//! Layouts as files (feature `serde`): the form described in `file.md`, and what is refused.

use super::check;
use super::description::{LayoutDescription, PartDescription, SaltDescription};
use crate::layout::{Layout, SaltForm, Separator};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Goes up when a file of the next version would be misread by this one.
const VERSION: u64 = 1;

/// What stands in a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// First, so that a file of another version is refused for that and not for what it holds.
    rowkey_layout: Version,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "fingerprint")]
    fingerprint: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "bytes")]
    namespace: Vec<u8>,
    #[serde(default)]
    separator: FileSeparator,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<FileSalt>,
    fields: Vec<PartDescription>,
}

#[derive(Debug, Clone)]
struct Version;

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FileSeparator {
    #[default]
    Escape,
    Delimiter(char),
    Terminator(char),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSalt {
    algorithm: String,
    form: FileSaltForm,
    width: usize,
    /// By name; without one, the whole key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    of: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum FileSaltForm {
    Bytes { last: bool },
    Hex { last: bool },
    Buckets { count: u64 },
    BucketDigits { count: u64 },
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            VERSION => Ok(Self),
            found => Err(D::Error::custom(format!(
                "the layout file is of version {found}, and this release of rowkey reads version {VERSION}"
            ))),
        }
    }
}

impl From<LayoutDescription> for File {
    fn from(layout: LayoutDescription) -> Self {
        let fingerprint = Some(layout.fingerprint());
        let salt = layout.salt.as_ref().map(|salt| FileSalt {
            algorithm: salt.algorithm.clone(),
            form: match salt.form {
                SaltForm::Bytes { last } => FileSaltForm::Bytes { last },
                SaltForm::Hex { last } => FileSaltForm::Hex { last },
                SaltForm::Buckets { count } => FileSaltForm::Buckets { count },
                SaltForm::BucketDigits { count } => FileSaltForm::BucketDigits { count },
            },
            width: salt.width,
            of: salt.of.iter().filter_map(|index| layout.parts.get(*index)).map(|part| part.name.clone()).collect(),
        });
        Self {
            rowkey_layout: Version,
            name: layout.name,
            fingerprint,
            namespace: layout.namespace,
            separator: match layout.separator {
                Separator::Escape => FileSeparator::Escape,
                Separator::Delimiter(delimiter) => FileSeparator::Delimiter(delimiter),
                Separator::Terminator(terminator) => FileSeparator::Terminator(terminator),
            },
            salt,
            fields: layout.parts,
        }
    }
}

impl TryFrom<File> for LayoutDescription {
    type Error = String;

    fn try_from(file: File) -> Result<Self, String> {
        let fields = &file.fields;
        let index_of = |name: &String| {
            let index = fields.iter().position(|part| part.name == *name);
            index.ok_or_else(|| format!("the salt is of `{name}`, which is no field"))
        };
        let salt = file.salt.as_ref().map(|salt| -> Result<SaltDescription, String> {
            Ok(SaltDescription {
                algorithm: salt.algorithm.clone(),
                form: match salt.form {
                    FileSaltForm::Bytes { last } => SaltForm::Bytes { last },
                    FileSaltForm::Hex { last } => SaltForm::Hex { last },
                    FileSaltForm::Buckets { count } => SaltForm::Buckets { count },
                    FileSaltForm::BucketDigits { count } => SaltForm::BucketDigits { count },
                },
                width: salt.width,
                of: salt.of.iter().map(index_of).collect::<Result<_, _>>()?,
            })
        });
        let layout = Self {
            salt: salt.transpose()?,
            name: file.name,
            namespace: file.namespace,
            separator: match file.separator {
                FileSeparator::Escape => Separator::Escape,
                FileSeparator::Delimiter(delimiter) => Separator::Delimiter(delimiter),
                FileSeparator::Terminator(terminator) => Separator::Terminator(terminator),
            },
            parts: file.fields,
        };
        check::layout(&layout)?;
        match file.fingerprint {
            Some(said) if said != layout.fingerprint() => Err(format!(
                "the file says that its fingerprint is 0x{said:016x}, but that of the layout in it is 0x{:016x}: it was \
                 changed; take the fingerprint out if that was meant",
                layout.fingerprint()
            )),
            _ => Ok(layout),
        }
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.describe().serialize(serializer)
    }
}

/// Numbers beyond those that all readers of JSON hold, as decimal text.
pub(super) mod number {
    use super::{Deserialize, Deserializer, Serializer, String, ToString};
    use serde::de::Error;

    pub(crate) fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(super::format!("`{text}` is no number of 128 bits")))
    }
}

/// `0x` and 16 hex digits.
mod fingerprint {
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
            .ok_or_else(|| D::Error::custom(super::format!("`{text}` is no fingerprint, write 0x and hex digits")))
    }
}

/// An ASCII character.
pub(super) mod ascii {
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

/// Bytes as `HBase`'s shell writes them.
pub(super) mod bytes {
    use super::{Deserialize, Deserializer, Serializer, String, ToString, Vec};
    use crate::explain::Notation;

    #[allow(clippy::ptr_arg, reason = "as serde calls it")]
    pub(crate) fn serialize<S: Serializer>(bytes: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Notation::HbaseShell.write(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Notation::HbaseShell.parse(&text).map_err(|error| serde::de::Error::custom(error.to_string()))
    }
}

/// Bytes in hex.
pub(super) mod hex {
    use super::{Serializer, ToString};
    use crate::explain::notation::Hex;

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Hex(bytes).to_string())
    }
}
