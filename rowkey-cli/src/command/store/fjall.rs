//! fjall, a folder. fjall has no read-only mode: opening the folder locks the folder and replays the journal.

use std::path::Path;

use anyhow::{Result, anyhow};
use fjall::{KeyspaceCreateOptions, Readable, SingleWriterTxDatabase};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_fjall::{Database, Error, StoreError};

use super::{Count, Kind, Store, Visit};

/// The maximum number of rows that are counted. fjall's estimate is used only for more rows, because its estimate of few
/// rows is often far off.
const FEW: usize = 10_000;

pub(super) struct Fjall {
    database: Database,
    names: Vec<String>,
}

pub(super) fn open(path: &Path) -> Result<Fjall> {
    eprintln!(
        "note: fjall has no read-only mode: it locks the folder and replays its journal, as when a program opens it"
    );
    let database = open_database(path)?;
    let mut names: Vec<_> = database.list_keyspace_names().iter().map(std::string::ToString::to_string).collect();
    names.sort();
    Ok(Fjall { database, names })
}

fn open_database(path: &Path) -> Result<Database> {
    Database::open(path).map_err(|error| match error {
        Error::Store(StoreError::Fjall(fjall::Error::Locked)) => anyhow!("another process has it open"),
        error => error.into(),
    })
}

impl Fjall {
    fn keyspace(&self, name: &str) -> Result<fjall::SingleWriterTxKeyspace> {
        let database: &SingleWriterTxDatabase = &self.database;
        Ok(database.keyspace(name, KeyspaceCreateOptions::default)?)
    }
}

impl Store for Fjall {
    fn kind(&self) -> Kind {
        Kind::Fjall
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        let keyspace = self.keyspace(name)?;
        let few = self.database.read_tx().iter(&keyspace).take(FEW + 1).count();
        if few <= FEW {
            return Ok(Count::Exactly(few as u64));
        }
        Ok(Count::About(keyspace.approximate_len() as u64))
    }

    fn bytes(&self, name: &str) -> Result<Option<u64>> {
        Ok(Some(self.keyspace(name)?.inner().disk_space()))
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        super::get(self.database.read()?.store(), table, key)
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        super::scan(self.database.read()?.store(), table, range, direction, visit)
    }
}

pub(super) fn open_for_writing(path: &Path) -> Result<Database> {
    open_database(path)
}

super::implement_writer!(Database);
