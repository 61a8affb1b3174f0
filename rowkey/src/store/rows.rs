//! [`Rows`]: reads and writes the records in a store, and keeps the entries of their indexes up to date.

use super::edit::{Edit, Edited, edit_value};
use super::error::RowsError;
use super::layouts::{ComparedAtBegin, NewLayouts};
use super::raw::{RawScan, not_built};
use super::scan::{Buffers, CoveredBy, RecordsOf, RecordsThrough, Scan, ranges_of, read_value};
use super::tables::Tables;
use super::{Read, Table, Write};
use crate::key::{OwnedKey, RowKey};
use crate::query::Query;
use crate::record::draft::Draft;
use crate::record::source::{Finds, PathFrom};
use crate::record::{Change, ChangeError, Changes, CoveringIndex, EntryToFind, Index, Record, Source, UniqueEntry};
use alloc::vec::Vec;
use core::fmt;

/// The record that [`Rows::find`] returns.
type FoundBy<E> = (<E as EntryToFind>::Record, <<E as EntryToFind>::Record as Record>::Value);

type Result<T, S> = core::result::Result<T, RowsError<<S as Read>::Error>>;

/// The records of a store: reads and writes records by their keys and through their indexes.
///
/// A `Rows` wraps a store, usually a transaction: create one for each transaction. The type of a key determines the
/// table of its rows. Every method that writes a record also updates its entries in all indexes.
///
/// | to | call |
/// |---|---|
/// | read a record | [`get`](Self::get), and [`find`](Self::find) through a unique index |
/// | read the records of a query | [`scan`](Self::scan), and [`records`](Self::records) or [`covered`](Self::covered) through an index |
/// | count records | [`count`](Self::count) |
/// | write a record | [`put`](Self::put), [`insert`](Self::insert), [`update`](Self::update), [`try_update`](Self::try_update), [`upsert`](Self::upsert), [`try_upsert`](Self::try_upsert) |
/// | write several records, and check unique indexes only after the last write | [`batch`](Self::batch) |
/// | remove records | [`take`](Self::take), [`remove_all`](Self::remove_all), [`remove_some`](Self::remove_some), [`clear`](Self::clear) |
/// | build, check or delete an index | [`rebuild`](Self::rebuild), [`verify`](Self::verify), [`duplicates`](Self::duplicates), [`drop_index`](Self::drop_index) |
/// | move or copy records to another key type | [`migrate`](Self::migrate), [`copy`](Self::copy) |
/// | free the name of a table for other rows | `drop_table` |
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{Memory, Rows};
///
/// #[derive(Debug, Clone, PartialEq, RowKey)]
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
/// let mut rows = Rows::new(Memory::new());
/// rows.put(&UserKey { user: 7 }, &"Ada".into())?;
/// rows.put(&UserKey { user: 8 }, &"Bob".into())?;
/// rows.update(&UserKey { user: 7 }, |name| name.push_str(" Lovelace"))?;
/// assert_eq!(rows.get(&UserKey { user: 7 })?.as_deref(), Some("Ada Lovelace"));
///
/// let found = rows.records(UserByName::prefix().name_starts_with("Ada"));
/// let users: Vec<_> = found.map(|row| row.map(|(key, _)| key.user)).collect::<Result<_, _>>()?;
/// assert_eq!(users, [7]);
/// # Ok::<(), rowkey::store::MemoryError>(())
/// ```
pub struct Rows<S> {
    pub(super) tables: Tables<S>,
    /// Collects the changes of one record. Reused for every record, so that its buffers are allocated once.
    pub(super) draft: Draft,
}

impl<S> fmt::Debug for Rows<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("poisoned", &self.tables.poisoned).finish_non_exhaustive()
    }
}

impl<S: Read> Rows<S> {
    /// Creates a `Rows` for a store. `store` can also be a reference: with `&store`, the `Rows` only reads, and with
    /// `&mut store`, it also writes.
    pub fn new(store: S) -> Self {
        Self { tables: Tables::new(store, None), draft: Draft::default() }
    }

    /// Creates a `Rows` that compares the layout of each table with the recorded layout, and records new layouts in the
    /// table [`LAYOUTS`](super::LAYOUTS). The adapters of stores call this function for each transaction. `compared` is what
    /// [`ComparedTables::begin`](super::ComparedTables::begin) has returned before the transaction began.
    ///
    /// If the layout of a table has changed, each operation on the table is [`RowsError::Changed`].
    pub fn with_layouts(store: S, compared: ComparedAtBegin) -> Self {
        Self { tables: Tables::new(store, Some(compared)), draft: Draft::default() }
    }

    /// Records the layouts of tables, their records and their indexes, and compares those that are recorded, before the
    /// first row is written. Does nothing if this `Rows` records no layouts.
    ///
    /// # Errors
    /// [`RowsError::Changed`] if the stored rows do not fit the program. The store could not read or write.
    pub fn record_layouts(&mut self, tables: &[&'static Table]) -> Result<(), S>
    where
        S: Write,
    {
        tables.iter().try_for_each(|table| self.tables.record(table))
    }

    /// Returns the store.
    pub fn store(&self) -> &S {
        &self.tables.store
    }

    /// Returns the store for writing, to write rows that do not belong to records. A record that is written directly to
    /// the store gets no entries in its indexes.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.tables.store
    }

    /// Returns the store by value, to commit a transaction.
    ///
    /// # Errors
    /// [`RowsError::Poisoned`] if an operation failed after it had written a part of its changes. Abort the
    /// transaction.
    pub fn into_store(self) -> Result<S, S> {
        self.into_store_and_layouts().map(|(store, _)| store)
    }

    /// Returns the store by value, and the layouts that this transaction has recorded. Commit within
    /// [`NewLayouts::commit`]: later transactions then do not compare these layouts again.
    ///
    /// # Errors
    /// The same as [`into_store`](Self::into_store).
    pub fn into_store_and_layouts(self) -> Result<(S, NewLayouts), S> {
        if self.tables.poisoned { Err(RowsError::Poisoned) } else { Ok(self.tables.into_parts()) }
    }

    /// Returns the value of a record, if the record exists.
    ///
    /// # Errors
    /// The key cannot be encoded, or the value cannot be read.
    pub fn get<K: Record>(&self, key: &K) -> Result<Option<K::Value>, S> {
        let key = key.try_encode().map_err(|error| ChangeError::of_key(K::TABLE, error))?;
        match self.tables.to_read(K::TABLE)?.get(K::TABLE, key.as_ref()) {
            Ok(Some(value)) => read_value::<K, _>(key.as_ref(), value.as_ref()).map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(RowsError::Store(error)),
        }
    }

    /// Returns the records whose keys match a query, in the order of the keys.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for host in 0..5 {
    ///     rows.put(&HostKey { host }, &"up".into())?;
    /// }
    /// for row in rows.scan(HostKey::prefix().host_in(3..)) {
    ///     let (key, value) = row?;
    ///     assert!(key.host >= 3 && value == "up");
    /// }
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn scan<Q, K>(&self, query: Q) -> Scan<'_, S, RecordsOf<K>>
    where
        Q: Query,
        Q::Key: Record + OwnedKey + Finds<K>,
        K: Record + OwnedKey,
    {
        Scan::new(&self.tables, query)
    }

    /// Returns the records that match a query of an index, in the order of the index's entries, as pairs of primary key
    /// and value.
    ///
    /// A record with several matching entries is returned for each of them.
    pub fn records<Q, K>(&self, query: Q) -> Scan<'_, S, RecordsThrough<Q::Key>>
    where
        Q: Query,
        Q::Key: Index<Record = K>,
        K: Record + OwnedKey,
    {
        Scan::new(&self.tables, query)
    }

    /// Returns the entries that match a query of a covering index, each with the value that the entry stores. Does not
    /// fetch the records.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(PageBySize))]
    /// struct PageKey {
    ///     page: u16,
    /// }
    ///
    /// /// Pages by the number of their bytes, with their texts.
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = PageKey, stores = String)]
    /// struct PageBySize {
    ///     #[rowkey(from = value.len() as u64)]
    ///     size: u64,
    ///     page: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&PageKey { page: 1 }, &"long text".into())?;
    /// rows.put(&PageKey { page: 2 }, &"text".into())?;
    /// let (entry, text) = rows.covered(PageBySize::prefix()).next().unwrap()?;
    /// assert_eq!((entry.size, entry.page, &*text), (4, 2, "text"));
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn covered<Q>(&self, query: Q) -> Scan<'_, S, CoveredBy<Q::Key>>
    where
        Q: Query,
        Q::Key: CoveringIndex + OwnedKey,
    {
        Scan::new(&self.tables, query)
    }

    /// Returns the record that has this entry in a unique index. Pass the fields of the entry in the form in which the
    /// index stores them. For example, if the index stores names in lower case, pass the name in lower case.
    ///
    /// # Errors
    /// The entry cannot be encoded, the index is not built, or the record cannot be read.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows, RowsError};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
    /// struct UserKey {
    ///     user: u16,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey, unique)]
    /// struct UserByName {
    ///     #[rowkey(from = value.to_lowercase())]
    ///     name: String,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&UserKey { user: 7 }, &"Ada".into())?;
    /// let found = rows.find(&UserByName { name: "ada".into() })?;
    /// assert_eq!(found, Some((UserKey { user: 7 }, "Ada".into())));
    ///
    /// let error = rows.put(&UserKey { user: 8 }, &"ADA".into()).unwrap_err();
    /// assert!(error.is_taken::<UserByName>());
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "`E` is a reference")]
    pub fn find<E: EntryToFind>(&self, entry: E) -> Result<Option<FoundBy<E>>, S> {
        let entry = entry.entry();
        if !self.tables.is_built(<E::Index as Index>::TABLE)? {
            return Err(not_built(&self.tables, <E::Index as Index>::TABLE));
        }
        let entry = entry.try_encode().map_err(|error| ChangeError::of_key(<E::Index as Index>::TABLE, error))?;
        let value = self.tables.get(<E::Index as Index>::TABLE, entry.as_ref())?;
        let read = |value: S::Bytes<'_>| {
            <RecordsThrough<E::Index> as super::ScanRow>::__rowkey_read(
                &self.tables,
                entry.as_ref(),
                value.as_ref(),
                &mut Buffers::default(),
            )
        };
        match value.map(read).transpose() {
            // The record has changed after the entry was read, or the entry was left by a program that has stopped.
            Err(RowsError::NoRecord { .. }) if S::ENTRIES_ARE_HINTS => {
                self.tables.store.__rowkey_set_doubtful();
                Ok(None)
            }
            found => found,
        }
    }

    /// Counts the records whose keys match a query, or the entries that match a query of an index. A record with
    /// several matching entries is counted for each of them, as [`records`](Self::records) returns it.
    ///
    /// Reads the matching rows, but decodes no keys or values. Counting entries does not read their records. So in a store
    /// without transactions, the count includes entries that no record has.
    ///
    /// # Errors
    /// The store could not read, or the index is not built.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
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
    /// let mut rows = Rows::new(Memory::new());
    /// for (user, name) in [(1, "Ada"), (2, "Bob"), (3, "Ada")] {
    ///     rows.put(&UserKey { user }, &name.into())?;
    /// }
    /// assert_eq!(rows.count(UserKey::prefix())?, 3);
    /// assert_eq!(rows.count(UserByName::prefix().name("Ada"))?, 2);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn count<Q>(&self, query: Q) -> Result<u64, S>
    where
        Q: Query<Key: Source>,
    {
        let table = <<Q::Key as Source>::Path as PathFrom<Q::Key>>::TABLE;
        let mut scan = RawScan::new(&self.tables, table, ranges_of::<S, _>(query));
        let mut count = 0;
        while scan.read_next(|_, _| Ok(true), |error| error.map_or(Ok(false), Err))? {
            count += 1;
        }
        Ok(count)
    }
}

impl<S: Read> Rows<S> {
    /// Stores a record and its entries. A record with the same key is replaced, and the replaced record's entries are
    /// deleted unless the new record has the same entries.
    ///
    /// If the key type has indexes, `put` first reads the stored record, and writes nothing if the stored value and the
    /// new value have the same bytes. If the key type has no indexes, `put` writes without reading.
    ///
    /// # Errors
    /// The key, the value or an entry cannot be encoded, the format cannot read the value that it has written, or another
    /// record has the same entry in a unique index. If the key type has indexes, also fails if the value that the record had before cannot be read.
    pub fn put<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), S>
    where
        S: Write,
    {
        self.start(key)?;
        let read = self.draft.set_value::<K>(value)?;
        if K::TABLE.indexes().is_empty() {
            return self.write(K::TABLE);
        }
        let value = read.as_ref().unwrap_or(value);
        let stored = self.tables.to_read(K::TABLE)?.get(K::TABLE, self.draft.primary()).map_err(RowsError::Store)?;
        let bytes = stored.as_ref().map(AsRef::as_ref);
        if let Some(bytes) = bytes {
            // Equal values have equal entries, so there is nothing to write.
            if self.draft.value() == Some(bytes) {
                return Ok(());
            }
            let old = read_value::<K, _>(self.draft.primary(), bytes)?;
            key.__rowkey_entries(Some(&old), Some(value), &mut self.draft)?;
        } else {
            key.__rowkey_entries(None, Some(value), &mut self.draft)?;
        }
        drop(stored);
        self.write(K::TABLE)
    }

    /// Stores a new record and its entries.
    ///
    /// # Errors
    /// [`RowsError::Exists`] if a record with this key exists, and the errors of [`put`](Self::put).
    pub fn insert<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), S>
    where
        S: Write,
    {
        self.start(key)?;
        let primary = self.draft.primary();
        if self.tables.get_new(K::TABLE, primary)?.is_some() {
            return Err(RowsError::Exists { table: K::TABLE, key: primary.into(), old: None });
        }
        self.draft.set_new_record(key, value)?;
        self.write(K::TABLE)
    }

    /// Changes the value of a record in place. Returns the result of the closure, or `None` if the record does not
    /// exist.
    ///
    /// The changed value is stored whatever the closure returns. If the closure can fail, call
    /// [`try_update`](Self::try_update), which stores nothing if the closure returns an error.
    ///
    /// # Errors
    /// The same as [`put`](Self::put), or the stored value cannot be read.
    pub fn update<K: Record, R>(&mut self, key: &K, change: impl FnOnce(&mut K::Value) -> R) -> Result<Option<R>, S>
    where
        S: Write,
    {
        self.try_update(key, |value| Ok(change(value)))
    }

    /// Changes the value of a record in place if the closure returns `Ok`. Returns the result of the closure, or `None`
    /// if the record does not exist.
    ///
    /// # Errors
    /// The error of the closure, or an error of [`update`](Self::update). If the closure returns an error, nothing is
    /// written.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, MemoryError, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = [u8; 1], format = rowkey::Raw)]
    /// struct StockKey {
    ///     product: u16,
    /// }
    ///
    /// #[derive(Debug)]
    /// enum OrderError {
    ///     SoldOut,
    ///     Store(MemoryError),
    /// }
    ///
    /// impl From<MemoryError> for OrderError {
    ///     fn from(error: MemoryError) -> Self {
    ///         Self::Store(error)
    ///     }
    /// }
    ///
    /// fn take_one(stock: &mut [u8; 1]) -> Result<(), OrderError> {
    ///     stock[0] = stock[0].checked_sub(1).ok_or(OrderError::SoldOut)?;
    ///     Ok(())
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&StockKey { product: 7 }, &[1])?;
    /// assert_eq!(rows.try_update(&StockKey { product: 7 }, take_one)?, Some(()));
    /// assert!(matches!(rows.try_update(&StockKey { product: 7 }, take_one), Err(OrderError::SoldOut)));
    /// assert_eq!(rows.get(&StockKey { product: 7 })?, Some([0]));
    /// # Ok::<(), OrderError>(())
    /// ```
    pub fn try_update<K: Record, R, E>(
        &mut self,
        key: &K,
        change: impl FnOnce(&mut K::Value) -> core::result::Result<R, E>,
    ) -> core::result::Result<Option<R>, E>
    where
        S: Write,
        E: From<RowsError<S::Error>>,
    {
        self.edit_existing(key, change)
    }

    /// Changes the value of a record in place. If the record does not exist, creates a value with `new`, changes it
    /// with `change`, and stores it. Returns the result of `change`. The value is stored whatever `change` returns. If
    /// `change` can fail, call [`try_upsert`](Self::try_upsert).
    ///
    /// # Errors
    /// The same as [`put`](Self::put), or the stored value cannot be read.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = [u8; 1], format = rowkey::Raw)]
    /// struct UnreadKey {
    ///     user: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for user in [7, 8, 7] {
    ///     rows.upsert(&UnreadKey { user }, || [0], |count| count[0] += 1)?;
    /// }
    /// assert_eq!(rows.get(&UnreadKey { user: 7 })?, Some([2]));
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn upsert<K: Record, R>(
        &mut self,
        key: &K,
        new: impl FnOnce() -> K::Value,
        change: impl FnOnce(&mut K::Value) -> R,
    ) -> Result<R, S>
    where
        S: Write,
    {
        self.try_upsert(key, new, |value| Ok(change(value)))
    }

    /// Changes the value of a record in place if the closure `change` returns `Ok`. If the record does not exist,
    /// creates a value with `new`, changes it with `change`, and stores it. Returns the result of `change`.
    ///
    /// # Errors
    /// The error of `change`, or an error of [`upsert`](Self::upsert). If `change` returns an error, nothing is
    /// written: a record that did not exist still does not exist.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = [u8; 1], format = rowkey::Raw)]
    /// struct SeatsKey {
    ///     flight: u16,
    /// }
    ///
    /// type Error = Box<dyn std::error::Error>;
    ///
    /// fn book(free: &mut [u8; 1], seats: u8) -> Result<(), Error> {
    ///     free[0] = free[0].checked_sub(seats).ok_or("too few seats")?;
    ///     Ok(())
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.try_upsert(&SeatsKey { flight: 7 }, || [100], |free| book(free, 60))?;
    /// assert!(rows.try_upsert(&SeatsKey { flight: 7 }, || [100], |free| book(free, 60)).is_err());
    /// assert!(rows.try_upsert(&SeatsKey { flight: 8 }, || [100], |free| book(free, 160)).is_err());
    /// assert_eq!(rows.get(&SeatsKey { flight: 7 })?, Some([40]));
    /// assert_eq!(rows.get(&SeatsKey { flight: 8 })?, None);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn try_upsert<K: Record, R, E>(
        &mut self,
        key: &K,
        new: impl FnOnce() -> K::Value,
        change: impl FnOnce(&mut K::Value) -> core::result::Result<R, E>,
    ) -> core::result::Result<R, E>
    where
        S: Write,
        E: From<RowsError<S::Error>>,
    {
        self.edit_or_insert(key, new, change)
    }

    /// Removes a record and its entries. Returns the value, or `None` if the record does not exist.
    ///
    /// # Errors
    /// The key cannot be encoded, or the stored value cannot be read.
    pub fn take<K: Record>(&mut self, key: &K) -> Result<Option<K::Value>, S>
    where
        S: Write,
    {
        self.start(key)?;
        // The buffer of the draft also receives the keys of the entries.
        let primary = self.draft.primary().to_vec();
        let Self { tables, draft, .. } = self;
        let taken = tables.take(K::TABLE, &primary, |stored| {
            let value = read_value::<K, _>(&primary, stored)?;
            key.__rowkey_entries(Some(&value), None, draft)?;
            Ok(value)
        })?;
        if taken.is_some() {
            self.draft.finish_entries();
            // The record is deleted already, so its entries must not stay.
            let applied = self.apply();
            self.tables.poisoned |= applied.is_err();
            applied?;
        }
        Ok(taken)
    }
}

impl<S: Write> Edit for Rows<S> {
    type Error = S::Error;

    #[inline]
    fn edit<K: Record, R>(
        &mut self,
        key: &K,
        edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
    ) -> Result<R, S> {
        self.start(key)?;
        let stored = self.tables.to_read(K::TABLE)?.get(K::TABLE, self.draft.primary()).map_err(RowsError::Store)?;
        let bytes = stored.as_ref().map(AsRef::as_ref);
        let (returned, is_changed) = edit_value(&mut self.draft, key, bytes, edit)?;
        drop(stored);
        if is_changed {
            self.write(K::TABLE)?;
        }
        Ok(returned)
    }
}

impl<S: Write> Rows<S> {
    pub(super) fn check_not_poisoned(&self) -> Result<(), S> {
        if self.tables.poisoned { Err(RowsError::Poisoned) } else { Ok(()) }
    }

    /// Checks that the store can keep the indexes of these records, and that no earlier write has failed.
    pub(super) fn check_writable<K: Record>(&self) -> Result<(), S> {
        const {
            assert!(
                S::HAS_TRANSACTIONS || !K::TABLE.has_unique_index(),
                "this store has no transactions, so it cannot keep an index unique: remove `unique` from the indexes of \
                 this record, or store it in another store"
            );
        }
        self.check_not_poisoned()
    }

    /// Says that [`LAYOUTS`](super::LAYOUTS) was written directly, so that later transactions compare all tables again.
    #[doc(hidden)]
    pub fn __rowkey_set_layouts_changed(&mut self) {
        self.tables.set_layouts_changed();
    }

    fn start<K: Record>(&mut self, key: &K) -> Result<(), S> {
        self.check_writable::<K>()?;
        Ok(self.draft.start(K::TABLE, key)?)
    }

    #[inline]
    fn write(&mut self, table: &'static Table) -> Result<(), S> {
        match self.draft.value() {
            // Most updates change no entry. The record is then put without a list of changes.
            Some(value) if self.draft.has_same_entries() => {
                self.tables.check_key(table, self.draft.primary())?;
                self.tables.put(table, self.draft.primary(), value)
            }
            _ => {
                self.draft.finish(table, None);
                self.apply()
            }
        }
    }

    /// Checks the finished draft, and then writes its changes.
    fn apply(&mut self) -> Result<(), S> {
        let Self { tables, draft, .. } = self;
        check_and_apply(tables, draft.changes(), |tables, change| match change.value {
            Some(value) => tables.put(change.table, change.key, value),
            None => tables.delete(change.table, change.key),
        })
    }
}

/// Checks changes, and then passes each to `apply`. All checks come before the first write, so that a conflict leaves the
/// store unchanged.
#[inline]
pub(super) fn check_and_apply<S: Write>(
    tables: &mut Tables<S>,
    changes: &Changes,
    mut apply: impl FnMut(&mut Tables<S>, Change<'_>) -> Result<(), S>,
) -> Result<(), S> {
    for change in changes.iter().filter(|change| change.value.is_some()) {
        tables.check_key(change.table, change.key)?;
    }
    let mut entries_to_keep = Vec::new();
    if changes.iter().any(|change| change.table.is_unique()) {
        entries_to_keep = check_unique_entries(tables, changes)?;
    }
    for change in changes {
        if change.value.is_none() && entries_to_keep.contains(&(change.table, change.key)) {
            continue;
        }
        apply(tables, change)?;
    }
    Ok(())
}

/// Checks that no other record has the entries that `changes` puts into unique indexes. Returns the entries that
/// `changes` deletes but that must remain, because they belong to another record.
///
/// While a unique index is not built, some records are stored without their entries. So a second record with the same
/// entry is accepted, and the stored entry belongs to the second record. When the first record changes, this entry must
/// not be deleted.
fn check_unique_entries<'c, S: Read>(
    store: &Tables<S>,
    changes: &'c Changes,
) -> Result<Vec<(&'static Table, &'c [u8])>, S> {
    for entry in changes.unique_entries() {
        check_unique(store, &entry)?;
    }
    let mut entries_to_keep = Vec::new();
    for (entry, is_deleted) in changes.replaced_or_deleted_unique_entries() {
        if store.is_built(entry.table)? {
            continue;
        }
        match check_unique(store, &entry) {
            Err(_) if is_deleted => entries_to_keep.push((entry.table, entry.key)),
            result => result?,
        }
    }
    Ok(entries_to_keep)
}

/// Returns [`RowsError::Taken`] if another record has the entry.
///
/// An older version of the program, which does not maintain the index, can have changed the other record and left its
/// entry. Such an entry belongs to no record. A rebuild would delete it.
pub(super) fn check_unique<S: Read>(store: &Tables<S>, entry: &UniqueEntry<'_>) -> Result<(), S> {
    let stored = store.get_new(entry.table, entry.key)?;
    let stored = stored.as_ref().map(AsRef::as_ref);
    if entry.permits(stored) || is_left_over(store, entry.table, entry.key, stored)? {
        return Ok(());
    }
    let record = stored.and_then(|value| entry.table.split_entry(value)).map_or(&[][..], |(record, _)| record);
    Err(RowsError::Taken {
        index: entry.table,
        entry: entry.key.into(),
        record: record.into(),
        rejected: entry.primary.into(),
    })
}

/// Returns whether no record has a stored entry of a unique index. Only an index that is not built has such entries.
pub(super) fn is_left_over<S: Read>(
    store: &Tables<S>,
    index: &'static Table,
    entry: &[u8],
    stored: Option<&[u8]>,
) -> Result<bool, S> {
    let Some((primary, _)) = stored.and_then(|value| index.split_entry(value)) else { return Ok(false) };
    if store.is_built(index)? {
        return Ok(false);
    }
    let records = index.records();
    let record = store.get(records, primary)?;
    Ok(record.is_none_or(|value| !records.has_entry(primary, value.as_ref(), index, entry)))
}
