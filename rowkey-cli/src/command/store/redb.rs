//! redb, a file, which is opened read-only. Several commands can read the file at the same time, but no command can read it
//! while a program has it open.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use redb::{Builder, DatabaseError, ReadableDatabase, ReadableTableMetadata, TableDefinition, TableHandle};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_redb::{Database, ReadStore};

use super::{Count, Kind, Store, Visit};

/// The size of redb's cache in bytes. redb's own default is 1 GiB, which a long export would fill.
const CACHE: usize = 64 << 20;

pub(super) struct Redb {
    store: ReadStore,
    names: Vec<String>,
}

pub(super) fn open(path: &Path) -> Result<Redb> {
    let opened = Builder::new().set_cache_size(CACHE).open_read_only(path);
    let database = opened.map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => anyhow!("another process has it open for writing"),
        DatabaseError::RepairAborted => anyhow!(
            "the program that wrote it ended without closing it, so redb must repair it first\n\
             help: open it once with a program that writes, which repairs it"
        ),
        error => error.into(),
    })?;
    let transaction = database.begin_read()?;
    let mut names: Vec<_> = transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
    names.sort();
    Ok(Redb { store: transaction.into(), names })
}

impl Store for Redb {
    fn kind(&self) -> Kind {
        Kind::Redb
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        let table = self.store.transaction().open_untyped_table(TableDefinition::<(), ()>::new(name))?;
        Ok(Count::Exactly(table.len()?))
    }

    fn bytes(&self, _: &str) -> Result<Option<u64>> {
        Ok(None)
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        super::get(&self.store, table, key)
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        super::scan(&self.store, table, range, direction, visit)
    }
}

pub(super) fn open_for_writing(path: &Path) -> Result<Database> {
    Ok(Builder::new().set_cache_size(CACHE).create(path).context("redb cannot open it")?.into())
}

super::implement_writer!(Database);
