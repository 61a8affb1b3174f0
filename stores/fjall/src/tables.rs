//! Two caches: [`Keyspaces`], the keyspaces that a database has opened, and [`Tables`], the tables that a transaction
//! has used.

use crate::{Database, StoreError};
use fjall::{KeyspaceCreateOptions, SingleWriterTxDatabase, SingleWriterTxKeyspace};
use rowkey::store::Table;
use std::cell::RefCell;
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

/// Checks that an open keyspace was not deleted. fjall accepts rows for a deleted keyspace without an error, and loses
/// them when the database is closed.
///
/// This check does not notice a keyspace that was deleted and created again. To notice it, fjall would have to lock its
/// list of all keyspaces, which would take 3 % of the instructions of a transaction with one row.
pub(crate) fn check_not_deleted(database: &SingleWriterTxDatabase, name: &str) -> Result<(), StoreError> {
    if database.keyspace_exists(name) {
        return Ok(());
    }
    Err(StoreError::Rejected(format!(
        "the keyspace `{name}` was deleted while the database had it open\n\
         help: close the database and open it again"
    )))
}

/// The tables that a transaction has used. Several tables can have the same name. Their rows are in one keyspace, and
/// the keys of each table begin with a namespace of its own.
pub(crate) struct Tables<'d> {
    database: &'d Database,
    used: RefCell<Vec<UsedTable<'d>>>,
}

/// A table whose layout was compared with the recorded layout.
struct UsedTable<'d> {
    table: &'static Table,
    keyspace: &'d SingleWriterTxKeyspace,
    /// If false, the transaction may read the table, but must not write to it yet.
    is_recorded: bool,
}

impl<'d> Tables<'d> {
    pub(crate) fn new(database: &'d Database) -> Self {
        Self { database, used: RefCell::default() }
    }

    pub(crate) fn database(&self) -> &'d Database {
        self.database
    }

    pub(crate) fn keyspace_if_compared(&self, table: &'static Table) -> Option<&'d SingleWriterTxKeyspace> {
        self.used.borrow().iter().find(|used| used.table == table).map(|used| used.keyspace)
    }

    pub(crate) fn keyspace_if_recorded(&mut self, table: &'static Table) -> Option<&'d SingleWriterTxKeyspace> {
        self.used.get_mut().iter().find(|used| used.is_recorded && used.table == table).map(|used| used.keyspace)
    }

    pub(crate) fn into_recorded(self) -> impl Iterator<Item = &'static Table> {
        self.used.into_inner().into_iter().filter(|used| used.is_recorded).map(|used| used.table)
    }

    pub(crate) fn set_compared(&self, table: &'static Table, keyspace: &'d SingleWriterTxKeyspace) {
        self.used.borrow_mut().push(UsedTable { table, keyspace, is_recorded: false });
    }

    /// Creates the keyspace of the table if it does not exist.
    pub(crate) fn set_recorded(&mut self, table: &'static Table) -> Result<&'d SingleWriterTxKeyspace, fjall::Error> {
        let used = self.used.get_mut();
        if let Some(used) = used.iter_mut().find(|used| used.table == table) {
            used.is_recorded = true;
            return Ok(used.keyspace);
        }
        let keyspace = self.database.keyspace_of(table)?;
        used.push(UsedTable { table, keyspace, is_recorded: true });
        Ok(keyspace)
    }
}
