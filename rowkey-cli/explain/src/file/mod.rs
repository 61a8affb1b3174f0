//! Reads and writes layout files, which contain a layout as JSON. `layout_files.md` of the package `rowkey-cli` documents
//! their entries.

#![allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]

mod encoding;
mod format;
mod values;

pub use self::encoding::list;
use self::encoding::{FileSaltForm, FileSeparator};
use rowkey::__untyped::{FieldLayout, KeySalt, SaltForm, SaltLayout, Separator, checked_layout, salt_algorithm};
use rowkey::Layout;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The version of the file format. The version increases when older releases of this library would misread new files.
const VERSION: u64 = 1;

/// A layout as a layout file contains it, for `serde_json`. The file of a key space contains a list of these.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_explain::FileLayout;
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: String,
/// }
///
/// let file = serde_json::to_string(&FileLayout(HostKey::LAYOUT.clone()))?;
/// let FileLayout(layout) = serde_json::from_str(&file)?;
/// assert_eq!(layout, *HostKey::LAYOUT);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "File", try_from = "File")]
pub struct FileLayout(pub Layout);

/// The content of a layout file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a layout")]
struct File {
    /// Must stay the first field, so that a file of another version is rejected because of its version, and not because
    /// of its other content.
    #[serde(deserialize_with = "version")]
    rowkey_layout: u64,
    name: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "values::fingerprint")]
    fingerprint: Option<u64>,
    #[serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "values::shell")]
    namespace: Cow<'static, [u8]>,
    #[serde(default = "escape", with = "FileSeparator")]
    separator: Separator,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<FileSalt>,
    #[serde(with = "list")]
    fields: Cow<'static, [FieldLayout]>,
    /// The name of the field with which the sort key begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_key: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSalt {
    algorithm: String,
    #[serde(with = "FileSaltForm")]
    form: SaltForm,
    width: usize,
    /// The names of the salted fields. Empty if the whole key is salted, or if the salt is random.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    of: Vec<String>,
}

fn escape() -> Separator {
    Separator::Escape
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        found => Err(D::Error::custom(format!(
            "the layout file has version {found}, but this release of rowkey reads version {VERSION}"
        ))),
    }
}

impl From<FileLayout> for File {
    fn from(FileLayout(layout): FileLayout) -> Self {
        let name = |index: usize| layout.fields().get(index).map(|field| field.name().to_owned());
        let salt = layout.salt().map(|KeySalt { layout: SaltLayout { algorithm, form, width }, of }| FileSalt {
            algorithm: (*algorithm).into(),
            form: *form,
            width: *width,
            of: of.iter().filter_map(|index| name(*index)).collect(),
        });
        Self {
            rowkey_layout: VERSION,
            name: layout.name().to_owned().into(),
            fingerprint: Some(layout.fingerprint()),
            namespace: layout.namespace().to_owned().into(),
            separator: layout.separator(),
            salt,
            fields: layout.fields().to_owned().into(),
            sort_key: layout.sort_key().and_then(name),
        }
    }
}

impl TryFrom<File> for FileLayout {
    type Error = String;

    fn try_from(file: File) -> Result<Self, String> {
        let salt = file.salt.map(|salt| salt.into_key_salt(&file.fields)).transpose()?;
        let sort_key = file.sort_key.map(|name| {
            let index = file.fields.iter().position(|field| field.name() == name);
            index.ok_or_else(|| format!("the sort key begins with `{name}`, which is not a field"))
        });
        let sort_key = sort_key.transpose()?;
        let layout = checked_layout(file.name, file.namespace, file.separator, salt, file.fields, sort_key)?;
        match file.fingerprint {
            Some(stated) if stated != layout.fingerprint() => Err(format!(
                "the file contains the fingerprint 0x{stated:016x}, but its layout has the fingerprint 0x{:016x}, so the \
                 layout was edited; if this was intended, remove `fingerprint` from the file",
                layout.fingerprint()
            )),
            _ => Ok(Self(layout)),
        }
    }
}

impl FileSalt {
    /// Replaces the names of the salted fields by their indexes.
    fn into_key_salt(self, fields: &[FieldLayout]) -> Result<KeySalt, String> {
        let algorithm = salt_algorithm(&self.algorithm).map_err(|reason| format!("salt: {reason}"))?;
        // A later check rejects names that occur twice.
        let indexes: BTreeMap<&str, usize> =
            if self.of.is_empty() { BTreeMap::new() } else { fields.iter().map(FieldLayout::name).zip(0..).collect() };
        let index_of = |name: &String| {
            indexes.get(name.as_str()).copied().ok_or_else(|| format!("the salt names `{name}`, which is not a field"))
        };
        let of = self.of.iter().map(index_of).collect::<Result<_, _>>()?;
        Ok(KeySalt { layout: SaltLayout { algorithm, form: self.form, width: self.width }, of: Cow::Owned(of) })
    }
}
