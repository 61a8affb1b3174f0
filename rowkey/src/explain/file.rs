//! Layouts as files (feature `serde`): the form described in `file.md`, and what is refused.

use super::check;
use crate::layout::description::{LayoutDescription, PartDescription, SaltDescription};
use crate::layout::file_values;
use crate::layout::{Layout, SaltForm, Separator};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Goes up when a file of the next version would be misread by this one.
const VERSION: u64 = 1;

/// What stands in a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a layout")]
struct File {
    /// First, so that a file of another version is refused for that and not for what it holds.
    rowkey_layout: Version,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "file_values::fingerprint")]
    fingerprint: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "file_values::bytes")]
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

impl Serialize for LayoutDescription {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        File::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LayoutDescription {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(File::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.describe().serialize(serializer)
    }
}
