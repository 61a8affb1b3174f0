//! The database: a table of flights with four indexes, and the table `about`, which records which file was loaded.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::CrcReader;
use redb::{DatabaseError, ReadOnlyTable, ReadTransaction, ReadableDatabase, TableDefinition, TableError, TableHandle};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{LAYOUTS, Rows, Table};
use rowkey_redb::{Database, ReadStore, WriteStore};

use super::keys::FlightKey;

/// A table with three rows. [`CONTENT`] identifies the file that was loaded, [`SKIPPED`] is the number of its rows that
/// were skipped, and [`FINGERPRINT`] identifies the layout of the tables.
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
const CONTENT: &str = "content";
const SKIPPED: &str = "skipped rows";
const FINGERPRINT: &str = "fingerprint";

/// The version of the stored rows. Increase it whenever the fields of `Flight` change, or the types of the redb tables.
const ROW_FORMAT: u32 = 2;

fn tables() -> impl Iterator<Item = &'static Table> {
    std::iter::once(FlightKey::TABLE).chain(FlightKey::TABLE.indexes().iter().copied())
}

/// Returns a text that changes whenever the layout of the flights or of an index changes.
fn fingerprint() -> String {
    format!("rows {ROW_FORMAT}, table {:016x}", FlightKey::TABLE.fingerprint())
}

/// A file of flights.
#[derive(Debug)]
pub struct Source {
    /// The path of the file.
    pub path: PathBuf,
    /// The size in bytes.
    pub size: u64,
    checksum: u32,
}

impl Source {
    /// Reads the file once and computes its checksum.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn new(path: PathBuf) -> Result<Self> {
        let read = || -> io::Result<(u64, u32)> {
            let mut bytes = CrcReader::new(File::open(&path)?);
            let size = io::copy(&mut bytes, &mut io::sink())?;
            Ok((size, bytes.crc().sum()))
        };
        let (size, checksum) = read().with_context(|| format!("cannot read the flights in {}", path.display()))?;
        Ok(Self { path, size, checksum })
    }

    /// Returns a text that identifies the content of the file. The database stores this text to recognize the file.
    pub fn content(&self) -> String {
        format!("{} bytes, crc32 {:08x}", self.size, self.checksum)
    }
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    database: Database,
}

impl Store {
    /// Opens or creates a database.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or holds tables of another program or of another version of this example.
    pub fn open(path: &Path) -> Result<Self> {
        let database = redb::Database::create(path).map_err(|error| match error {
            DatabaseError::DatabaseAlreadyOpen => {
                anyhow::anyhow!("another program has it open")
            }
            error => error.into(),
        })?;
        let read = database.begin_read()?;
        for table in read.list_tables()? {
            let known = || tables().chain([&LAYOUTS]).map(Table::name).chain([ABOUT.name()]);
            if !known().any(|name| name == table.name()) {
                bail!("it holds a table `{}`, so it belongs to something else", table.name());
            }
        }
        let is_readable = match about(&read)? {
            Some(about) => about.get(FINGERPRINT)?.is_some_and(|stored| stored.value() == fingerprint()),
            None => true,
        };
        if !is_readable {
            bail!("another version of this example wrote it; delete the file to load the flights again");
        }
        Ok(Self { database: database.into() })
    }

    /// Returns the number of rows that were skipped when `source` was loaded, or `None` if `source` is not loaded.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn skipped(&self, source: &Source) -> Result<Option<u64>> {
        let read = self.database.begin_read()?;
        let Some(about) = about(&read)? else { return Ok(None) };
        if about.get(CONTENT)?.is_none_or(|content| content.value() != source.content()) {
            return Ok(None);
        }
        about.get(SKIPPED)?.map(|skipped| Ok(skipped.value().parse()?)).transpose()
    }

    /// Replaces all flights. `fill` writes the new flights and returns how many rows of `source` it skipped.
    ///
    /// Everything happens in one transaction, so an error leaves the tables unchanged.
    pub(crate) fn replace(
        &self,
        source: &Source,
        fill: impl FnOnce(&mut Rows<WriteStore<'_>>) -> Result<u64>,
    ) -> Result<()> {
        self.database.try_write(|rows| {
            rows.remove_all(FlightKey::prefix())?;
            let skipped = fill(rows)?;
            let mut about = rows.store().transaction().open_table(ABOUT)?;
            about.insert(CONTENT, source.content().as_str())?;
            about.insert(SKIPPED, skipped.to_string().as_str())?;
            about.insert(FINGERPRINT, fingerprint().as_str())?;
            Ok(())
        })
    }

    /// Starts a read transaction.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn read(&self) -> Result<Snapshot> {
        Ok(self.database.read()?)
    }
}

/// The flights at one moment.
pub type Snapshot = Rows<ReadStore>;

/// Opens the table [`ABOUT`]. Returns `None` if the database has no such table yet.
fn about(read: &ReadTransaction) -> Result<Option<ReadOnlyTable<&'static str, &'static str>>> {
    match read.open_table(ABOUT) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        about => Ok(Some(about?)),
    }
}
