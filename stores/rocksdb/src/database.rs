//! [`Database`], which opens RocksDB, and its transactions [`ReadStore`] and [`WriteStore`], which implement
//! rowkey's traits [`Read`] and [`Write`].

use crate::families::{Families, HasFamilies, Inner, Prefixes};
use crate::load::{Files, Folder};
use crate::rows::{Bytes, BytesIn, Range};
use crate::{Error, StoreError};
use rocksdb::{
    DBWithThreadMode, MultiThreaded, OptimisticTransactionDB, OptimisticTransactionOptions, Options,
    SnapshotWithThreadMode, Transaction, WriteBatchWithTransaction, WriteOptions,
};
use rowkey::KeyRange;
use rowkey::store::{ComparedTables, Direction, LAYOUTS, Read, Rows, Table, Transactions, Write};
use std::fs::File;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, io};

/// A RocksDB database that stores records of rowkey.
///
/// The column family `rowkey.layouts` records the layout of each table. When the program uses a table for the first
/// time, the `Database` compares the layout in the program with the recorded layout, and remembers that they are equal.
/// A second `Database` would compare all layouts again. So create a single `Database`, in the function that opens the
/// database.
///
/// A `Database` dereferences to [`OptimisticTransactionDB`], so that all functions of RocksDB stay available. If the program
/// changes a row with these functions while [`write`](Self::write) changes the same row, the commit returns an error, and
/// `write` writes nothing.
pub struct Database {
    inner: Inner,
    prefixes: Prefixes,
    compared: Arc<ComparedTables>,
    writer: Mutex<()>,
    sync: bool,
    /// The number of commits so far.
    commits: AtomicU64,
    /// The number of commits whose rows the last sync of the log has made durable.
    synced: Mutex<u64>,
}

impl Database {
    /// Opens the database in a folder, or creates it if it does not exist. The
    /// [documentation of the crate](crate#how-rocksdb-is-used) lists the options of the column families, which share a block
    /// cache of 64 MiB.
    ///
    /// To set other options, such as a compression, open the database yourself with
    /// `OptimisticTransactionDB::open_cf_descriptors`, and call `Database::from`. `open_cf_descriptors` needs the names of all
    /// column families, which `rocksdb::DB::list_cf` returns.
    ///
    /// # Errors
    /// RocksDB could not open the folder, for example because another process has opened it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let open = |path: &Path| {
            let mut options = Options::default();
            options.create_if_missing(true);
            let prefixes = Prefixes::read(path);
            let inner = Inner::open_cf_descriptors(&options, path, prefixes.families(path)?)?;
            Ok(Self { prefixes, ..Self::from(inner) })
        };
        open(path.as_ref()).map_err(|error: rocksdb::Error| store_error(error))
    }

    /// Sets whether [`write`](Self::write) waits until the transaction survives a loss of power. The default is `true`.
    /// With `false`, a committed transaction survives the end of the process, but perhaps not a loss of power.
    ///
    /// In each mode, the database never contains only a part of a transaction: it contains all rows that the
    /// transaction wrote, or none of them.
    #[must_use]
    pub fn sync(self, sync: bool) -> Self {
        Self { sync, ..self }
    }

    /// Begins a read transaction on a snapshot of the database, and returns the records in it.
    ///
    /// # Errors
    /// Never returns an error. The method returns a `Result` because the same method of `rowkey-redb` and `rowkey-heed`
    /// can fail.
    pub fn read(&self) -> Result<Rows<ReadStore<'_>>, Error> {
        let (compared, snapshot) = self.compared.begin(|| self.inner.snapshot());
        Ok(Rows::with_layouts(ReadStore { snapshot, families: self.families() }, compared))
    }

    rowkey::__rowkey_write_methods!(
        "rowkey_rocksdb",
        WriteStore,
        Error,
        "A `Database` runs one closure at a time: a second `write` waits until the closure of the first `write` has ended. While the first commit waits for the disk, the second closure already runs, and one sync of the log can include both commits.",
        "If only the sync of the log fails, the rows are written, but may not survive a loss of power."
    );

    rowkey::__rowkey_load_methods!(
        "rowkey_rocksdb",
        WriteStore,
        Error,
        "The rows of each table are stored as sorted files. If the program ends during a load, all records are stored or none of them. After none, the indexes may count as not built: the next load corrects this if the table has no records, and `Rows::rebuild` in any case."
    );

    /// Calls a function that writes rows of these tables and their indexes with [`Write::load`], and ingests these rows.
    fn load_with<T, E: From<Error>>(
        &self,
        tables: &[&'static Table],
        load: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        let _writer = lock(&self.writer);
        let folder = Folder::create(&self.inner, &self.prefixes, tables).map_err(Error::Sort)?;
        let (compared, transaction) = self.compared.begin(|| self.inner.transaction());
        let store = WriteStore { transaction, families: self.families(), files: Some(folder.files()) };
        let mut rows = Rows::with_layouts(store, compared);
        let loaded = load(&mut rows)?;
        let tables: Vec<_> = rows.store().files.iter().flat_map(Files::tables).collect();
        let not_built = rows.layouts_while_loading(&tables)?;
        let (WriteStore { transaction, families, files }, layouts) = rows.into_store_and_layouts()?;
        let mut files = files.unwrap_or_else(|| folder.files());
        files.finish().map_err(Error::Store)?;
        // The transaction cannot commit a row that was put without it, so its rows are put without it, too.
        let rows_of_transaction = transaction.get_writebatch();
        drop(transaction);
        let mut sync = WriteOptions::default();
        sync.set_sync(true);
        layouts
            .commit(|| {
                let family = families.get_or_create(&LAYOUTS)?;
                let mut batch = WriteBatchWithTransaction::default();
                for [key, value] in &not_built {
                    batch.put_cf(&family.handle, key, value);
                }
                self.inner.write_opt(batch, &sync)?;
                files.ingest(&self.inner, &families)?;
                Ok(self.inner.write_opt(rows_of_transaction, &sync)?)
            })
            .map_err(Error::Store)?;
        Ok(loaded)
    }

    fn temporary_file(&self) -> io::Result<File> {
        tempfile::tempfile_in(self.inner.path())
    }

    fn begin_write(&self) -> Rows<WriteStore<'_>> {
        // `sync_until` syncs the log after the commit, once for the commits of several threads.
        let (compared, transaction) = self
            .compared
            .begin(|| self.inner.transaction_opt(&WriteOptions::default(), &OptimisticTransactionOptions::default()));
        Rows::with_layouts(WriteStore { transaction, families: self.families(), files: None }, compared)
    }

    /// `writer` is the lock under which the transaction was begun. Other threads write while the log is synced.
    fn commit(&self, rows: Rows<WriteStore<'_>>, writer: MutexGuard<'_, ()>) -> Result<(), Error> {
        let (WriteStore { transaction, .. }, layouts) = rows.into_store_and_layouts()?;
        layouts.commit(|| transaction.commit()).map_err(store_error)?;
        let commit = self.commits.fetch_add(1, Ordering::SeqCst) + 1;
        drop(writer);
        if self.sync {
            self.sync_until(commit).map_err(store_error)?;
        }
        Ok(())
    }

    /// Syncs the log, unless another thread has done this since `commit`.
    fn sync_until(&self, commit: u64) -> Result<(), rocksdb::Error> {
        let mut synced = lock(&self.synced);
        if *synced < commit {
            let commits = self.commits.load(Ordering::SeqCst);
            self.inner.flush_wal(true)?;
            *synced = commits;
        }
        Ok(())
    }

    fn families(&self) -> Families<'_> {
        Families::new(&self.inner, &self.prefixes)
    }
}

/// Locks a mutex, even if another thread has panicked with the lock. The protected data are valid at each moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn store_error(error: impl Into<StoreError>) -> Error {
    Error::Store(error.into())
}

impl From<Inner> for Database {
    fn from(inner: Inner) -> Self {
        Self {
            inner,
            prefixes: Prefixes::unknown(),
            compared: Arc::default(),
            writer: Mutex::default(),
            sync: true,
            commits: AtomicU64::default(),
            synced: Mutex::default(),
        }
    }
}

impl Transactions for Database {
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
        let writer = lock(&self.writer);
        let mut rows = self.begin_write();
        // If the closure fails, `rows` is dropped here, which rolls the transaction back.
        let value = write(&mut rows)?;
        self.commit(rows, writer)?;
        Ok(value)
    }
}

impl Deref for Database {
    type Target = OptimisticTransactionDB<MultiThreaded>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("sync", &self.sync).finish_non_exhaustive()
    }
}

/// A RocksDB database that is open only for reading. A `ReadOnlyDatabase` takes no lock and changes no file, so another
/// program can write to the database at the same time. The `ReadOnlyDatabase` does not see rows that are written later.
pub struct ReadOnlyDatabase {
    inner: DBWithThreadMode<MultiThreaded>,
    prefixes: Prefixes,
    compared: Arc<ComparedTables>,
}

impl ReadOnlyDatabase {
    /// Opens the database in a folder.
    ///
    /// # Errors
    /// RocksDB could not open the folder, for example because it has no database.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let open = |path: &Path| {
            let prefixes = Prefixes::read(path);
            let families = prefixes.families(path)?;
            let inner = DBWithThreadMode::open_cf_descriptors_read_only(&Options::default(), path, families, false)?;
            Ok(Self { inner, prefixes, compared: Arc::default() })
        };
        open(path.as_ref()).map_err(|error: rocksdb::Error| store_error(error))
    }

    /// Returns the records in a snapshot of the database.
    ///
    /// # Errors
    /// Never returns an error. The method returns a `Result` as [`Database::read`] does.
    pub fn read(&self) -> Result<Rows<ReadStore<'_, DBWithThreadMode<MultiThreaded>>>, Error> {
        let families = Families::new(&self.inner, &self.prefixes);
        let (compared, snapshot) = self.compared.begin(|| self.inner.snapshot());
        Ok(Rows::with_layouts(ReadStore { snapshot, families }, compared))
    }
}

impl Deref for ReadOnlyDatabase {
    type Target = DBWithThreadMode<MultiThreaded>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl fmt::Debug for ReadOnlyDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOnlyDatabase").finish_non_exhaustive()
    }
}

/// A read transaction: see [`Database::read`] and [`ReadOnlyDatabase::read`].
pub struct ReadStore<'d, D: HasFamilies = OptimisticTransactionDB<MultiThreaded>> {
    snapshot: SnapshotWithThreadMode<'d, D>,
    families: Families<'d, D>,
}

/// A write transaction: see [`Database::write`].
pub struct WriteStore<'d> {
    transaction: Transaction<'d, Inner>,
    families: Families<'d>,
    /// The sorted files of a load. `None` in a transaction of `write`.
    files: Option<Files<'d>>,
}

macro_rules! implement_read {
    ($(<$d:lifetime $(, $database:ident)?> $store:ty, $transaction:ident: $reader:ty;)*) => {$(
        impl<$d $(, $database: HasFamilies + 'static)?> Read for $store {
            type Error = StoreError;
            type Bytes<'s>
                = Bytes<'s>
            where
                Self: 's;
            type Range<'s>
                = Range<'s, $reader>
            where
                Self: 's;

            fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Bytes<'_>>, StoreError> {
                let Some(family) = self.families.get(table) else { return Ok(None) };
                let value = self.$transaction.get_pinned_cf(&family.handle, key)?;
                Ok(value.map(|value| Bytes(BytesIn::Pinned(value))))
            }

            fn range(
                &self,
                table: &'static Table,
                range: &KeyRange,
                direction: Direction,
            ) -> Result<Range<'_, $reader>, StoreError> {
                let rows = self.families.get(table).map(|family| {
                    let options = family.read_options(range, direction);
                    self.$transaction.raw_iterator_cf_opt(&family.handle, options)
                });
                Ok(Range { rows, direction, is_started: false })
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

        impl<$d $(, $database: HasFamilies)?> fmt::Debug for $store {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($store))
            }
        }
    )*};
}

implement_read! {
    <'d, D> ReadStore<'d, D>, snapshot: D;
    <'d> WriteStore<'d>, transaction: Transaction<'d, Inner>;
}

impl<'d, D: HasFamilies> ReadStore<'d, D> {
    /// Returns the snapshot of RocksDB, to read column families that do not belong to rowkey.
    pub fn snapshot(&self) -> &SnapshotWithThreadMode<'d, D> {
        &self.snapshot
    }
}

impl<'d> WriteStore<'d> {
    /// Returns the transaction of RocksDB, to read and write column families that do not belong to rowkey in the same
    /// transaction.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_rocksdb::{Database, StoreError};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let database = Database::open(&folder)?;
    /// database.write(|rows| {
    ///     rows.put(&UserKey { user: 7 }, &"Ada".to_string())?;
    ///     // Without the name of a column family, RocksDB writes to the default column family.
    ///     Ok(rows.store().transaction().put("language", "en").map_err(StoreError::from)?)
    /// })?;
    /// assert_eq!(database.get("language")?.as_deref(), Some(&b"en"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transaction(&self) -> &Transaction<'d, OptimisticTransactionDB<MultiThreaded>> {
        &self.transaction
    }
}

impl Write for WriteStore<'_> {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        let family = self.families.get_or_create(table)?;
        Ok(self.transaction.put_cf(&family.handle, key, value)?)
    }

    fn load(&mut self, table: &'static Table, key: &[u8], value: Option<&[u8]>, _: bool) -> Result<(), StoreError> {
        match (&mut self.files, value) {
            (Some(files), value) => files.add(table, key, value),
            (None, Some(value)) => self.put(table, key, value),
            (None, None) => self.delete(table, key),
        }
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        match self.families.get(table) {
            Some(family) => Ok(self.transaction.delete_cf(&family.handle, key)?),
            None => Ok(()),
        }
    }
}
