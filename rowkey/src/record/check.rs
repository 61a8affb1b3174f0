//! Selects the indexes that `Rows::verify::<K>` and `Rows::rebuild::<K>` process: if `K` is an index, this index, and
//! if `K` is a primary key, all indexes of its records.

use super::Record;
use super::changes::ChangeError;
use super::draft::Draft;
use super::index::{Index, IndexOf};
use super::source::{Direct, PathFrom, Source, ThroughIndex};
use super::table::Table;
use alloc::vec::Vec;

/// A path of a key type `K` that `verify::<K>` and `rebuild::<K>` accept.
pub trait CheckedIndexes<K: Source<Record: Record>>: PathFrom<K> {
    /// The tables of the selected indexes.
    const INDEXES: &'static [&'static Table];

    /// Adds the entries that a record has in the selected indexes to `draft`.
    ///
    /// # Errors
    /// An entry cannot be encoded.
    fn add_entries(key: &K::Record, value: &ValueOf<K>, draft: &mut Draft) -> Result<(), ChangeError>;
}

/// The value of the record that a row of `K` belongs to.
pub(crate) type ValueOf<K> = <<K as Source>::Record as Record>::Value;

impl<K: Record> CheckedIndexes<K> for Direct {
    const INDEXES: &'static [&'static Table] = <K as Record>::TABLE.indexes();

    fn add_entries(key: &K, value: &K::Value, draft: &mut Draft) -> Result<(), ChangeError> {
        key.__rowkey_entries(None, Some(value), draft)
    }
}

impl<I> CheckedIndexes<I> for ThroughIndex
where
    I: Index + IndexOf<I::Record>,
{
    const INDEXES: &'static [&'static Table] = &[<I as Index>::TABLE];

    fn add_entries(key: &I::Record, value: &ValueOf<I>, draft: &mut Draft) -> Result<(), ChangeError> {
        I::__rowkey_add(key, None, Some(value), draft)
    }
}

/// Replaces the contents of `primary` with the bytes of the primary key that an entry of the index `I` leads to. `key`
/// and `value` are the entry. Returns false if the entry does not lead to a primary key.
pub fn primary_of<I: Source>(key: &[u8], value: &[u8], primary: &mut Vec<u8>) -> bool {
    <I::Path as PathFrom<I>>::write_primary(key, value, primary).is_ok()
}
