//! [`Keyspaces`], the keyspaces that a database has opened.

use fjall::{KeyspaceCreateOptions, SingleWriterTxDatabase, SingleWriterTxKeyspace};
use std::ptr;
use std::sync::OnceLock;

/// The keyspaces that a database has opened. They stay open, because fjall locks its list of all keyspaces each time a
/// keyspace is opened.
///
/// `Keyspaces` is a linked list of `OnceLock` cells and not a map in a lock, because the transactions of all threads
/// read it, and should not wait for each other.
pub(crate) struct Keyspaces {
    first: OnceLock<Box<OpenKeyspace>>,
}

struct OpenKeyspace {
    name: &'static str,
    keyspace: SingleWriterTxKeyspace,
    next: OnceLock<Box<Self>>,
}

impl Keyspaces {
    pub(crate) const fn new() -> Self {
        Self { first: OnceLock::new() }
    }

    /// Creates the keyspace if it does not exist.
    pub(crate) fn open(
        &self,
        database: &SingleWriterTxDatabase,
        name: &'static str,
    ) -> Result<&SingleWriterTxKeyspace, fjall::Error> {
        let (mut cell, found) = self.find(name);
        if let Some(keyspace) = found {
            return Ok(keyspace);
        }
        let keyspace = database.keyspace(name, KeyspaceCreateOptions::default)?;
        loop {
            // Another thread may have filled this cell in the meantime, with the same keyspace or with another.
            let new = || Box::new(OpenKeyspace { name, keyspace: keyspace.clone(), next: OnceLock::new() });
            let open = cell.get_or_init(new);
            if open.name == name {
                return Ok(&open.keyspace);
            }
            cell = &open.next;
        }
    }

    pub(crate) fn open_existing(
        &self,
        database: &SingleWriterTxDatabase,
        name: &'static str,
    ) -> Result<Option<&SingleWriterTxKeyspace>, fjall::Error> {
        match self.find(name) {
            (_, Some(keyspace)) => Ok(Some(keyspace)),
            (_, None) if database.keyspace_exists(name) => self.open(database, name).map(Some),
            (_, None) => Ok(None),
        }
    }

    /// Returns the open keyspace of this name and its cell. If no keyspace with this name is open, returns the empty
    /// cell at the end of the list.
    fn find(&self, name: &'static str) -> (&OnceLock<Box<OpenKeyspace>>, Option<&SingleWriterTxKeyspace>) {
        let mut cell = &self.first;
        while let Some(open) = cell.get() {
            // If the names have the same address, as is usual, their bytes need not be compared.
            if ptr::eq(open.name, name) || open.name == name {
                return (cell, Some(&open.keyspace));
            }
            cell = &open.next;
        }
        (cell, None)
    }
}
