//! Edits records: reads the stored value of a record, and then stores a new value or removes the record.
//! [`Rows`](super::Rows) and [`Batch`](super::Batch) share this code for `update`, `upsert` and `take`.

use super::error::RowsError;
use super::scan::read_value;
use crate::record::Record;
use crate::record::draft::Draft;

/// The decision of a closure that edits a record with the value `V`. `R` is the result of the closure.
pub(super) enum Edited<V, R> {
    Unchanged(R),
    Stored(V, R),
    Removed(R),
}

/// Decodes the bytes of a stored value, passes the value to `edit`, and adds the new value and the changes of the
/// entries to `draft`. The draft must already contain the key. Returns the result of `edit`, and whether the record
/// changes.
///
/// If `edit` changes the value, the old value is decoded a second time. That costs less than to compute the entries of all indexes
/// before the edit, because most edits change no entry.
#[inline]
pub(super) fn edit_value<K: Record, R, E>(
    draft: &mut Draft,
    key: &K,
    stored: Option<&[u8]>,
    edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
) -> Result<(R, bool), RowsError<E>> {
    let old = |draft: &Draft| stored.map(|stored| read_value::<K, _>(draft.primary(), stored)).transpose();
    match edit(old(draft)?) {
        Edited::Unchanged(returned) => Ok((returned, false)),
        Edited::Removed(returned) => {
            key.__rowkey_entries(old(draft)?.as_ref(), None, draft)?;
            Ok((returned, stored.is_some()))
        }
        Edited::Stored(new, returned) => {
            let read = draft.set_value::<K>(&new)?;
            // Equal values have equal entries, so there is nothing to change.
            if draft.value() == stored {
                return Ok((returned, false));
            }
            key.__rowkey_entries(old(draft)?.as_ref(), Some(read.as_ref().unwrap_or(&new)), draft)?;
            Ok((returned, true))
        }
    }
}

/// Edits the records of a store. `Rows` writes each edit at once, and `Batch` collects the edits.
pub(super) trait Edit {
    type Error;

    /// Reads the stored value of a record, passes it to `edit`, and then stores, removes or keeps the record.
    fn edit<K: Record, R>(
        &mut self,
        key: &K,
        edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
    ) -> Result<R, RowsError<Self::Error>>;

    /// Changes the value of a record in place, unless `change` returns an error.
    #[inline]
    fn edit_existing<K: Record, R, E: From<RowsError<Self::Error>>>(
        &mut self,
        key: &K,
        change: impl FnOnce(&mut K::Value) -> Result<R, E>,
    ) -> Result<Option<R>, E> {
        self.edit(key, |stored| {
            let Some(mut value) = stored else { return Edited::Unchanged(Ok(None)) };
            match change(&mut value) {
                Ok(returned) => Edited::Stored(value, Ok(Some(returned))),
                Err(error) => Edited::Unchanged(Err(error)),
            }
        })?
    }

    /// Changes the value of a record in place, unless `change` returns an error. If the record does not exist, `change`
    /// receives the value that `new` returns.
    #[inline]
    fn edit_or_insert<K: Record, R, E: From<RowsError<Self::Error>>>(
        &mut self,
        key: &K,
        new: impl FnOnce() -> K::Value,
        change: impl FnOnce(&mut K::Value) -> Result<R, E>,
    ) -> Result<R, E> {
        self.edit(key, |stored| {
            let mut value = stored.unwrap_or_else(new);
            match change(&mut value) {
                Ok(returned) => Edited::Stored(value, Ok(returned)),
                Err(error) => Edited::Unchanged(Err(error)),
            }
        })?
    }
}
