//! Reads and writes layout files (feature `serde`), which contain a layout as JSON. `explain/file.md` documents their
//! entries.

use super::check::{checked, unknown_digest};
use super::file_values;
use crate::layout::salt::algorithm;
use crate::layout::{FieldLayout, KeySalt, Layout, SaltForm, SaltLayout, Separator};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the file format. The version increases when older releases of this library would misread new files.
const VERSION: u64 = 1;

/// The content of a layout file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a layout")]
struct File {
    /// Must stay the first field, so that a file of another version is rejected because of its version, and not because
    /// of its other content.
    rowkey_layout: Version,
    name: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "file_values::fingerprint")]
    fingerprint: Option<u64>,
    #[serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "crate::notation::as_shell")]
    namespace: Cow<'static, [u8]>,
    #[serde(default = "escape")]
    separator: Separator,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<FileSalt>,
    fields: Cow<'static, [FieldLayout]>,
    /// The name of the field with which the sort key begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_key: Option<String>,
}

fn escape() -> Separator {
    Separator::Escape
}

#[derive(Debug, Clone)]
struct Version;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSalt {
    algorithm: String,
    form: SaltForm,
    width: usize,
    /// The names of the salted fields. Empty if the whole key is salted, or if the salt is random.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    of: Vec<String>,
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
                "the layout file has version {found}, but this release of rowkey reads version {VERSION}"
            ))),
        }
    }
}

impl From<&Layout> for File {
    fn from(layout: &Layout) -> Self {
        let salt = layout.salt().map(|salt| FileSalt {
            algorithm: salt.layout.algorithm.into(),
            form: salt.layout.form,
            width: salt.layout.width,
            of: salt
                .of()
                .iter()
                .filter_map(|index| layout.fields().get(*index))
                .map(|field| field.name().into())
                .collect(),
        });
        Self {
            rowkey_layout: Version,
            name: layout.name.clone(),
            fingerprint: Some(layout.fingerprint()),
            namespace: layout.namespace.clone(),
            separator: layout.separator,
            salt,
            fields: layout.fields.clone(),
            sort_key: layout.sort_key().and_then(|index| layout.fields().get(index)).map(|field| field.name().into()),
        }
    }
}

impl TryFrom<File> for Layout {
    type Error = String;

    fn try_from(file: File) -> Result<Self, String> {
        let salt = file.salt.map(|salt| salt.into_key_salt(&file.fields)).transpose()?;
        let sort_key = file.sort_key.map(|name| {
            let index = file.fields.iter().position(|field| field.name() == name);
            index.ok_or_else(|| format!("the sort key begins with `{name}`, which is not a field"))
        });
        let layout = checked(file.name, file.namespace, file.separator, salt, file.fields, sort_key.transpose()?)?;
        match file.fingerprint {
            Some(stated) if stated != layout.fingerprint() => Err(format!(
                "the file contains the fingerprint 0x{stated:016x}, but its layout has the fingerprint 0x{:016x}, so the \
                 layout was edited; if this was intended, remove `fingerprint` from the file",
                layout.fingerprint()
            )),
            _ => Ok(layout),
        }
    }
}

impl FileSalt {
    /// Replaces the names of the salted fields by their indexes.
    fn into_key_salt(self, fields: &[FieldLayout]) -> Result<KeySalt, String> {
        let algorithm =
            algorithm(&self.algorithm).ok_or_else(|| format!("salt: {}", unknown_digest(&self.algorithm)))?;
        // A later check rejects names that occur twice.
        let indexes: BTreeMap<&str, usize> =
            if self.of.is_empty() { BTreeMap::new() } else { fields.iter().map(FieldLayout::name).zip(0..).collect() };
        let index_of = |name: &String| {
            indexes.get(name.as_str()).copied().ok_or_else(|| format!("the salt names `{name}`, which is not a field"))
        };
        let of = self.of.iter().map(index_of).collect::<Result<Vec<_>, _>>()?;
        Ok(KeySalt { layout: SaltLayout { algorithm, form: self.form, width: self.width }, of: Cow::Owned(of) })
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        File::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(File::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
