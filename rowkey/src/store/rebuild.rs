//! Rebuilds and checks one index, or all indexes of a key type.

use super::error::RowsError;
use super::raw::RawScan;
use super::rows::Rows;
use super::scan::{decode, is_key, read_value};
use super::tables::Tables;
use super::walk::{Visit, Walk, tables_of};
use super::{Direction, Read, Write};
use crate::key::{OwnedKey, RowKey};
use crate::layout::siphash::SipHash;
use crate::query::cursor::{Cursor, CursorContent, CursorError};
use crate::range::KeyRange;
use crate::record::check::{CheckedIndexes, ValueOf};
use crate::record::draft::Draft;
use crate::record::table::{Table, fingerprint_with};
use crate::record::{Change, Record, Source};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::marker::PhantomData;

/// A key type that selects indexes to check: an index selects itself, and the key of records selects all indexes of
/// these records.
///
/// Use this trait as the bound of a function that calls [`Rows::verify`] or [`Rows::rebuild`] for any key. Every index
/// and every key of records implements the trait if the key of the records owns its fields.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{Checkable, Memory, Read, Rows, RowsError};
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
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw)]
/// struct HostKey {
///     host: u16,
/// }
///
/// /// Returns whether all indexes of `X` are right.
/// fn is_clean<X: Checkable, S: Read>(rows: &Rows<S>) -> Result<bool, RowsError<S::Error>> {
///     Ok(rows.verify::<X>(None, usize::MAX)?.is_clean())
/// }
///
/// /// Checks all records of the database.
/// fn all_are_clean<S: Read>(rows: &Rows<S>) -> Result<bool, RowsError<S::Error>> {
///     Ok(is_clean::<UserKey, S>(rows)? && is_clean::<HostKey, S>(rows)?)
/// }
///
/// let mut rows = Rows::new(Memory::new());
/// rows.put(&UserKey { user: 7 }, &"Ada".into())?;
/// rows.put(&HostKey { host: 1 }, &"up".into())?;
/// assert!(all_are_clean(&rows)? && is_clean::<UserByName, _>(&rows)?);
/// # Ok::<(), rowkey::store::MemoryError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a record nor an index",
    label = "this key is neither the key of records nor an index",
    note = "write `#[rowkey(value = .., format = ..)]` or `#[rowkey(index_of = ..)]` above the struct"
)]
pub trait Checkable: Source<Record: Record + OwnedKey, Path: CheckedIndexes<Self>> {}

impl<X: Source<Record: Record + OwnedKey, Path: CheckedIndexes<X>>> Checkable for X {}

/// The result of one step of [`Rows::rebuild`], [`Rows::verify`] or [`Rows::drop_index`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The number of records and entries that this step has read.
    pub checked: u64,
    /// The number of entries that were missing.
    pub missing: u64,
    /// The number of entries with the right key and a wrong value. For example, an entry of a covering index stores an
    /// outdated part of the record's value.
    pub wrong: u64,
    /// The number of entries that no record has: their record was removed, or has changed and now has other entries.
    ///
    /// The value of an entry in a unique index tells which record has the entry. If the value is damaged,
    /// [`Rows::verify`] counts the entry here.
    pub stale: u64,
    /// The cursor at which the next step continues, or `None` if everything was checked.
    pub next: Option<Cursor>,
}

impl Progress {
    /// Returns whether the step found no missing, wrong or stale entries.
    pub fn is_clean(&self) -> bool {
        self.missing + self.wrong + self.stale == 0
    }
}

impl<S: Read> Rows<S> {
    /// Returns whether an index is built, so that queries can read it. `X` is an index, or the key of records. For the
    /// key of records, returns whether all indexes of these records are built.
    ///
    /// An index that was added to existing records, or whose expressions have changed, is not built until
    /// [`rebuild`](Self::rebuild) has finished. A program can call `is_built` at its start to find out whether a
    /// rebuild is necessary. `is_built` only reads what the store has recorded, while [`verify`](Self::verify) compares
    /// the entries with the records.
    ///
    /// # Errors
    /// The store could not read.
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
    /// let mut rows = Rows::new(Memory::new());
    /// if !rows.is_built::<UserByName>()? {
    ///     rows.rebuild::<UserByName>(None, usize::MAX)?;
    /// }
    /// assert!(rows.is_built::<UserByName>()?);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn is_built<X: Checkable>(&self) -> Result<bool, RowsError<S::Error>> {
        for index in X::Path::INDEXES {
            if !self.tables.is_built(index)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Checks whether indexes agree with the records. `X` is an index, or the key of records, which means all indexes
    /// of these records. `verify` also checks an index that is not built, and counts the entries that a rebuild would
    /// write.
    ///
    /// Each call is one step and reads up to `batch` rows. The first steps read the records and look for missing and
    /// wrong entries. The later steps read the entries and look for stale entries. Pass `None` as the first cursor.
    /// Then pass [`Progress::next`] of the last step, until it is `None`.
    ///
    /// To check everything in one call, pass `None` and `usize::MAX`. The call reads all records, all entries, and the
    /// record of each entry. The call keeps few rows in memory, but its transaction stays open until the call returns.
    ///
    /// [`Checkable`] has an example of a generic function that checks the records of any key type.
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
    /// assert!(rows.verify::<UserKey>(None, 100)?.is_clean()); // all indexes of the record
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn verify<X: Checkable>(&self, cursor: Option<&str>, batch: usize) -> Result<Progress, RowsError<S::Error>> {
        IndexCheck::<X>::run(&mut &*self, cursor, batch, None, |_, _| Ok(()))
    }

    /// Writes missing entries, corrects wrong entries and deletes stale entries, for the next `batch` rows. `X` is an
    /// index, or the key of records, which means all indexes of these records.
    ///
    /// Pass `None` as the first cursor. Then pass [`Progress::next`] of the last step, until it is `None`. Call
    /// `rebuild` in a transaction of its own for each step.
    ///
    /// An index that was added to existing records cannot be read before its rebuild has finished. Meanwhile, a program
    /// can write records. Each write also updates the entries of the record in the index.
    ///
    /// If a version of the program with different indexes or expressions writes records between two steps, the index
    /// may lack entries of these records. The next step then starts again with the first record.
    ///
    /// Also rebuild an index that was missing from `indexes(..)` for some time, because the index has missed changes.
    /// An index whose expressions have changed also needs a rebuild: see
    /// [records](crate::record#change-the-expression-of-an-index).
    ///
    /// To rebuild a small index in one call, pass `None` and `usize::MAX`. The call is then one transaction.
    ///
    /// Later steps also read entries that the program adds after the cursor between two steps. If the program always
    /// adds more than `batch` such entries before the next step, the rebuild never ends: choose a larger `batch`.
    ///
    /// With `rowkey-redb`, a step is `database.write(|rows| rows.rebuild::<UserByName>(cursor.as_deref(), 10_000))?`.
    ///
    /// Until the rebuild of a unique index has finished, a write conflicts with another record only if the entry of
    /// that record is already in the index. So two records with the same entry can be stored. The rebuild then returns
    /// [`RowsError::Taken`].
    ///
    /// # Errors
    /// [`RowsError::Taken`] if an index is unique and two records have the same entry. The error names both records:
    /// change one of them, and continue with the same cursor. [`duplicates`](Self::duplicates) finds all such records
    /// before the rebuild. Also fails if the cursor is not from an earlier step, or if a row cannot be read or written.
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
    /// let mut cursor: Option<String> = None;
    /// loop {
    ///     let mut rows = Rows::new(&mut store); // a transaction
    ///     let step = rows.rebuild::<UserByName>(cursor.as_deref(), 10_000)?;
    ///     println!("{} rows checked", step.checked);
    ///     // Store the cursor to continue after a restart.
    ///     cursor = step.next.map(String::from);
    ///     if cursor.is_none() {
    ///         break;
    ///     }
    /// }
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn rebuild<X: Checkable>(&mut self, cursor: Option<&str>, batch: usize) -> Result<Progress, RowsError<S::Error>>
    where
        S: Write,
    {
        self.check_not_poisoned()?;
        let generation = self.tables.generation(IndexCheck::<X>::RECORDS)?;
        let progress = IndexCheck::<X>::run(self, cursor, batch, Some(generation), Self::fix::<X>)?;
        if progress.next.is_none() {
            self.set_built::<X>()?;
        }
        Ok(progress)
    }
}

impl<S: Write> Rows<S> {
    /// Records that an index, or each index of a key type, contains all entries, without a rebuild. For a program that
    /// has changed the text of an expression and knows that the entries stay the same: see
    /// [change the fields of an index](crate::record#change-the-fields-of-an-index).
    ///
    /// # Errors
    /// The store could not write.
    pub fn set_built<X: Checkable>(&mut self) -> Result<(), RowsError<S::Error>> {
        self.check_not_poisoned()?;
        X::Path::INDEXES.iter().try_for_each(|index| self.tables.set_built(index))
    }
}

impl<S: Write> Rows<S> {
    /// Corrects an index: puts or deletes an entry.
    fn fix<X: Checkable>(&mut self, Change { table, key, value }: Change<'_>) -> Result<(), RowsError<S::Error>> {
        let Some(value) = value else { return self.tables.delete(table, key) };
        self.tables.check_key(table, key)?;
        if table.is_unique() {
            self.check_unique::<X>(table, key, value)?;
        }
        self.tables.put(table, key, value)
    }

    /// Returns [`RowsError::Taken`] if another record has this entry of a unique index. A stale entry is not an error.
    fn check_unique<X: Checkable>(
        &self,
        index: &'static Table,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), RowsError<S::Error>> {
        let Some(stored) = self.tables.get(index, key)? else { return Ok(()) };
        let primaries = [stored.as_ref(), value].map(|value| index.split_entry(value).map(|(primary, _)| primary));
        let [Some(other), own] = primaries else { return Ok(()) };
        if Some(other) == own || !has_entry::<X, S>(&self.tables, other, index, key)? {
            return Ok(());
        }
        let rejected = own.unwrap_or_default().into();
        Err(RowsError::Taken { index, entry: key.into(), record: other.into(), rejected })
    }
}

/// One step of [`Rows::verify`] or [`Rows::rebuild`]. All steps together have several stages: stage 0 reads the
/// records, and stage `n` reads the entries of the `n`th index. A step can end in the middle of a stage.
struct IndexCheck<X> {
    stage: u16,
    /// The [generation](Write::generation) of the records for a rebuild, or `None` for a check that writes nothing.
    generation: Option<u64>,
    progress: Progress,
    source: PhantomData<fn() -> X>,
}

impl<X: Checkable> IndexCheck<X> {
    const RECORDS: &'static Table = <X::Record as Record>::TABLE;

    /// A hash of the layouts of the records and of the checked indexes, and of the expressions of these indexes. If one
    /// of them changes, older cursors are rejected.
    const FINGERPRINT: u64 = fingerprint_with(Self::RECORDS.rows_fingerprint(), X::Path::INDEXES);

    /// The number of further rows that stay free, because the last step also records that the indexes are built.
    const ROOM_FOR_INDEXES: usize = 2 * X::Path::INDEXES.len();

    /// Creates a check that reads up to `batch` rows, from the first record or after a cursor. A rebuild starts again
    /// with the first record if the cursor belongs to another generation.
    fn new(cursor: Option<&str>, batch: usize, generation: Option<u64>) -> Result<(Self, Walk), CursorError> {
        let mut walk = Walk::new(batch.max(1) as u64, generation.is_some());
        let mut check = Self { stage: 0, generation, progress: Progress::default(), source: PhantomData };
        let Some(content) = cursor.map(CursorContent::read).transpose()? else { return Ok((check, walk)) };
        content.check(check.fingerprint(), Direction::Forward)?;
        let (cursor_generation, rest) = content.key.split_first_chunk().ok_or(CursorError::Damaged)?;
        let (stage, key) = rest.split_first_chunk().ok_or(CursorError::Damaged)?;
        check.stage = u16::from_be_bytes(*stage);
        let table = check.table().ok_or(CursorError::Damaged)?;
        // The keys of entries are not checked with `is_key`: a rebuild also deletes entries whose keys cannot be
        // decoded.
        if !key.starts_with(table.namespace()) || (check.stage == 0 && !is_key::<X::Record>(key)) {
            return Err(CursorError::Damaged);
        }
        if generation.is_some_and(|generation| generation != u64::from_be_bytes(*cursor_generation)) {
            check.stage = 0;
        } else {
            walk.after = Some(key.into());
        }
        Ok((check, walk))
    }

    /// Returns the fingerprint of the cursors of this check. The fingerprint differs between `verify` and `rebuild`: a
    /// rebuild that continued from a cursor of `verify` would skip rows that were never corrected.
    fn fingerprint(&self) -> u64 {
        SipHash::new().word(Self::FINGERPRINT).word(self.generation.is_some().into()).finish()
    }

    fn cursor(&self, key: &[u8]) -> Cursor {
        let generation = self.generation.unwrap_or_default().to_be_bytes();
        let parts = [&generation[..], &self.stage.to_be_bytes(), key];
        Cursor::of_parts(Direction::Forward, self.fingerprint(), &parts)
    }

    /// Returns the table that the current stage reads, or `None` after the last stage.
    fn table(&self) -> Option<&'static Table> {
        match usize::from(self.stage).checked_sub(1) {
            None => Some(Self::RECORDS),
            Some(index) => X::Path::INDEXES.get(index).copied(),
        }
    }

    /// Runs the step. Calls `fix` with each correction of an index.
    fn run<S: Read, R: Borrow<Rows<S>>>(
        rows: &mut R,
        cursor: Option<&str>,
        batch: usize,
        generation: Option<u64>,
        fix: impl Fn(&mut R, Change<'_>) -> Result<(), RowsError<S::Error>>,
    ) -> Result<Progress, RowsError<S::Error>> {
        let (mut check, mut walk) = Self::new(cursor, batch, generation)?;
        let mut next = None;
        while let Some(table) = check.table() {
            let all = KeyRange::beginning_with(table.namespace());
            let is_end = walk.visit_rows(
                rows,
                |tables| RawScan::of_range(tables, table, all.clone()),
                |rows, room, key, value| {
                    if check.stage == 0 {
                        return check.check_record(rows, room, key, value, &fix);
                    }
                    if room < 2 + Self::ROOM_FOR_INDEXES {
                        return Ok(Visit::NoRoom);
                    }
                    // The value of the entry is not checked here: `check_record` has already compared it.
                    if is_stale::<X, S>(tables_of(rows), table, key, value)? {
                        check.progress.stale += 1;
                        fix(rows, Change { table, key, value: None })?;
                    }
                    Ok(Visit::Done)
                },
            )?;
            next = walk.after.take().map(|key| check.cursor(&key)).or(next);
            if !is_end {
                check.progress.next = next;
                break;
            }
            check.stage += 1;
        }
        check.progress.checked = walk.done;
        Ok(check.progress)
    }

    /// Compares the stored entries of a record with the entries computed from its value.
    fn check_record<S: Read, R: Borrow<Rows<S>>>(
        &mut self,
        rows: &mut R,
        room: usize,
        primary: &[u8],
        value: &[u8],
        fix: impl Fn(&mut R, Change<'_>) -> Result<(), RowsError<S::Error>>,
    ) -> Result<Visit, RowsError<S::Error>> {
        let draft = entries_of::<X, S>(primary, value)?;
        if room < 2 * draft.new_entries().count() + Self::ROOM_FOR_INDEXES {
            return Ok(Visit::NoRoom);
        }
        // With `from_each`, a record can have the same entry twice.
        let mut checked = BTreeSet::new();
        for (table, key, value) in draft.new_entries().filter(|(table, key, _)| checked.insert((table.name(), *key))) {
            let tables = tables_of(rows);
            let stored = tables.get(table, key)?;
            match stored.as_ref().map(AsRef::as_ref) {
                Some(stored) if table.is_same_value(stored, value) => continue,
                // `check_entry` counts this entry. A rebuild corrects the entry before `check_entry` reads it.
                Some(stored) if self.generation.is_none() && is_stale::<X, S>(tables, table, key, stored)? => continue,
                Some(_) => self.progress.wrong += 1,
                None => self.progress.missing += 1,
            }
            drop(stored);
            fix(rows, Change { table, key, value: Some(value) })?;
        }
        Ok(Visit::Done)
    }
}

/// Checks whether no record has this entry: whether the entry leads to no record, or to a record without the entry.
fn is_stale<X, S>(
    store: &Tables<S>,
    index: &'static Table,
    key: &[u8],
    value: &[u8],
) -> Result<bool, RowsError<S::Error>>
where
    S: Read,
    X: Checkable,
{
    let mut primary = Vec::new();
    Ok(!index.primary_of(key, value, &mut primary) || !has_entry::<X, S>(store, &primary, index, key)?)
}

/// Checks whether the record with this primary key is stored and has this entry in the index.
fn has_entry<X, S>(
    store: &Tables<S>,
    primary: &[u8],
    index: &'static Table,
    entry: &[u8],
) -> Result<bool, RowsError<S::Error>>
where
    S: Read,
    X: Checkable,
{
    if X::Record::decode(primary).is_err() {
        return Ok(false);
    }
    let stored = store.get(<X::Record as Record>::TABLE, primary)?;
    let Some(value) = stored else { return Ok(false) };
    let draft = entries_of::<X, S>(primary, value.as_ref())?;
    Ok(draft.new_entries().any(|(table, key, _)| table == index && key == entry))
}

/// Computes the entries of a record in the indexes of `X`.
pub(super) fn entries_of<X, S>(primary: &[u8], bytes: &[u8]) -> Result<Draft, RowsError<S::Error>>
where
    S: Read,
    X: Checkable,
{
    let mut draft = Draft::default();
    set_entries_of::<X, S>(&mut draft, primary, bytes)?;
    Ok(draft)
}

/// Like [`entries_of`], in a draft that is used for many records.
pub(super) fn set_entries_of<X, S>(draft: &mut Draft, primary: &[u8], bytes: &[u8]) -> Result<(), RowsError<S::Error>>
where
    S: Read,
    X: Checkable,
{
    let key: X::Record = decode(<X::Record as Record>::TABLE, primary)?;
    let value: ValueOf<X> = read_value::<X::Record, _>(primary, bytes)?;
    draft.start_with_encoded_key(primary);
    draft.set_stored_value(bytes);
    Ok(X::Path::add_entries(&key, &value, draft)?)
}
