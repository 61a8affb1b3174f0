//! The database: a table of flights under the primary key, and four tables whose values are primary keys.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::CrcReader;
use redb::{
    Database, DatabaseError, ReadOnlyTable, ReadTransaction, ReadableDatabase, TableDefinition, TableHandle,
    WriteTransaction,
};
use rowkey::RowKey;

use super::keys::{CarrierKey, DepartureKey, DestinationKey, FlightKey, PlaneKey};

pub(crate) type BytesTable = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// From [`FlightKey`] to the flight.
pub(crate) const FLIGHTS: BytesTable = TableDefinition::new("flights");
/// From [`PlaneKey`] to the primary key. The next three tables do the same for their keys.
pub(crate) const BY_PLANE: BytesTable = TableDefinition::new("by_plane");
pub(crate) const BY_DEPARTURE: BytesTable = TableDefinition::new("by_departure");
pub(crate) const BY_CARRIER: BytesTable = TableDefinition::new("by_carrier");
pub(crate) const BY_DESTINATION: BytesTable = TableDefinition::new("by_destination");

pub(crate) const TABLES: [BytesTable; 5] = [FLIGHTS, BY_PLANE, BY_DEPARTURE, BY_CARRIER, BY_DESTINATION];

/// Describes what was loaded, under [`CONTENT`] and [`SKIPPED`].
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
const CONTENT: &str = "content";
const SKIPPED: &str = "skipped rows";

/// Increase this number whenever the format of stored rows changes.
const ROW_FORMAT: u32 = 1;

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

    /// Identifies the content of a database: changes with the file, with the row format and with the key layouts.
    pub fn content(&self) -> String {
        let layouts = [
            FlightKey::LAYOUT.fingerprint(),
            PlaneKey::LAYOUT.fingerprint(),
            DepartureKey::LAYOUT.fingerprint(),
            CarrierKey::LAYOUT.fingerprint(),
            DestinationKey::LAYOUT.fingerprint(),
        ];
        format!("{} bytes, crc32 {:08x}, rows {ROW_FORMAT}, layouts {layouts:x?}", self.size, self.checksum)
    }
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    database: Database,
}

impl Store {
    /// Opens or creates the file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or holds tables of another program.
    pub fn open(path: &Path) -> Result<Self> {
        let database = Database::create(path).map_err(|error| match error {
            DatabaseError::DatabaseAlreadyOpen => {
                anyhow::anyhow!("another program has it open")
            }
            error => error.into(),
        })?;
        let read = database.begin_read()?;
        let known = || TABLES.iter().map(TableHandle::name).chain([ABOUT.name()]);
        for table in read.list_tables()? {
            if !known().any(|name| name == table.name()) {
                bail!("it holds a table `{}`, so it belongs to something else", table.name());
            }
        }
        drop(read);
        Ok(Self { database })
    }

    /// Returns the number of rows that were skipped when this file was loaded, or `None` if the database does not hold this
    /// file.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn skipped(&self, source: &Source) -> Result<Option<u64>> {
        let read = self.database.begin_read()?;
        let about = match read.open_table(ABOUT) {
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            about => about?,
        };
        if about.get(CONTENT)?.is_none_or(|content| content.value() != source.content()) {
            return Ok(None);
        }
        about.get(SKIPPED)?.map(|skipped| Ok(skipped.value().parse()?)).transpose()
    }

    /// Replaces the content of all tables. `fill` writes the new rows and returns how many it skipped.
    ///
    /// All of it is one transaction, so a failed load leaves the tables unchanged.
    pub(crate) fn replace(&self, source: &Source, fill: impl FnOnce(&WriteTransaction) -> Result<u64>) -> Result<()> {
        let write = self.database.begin_write()?;
        for table in TABLES {
            write.delete_table(table)?;
        }
        let skipped = fill(&write)?;
        {
            let mut about = write.open_table(ABOUT)?;
            about.insert(CONTENT, source.content().as_str())?;
            about.insert(SKIPPED, skipped.to_string().as_str())?;
        }
        write.commit()?;
        Ok(())
    }

    /// Starts a read transaction.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn read(&self) -> Result<Snapshot> {
        Ok(Snapshot(self.database.begin_read()?))
    }
}

/// The tables at one moment.
pub struct Snapshot(ReadTransaction);

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

impl Snapshot {
    pub(crate) fn table(&self, table: BytesTable) -> Result<ReadOnlyTable<&'static [u8], &'static [u8]>> {
        Ok(self.0.open_table(table)?)
    }
}
