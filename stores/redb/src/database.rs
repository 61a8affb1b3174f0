//! [`Database`], which opens redb, and its transactions [`ReadStore`] and [`WriteStore`], which implement
//! rowkey's traits [`Read`] and [`Write`].
//!
//! A table of redb is called "redb table" here, because [`Table`] is a table of rowkey. The rows of several `Table`s
//! with the same name are in one redb table.

#![allow(clippy::inline_always, reason = "a value is large: a call for each value moves the value twice")]

use crate::kinds::{ReadTable, WriteTable};
use crate::rows::{Bytes, Range, Source};
use crate::{Error, StoreError};
use redb::{ReadableDatabase, TableDefinition, TableError};
use rowkey::KeyRange;
use rowkey::store::{
    ComparedAtBegin, ComparedTables, Direction, Handles, NewLayouts, Read, Rows, Table, Transactions, Write,
};
use std::fs::File;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

/// A redb database that stores records of rowkey.
///
/// The redb table `rowkey.layouts` records the layout of each table. When the program uses a table for the first time,
/// the `Database` compares the layout in the program with the recorded layout, and remembers that they are equal. So
/// create one `Database`, where the program opens its database.
///
/// A `Database` dereferences to [`redb::Database`], so that all functions of redb stay available. `begin_read` is a
/// method of the trait `redb::ReadableDatabase`, which the program must import:
///
/// ```
/// # let backend = redb::backends::InMemoryBackend::new();
/// # let mut database: rowkey_redb::Database = redb::Database::builder().create_with_backend(backend)?.into();
/// assert!(database.check_integrity()?);
/// database.compact()?;
/// # Ok::<(), redb::Error>(())
/// ```
pub struct Database {
    inner: redb::Database,
    compared: Arc<ComparedTables>,
    /// The folder of the database file, if it is known.
    folder: Option<PathBuf>,
}

impl Database {
    /// Opens the database file, or creates it if it does not exist: see [`redb::Database::create`].
    ///
    /// Other ways to open a database: `Database::from(redb::Database::builder()..)`.
    ///
    /// # Errors
    /// redb could not open the file, for example because another process has opened it.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let inner = redb::Database::create(&path).map_err(store_error)?;
        Ok(Self { folder: folder_of(path.as_ref()), ..inner.into() })
    }

    /// Opens a database file that exists: see [`redb::Database::open`].
    ///
    /// # Errors
    /// redb could not open the file, or the file does not exist.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let inner = redb::Database::open(&path).map_err(store_error)?;
        Ok(Self { folder: folder_of(path.as_ref()), ..inner.into() })
    }

    /// Begins a read transaction on a snapshot of the database, and returns the records in it.
    ///
    /// # Errors
    /// redb could not begin the transaction.
    pub fn read(&self) -> Result<Rows<ReadStore>, Error> {
        let (compared, transaction) = self.compared.begin(|| self.inner.begin_read());
        let transaction = transaction.map_err(store_error)?;
        Ok(Rows::with_layouts(ReadStore { transaction, tables: Handles::new() }, compared))
    }

    rowkey::__rowkey_write_methods!(
        "rowkey_redb",
        WriteStore,
        Error,
        "redb runs one write transaction at a time: a second transaction waits until the first has ended."
    );

    rowkey::__rowkey_load_methods!(
        "rowkey_redb",
        WriteStore,
        Error,
        "A load is one transaction, so a program that ends during a load has stored all records or none of them. A `Database` that was not opened by [`create`](Self::create) or [`open`](Self::open) does not know the folder of its file, and sorts in the folder for temporary files of the system."
    );

    fn load_with<T, E: From<Error>>(
        &self,
        _: &[&'static Table],
        load: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.try_write(load)
    }

    fn temporary_file(&self) -> io::Result<File> {
        self.folder.as_ref().map_or_else(tempfile::tempfile, tempfile::tempfile_in)
    }

    /// Calls `prepare`, which can set options of the write transaction. Then runs `write` in the transaction, as
    /// [`try_write`](Self::try_write) does.
    ///
    /// Do not restore a savepoint in `prepare`. A savepoint that is older than a recorded layout removes the recorded
    /// layout. This `Database` would not record the layout again, because it remembers which layouts are recorded.
    ///
    /// # Errors
    /// The error of `prepare`, or the same as [`write`](Self::write).
    ///
    /// ```
    /// use redb::Durability;
    /// use rowkey::RowKey;
    /// use rowkey_redb::{Database, Error};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// # let database: Database = redb::Database::builder()
    /// #     .create_with_backend(redb::backends::InMemoryBackend::new()).map_err(rowkey_redb::StoreError::from).map_err(Error::Store)?.into();
    /// // These users are on the disk only after a later commit with the default durability.
    /// database.write_with(
    ///     |transaction| Ok(transaction.set_durability(Durability::None)?),
    ///     |rows| (0..1000).try_for_each(|user| rows.put(&UserKey { user }, &"Ada".to_string())),
    /// )?;
    /// assert_eq!(database.read()?.count(UserKey::prefix())?, 1000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn write_with<T, E: From<Error>>(
        &self,
        prepare: impl FnOnce(&mut redb::WriteTransaction) -> Result<(), StoreError>,
        write: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (compared, mut transaction) = self.begin_write()?;
        prepare(&mut transaction).map_err(Error::Store)?;
        let store = WriteStore { transaction: &transaction, tables: Handles::new() };
        let mut rows = Rows::with_layouts(store, compared);
        // If the closure fails, `transaction` is dropped here, which aborts it.
        let value = write(&mut rows)?;
        // redb commits only if no table is open.
        let (_, layouts) = rows.into_store_and_layouts()?;
        commit(layouts, transaction)?;
        Ok(value)
    }

    fn begin_write(&self) -> Result<(ComparedAtBegin, redb::WriteTransaction), Error> {
        let (compared, transaction) = self.compared.begin(|| self.inner.begin_write());
        Ok((compared, transaction.map_err(store_error)?))
    }
}

fn commit(layouts: NewLayouts, transaction: redb::WriteTransaction) -> Result<(), Error> {
    layouts.commit(|| transaction.commit()).map_err(store_error)
}

fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    Some(if folder.as_os_str().is_empty() { ".".into() } else { folder.into() })
}

fn store_error(error: impl Into<StoreError>) -> Error {
    Error::Store(error.into())
}

impl From<redb::Database> for Database {
    fn from(inner: redb::Database) -> Self {
        Self { inner, compared: Arc::default(), folder: None }
    }
}

impl Transactions for Database {
    type Error = StoreError;
    type ReadStore<'d>
        = ReadStore
    where
        Self: 'd;
    type WriteStore<'d> = WriteStore<'d>;

    fn read(&self) -> Result<Rows<ReadStore>, Error> {
        self.read()
    }

    fn try_write<T, E: From<Error>>(
        &self,
        write: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_with(|_| Ok(()), write)
    }
}

impl Deref for Database {
    type Target = redb::Database;

    fn deref(&self) -> &redb::Database {
        &self.inner
    }
}

impl DerefMut for Database {
    fn deref_mut(&mut self) -> &mut redb::Database {
        &mut self.inner
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// A read transaction: see [`Database::read`].
pub struct ReadStore {
    transaction: redb::ReadTransaction,
    tables: Handles<ReadTable>,
}

/// Reads records in a transaction of redb itself, such as one of a `redb::ReadOnlyDatabase`:
/// `Rows::new(ReadStore::from(transaction))`. Such a `Rows` does not compare layouts.
impl From<redb::ReadTransaction> for ReadStore {
    fn from(transaction: redb::ReadTransaction) -> Self {
        Self { transaction, tables: Handles::new() }
    }
}

impl ReadStore {
    /// Returns the transaction of redb, to read tables that do not belong to rowkey, or to count the rows of a table.
    pub fn transaction(&self) -> &redb::ReadTransaction {
        &self.transaction
    }

    /// Returns the redb table with the rows of `table`, or `None` if it does not exist.
    #[inline]
    fn open(&self, table: &'static Table) -> Result<Option<&ReadTable>, StoreError> {
        match self.tables.get(table.name()) {
            Some(redb_table) => Ok(Some(redb_table)),
            None => match ReadTable::open(&self.transaction, table) {
                Ok(redb_table) => Ok(Some(self.tables.add(table.name(), redb_table))),
                Err(TableError::TableDoesNotExist(_)) => Ok(None),
                Err(error) => Err(error.into()),
            },
        }
    }
}

impl Read for ReadStore {
    type Error = StoreError;
    type Bytes<'s>
        = Bytes<'s>
    where
        Self: 's;
    type Range<'s>
        = Range<'s>
    where
        Self: 's;

    #[inline(always)]
    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Bytes<'_>>, StoreError> {
        match self.open(table)? {
            Some(redb_table) => redb_table.get(key),
            None => Ok(None),
        }
    }

    fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Range<'_>, StoreError> {
        match self.open(table)? {
            Some(redb_table) => redb_table.range(range, direction),
            None => Ok(Range { source: Source::None, direction }),
        }
    }

    #[inline]
    fn next_row<'s, R>(
        rows: &mut Self::Range<'s>,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<StoreError>) -> R,
    ) -> R
    where
        Self: 's,
    {
        rows.next_row(read, end)
    }
}

impl fmt::Debug for ReadStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadStore").finish_non_exhaustive()
    }
}

/// A write transaction: see [`Database::write`].
pub struct WriteStore<'t> {
    transaction: &'t redb::WriteTransaction,
    tables: Handles<WriteTable<'t>>,
}

impl<'t> WriteStore<'t> {
    /// Returns the transaction of redb, to write tables that do not belong to rowkey in the same transaction.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use redb::{ReadableDatabase, TableDefinition};
    /// use rowkey_redb::Database;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// const SETTINGS: TableDefinition<&str, &str> = TableDefinition::new("settings");
    ///
    /// # let database: Database = redb::Database::builder()
    /// #     .create_with_backend(redb::backends::InMemoryBackend::new())?.into();
    /// database.try_write(|rows| {
    ///     rows.put(&UserKey { user: 7 }, &"Ada".to_string())?;
    ///     let mut settings = rows.store().transaction().open_table(SETTINGS)?;
    ///     settings.insert("language", "en")?;
    ///     Ok::<_, Box<dyn std::error::Error>>(())
    /// })?;
    /// let settings = database.begin_read()?.open_table(SETTINGS)?;
    /// assert_eq!(settings.get("language")?.unwrap().value(), "en");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transaction(&self) -> &'t redb::WriteTransaction {
        self.transaction
    }

    /// Returns the redb table with the rows of `table`. Creates it if it does not exist.
    #[inline]
    fn open(&self, table: &'static Table) -> Result<&WriteTable<'t>, StoreError> {
        match self.tables.get(table.name()) {
            Some(redb_table) => Ok(redb_table),
            None => Ok(self.tables.add(table.name(), WriteTable::open(self.transaction, table)?)),
        }
    }

    /// Calls `change` with the redb table that has the rows of `table`. Creates the redb table if it does not exist.
    #[inline]
    fn change<R>(
        &mut self,
        table: &'static Table,
        change: impl FnOnce(&mut WriteTable<'t>) -> Result<R, StoreError>,
    ) -> Result<R, StoreError> {
        // Usually the redb table is open already, and one search is enough.
        if let Some(redb_table) = self.tables.get_mut(table.name()) {
            return change(redb_table);
        }
        self.open(table)?;
        match self.tables.get_mut(table.name()) {
            Some(redb_table) => change(redb_table),
            // Never happens: `open` has just opened it.
            None => Err(redb::Error::TableDoesNotExist(table.name().into()).into()),
        }
    }
}

impl Read for WriteStore<'_> {
    type Error = StoreError;
    type Bytes<'s>
        = Bytes<'s>
    where
        Self: 's;
    type Range<'s>
        = Range<'s>
    where
        Self: 's;

    #[inline(always)]
    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Bytes<'_>>, StoreError> {
        self.open(table)?.get(key)
    }

    fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Range<'_>, StoreError> {
        self.open(table)?.range(range, direction)
    }

    #[inline]
    fn next_row<'s, R>(
        rows: &mut Self::Range<'s>,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<StoreError>) -> R,
    ) -> R
    where
        Self: 's,
    {
        rows.next_row(read, end)
    }
}

impl Write for WriteStore<'_> {
    #[inline]
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.change(table, |redb_table| redb_table.insert(table, key, value))
    }

    #[inline]
    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        self.change(table, |redb_table| redb_table.remove(key))
    }

    #[inline]
    fn take<T, E>(
        &mut self,
        table: &'static Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<Option<Result<T, E>>, StoreError> {
        self.change(table, |redb_table| redb_table.take(key, read))
    }

    fn remove_table(&mut self, table: &'static Table) -> Result<(), StoreError> {
        // redb deletes only tables that are not open.
        self.tables.remove(table.name());
        self.transaction.delete_table(TableDefinition::<&[u8], &[u8]>::new(table.name()))?;
        Ok(())
    }
}

impl fmt::Debug for WriteStore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteStore").finish_non_exhaustive()
    }
}
