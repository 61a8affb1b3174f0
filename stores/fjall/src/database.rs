//! [`Database`], which opens fjall, and its transactions [`ReadStore`] and [`WriteStore`], which implement
//! rowkey's traits [`Read`] and [`Write`].

use crate::rows::Range;
use crate::{Error, StoreError};
use fjall::{
    Keyspace, KeyspaceCreateOptions, PersistMode, Readable, SingleWriterTxDatabase, SingleWriterTxKeyspace,
    SingleWriterWriteTx, Slice, Snapshot,
};
use rowkey::KeyRange;
use rowkey::store::{ComparedTables, Direction, Handles, KeyLength, LAYOUTS, Read, Rows, Table, Transactions, Write};
use std::fs::File;
use std::ops::{Bound, Deref, RangeInclusive};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Arc;
use std::{fmt, io, ptr};

/// A fjall database that stores records of rowkey.
///
/// The keyspace `rowkey.layouts` records the layout of each table. When the program uses a table for the first time,
/// the `Database` compares the layout in the program with the recorded layout, and remembers that they are equal. A
/// second `Database` would compare all layouts again. So create a single `Database`, in the function that opens the
/// database.
///
/// A `Database` dereferences to [`SingleWriterTxDatabase`], so that all functions of fjall stay available.
///
/// A `Database` keeps each keyspace open that it has used. Do not delete such a keyspace with
/// `database.inner().delete_keyspace(..)`, where `inner` is a hidden method of [`SingleWriterTxDatabase`]. After the
/// deletion, each [`write`](Self::write) to the rows of the keyspace is an error, because fjall would lose the rows
/// when the database is closed. If you delete the keyspace and create it again, the `Database` does not notice the
/// deletion, and the rows that it writes afterwards are lost. Delete keyspaces before you create the `Database`: open a
/// [`SingleWriterTxDatabase`], delete the keyspace, and call `Database::from`.
pub struct Database {
    inner: SingleWriterTxDatabase,
    /// The keyspaces stay open, because fjall locks its list of all keyspaces each time a keyspace is opened.
    keyspaces: Handles<SingleWriterTxKeyspace>,
    compared: Arc<ComparedTables>,
    durability: Option<PersistMode>,
}

impl Database {
    /// Opens the database in a folder, or creates it if it does not exist.
    ///
    /// Other ways to open a database: `Database::from(SingleWriterTxDatabase::builder(path)..)`.
    ///
    /// # Errors
    /// fjall could not open the folder, for example because another process has opened it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Ok(SingleWriterTxDatabase::builder(path).open().map_err(store_error)?.into())
    }

    /// Sets how durable a committed transaction is. The default is `SyncAll`.
    ///
    /// | durability | each committed transaction survives |
    /// |---|---|
    /// | [`Some(PersistMode::SyncAll)`](PersistMode::SyncAll), [`Some(PersistMode::SyncData)`](PersistMode::SyncData) | a loss of power |
    /// | [`Some(PersistMode::Buffer)`](PersistMode::Buffer), fjall's own default | the end of the process, but perhaps not a loss of power |
    /// | `None` | perhaps not even the end of the process |
    ///
    /// In each mode, the database never contains only a part of a transaction: it contains all rows that the
    /// transaction wrote, or none of them.
    #[must_use]
    pub fn durability(self, durability: Option<PersistMode>) -> Self {
        Self { durability, ..self }
    }

    /// Begins a read transaction on a snapshot of the database, and returns the records in it.
    ///
    /// # Errors
    /// Never returns an error. The method returns a `Result` because the same method of `rowkey-redb` and `rowkey-heed`
    /// can fail.
    pub fn read(&self) -> Result<Rows<ReadStore<'_>>, Error> {
        let (compared, transaction) = self.compared.begin(|| self.inner.read_tx());
        Ok(Rows::with_layouts(ReadStore { transaction, database: self }, compared))
    }

    rowkey::__rowkey_write_methods!(
        "rowkey_fjall",
        WriteStore,
        Error,
        "fjall runs one write transaction at a time: a second transaction waits until the first has ended."
    );

    rowkey::__rowkey_load_methods!(
        "rowkey_fjall",
        WriteStore,
        Error,
        "The rows of each table are stored as sorted files. If the program ends during a load, all records are stored or none of them. After none, the indexes may count as not built: the next load corrects this if the table has no records, and `Rows::rebuild` in any case."
    );

    /// Calls a function that writes rows with [`Write::load`], and ingests these rows.
    fn load_with<T, E: From<Error>>(
        &self,
        _: &[&'static Table],
        load: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (compared, transaction) =
            self.compared.begin(|| self.inner.write_tx().durability(Some(PersistMode::SyncAll)));
        let store = WriteStore { transaction, database: self, written: Vec::new(), ingestions: Some(Vec::new()) };
        let (loaded, mut rows) = run(load, Rows::with_layouts(store, compared))?;
        let tables: Vec<_> = rows.store().ingestions.iter().flatten().map(|(table, _)| *table).collect();
        let not_built = rows.layouts_while_loading(&tables)?;
        let (WriteStore { transaction, written, ingestions, .. }, layouts) = rows.into_store_and_layouts()?;
        self.check_exist(&written)?;
        let recorded = self.keyspace_of(&LAYOUTS).map_err(store_error)?.as_ref();
        layouts
            .commit(|| {
                // The transaction has locked the database, so these rows are put without it.
                not_built.into_iter().try_for_each(|[key, value]| recorded.insert(key, value))?;
                self.inner.persist(PersistMode::SyncAll)?;
                // The records are first in the list. They come last, because an entry without a record can be found and
                // deleted.
                ingestions.into_iter().flatten().rev().try_for_each(|(_, mut ingest)| ingest(None))?;
                transaction.commit()
            })
            .map_err(store_error)?;
        Ok(loaded)
    }

    fn temporary_file(&self) -> io::Result<File> {
        let keyspace = self.keyspace_of(&LAYOUTS).map_err(io::Error::other)?;
        tempfile::tempfile_in(keyspace.path())
    }
}

impl Database {
    /// Checks that the keyspaces that a transaction has written to were not deleted.
    ///
    /// fjall accepts rows for a deleted keyspace without an error, and loses them when the database is closed. This check
    /// does not notice a keyspace that was deleted and created again. To notice it, fjall would have to lock its list of all
    /// keyspaces, which would take 3 % of the instructions of a transaction with one row.
    fn check_exist(&self, written: &[&'static str]) -> Result<(), Error> {
        match written.iter().find(|name| !self.inner.keyspace_exists(name)) {
            Some(name) => Err(store_error(StoreError::Deleted(name))),
            None => Ok(()),
        }
    }

    fn begin_write(&self) -> Rows<WriteStore<'_>> {
        let (compared, transaction) = self.compared.begin(|| self.inner.write_tx().durability(self.durability));
        let store = WriteStore { transaction, database: self, written: Vec::new(), ingestions: None };
        Rows::with_layouts(store, compared)
    }

    fn commit(&self, rows: Rows<WriteStore<'_>>) -> Result<(), Error> {
        let (WriteStore { transaction, written, .. }, layouts) = rows.into_store_and_layouts()?;
        self.check_exist(&written)?;
        layouts.commit(|| transaction.commit()).map_err(store_error)
    }

    /// Returns the keyspace of a table. Creates it if it does not exist.
    fn keyspace_of(&self, table: &'static Table) -> Result<&SingleWriterTxKeyspace, StoreError> {
        let name = table.name();
        if let Some(keyspace) = self.keyspaces.get(name) {
            return Ok(keyspace);
        }
        check_name(name)?;
        Ok(self.keyspaces.add(name, self.inner.keyspace(name, KeyspaceCreateOptions::default)?))
    }

    fn existing_keyspace(&self, table: &'static Table) -> Result<Option<&SingleWriterTxKeyspace>, StoreError> {
        match self.keyspaces.get(table.name()) {
            None if !self.inner.keyspace_exists(table.name()) => check_name(table.name()).map(|()| None),
            None => self.keyspace_of(table).map(Some),
            keyspace => Ok(keyspace),
        }
    }
}

/// Calls a function in a transaction. If it succeeds, returns its value and the rows.
///
/// Catches a panic, so that the transaction is dropped, and so rolled back, before the panic continues. If the panic itself
/// dropped the transaction, fjall's lock would be poisoned, and each later write would panic. `AssertUnwindSafe` is correct
/// because nothing uses `rows` after the panic: `rows` is dropped.
fn run<'d, T, E>(
    write: impl FnOnce(&mut Rows<WriteStore<'d>>) -> Result<T, E>,
    mut rows: Rows<WriteStore<'d>>,
) -> Result<(T, Rows<WriteStore<'d>>), E> {
    match catch_unwind(AssertUnwindSafe(|| write(&mut rows))) {
        Ok(value) => Ok((value?, rows)),
        Err(panic) => {
            drop(rows);
            resume_unwind(panic)
        }
    }
}

/// Checks the name of a keyspace, because fjall panics if a name is longer.
fn check_name(name: &'static str) -> Result<(), StoreError> {
    if (1..=MAX_NAME_LENGTH).contains(&name.len()) { Ok(()) } else { Err(StoreError::Name(name)) }
}

fn store_error(error: impl Into<StoreError>) -> Error {
    Error::Store(error.into())
}

impl From<SingleWriterTxDatabase> for Database {
    fn from(inner: SingleWriterTxDatabase) -> Self {
        Self { inner, keyspaces: Handles::new(), compared: Arc::default(), durability: Some(PersistMode::SyncAll) }
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
        let (value, rows) = run(write, self.begin_write())?;
        self.commit(rows)?;
        Ok(value)
    }
}

impl Deref for Database {
    type Target = SingleWriterTxDatabase;

    fn deref(&self) -> &SingleWriterTxDatabase {
        &self.inner
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("durability", &self.durability).finish_non_exhaustive()
    }
}

const MAX_KEY_LENGTH: usize = u16::MAX as usize;
/// The longest name of a keyspace that fjall documents.
pub(crate) const MAX_NAME_LENGTH: usize = 255;

/// The lengths of keys that fjall can store. fjall panics on other keys.
const KEY_LENGTHS: RangeInclusive<usize> = 1..=MAX_KEY_LENGTH;

/// Returns the bounds of a range. Shortens each bound that is longer than `MAX_KEY_LENGTH`, because fjall panics on
/// longer bounds.
///
/// A stored key that equals the shortened bound sorts before the full bound. So a shortened start excludes this key,
/// and a shortened end includes this key.
fn bounds(range: &KeyRange) -> (Bound<&[u8]>, Bound<&[u8]>) {
    let (start, end) = range.as_bounds();
    let start = match start {
        Bound::Included(start) if start.len() > MAX_KEY_LENGTH => {
            start.get(..MAX_KEY_LENGTH).map_or(Bound::Unbounded, Bound::Excluded)
        }
        start => start,
    };
    let end = match end {
        Bound::Excluded(end) if end.len() > MAX_KEY_LENGTH => {
            end.get(..MAX_KEY_LENGTH).map_or(Bound::Unbounded, Bound::Included)
        }
        end => end,
    };
    (start, end)
}

/// A read transaction: see [`Database::read`].
pub struct ReadStore<'d> {
    transaction: Snapshot,
    database: &'d Database,
}

/// A write transaction: see [`Database::write`].
pub struct WriteStore<'d> {
    transaction: SingleWriterWriteTx<'d>,
    database: &'d Database,
    /// The names of the keyspaces that the transaction has written to.
    written: Vec<&'static str>,
    /// The tables that a load writes, with their sorted files, which are not visible yet. `None` in a transaction of `write`.
    ingestions: Option<Vec<(&'static Table, Ingest<'d>)>>,
}

/// Writes the next row to sorted files, or deletes it if it has no value. With `None`, makes the files visible. fjall does not
/// export the type that does this.
type Ingest<'d> = Box<dyn FnMut(Option<(&[u8], Option<&[u8]>)>) -> fjall::Result<()> + 'd>;

fn ingest(keyspace: &Keyspace) -> fjall::Result<Ingest<'_>> {
    let mut ingestion = Some(keyspace.start_ingestion()?);
    Ok(Box::new(move |row| match (row, &mut ingestion) {
        (Some((key, Some(value))), Some(ingestion)) => ingestion.write(key, value),
        (Some((key, None)), Some(ingestion)) => ingestion.write_tombstone(key),
        (_, ingestion) => match ingestion.take() {
            Some(ingestion) => ingestion.finish(),
            None => Ok(()),
        },
    }))
}

macro_rules! implement_read {
    ($($store:ident),*) => {$(
        impl Read for $store<'_> {
            type Error = StoreError;
            type Bytes<'s>
                = Slice
            where
                Self: 's;
            type Range<'s>
                = Range
            where
                Self: 's;

            fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Slice>, StoreError> {
                match self.database.existing_keyspace(table)? {
                    Some(keyspace) if KEY_LENGTHS.contains(&key.len()) => Ok(self.transaction.get(keyspace, key)?),
                    _ => Ok(None),
                }
            }

            fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Range, StoreError> {
                let keyspace = self.database.existing_keyspace(table)?;
                let rows = keyspace.map(|keyspace| self.transaction.range::<&[u8], _>(keyspace, bounds(range)));
                Ok(Range { rows, direction })
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

impl ReadStore<'_> {
    /// Returns the transaction of fjall, to read keyspaces that do not belong to rowkey.
    pub fn transaction(&self) -> &Snapshot {
        &self.transaction
    }
}

impl<'d> WriteStore<'d> {
    /// Returns the transaction of fjall, to read and write keyspaces that do not belong to rowkey in the same
    /// transaction.
    ///
    /// ```
    /// use fjall::KeyspaceCreateOptions;
    /// use rowkey::RowKey;
    /// use rowkey_fjall::{Database, Error};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let database = Database::open(&folder)?;
    /// let settings = database.keyspace("settings", KeyspaceCreateOptions::default)?;
    /// database.write(|rows| {
    ///     rows.put(&UserKey { user: 7 }, &"Ada".to_string())?;
    ///     rows.store_mut().transaction().insert(&settings, "language", "en");
    ///     Ok(())
    /// })?;
    /// assert_eq!(settings.get("language")?.as_deref(), Some(&b"en"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transaction(&mut self) -> &mut SingleWriterWriteTx<'d> {
        &mut self.transaction
    }

    /// Returns the keyspace of the table. Creates it if it does not exist.
    fn keyspace(&mut self, table: &'static Table) -> Result<&'d SingleWriterTxKeyspace, StoreError> {
        if !self.written.contains(&table.name()) {
            self.written.push(table.name());
        }
        self.database.keyspace_of(table)
    }
}

impl Write for WriteStore<'_> {
    fn check_key(&self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        Ok(KeyLength::check(table, key, KEY_LENGTHS)?)
    }

    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        let keyspace = self.keyspace(table)?;
        self.check_key(table, key)?;
        self.transaction.insert(keyspace, key, value);
        Ok(())
    }

    fn load(&mut self, table: &'static Table, key: &[u8], value: Option<&[u8]>, _: bool) -> Result<(), StoreError> {
        let Some(ingestions) = &self.ingestions else {
            return match value {
                Some(value) => self.put(table, key, value),
                None => self.delete(table, key),
            };
        };
        if !ingestions.last().is_some_and(|(last, _)| ptr::eq(*last, table)) {
            let ingest = ingest(self.keyspace(table)?.as_ref())?;
            self.ingestions.get_or_insert_default().push((table, ingest));
        }
        self.check_key(table, key)?;
        match self.ingestions.iter_mut().flatten().last() {
            Some((_, ingest)) => Ok(ingest(Some((key, value)))?),
            None => Ok(()),
        }
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
        let keyspace = self.keyspace(table)?;
        if KEY_LENGTHS.contains(&key.len()) {
            self.transaction.remove(keyspace, key);
        }
        Ok(())
    }
}
