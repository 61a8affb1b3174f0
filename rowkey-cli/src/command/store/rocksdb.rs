//! RocksDB, a folder, which is opened read-only and without a lock. A program can have the folder open at the same time.

use std::path::Path;

use anyhow::{Context, Result};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_rocksdb::{Database, ReadOnlyDatabase};

use super::{Count, Kind, Store, Visit};

pub(super) struct Rocksdb {
    database: ReadOnlyDatabase,
    names: Vec<String>,
}

pub(super) fn open(path: &Path) -> Result<Rocksdb> {
    let mut names = rocksdb::DB::list_cf(&rocksdb::Options::default(), path)?;
    // Every RocksDB database has this column family, even if no table has its name.
    names.retain(|name| name != rocksdb::DEFAULT_COLUMN_FAMILY_NAME);
    names.sort();
    Ok(Rocksdb { database: ReadOnlyDatabase::open(path)?, names })
}

impl Rocksdb {
    fn property(&self, name: &str, property: &str) -> Result<u64> {
        let family = self.database.cf_handle(name).context("there is no such column family")?;
        Ok(self.database.property_int_value_cf(&family, property)?.unwrap_or_default())
    }
}

impl Store for Rocksdb {
    fn kind(&self) -> Kind {
        Kind::Rocksdb
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        Ok(Count::About(self.property(name, "rocksdb.estimate-num-keys")?))
    }

    fn bytes(&self, name: &str) -> Result<Option<u64>> {
        Ok(Some(self.property(name, "rocksdb.total-sst-files-size")?))
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        super::get(self.database.read()?.store(), table, key)
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        super::scan(self.database.read()?.store(), table, range, direction, visit)
    }
}

pub(super) fn open_for_writing(path: &Path) -> Result<Database> {
    Ok(Database::open(path)?)
}

super::implement_writer!(Database);
