//! Builds and checks the entries of an index.

use super::cursor::{Cursor, CursorError, Position};
use super::error::RowsError;
use super::raw::RawScan;
use super::rows::Rows;
use super::scan::{decode, is_key, primary_of, read_value};
use super::{Direction, Read, Write};
use crate::key::{OwnedKey, RowKey};
use crate::query::Query;
use crate::record::draft::Draft;
use crate::record::table::Table;
use crate::record::{Index, IndexOf, Record, Source};
use alloc::vec::Vec;

/// The result of one step of [`Rows::rebuild`] or [`Rows::verify`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The number of records and entries that this step has read.
    pub checked: u64,
    /// The number of records whose entry was missing.
    pub missing: u64,
    /// The number of entries whose stored value differs from the value computed from the record.
    pub wrong: u64,
    /// The number of entries that do not belong to any record.
    pub stale: u64,
    /// The cursor at which the next step continues, or `None` if the whole index was checked.
    pub next: Option<Cursor>,
}

impl Progress {
    /// Returns whether the step found no mistake.
    pub fn is_clean(&self) -> bool {
        self.missing + self.wrong + self.stale == 0
    }
}

/// An entry to write or to delete.
struct Fix {
    key: Vec<u8>,
    value: Option<Vec<u8>>,
}

impl<S: Read> Rows<S> {
    /// Checks whether an index agrees with the records. Each call reads up to `batch` rows. The first steps read the
    /// records and look for missing and wrong entries. The later steps read the entries and look for stale ones. Pass
    /// `None` to start, and then [`Progress::next`] of the last step.
    ///
    /// # Errors
    /// The cursor is not from an earlier step, or a row cannot be read.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey::store::{Memory, Rows, Write};
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
    /// // Something has written a record without its entry.
    /// let mut store = Memory::new();
    /// store.put(UserKey::TABLE, &[0, 7], b"Ada").unwrap();
    ///
    /// let mut rows = Rows::new(store);
    /// assert_eq!(rows.verify::<UserByName>(None, 100)?.missing, 1);
    /// assert_eq!(rows.rebuild::<UserByName>(None, 100)?.missing, 1);
    /// assert!(rows.verify::<UserByName>(None, 100)?.is_clean());
    /// # Ok::<(), rowkey::store::RowsError<std::convert::Infallible>>(())
    /// ```
    pub fn verify<I>(&self, cursor: Option<&str>, batch: usize) -> Result<Progress, RowsError<S::Error>>
    where
        I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
        <I as RowKey>::Prefix: Query<Key = I>,
        <<I as Index>::Record as RowKey>::Prefix: Query<Key = <I as Index>::Record>,
    {
        steps(cursor, batch, |cursor, batch| step::<I, S>(&self.store, cursor, batch).map(|(progress, _)| progress))
    }
}

impl<S: Write> Rows<S> {
    /// Writes the missing entries of an index, corrects wrong entries and deletes stale entries, for the next `batch` rows.
    /// Pass `None` to start, and then [`Progress::next`] of the last step, until it is `None`. Call `rebuild` in a
    /// transaction of its own for each step.
    ///
    /// An index that was added to existing records cannot be read before its rebuild has finished. Records can be written in
    /// the meantime; such a write also writes the entries of the index.
    ///
    /// Also rebuild an index that was not listed in `indexes(..)` for some time, because the index has missed changes.
    ///
    /// # Errors
    /// [`RowsError::Taken`] if the index is unique and two records have the same entry: change one of the records, and
    /// continue with the same cursor. Also fails if the cursor is not from an earlier step, or if a row cannot be read or
    /// written.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey::store::{Memory, Rows};
    /// # #[derive(RowKey)]
    /// # #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
    /// # struct UserKey { user: u16 }
    /// # #[derive(RowKey)]
    /// # #[rowkey(index_of = UserKey)]
    /// # struct UserByName { #[rowkey(from = value)] name: String, user: u16 }
    /// # let mut store = Memory::new();
    /// let mut checkpoint: Option<String> = None;
    /// loop {
    ///     let mut rows = Rows::new(&mut store); // a transaction
    ///     let step = rows.rebuild::<UserByName>(checkpoint.as_deref(), 10_000)?;
    ///     println!("{} rows checked", step.checked);
    ///     // Store the checkpoint to continue after a restart.
    ///     checkpoint = step.next.map(String::from);
    ///     if checkpoint.is_none() {
    ///         break;
    ///     }
    /// }
    /// # Ok::<(), rowkey::store::RowsError<std::convert::Infallible>>(())
    /// ```
    pub fn rebuild<I>(&mut self, cursor: Option<&str>, batch: usize) -> Result<Progress, RowsError<S::Error>>
    where
        I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
        <I as RowKey>::Prefix: Query<Key = I>,
        <<I as Index>::Record as RowKey>::Prefix: Query<Key = <I as Index>::Record>,
    {
        self.check()?;
        let progress = steps(cursor, batch, |cursor, batch| {
            let (progress, fixes) = step::<I, S>(&self.store, cursor, batch)?;
            self.fix::<I>(&fixes)?;
            Ok(progress)
        })?;
        if progress.next.is_none() {
            let recorded = self.store.set_built(I::TABLE);
            self.written(recorded)?;
        }
        Ok(progress)
    }

    fn fix<I>(&mut self, fixes: &[Fix]) -> Result<(), RowsError<S::Error>>
    where
        I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
    {
        for Fix { key, value } in fixes {
            if let (Some(value), true) = (value, I::TABLE.is_unique()) {
                self.check_unique::<I>(key, value)?;
            }
            let written = match value {
                Some(value) => self.store.put(I::TABLE, key, value),
                None => self.store.delete(I::TABLE, key),
            };
            self.written(written)?;
        }
        Ok(())
    }

    pub(super) fn written(&mut self, result: Result<(), S::Error>) -> Result<(), RowsError<S::Error>> {
        result.map_err(|error| {
            self.poisoned = true;
            RowsError::Store(error)
        })
    }

    /// Returns [`RowsError::Taken`] if another record has this entry of a unique index. A stale entry is not an error.
    fn check_unique<I>(&self, key: &[u8], value: &[u8]) -> Result<(), RowsError<S::Error>>
    where
        I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
    {
        let Some(stored) = self.store.get(I::TABLE, key).map_err(RowsError::Store)? else { return Ok(()) };
        let primaries = [stored.as_ref(), value].map(|value| I::TABLE.split_entry(value).map(|(primary, _)| primary));
        let [Some(other), own] = primaries else { return Ok(()) };
        if Some(other) == own || !has_entry::<I, S>(&self.store, other, key)? {
            return Ok(());
        }
        Err(RowsError::Taken { index: I::TABLE.name(), entry: key.into(), record: other.into() })
    }
}

/// Calls `step` for up to `batch` rows. If the records end within the batch, `step` is called again for the entries.
fn steps<E>(
    cursor: Option<&str>,
    batch: usize,
    mut step: impl FnMut(Option<&str>, usize) -> Result<Progress, RowsError<E>>,
) -> Result<Progress, RowsError<E>> {
    let batch = batch.max(1);
    let mut total = step(cursor, batch)?;
    let checked = usize::try_from(total.checked).unwrap_or(usize::MAX);
    if let (Some(next), true) = (&total.next, checked < batch) {
        let Progress { checked: more, missing, wrong, stale, next } = step(Some(next), batch - checked)?;
        total.checked += more;
        total.missing += missing;
        total.wrong += wrong;
        total.stale += stale;
        total.next = next;
    }
    Ok(total)
}

/// Checks the next records or the next entries. Returns the puts and deletes that correct the index.
fn step<I, S>(store: &S, cursor: Option<&str>, batch: usize) -> Result<(Progress, Vec<Fix>), RowsError<S::Error>>
where
    S: Read,
    I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
    <I as RowKey>::Prefix: Query<Key = I>,
    <<I as Index>::Record as RowKey>::Prefix: Query<Key = <I as Index>::Record>,
{
    let records = <<I as Index>::Record as Record>::TABLE;
    let position = cursor.map(Position::read).transpose()?;
    let table = match &position {
        Some(position) if position.is_of(I::TABLE) => I::TABLE,
        _ => records,
    };
    if let Some(position) = &position {
        position.check(table, Direction::Forward)?;
    }
    let is_entries = position.as_ref().is_some_and(|position| position.is_of(I::TABLE));
    let ranges =
        if is_entries { <I as RowKey>::prefix().__plan() } else { <<I as Index>::Record as RowKey>::prefix().__plan() };
    let mut scan = RawScan::new(store, table, ranges, false);
    // A cursor with an empty key means the first entry.
    if let Some(position) = position.filter(|position| !position.key.is_empty()) {
        // An entry can have any bytes: a rebuild also removes entries that are not keys.
        if !is_entries && !is_key::<<I as Index>::Record>(&position.key) {
            return Err(CursorError::Damaged.into());
        }
        if !scan.contains(&position.key) {
            return Err(CursorError::OutsideOfQuery.into());
        }
        scan = scan.after(position.key);
    }
    let (mut progress, mut fixes) = (Progress::default(), Vec::new());
    let mut last = Vec::new();
    while progress.checked < batch as u64 {
        let Some((key, value)) = scan.next()? else {
            progress.next = (!is_entries).then(|| Cursor::new(I::TABLE, Direction::Forward, &[]));
            return Ok((progress, fixes));
        };
        progress.checked += 1;
        if is_entries {
            entry::<I, S>(store, key.as_ref(), value.as_ref(), &mut progress, &mut fixes)?;
        } else {
            record::<I, S>(store, key.as_ref(), value.as_ref(), &mut progress, &mut fixes)?;
        }
        last.clear();
        last.extend_from_slice(key.as_ref());
    }
    progress.next = Some(Cursor::new(table, Direction::Forward, &last));
    Ok((progress, fixes))
}

/// Checks whether all entries of a record are stored.
fn record<I, S>(
    store: &S,
    primary: &[u8],
    value: &[u8],
    progress: &mut Progress,
    fixes: &mut Vec<Fix>,
) -> Result<(), RowsError<S::Error>>
where
    S: Read,
    I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record>,
{
    let draft = entries_of::<I, S>(primary, value)?;
    for (key, value) in draft.new_entries() {
        let stored = store.get(I::TABLE, key).map_err(RowsError::Store)?;
        match stored.as_ref().map(AsRef::as_ref) {
            Some(stored) if stored == value => continue,
            Some(_) => progress.wrong += 1,
            None => progress.missing += 1,
        }
        fixes.push(Fix { key: key.into(), value: Some(value.into()) });
    }
    Ok(())
}

/// Checks whether an entry belongs to a stored record.
fn entry<I, S>(
    store: &S,
    key: &[u8],
    value: &[u8],
    progress: &mut Progress,
    fixes: &mut Vec<Fix>,
) -> Result<(), RowsError<S::Error>>
where
    S: Read,
    I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record> + Source<Record = <I as Index>::Record>,
{
    let mut primary = Vec::new();
    let decoded = primary_of::<I, S::Error>(key, value, &mut primary);
    let is_current = decoded.is_ok() && has_entry::<I, S>(store, &primary, key)?;
    // The value is not compared here, because `record` has already done so.
    if !is_current {
        progress.stale += 1;
        fixes.push(Fix { key: key.into(), value: None });
    }
    Ok(())
}

/// Checks whether the record with this primary key is stored and has this entry.
fn has_entry<I, S>(store: &S, primary: &[u8], entry: &[u8]) -> Result<bool, RowsError<S::Error>>
where
    S: Read,
    I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record>,
{
    let table: &'static Table = <<I as Index>::Record as Record>::TABLE;
    if <I as Index>::Record::decode(primary).is_err() {
        return Ok(false);
    }
    let Some(value) = store.get(table, primary).map_err(RowsError::Store)? else { return Ok(false) };
    let draft = entries_of::<I, S>(primary, value.as_ref())?;
    Ok(draft.new_entries().any(|(key, _)| key == entry))
}

/// Computes the entries of a record in one index.
fn entries_of<I, S>(primary: &[u8], value: &[u8]) -> Result<Draft, RowsError<S::Error>>
where
    S: Read,
    I: Index<Record: Record + OwnedKey> + IndexOf<<I as Index>::Record>,
{
    let key: <I as Index>::Record = decode(<<I as Index>::Record as Record>::TABLE, primary)?;
    let value = read_value::<<I as Index>::Record, _>(primary, value)?;
    let mut draft = Draft::default();
    draft.start_at(primary);
    I::__add(&key, None, Some(&value), draft.restart())?;
    Ok(draft)
}
