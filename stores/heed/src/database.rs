//! [`Database`], the tables of an LMDB environment, and its transactions [`ReadStore`] and [`WriteStore`], which
//! implement rowkey's traits [`Read`] and [`Write`].

use crate::rows::{Iter, Range};
use crate::{Error, StoreError};
use heed::types::Bytes;
use heed::{CommitOrAbort, Env, PutFlags, RoTxn, RwTxn, WithoutTls};
use rowkey::KeyRange;
use rowkey::store::{
    ComparedAtBegin, ComparedTables, Direction, KeyLength, LAYOUTS, Read, Rows, Table, Transactions, Write,
};
use std::fs::File;
use std::ops::{Deref, RangeInclusive};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, io};

type NamedDatabase<'e> = heed::Database<'e, Bytes, Bytes>;

/// The tables of an LMDB environment that store records of rowkey.
///
/// The named database `rowkey.layouts` records the layout of each table. A `Database` compares the layouts in the
/// program with the recorded layouts, and remembers which of them are equal until another process, or another
/// `Database`, writes to the environment. So create one `Database`, where the program opens the environment.
///
/// A `Database` dereferences to [`heed::Env`].
pub struct Database<'e> {
    env: &'e Env<WithoutTls>,
    /// Sorted by name, for a binary search.
    tables: Vec<(&'static str, NamedDatabase<'e>)>,
    compared: Mutex<Compared>,
}

/// The tables whose layouts were compared.
#[derive(Default)]
struct Compared {
    /// The number of the committed transaction in which the layouts are as they were compared. Between it and a later one,
    /// another process may have recorded other layouts, or written records without their entries.
    transaction: usize,
    tables: Arc<ComparedTables>,
}

impl<'e> Database<'e> {
    /// Opens the named databases of these tables and of their indexes, and creates the named databases that do not
    /// exist. Compares the layouts of the tables with the recorded layouts, and records the layouts of new tables.
    ///
    /// The environment must be opened with `EnvOpenOptions::read_txn_without_tls`, so that a thread can have several
    /// read transactions, and a read transaction can move to another thread. `EnvOpenOptions::max_dbs` must allow one
    /// database for each table, one for each index, and one for the layouts.
    ///
    /// To delete the entries of an index that the program no longer lists, also pass
    /// [`RemovedIndex::table`](rowkey::store::RemovedIndex::table).
    ///
    /// # Errors
    /// The layout of a table has changed since its rows were written, or LMDB could not open the databases.
    pub fn new(env: &'e Env<WithoutTls>, tables: &[&'static Table]) -> Result<Self, Error> {
        let tables_by_name = create_databases(env, tables).map_err(Error::Store)?;
        let database = Self { env, tables: tables_by_name, compared: Mutex::default() };
        database.write(|rows| rows.record_layouts(tables))?;
        Ok(database)
    }

    /// Opens the databases of `tables` that exist. Creates no database and records no layout, so the environment can be
    /// opened with `EnvFlags::READ_ONLY`.
    ///
    /// If the database of a table does not exist, operations on the table return the same error as if the table were not in
    /// `tables`.
    ///
    /// # Errors
    /// LMDB could not open the databases.
    pub fn open_existing(env: &'e Env<WithoutTls>, tables: &[&'static Table]) -> Result<Self, Error> {
        let open = |name| {
            let opened = env.open_databases_and_commit(env.read_txn()?, |databases, transaction| {
                databases.open_database(transaction, Some(name)).map(CommitOrAbort::<_, ()>::Commit)
            });
            Ok::<_, StoreError>(opened?.unwrap_commit().map(|database| (name, database)))
        };
        let tables = names_of(tables).into_iter().filter_map(|name| open(name).transpose()).collect::<Result<_, _>>();
        Ok(Self { env, tables: tables.map_err(Error::Store)?, compared: Mutex::default() })
    }

    /// Begins a read transaction on a snapshot of the database, and returns the records in it.
    ///
    /// # Errors
    /// LMDB could not begin the transaction, for example because there are too many readers.
    pub fn read(&self) -> Result<Rows<ReadStore<'_>>, Error> {
        let transaction = self.env.read_txn().map_err(store_error)?;
        let compared = self.compared_at(transaction.id());
        Ok(Rows::with_layouts(ReadStore { transaction, database: self }, compared))
    }

    rowkey::__rowkey_write_methods!(
        "rowkey_heed",
        WriteStore,
        Error,
        "LMDB runs one write transaction at a time: a second transaction waits until the first has ended."
    );

    rowkey::__rowkey_load_methods!(
        "rowkey_heed",
        WriteStore,
        Error,
        "A load is one transaction, so a program that ends during a load has stored all records or none of them."
    );

    fn load_with<T, E: From<Error>>(
        &self,
        _: &[&'static Table],
        load: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.try_write(load)
    }

    fn temporary_file(&self) -> io::Result<File> {
        tempfile::tempfile_in(self.env.path())
    }

    fn lock_compared(&self) -> MutexGuard<'_, Compared> {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the tables whose layouts need not be compared again in the snapshot that this committed transaction has left.
    fn compared_at(&self, transaction: usize) -> ComparedAtBegin {
        let mut compared = self.lock_compared();
        if compared.transaction > transaction {
            return ComparedAtBegin::default();
        }
        if compared.transaction < transaction {
            *compared = Compared { transaction, ..Compared::default() };
        }
        // The number tells which transactions were committed before this one has begun.
        compared.tables.begin(|| ()).0
    }

    fn begin_write(&self) -> Result<Rows<WriteStore<'_>>, Error> {
        let transaction = self.env.write_txn().map_err(store_error)?;
        let compared = self.compared_at(transaction.id() - 1);
        Ok(Rows::with_layouts(WriteStore { transaction, database: self, has_changes: false }, compared))
    }

    fn commit(&self, rows: Rows<WriteStore<'_>>) -> Result<(), Error> {
        let (WriteStore { transaction, has_changes, .. }, layouts) = rows.into_store_and_layouts()?;
        let id = transaction.id();
        let mut compared =
            layouts.commit(|| transaction.commit().map(|()| self.lock_compared())).map_err(store_error)?;
        // LMDB gives the number of a transaction without changes to the next one, which can be another process's.
        if has_changes && compared.transaction == id - 1 {
            compared.transaction = id;
        }
        Ok(())
    }

    fn key_lengths(&self) -> RangeInclusive<usize> {
        1..=self.env.max_key_size()
    }

    fn named_database(&self, table: &'static Table) -> Result<NamedDatabase<'_>, StoreError> {
        match self.tables.binary_search_by_key(&table.name(), |(name, _)| name) {
            Ok(index) => self.tables.get(index).map(|(_, database)| *database),
            Err(_) => None,
        }
        .ok_or(StoreError::NotOpened(table.name()))
    }
}

/// Opens a named database for each name of a table. Returns the named databases, sorted by name.
fn create_databases<'e>(
    env: &'e Env<WithoutTls>,
    tables: &[&'static Table],
) -> Result<Vec<(&'static str, NamedDatabase<'e>)>, StoreError> {
    // Each database is created in a transaction of its own: heed creates several databases in one transaction only
    // if their number is known at compile time.
    let create_if_missing = |name| {
        let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
            databases.create_database(transaction, Some(name)).map(CommitOrAbort::<_, ()>::Commit)
        });
        Ok::<_, StoreError>((name, created?.unwrap_commit()))
    };
    names_of(tables).into_iter().map(create_if_missing).collect()
}

/// Returns the names of the tables, of their records and of all indexes.
fn names_of(tables: &[&'static Table]) -> Vec<&'static str> {
    let mut names = vec![LAYOUTS.name()];
    for table in tables {
        names.extend([table.name(), table.records().name()]);
        names.extend(table.records().indexes().iter().map(|index| index.name()));
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn store_error(error: impl Into<StoreError>) -> Error {
    Error::Store(error.into())
}

impl Transactions for Database<'_> {
    type Error = StoreError;
    type ReadStore<'d>
        = ReadStore<'d>
    where
        Self: 'd;
    type WriteStore<'d> = WriteStore<'d>;

    fn read(&self) -> Result<Rows<ReadStore<'_>>, Error> {
        self.read()
    }

    fn try_write<T, E: From<Error>>(
        &self,
        write: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut rows = self.begin_write()?;
        // If the closure fails, `rows` is dropped here, which aborts the transaction.
        let value = write(&mut rows)?;
        self.commit(rows)?;
        Ok(value)
    }
}

impl Deref for Database<'_> {
    type Target = Env<WithoutTls>;

    fn deref(&self) -> &Env<WithoutTls> {
        self.env
    }
}

impl fmt::Debug for Database<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// A read transaction: see [`Database::read`].
pub struct ReadStore<'d> {
    transaction: RoTxn<'d, WithoutTls>,
    database: &'d Database<'d>,
}

/// A write transaction: see [`Database::write`].
pub struct WriteStore<'d> {
    transaction: RwTxn<'d>,
    database: &'d Database<'d>,
    /// True if rowkey has changed a row.
    has_changes: bool,
}

macro_rules! implement_read {
    ($($store:ident),*) => {$(
        impl Read for $store<'_> {
            type Error = StoreError;
            type Bytes<'s>
                = &'s [u8]
            where
                Self: 's;
            type Range<'s>
                = Range<'s>
            where
                Self: 's;

            fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, StoreError> {
                let database = self.database.named_database(table)?;
                if !self.database.key_lengths().contains(&key.len()) {
                    return Ok(None);
                }
                Ok(database.get(&self.transaction, key)?)
            }

            fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Range<'_>, StoreError> {
                let database = self.database.named_database(table)?;
                let bounds = range.as_bounds();
                Ok(Range(match direction {
                    Direction::Forward => Iter::Forward(database.range(&self.transaction, &bounds)?),
                    Direction::Backward => Iter::Backward(database.rev_range(&self.transaction, &bounds)?),
                }))
            }
        }

        impl fmt::Debug for $store<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($store)).finish_non_exhaustive()
            }
        }
    )*};
}

implement_read!(ReadStore, WriteStore);

impl<'d> ReadStore<'d> {
    /// Returns the transaction of heed, to read databases that do not belong to rowkey.
    pub fn transaction(&self) -> &RoTxn<'d, WithoutTls> {
        &self.transaction
    }
}

impl<'d> WriteStore<'d> {
    /// Returns the transaction of heed, to read and write databases that do not belong to rowkey in the same
    /// transaction.
    ///
    /// ```
    /// use heed::types::Str;
    /// use heed::{CommitOrAbort, EnvOpenOptions};
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey_heed::Database;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// // SAFETY: no other code changes the files of this folder.
    /// let env = unsafe { EnvOpenOptions::new().read_txn_without_tls().max_dbs(3).open(&folder)? };
    /// let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
    ///     let settings = databases.create_database::<Str, Str>(transaction, Some("settings"))?;
    ///     Ok::<_, heed::Error>(CommitOrAbort::<_, ()>::Commit(settings))
    /// })?;
    /// let settings = created.unwrap_commit();
    ///
    /// let database = Database::new(&env, &[UserKey::TABLE])?;
    /// database.try_write(|rows| {
    ///     rows.put(&UserKey { user: 7 }, &"Ada".to_string())?;
    ///     settings.put(rows.store_mut().transaction(), "language", "en")?;
    ///     Ok::<_, Box<dyn std::error::Error>>(())
    /// })?;
    /// assert_eq!(settings.get(database.read()?.store().transaction(), "language")?, Some("en"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transaction(&mut self) -> &mut RwTxn<'d> {
        &mut self.transaction
    }
}

impl Write for WriteStore<'_> {
    fn check_key(&self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        Ok(KeyLength::check(table, key, self.database.key_lengths())?)
    }

    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.load(table, key, Some(value), false)
    }

    fn load(
        &mut self,
        table: &'static Table,
        key: &[u8],
        value: Option<&[u8]>,
        is_after_stored: bool,
    ) -> Result<(), StoreError> {
        let Some(value) = value else { return self.delete(table, key) };
        self.check_key(table, key)?;
        // With this flag, LMDB adds the row after the last one without a search, and fills each page.
        let flags = if is_after_stored { PutFlags::APPEND } else { PutFlags::empty() };
        self.database.named_database(table)?.put_with_flags(&mut self.transaction, flags, key, value)?;
        self.has_changes = true;
        Ok(())
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        if !self.database.key_lengths().contains(&key.len()) {
            return Ok(());
        }
        self.has_changes |= self.database.named_database(table)?.delete(&mut self.transaction, key)?;
        Ok(())
    }
}
