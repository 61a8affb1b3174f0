//! Operations that read the stored value of a record and then change it, such as `update`. [`Rows`](super::Rows) and
//! [`Batch`](super::Batch) share this code.

use super::error::RowsError;
use super::scan::read_value;
use crate::record::Record;
use crate::record::draft::Draft;

/// The change that a function makes to a record, and the result of the function.
pub(super) enum Edited<V, R> {
    /// The record stays as it is.
    Unchanged(R),
    /// The record gets this value.
    Stored(V, R),
    /// The record is removed.
    Removed(R),
}

/// The reason to edit a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The value may change.
    Change,
    /// The record is removed if it exists.
    Removal,
}

/// Passes the value of a record to `edit`, and adds the changes of the entries and the new value to `draft`. The draft already
/// contains the key. `stored` is the stored value as bytes. Returns the result of `edit`, and whether the record changes.
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
        key.__rowkey_entries(Some(&old), None, draft.restart())?;
        value = Some(old);
    }
    match edit(value) {
        Edited::Unchanged(returned) => Ok((returned, false)),
        Edited::Removed(returned) => Ok((returned, stored.is_some())),
        Edited::Stored(new, returned) => {
            draft.set_value::<K::Format, _>(K::TABLE, &new)?;
            // Equal values have equal entries.
            if draft.value() == stored {
                return Ok((returned, false));
            }
            key.__rowkey_entries(None, Some(&new), draft.restart())?;
            Ok((returned, true))
        }
    }
}

/// Edits records: the part that [`Rows`](super::Rows) and [`Batch`](super::Batch) implement differently.
pub(super) trait Edit {
    /// The error of the store.
    type Error;

    /// Reads the stored value of a record, passes it to `edit`, and then stores, removes or keeps the record.
    ///
    /// # Errors
    /// The key, the new value or an entry cannot be encoded, or the stored value cannot be read, or the new entries conflict
    /// with those of another record.
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

    /// Changes the value of a record in place, or stores a new value with the change, unless `change` returns an error.
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

    /// Removes a record, and returns its value.
    #[inline]
    fn remove_existing<K: Record>(&mut self, key: &K) -> Result<Option<K::Value>, RowsError<Self::Error>> {
        self.edit(key, Purpose::Removal, Edited::Removed)
    }
}
