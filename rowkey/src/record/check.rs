//! Selects the indexes that `Rows::verify::<K>` and `Rows::rebuild::<K>` process: if `K` is an index, this index, and
//! if `K` is a primary key, all indexes of its records.

use super::Record;
use super::changes::ChangeError;
use super::draft::Draft;
use super::format::ValueFormat;
use super::index::{Index, IndexOf};
use super::source::{Direct, PathFrom, Source, ThroughIndex};
use super::table::Table;
use crate::key::OwnedKey;
use alloc::vec::Vec;
use core::marker::PhantomData;

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

/// A function that returns whether a record has an entry: see [`Decodable`].
pub type HasEntry = fn(&[u8], &[u8], &'static Table, &[u8]) -> bool;

/// Finds out whether the key type `K` can be decoded. If so, `Decodable::<K>::HAS_ENTRY` is the inherent constant, which takes
/// precedence over the constant of [`UndecodableFallback`].
#[derive(Debug)]
pub struct Decodable<K>(PhantomData<K>);

impl<K: Record + OwnedKey> Decodable<K> {
    /// The function that returns whether the record with this primary key and this value has an entry in an index. Its
    /// arguments are bytes. Returns true if the record cannot be read.
    pub const HAS_ENTRY: Option<HasEntry> = Some(|primary, value, index, entry| {
        let (Ok(key), Ok(value)) = (K::decode(primary), <K::Format as ValueFormat<K::Value>>::read(value)) else {
            return true;
        };
        let mut draft = Draft::default();
        draft.start_with_encoded_key(primary);
        match key.__rowkey_entries(None, Some(&value), &mut draft) {
            Ok(()) => draft.new_entries().any(|(table, key, _)| table == index && key == entry),
            Err(_) => true,
        }
    });
}

/// Supplies the constant of [`Decodable`] for key types that cannot be decoded.
pub trait UndecodableFallback {
    /// No function.
    const HAS_ENTRY: Option<HasEntry> = None;
}

impl<K> UndecodableFallback for Decodable<K> {}
