//! Migrations: move or copy the records of one key type to another key type, in steps.

use super::error::{OldRecord, RowsError};
use super::raw::RawScan;
use super::remove::Deletes;
use super::rows::{Rows, check_unique};
use super::scan::{decode, is_key, read_value};
use super::tables::Tables;
use super::walk::{Visit, Walk};
use super::{Direction, Read, Table, Write};
use crate::key::OwnedKey;
use crate::query::Query;
use crate::query::cursor::{Cursor, CursorContent};
use crate::record::{ChangeError, Changes, Record, ValueFormat};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// The result of one step of [`Rows::migrate`], [`Rows::copy`] or [`Rows::plan_migration`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Migrated {
    /// The number of records that were moved or copied. Does not count the records that [`Rows::copy`] finds copied
    /// already.
    pub moved: u64,
    /// The number of records that keep their old key, because the closure returned `None`.
    pub kept: u64,
    /// The cursor at which the next step continues, or `None` if all records of the query were read.
    pub next: Option<Cursor>,
}

impl<S: Read> Rows<S> {
    /// Checks and counts the records like [`migrate`](Self::migrate), but writes nothing (a dry run).
    ///
    /// Compares the new records of this call with the stored records and with each other, but not with the new records
    /// of earlier calls. To find all conflicts, read all records in one call: pass `None` and `usize::MAX`. The call
    /// keeps the new keys and the new entries of unique indexes in memory.
    ///
    /// # Errors
    /// The same as [`migrate`](Self::migrate), such as [`RowsError::Exists`] if two records have the same new key, and
    /// [`RowsError::Taken`] if they have the same entry in a unique index.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    /// struct OrderKey {
    ///     order: u8,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for order in [1, 2, 1000] {
    ///     rows.put(&OrderKeyV1 { order }, &"tea".into())?;
    /// }
    /// // An order whose number does not fit into a `u8` keeps its old key.
    /// let plan = rows.plan_migration(OrderKeyV1::prefix(), None, 100, |key, value| {
    ///     Some((OrderKey { order: key.order.try_into().ok()? }, value))
    /// })?;
    /// assert_eq!((plan.moved, plan.kept, plan.next), (2, 1, None));
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn plan_migration<Q, K>(
        &self,
        query: Q,
        cursor: Option<&str>,
        batch: usize,
        mut change: impl FnMut(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
    ) -> Result<Migrated, RowsError<S::Error>>
    where
        Q: Query<Key: Record + OwnedKey>,
        K: Record,
    {
        const { K::TABLE.check_migration(Q::Key::TABLE) };
        self.check_lists_all_indexes(Q::Key::TABLE)?;
        let mut planned = PlannedRecords::default();
        walk_query(&mut &*self, query, cursor, batch, |rows, migrated, _, key, value| {
            match change(decode(Q::Key::TABLE, key)?, read_value::<Q::Key, _>(key, value)?) {
                Some((new, value)) => {
                    let added = planned.add(&rows.tables, K::TABLE, &new.changes(None, Some(&value))?);
                    added.map_err(|error| add_old_key(error, Q::Key::TABLE, key))?;
                    migrated.moved += 1;
                }
                None => migrated.kept += 1,
            }
            Ok(Visit::Done)
        })
    }
}

impl<S: Read> Rows<S> {
    /// Moves the next `batch` records of a query to another key type: stores each record under its new key, with its
    /// index entries, and removes the old record with its index entries. The closure returns the new record, or `None`
    /// to leave a record in place.
    ///
    /// Call `migrate` in a transaction of its own for each step, until [`Migrated::next`] is `None`. A step continues
    /// after the last record of the previous step. Store the cursor to continue after a restart of the program.
    ///
    /// Each record is stored either under its old key or under its new key, so no program can read all records in order
    /// while `migrate` runs. If other programs use the records meanwhile, call [`copy`](Self::copy) instead.
    ///
    /// The new key needs another table, or another namespace in the same table. In the same table, neither namespace
    /// may be the beginning of the other. If the old key has no namespace, the new key needs another table, because the
    /// empty namespace is the beginning of every namespace. The indexes must follow the same rules: the new key and
    /// each of its indexes are compared with the old key and each of its indexes.
    ///
    /// A migration between these two keys does not compile, because both have the table `orders`, and the old key has
    /// no namespace:
    ///
    /// ```compile_fail,E0080
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders", namespace = "2")]
    /// struct OrderKey {
    ///     order: u64,
    /// }
    ///
    /// Rows::new(Memory::new())
    ///     .migrate(OrderKeyV1::prefix(), None, 10, |key, value| Some((OrderKey { order: key.order.into() }, value)))
    ///     .unwrap();
    /// ```
    ///
    /// # Errors
    /// Returns [`RowsError::Exists`], with both keys, if another record is already stored under the new key, and
    /// [`RowsError::Taken`] if another record has the same entry in a unique index of the new key. Returns
    /// [`RowsError::Unlisted`] if the store has recorded an index of the old records that the old key does not list,
    /// because the entries of this index would remain. Also fails if the cursor is not from an earlier step, or if a
    /// record cannot be read or written. If the step has already stored a record under its new key, all further writes
    /// fail with [`RowsError::Poisoned`], and the transaction must be aborted.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// /// Newest first.
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    /// struct OrderKey {
    ///     #[descending]
    ///     order: u64,
    /// }
    ///
    /// let mut store = Memory::new();
    /// for order in 0..25 {
    ///     Rows::new(&mut store).put(&OrderKeyV1 { order }, &"tea".into())?;
    /// }
    ///
    /// let (mut cursor, mut moved) = (None, 0);
    /// loop {
    ///     let mut rows = Rows::new(&mut store); // a transaction
    ///     let step = rows.migrate(OrderKeyV1::prefix(), cursor.as_deref(), 10, |key, value| {
    ///         Some((OrderKey { order: key.order.into() }, value))
    ///     })?;
    ///     moved += step.moved;
    ///     // Store the cursor to continue after a restart.
    ///     cursor = step.next.map(String::from);
    ///     if cursor.is_none() {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(moved, 25);
    /// let (newest, _) = Rows::new(&store).scan(OrderKey::prefix()).next().unwrap()?;
    /// assert_eq!(newest, OrderKey { order: 24 });
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn migrate<Q, K>(
        &mut self,
        query: Q,
        cursor: Option<&str>,
        batch: usize,
        mut change: impl FnMut(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
    ) -> Result<Migrated, RowsError<S::Error>>
    where
        S: Write,
        Q: Query<Key: Record + OwnedKey>,
        K: Record,
    {
        self.check_lists_all_indexes(Q::Key::TABLE)?;
        self.transfer(query, cursor, batch, &mut change, true)
    }

    /// Copies the next `batch` records of a query to another key type: stores each record under its new key, with its
    /// index entries, and leaves the old record in place. The closure returns the new record, or `None` to copy
    /// nothing.
    ///
    /// For records that other programs use meanwhile: these programs read the old records, and write each record under
    /// both keys in one transaction. When all records are copied, the programs read the new records. See [the
    /// plan](crate::guide::evolution#change-the-key-of-stored-rows). The steps, the cursor and the rules for tables and
    /// namespaces are those of [`migrate`](Self::migrate).
    ///
    /// # Errors
    /// Returns [`RowsError::Exists`], with both keys, if another value than the one that the closure returns is stored
    /// under the new key: two old records have the same new key, or a program has written only one of the two keys.
    /// Otherwise the same errors as [`migrate`](Self::migrate).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    /// struct OrderKey {
    ///     #[descending]
    ///     order: u64,
    /// }
    ///
    /// fn change(key: OrderKeyV1, value: String) -> Option<(OrderKey, String)> {
    ///     Some((OrderKey { order: key.order.into() }, value))
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for order in 0..5 {
    ///     rows.put(&OrderKeyV1 { order }, &"tea".into())?;
    /// }
    /// let step = rows.copy(OrderKeyV1::prefix(), None, 2, change)?;
    /// // A writer stores each record under both keys.
    /// rows.put(&OrderKeyV1 { order: 3 }, &"milk".into())?;
    /// rows.put(&OrderKey { order: 3 }, &"milk".into())?;
    /// // Copies the orders 2 and 4. The order 3 is copied already.
    /// let step = rows.copy(OrderKeyV1::prefix(), step.next.as_deref(), 10, change)?;
    /// assert_eq!((step.moved, step.next), (2, None));
    /// assert_eq!(rows.count(OrderKey::prefix())?, rows.count(OrderKeyV1::prefix())?);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn copy<Q, K>(
        &mut self,
        query: Q,
        cursor: Option<&str>,
        batch: usize,
        mut change: impl FnMut(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
    ) -> Result<Migrated, RowsError<S::Error>>
    where
        S: Write,
        Q: Query<Key: Record + OwnedKey>,
        K: Record,
    {
        self.transfer(query, cursor, batch, &mut change, false)
    }
}

impl<S: Write> Rows<S> {
    fn transfer<Q, K>(
        &mut self,
        query: Q,
        cursor: Option<&str>,
        batch: usize,
        change: &mut impl FnMut(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
        removes_old: bool,
    ) -> Result<Migrated, RowsError<S::Error>>
    where
        Q: Query<Key: Record + OwnedKey>,
        K: Record,
    {
        const { K::TABLE.check_migration(Q::Key::TABLE) };
        let (mut written, mut deletes) = (false, Deletes::default());
        let migrated = walk_query(self, query, cursor, batch, |rows, migrated, room, key, value| {
            let old: Q::Key = decode(Q::Key::TABLE, key)?;
            let is_limited = room != usize::MAX;
            let mut count = 0;
            if is_limited && removes_old {
                count = old.changes(Some(&read_value::<Q::Key, _>(key, value)?), None)?.len();
            }
            let Some((new_key, new_value)) = change(old, read_value::<Q::Key, _>(key, value)?) else {
                migrated.kept += 1;
                return Ok(Visit::Done);
            };
            if is_limited && room < count + 2 * new_key.changes(None, Some(&new_value))?.len() {
                return Ok(Visit::NoRoom);
            }
            match rows.insert(&new_key, &new_value) {
                Err(RowsError::Exists { .. }) if !removes_old && rows.holds(&new_key, &new_value)? => {
                    return Ok(Visit::Done);
                }
                inserted => inserted.map_err(|error| add_old_key(error, Q::Key::TABLE, key))?,
            }
            written = true;
            migrated.moved += 1;
            if removes_old {
                rows.remove::<Q::Key>(usize::MAX, key, value, &mut deletes)?;
                rows.write_deletes(&mut deletes)?;
            }
            Ok(Visit::Done)
        });
        // The step has written only some of its records, so the transaction must not be committed.
        self.tables.poisoned |= migrated.is_err() && written;
        migrated
    }

    /// Returns whether this value is stored under the key.
    fn holds<K: Record>(&self, key: &K, value: &K::Value) -> Result<bool, RowsError<S::Error>> {
        let mut bytes = Vec::new();
        let written = <K::Format as ValueFormat<K::Value>>::write(value, &mut bytes);
        let key = key.try_encode().map_err(|error| ChangeError::of_key(K::TABLE, error))?;
        let stored = self.tables.get(K::TABLE, key.as_ref())?;
        Ok(written.is_ok() && stored.is_some_and(|stored| K::TABLE.is_same_value(stored.as_ref(), &bytes)))
    }
}

/// Visits the records of one step: the next `batch` records of a query, or as many as fit into the transaction.
fn walk_query<S: Read, R: Borrow<Rows<S>>, Q: Query<Key: Record>>(
    rows: &mut R,
    query: Q,
    cursor: Option<&str>,
    batch: usize,
    mut visit: impl FnMut(&mut R, &mut Migrated, usize, &[u8], &[u8]) -> Result<Visit, RowsError<S::Error>>,
) -> Result<Migrated, RowsError<S::Error>> {
    let (table, ranges) = (Q::Key::TABLE, query.__rowkey_plan());
    let (mut walk, mut migrated) = (Walk::new(batch.max(1) as u64, true), Migrated::default());
    if let Some(cursor) = cursor {
        let (content, contains) = (CursorContent::read(cursor)?, |key: &[u8]| ranges.contains(key));
        walk.after = Some(content.into_checked_key(table, Direction::Forward, is_key::<Q::Key>, contains)?);
    }
    let is_end = walk.visit_rows(
        rows,
        |tables| RawScan::new(tables, table, ranges.clone()),
        |rows, room, key, value| visit(rows, &mut migrated, room, key, value),
    )?;
    migrated.next = walk.after.filter(|_| !is_end).map(|key| Cursor::new(table, Direction::Forward, &key));
    Ok(migrated)
}

/// Adds the old key of the record that could not move to [`RowsError::Exists`]. Returns other errors unchanged.
#[cold]
fn add_old_key<E>(mut error: RowsError<E>, table: &'static Table, key: &[u8]) -> RowsError<E> {
    if let RowsError::Exists { old, .. } = &mut error {
        *old = Some(OldRecord { table, key: key.to_vec() }.into());
    }
    error
}

/// The keys and the unique entries of the new records, which a dry run does not write.
#[derive(Default)]
struct PlannedRecords {
    keys: BTreeSet<Vec<u8>>,
    /// The primary key of each entry in a unique index, by the name of the index's table and the key of the entry.
    entries: BTreeMap<(&'static str, Vec<u8>), Vec<u8>>,
}

impl PlannedRecords {
    /// Adds a new record. Returns an error if it conflicts with a stored record or with a new record that was added
    /// earlier.
    fn add<S: Read>(
        &mut self,
        store: &Tables<S>,
        table: &'static Table,
        changes: &Changes,
    ) -> Result<(), RowsError<S::Error>> {
        let primary = changes.primary();
        let is_stored = store.get(table, primary)?.is_some();
        if is_stored || !self.keys.insert(primary.into()) {
            return Err(RowsError::Exists { table, key: primary.into(), old: None });
        }
        for entry in changes.unique_entries() {
            check_unique(store, &entry)?;
            // The changes of one record have each entry only once, so an earlier entry belongs to another record.
            let earlier = self.entries.insert((entry.table.name(), entry.key.into()), primary.into());
            if let Some(record) = earlier {
                let (entry, index) = (entry.key.into(), entry.table);
                return Err(RowsError::Taken { index, entry, record, rejected: primary.into() });
            }
        }
        Ok(())
    }
}
