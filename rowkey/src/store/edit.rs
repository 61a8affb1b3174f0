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

/// The purpose of an edit. For a change, the draft takes a snapshot of the old value, to compare the new value with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Change,
    Removal,
}

/// Decodes the bytes of a stored value, passes the value to `edit`, and adds the new value and the changes of the
/// entries to `draft`. The draft must already contain the key. Returns the result of `edit`, and whether the record
/// changes.
#[inline]
pub(super) fn edit_value<K: Record, R, E>(
    draft: &mut Draft,
    key: &K,
    stored: Option<&[u8]>,
    purpose: Purpose,
    edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
) -> Result<(R, bool), RowsError<E>> {
    let mut value = None;
    if let Some(stored) = stored {
        let old = read_value::<K, _>(draft.primary(), stored)?;
        if purpose == Purpose::Change {
            draft.expect_edit();
        }
        key.__rowkey_entries(Some(&old), None, draft.before_first_index())?;
        value = Some(old);
    }
    match edit(value) {
        Edited::Unchanged(returned) => Ok((returned, false)),
        Edited::Removed(returned) => Ok((returned, stored.is_some())),
        Edited::Stored(new, returned) => {
            let read = draft.set_value::<K>(&new)?;
            // Equal values have equal entries, so there is nothing to change.
            if draft.value() == stored {
                return Ok((returned, false));
            }
            key.__rowkey_entries(None, read.as_ref().or(Some(&new)), draft.before_first_index())?;
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
        purpose: Purpose,
        edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
    ) -> Result<R, RowsError<Self::Error>>;

    /// Changes the value of a record in place, unless `change` returns an error.
    #[inline]
    fn edit_existing<K: Record, R, E: From<RowsError<Self::Error>>>(
        &mut self,
        key: &K,
        change: impl FnOnce(&mut K::Value) -> Result<R, E>,
    ) -> Result<Option<R>, E> {
        self.edit(key, Purpose::Change, |stored| {
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
        self.edit(key, Purpose::Change, |stored| {
            let mut value = stored.unwrap_or_else(new);
            match change(&mut value) {
                Ok(returned) => Edited::Stored(value, Ok(returned)),
                Err(error) => Edited::Unchanged(Err(error)),
            }
        })?
    }
}
