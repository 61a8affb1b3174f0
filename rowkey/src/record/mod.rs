//! Records: a row key together with the value that is stored under it, the indexes of records, and changes as data.
//!
#![doc = include_str!("../../docs/records.md")]

mod changes;
pub(crate) mod check;
pub(crate) mod conversion;
pub(crate) mod description;
pub(crate) mod draft;
pub(crate) mod field_source;
pub(crate) mod format;
mod index;
pub(crate) mod key_text;
pub(crate) mod shared_table;
pub(crate) mod source;
pub(crate) mod table;
pub(crate) mod unchanged;

pub use changes::{Change, ChangeError, ChangeErrorKind, Changes, ChangesIter, UniqueEntry};
#[cfg(feature = "json")]
pub use format::Json;
#[cfg(feature = "postcard")]
pub use format::Postcard;
pub use format::{Exact, FormatError, Raw, ValueFormat};
pub use index::{CoveringIndex, EntryToFind, Index, IndexOf, Maintains, UniqueIndex};
pub use source::{Finds, Source};

use crate::key::RowKey;
use alloc::vec::Vec;
use draft::Draft;
use format::{is_same_value, write_checked};
use source::{Direct, EntryError, PathFrom, Primary};
use table::Table;

/// A row key under which a value is stored.
///
/// Write `#[rowkey(value = Message, format = rowkey::Postcard)]` above a struct with `#[derive(RowKey)]`.
/// [Records](crate::record) shows what a store does with records.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::record::Record;
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, table = "hosts")]
/// struct HostKey {
///     host: u16,
/// }
///
/// assert_eq!(HostKey::TABLE.name(), "hosts");
/// let changes = HostKey { host: 7 }.changes(None, Some(&"up".into()))?;
/// assert_eq!(format!("{changes:?}"), r#"[put hosts "\x00\x07" "up"]"#);
/// # Ok::<(), rowkey::record::ChangeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the key of records: it is an index, or it has no value",
    label = "expected the key of records",
    note = "if this is an index, read its records with `records(..)`, or with `find(..)` if the index is unique",
    note = "if this is an index, write its records under their own key: the entries of the index are written with them",
    note = "otherwise write `#[rowkey(value = TheValue, format = rowkey::Postcard)]` above the struct"
)]
pub trait Record: RowKey + Source<Record = Self, Path = Direct> + Finds<Self> {
    /// The type of the value.
    type Value;

    /// The format of the value.
    type Format: ValueFormat<Self::Value>;

    /// The table of the records.
    const TABLE: &'static Table;

    #[doc(hidden)]
    const __FORMAT: &'static str = <Self::Format as ValueFormat<Self::Value>>::NAME;

    /// Adds the index entries of the old value and of the new value to the draft. Skips each index in which the old
    /// value is known to have the same entries as the new value. The derive overrides this method if the record has
    /// indexes.
    #[doc(hidden)]
    fn __rowkey_entries(
        &self,
        old: Option<&Self::Value>,
        new: Option<&Self::Value>,
        draft: &mut Draft,
    ) -> Result<(), ChangeError> {
        let _ = (old, new, draft);
        Ok(())
    }

    /// Returns whether two byte strings are the same value, written in two ways.
    #[doc(hidden)]
    fn __rowkey_is_same(a: &[u8], b: &[u8], is_equal: fn(&Self::Value, &Self::Value) -> bool) -> bool {
        is_same_value([a, b], <Self::Format as ValueFormat<Self::Value>>::read, is_equal)
    }

    /// Computes the puts and deletes that turn the record with the value `old` into the record with the value `new`.
    /// `None` means that the record does not exist.
    ///
    /// This function writes nothing, so an error leaves no partial change.
    ///
    /// # Errors
    /// The key, an entry or a value cannot be encoded.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
    /// struct UserKey {
    ///     user: u16,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey)]
    /// struct UserByName {
    ///     #[rowkey(from = value)]
    ///     name: String,
    ///     user: u16,
    /// }
    ///
    /// let (ada, bob) = ("Ada".to_string(), "Bob".to_string());
    /// let changes = UserKey { user: 7 }.changes(Some(&ada), Some(&bob))?;
    /// assert_eq!(format!("{changes:#?}"), r#"[
    ///     put UserByName "Bob\x00\x00\x00\x07" "",
    ///     put UserKey "\x00\x07" "Bob",
    ///     delete UserByName "Ada\x00\x00\x00\x07",
    /// ]"#);
    /// assert!(UserKey { user: 7 }.changes(Some(&ada), Some(&ada))?.is_empty());
    /// # Ok::<(), rowkey::record::ChangeError>(())
    /// ```
    fn changes(&self, old: Option<&Self::Value>, new: Option<&Self::Value>) -> Result<Changes, ChangeError> {
        let mut draft = Draft::default();
        draft.start(Self::TABLE, self)?;
        let (mut old_bytes, mut old_read, mut new_read) = (None, None, None);
        if let Some(old) = old {
            let mut bytes = Vec::new();
            // If the old value cannot be stored, its bytes are unknown. Then `old_bytes` stays `None`, so that the draft
            // always writes the new value.
            if let Ok(read) = write_checked::<Self::Format, _>(old, &mut bytes) {
                (old_bytes, old_read) = (Some(bytes), read);
            }
        }
        if let Some(new) = new {
            new_read = draft.set_value::<Self>(new)?;
        }
        if old.is_none() && new.is_none() || new.is_some() && draft.value() == old_bytes.as_deref() {
            return Ok(draft.into_changes());
        }
        self.__rowkey_entries(old_read.as_ref().or(old), new_read.as_ref().or(new), &mut draft)?;
        draft.finish(Self::TABLE, old_bytes.as_deref());
        Ok(draft.into_changes())
    }
}

impl<K: Record + Source> PathFrom<K> for Direct {
    const TABLE: &'static Table = <K as Record>::TABLE;
    const ROWS_ARE_RECORDS: bool = true;

    fn primary<'r>(key: &'r [u8], _: &'r [u8]) -> Result<Primary<'r, <K as Source>::Record>, EntryError> {
        Ok(Primary::Bytes(key))
    }

    fn write_primary(key: &[u8], value: &[u8], out: &mut Vec<u8>) -> Result<(), EntryError> {
        <Self as PathFrom<K>>::primary(key, value)?.write(out)
    }
}
