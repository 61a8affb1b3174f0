//! LMDB, a folder, which is opened read-only. If the folder has no lock file, no process has it open, and the command
//! creates no lock file.

use std::path::Path;
use std::ptr::NonNull;

use anyhow::{Context, Result};
use heed::types::{Bytes, DecodeIgnore};
use heed::{CommitOrAbort, Env, EnvFlags, EnvOpenOptions, WithoutTls};
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey_heed::Database;

use super::{Change, Count, Kind, Store, Visit, Writer};

const MAX_TABLES: u32 = 1024;
/// The maximum size of a file that the command writes, in bytes. LMDB reserves as many addresses.
const MAP_SIZE: usize = 1 << 36;

/// An environment, and a database that borrows the environment. LMDB is closed when `Opened` is dropped.
struct Opened {
    /// `None` until the tables are known, and while `Opened` is dropped.
    database: Option<Database<'static>>,
    env: NonNull<Env<WithoutTls>>,
}

#[allow(unsafe_code, reason = "a database borrows its environment, and both are in one struct")]
impl Opened {
    fn new(env: Env<WithoutTls>) -> Self {
        Self { database: None, env: NonNull::from(Box::leak(Box::new(env))) }
    }

    /// Returns the environment. What borrows it must be dropped before `Opened`, or be the field `database`.
    fn env(&self) -> &'static Env<WithoutTls> {
        // SAFETY: the box is dropped only with `Opened`.
        unsafe { self.env.as_ref() }
    }

    fn database(&self) -> Result<&Database<'static>> {
        self.database.as_ref().context("LMDB is closed")
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.database = None;
        // SAFETY: the pointer comes from the box that `new` leaked, and the database, the last borrower, is dropped.
        #[allow(unsafe_code, reason = "frees the box that `new` leaked")]
        unsafe {
            drop(Box::from_raw(self.env.as_ptr()));
        }
    }
}

pub(super) struct Lmdb {
    opened: Opened,
    names: Vec<String>,
}

fn open_env(path: &Path, flags: EnvFlags, map_size: Option<usize>) -> Result<Opened> {
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.max_dbs(MAX_TABLES);
    if let Some(size) = map_size {
        options.map_size(size);
    }
    // SAFETY: no other code of this process opens the folder. LMDB's lock file protects it from other processes, and
    // without a lock file, no process has it open.
    #[allow(unsafe_code, reason = "LMDB maps the file, which another program could change without its lock")]
    let env = unsafe {
        options.flags(flags);
        options.open(path)
    };
    Ok(Opened::new(env?))
}

pub(super) fn open(path: &Path) -> Result<Lmdb> {
    let is_locked = path.join("lock.mdb").exists();
    let flags = if is_locked { EnvFlags::READ_ONLY } else { EnvFlags::READ_ONLY | EnvFlags::NO_LOCK };
    let mut lmdb = open_env(path, flags, None)?;
    let env = lmdb.env();
    let opened = env.open_databases_and_commit(env.read_txn()?, |databases, transaction| {
        databases.open_database::<Bytes, DecodeIgnore>(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    let opened: Result<_, heed::Error> = opened;
    let main = opened?.unwrap_commit().context("it has no tables")?;
    let transaction = env.read_txn()?;
    let names = main.iter(&transaction)?.map(|row| Ok(String::from_utf8_lossy(row?.0).into_owned()));
    let names = names.collect::<Result<Vec<_>, heed::Error>>()?;
    drop(transaction);
    // A `Database` needs the tables when it is opened, so the layouts are read first.
    let layouts = Database::open_existing(env, &[])?;
    let mut tables = Vec::new();
    if names.iter().any(|name| name == LAYOUTS.name()) {
        let read = |key: &[u8], value: &[u8]| {
            tables.extend(RecordedTable::read(key, value).ok().map(|table| super::table_of(&table)));
            Ok(std::ops::ControlFlow::Continue(()))
        };
        super::scan(layouts.read()?.store(), &LAYOUTS, &KeyRange::beginning_with(b""), Direction::Forward, &mut {
            read
        })?;
    }
    drop(layouts);
    let is_recorded = |name: &String| name == LAYOUTS.name() || tables.iter().any(|table| table.name() == name);
    let others: Vec<_> =
        names.iter().filter(|name| !is_recorded(name)).map(|name| super::table_of_others(name)).collect();
    tables.extend(others);
    lmdb.database = Some(Database::open_existing(env, &tables)?);
    Ok(Lmdb { opened: lmdb, names })
}

impl Lmdb {
    fn stat<T>(&self, name: &str, stat: impl FnOnce(heed::DatabaseStat) -> T) -> Result<T> {
        let opened =
            self.opened.env().open_databases_and_commit(self.opened.env().read_txn()?, |databases, transaction| {
                databases.open_database::<Bytes, Bytes>(transaction, Some(name)).map(CommitOrAbort::<_, ()>::Commit)
            });
        let opened: Result<_, heed::Error> = opened;
        let database = opened?.unwrap_commit().context("there is no such table")?;
        let transaction = self.opened.env().read_txn()?;
        Ok(stat(database.stat(&transaction)?))
    }
}

impl Store for Lmdb {
    fn kind(&self) -> Kind {
        Kind::Lmdb
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        self.stat(name, |stat| Count::Exactly(stat.entries as u64))
    }

    fn bytes(&self, name: &str) -> Result<Option<u64>> {
        let pages = |stat: heed::DatabaseStat| stat.branch_pages + stat.leaf_pages + stat.overflow_pages;
        self.stat(name, |stat| Some(u64::from(stat.page_size) * pages(stat) as u64))
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        super::get(self.opened.database()?.read()?.store(), table, key)
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        super::scan(self.opened.database()?.read()?.store(), table, range, direction, visit)
    }
}

pub(super) struct LmdbWriter(Opened);

pub(super) fn open_for_writing(path: &Path, tables: &[&'static Table]) -> Result<LmdbWriter> {
    std::fs::create_dir_all(path)?;
    let mut lmdb = open_env(path, EnvFlags::empty(), Some(MAP_SIZE))?;
    let env = lmdb.env();
    // LMDB creates tables only when it is opened.
    for table in [&[&LAYOUTS], tables].concat() {
        let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
            databases
                .create_database::<Bytes, Bytes>(transaction, Some(table.name()))
                .map(CommitOrAbort::<_, ()>::Commit)
        });
        let created: Result<_, heed::Error> = created;
        created?;
    }
    lmdb.database = Some(Database::open_existing(env, tables)?);
    Ok(LmdbWriter(lmdb))
}

impl Writer for LmdbWriter {
    fn write(&self, rows: &[Change], changes: &[Change]) -> Result<()> {
        let tables = super::tables_of(rows);
        self.0.database()?.__rowkey_load_with(&tables, |store| super::write(store.store_mut(), rows, changes))
    }
}
