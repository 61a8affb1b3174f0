//! [`Files`]: the sorted files that a load writes, and that RocksDB ingests.

use crate::StoreError;
use crate::families::{Families, Inner, Prefixes};
use rocksdb::{IngestExternalFileOptions, Options, SstFileWriter};
use rowkey::store::Table;
use std::path::PathBuf;
use std::{fs, io, iter, ptr};

/// The name of the folder of these files, within the folder of the database. The next load deletes what a killed load has left.
const FOLDER: &str = "rowkey.load";

/// The number of bytes after which a file ends, as in a compaction.
const FILE: u64 = 64 << 20;

/// The folder of the files, and the options of the column families. Deletes the folder when it is dropped.
pub(crate) struct Folder {
    path: PathBuf,
    tables: Vec<(&'static Table, Options)>,
    others: Options,
}

impl Folder {
    /// Creates an empty folder, for these tables and their indexes.
    pub(crate) fn create(database: &Inner, prefixes: &Prefixes, tables: &[&'static Table]) -> io::Result<Self> {
        let with_indexes = tables.iter().flat_map(|table| iter::once(*table).chain(table.indexes().iter().copied()));
        let folder = Self {
            path: database.path().join(FOLDER),
            tables: with_indexes.map(|table| (table, prefixes.options_of(table))).collect(),
            others: Options::default(),
        };
        folder.delete();
        fs::create_dir(&folder.path)?;
        Ok(folder)
    }

    pub(crate) fn files(&self) -> Files<'_> {
        Files { folder: self, tables: Vec::new(), count: 0, writer: None }
    }

    fn delete(&self) {
        // Ignores an error: if the folder exists and cannot be deleted, the next load cannot create it.
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.delete();
    }
}

/// The files of each table, in the order of the load.
pub(crate) struct Files<'f> {
    folder: &'f Folder,
    tables: Vec<(&'static Table, Vec<PathBuf>)>,
    count: usize,
    /// Writes the last file of the last table.
    writer: Option<SstFileWriter<'f>>,
}

impl Files<'_> {
    pub(crate) fn tables(&self) -> impl Iterator<Item = &'static Table> {
        self.tables.iter().map(|(table, _)| *table)
    }

    /// Adds a row. With `None`, adds the deletion of a row.
    pub(crate) fn add(&mut self, table: &'static Table, key: &[u8], value: Option<&[u8]>) -> Result<(), StoreError> {
        let is_last = self.tables.last().is_some_and(|(last, _)| ptr::eq(*last, table));
        if !is_last {
            self.tables.push((table, Vec::new()));
        }
        if !is_last || self.writer.as_ref().is_none_or(|writer| writer.file_size() > FILE) {
            self.begin_file(table)?;
        }
        match (&mut self.writer, value) {
            (Some(writer), Some(value)) => Ok(writer.put(key, value)?),
            (Some(writer), None) => Ok(writer.delete(key)?),
            (None, _) => Ok(()),
        }
    }

    fn begin_file(&mut self, table: &'static Table) -> Result<(), StoreError> {
        self.finish()?;
        let Folder { path, tables, others } = self.folder;
        let options = tables.iter().find(|(known, _)| *known == table).map_or(others, |(_, options)| options);
        let path = path.join(format!("{}.sst", self.count));
        self.count += 1;
        let writer = SstFileWriter::create(options);
        writer.open(&path)?;
        self.writer = Some(writer);
        if let Some((_, paths)) = self.tables.last_mut() {
            paths.push(path);
        }
        Ok(())
    }

    /// Writes the rest of the last file.
    pub(crate) fn finish(&mut self) -> Result<(), StoreError> {
        match self.writer.take() {
            Some(mut writer) => Ok(writer.finish()?),
            None => Ok(()),
        }
    }

    /// Adds the files to their column families, in the reverse order: the records are first in the list, and come last.
    pub(crate) fn ingest(self, database: &Inner, families: &Families<'_>) -> Result<(), StoreError> {
        let mut options = IngestExternalFileOptions::default();
        options.set_move_files(true);
        for (table, paths) in self.tables.into_iter().rev() {
            let family = families.get_or_create(table)?;
            database.ingest_external_file_cf_opts(&family.handle, &options, paths)?;
        }
        Ok(())
    }
}
