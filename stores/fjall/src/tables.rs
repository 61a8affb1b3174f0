//! The keyspaces that a database has opened, and the tables that a transaction has used.

use crate::{Database, StoreError};
use fjall::{KeyspaceCreateOptions, SingleWriterTxDatabase, SingleWriterTxKeyspace};
use rowkey::store::Table;
use std::cell::RefCell;
use std::ptr;
use std::sync::OnceLock;

/// The keyspaces that a database has opened, by name. They stay open, because fjall locks the list of all keyspaces each time it
/// opens one.
///
/// A linked list of cells instead of a map in a lock: every transaction of every thread reads the list, and no thread should wait for
/// another.
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

    /// Returns the keyspace of this name. Creates the keyspace if it does not exist.
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
            // Another thread may have added a keyspace in the meantime.
            let new = || Box::new(OpenKeyspace { name, keyspace: keyspace.clone(), next: OnceLock::new() });
            let open = cell.get_or_init(new);
            if open.name == name {
                return Ok(&open.keyspace);
            }
            cell = &open.next;
        }
    }

    /// Returns the keyspace of this name, or `None` if it does not exist.
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

    /// Returns the open keyspace of this name and its cell. If no keyspace with this name is open, returns the empty cell at the end of
    /// the list.
    fn find(&self, name: &'static str) -> (&OnceLock<Box<OpenKeyspace>>, Option<&SingleWriterTxKeyspace>) {
        let mut cell = &self.first;
        while let Some(open) = cell.get() {
            // The addresses are usually equal, so that no names are compared.
            if ptr::eq(open.name, name) || open.name == name {
                return (cell, Some(&open.keyspace));
            }
            cell = &open.next;
        }
        (cell, None)
    }
}

/// Checks that an open keyspace was not deleted. fjall accepts rows for a deleted keyspace without an error, and loses them when the
/// database is closed.
///
/// A keyspace that was created again under the same name is not noticed. To compare the keyspaces, fjall would lock the list of all
/// keyspaces, which would take 3 % of the instructions of a transaction with one row.
pub(crate) fn check_not_deleted(database: &SingleWriterTxDatabase, name: &str) -> Result<(), StoreError> {
    if database.keyspace_exists(name) {
        return Ok(());
    }
    Err(StoreError::Rejected(format!(
        "the keyspace `{name}` was deleted while the database had it open\n\
         help: close the database and open it again"
    )))
}

/// The tables that a transaction has used. Several tables can have the same name: their rows are in one keyspace, in different
/// namespaces.
pub(crate) struct Tables<'d> {
    database: &'d Database,
    used: RefCell<Vec<UsedTable<'d>>>,
}

/// A table whose layout was compared.
struct UsedTable<'d> {
    table: &'static Table,
    keyspace: &'d SingleWriterTxKeyspace,
    /// True if the layout is also recorded, so that the table can be written.
    is_recorded: bool,
}

impl<'d> Tables<'d> {
    pub(crate) fn new(database: &'d Database) -> Self {
        Self { database, used: RefCell::default() }
    }

    pub(crate) fn database(&self) -> &'d Database {
        self.database
    }

    /// Returns the keyspace of a table, if its layout was compared in this transaction.
    pub(crate) fn keyspace_if_compared(&self, table: &'static Table) -> Option<&'d SingleWriterTxKeyspace> {
        self.used.borrow().iter().find(|used| used.table == table).map(|used| used.keyspace)
    }

    /// Returns the keyspace of a table, if its layout was recorded in this transaction.
    pub(crate) fn keyspace_if_recorded(&mut self, table: &'static Table) -> Option<&'d SingleWriterTxKeyspace> {
        self.used.get_mut().iter().find(|used| used.is_recorded && used.table == table).map(|used| used.keyspace)
    }

    /// Returns the tables whose layouts were recorded in this transaction.
    pub(crate) fn into_recorded(self) -> impl Iterator<Item = &'static Table> {
        self.used.into_inner().into_iter().filter(|used| used.is_recorded).map(|used| used.table)
    }

    /// Remembers that the layout of a table was compared.
    pub(crate) fn set_compared(&self, table: &'static Table, keyspace: &'d SingleWriterTxKeyspace) {
        self.used.borrow_mut().push(UsedTable { table, keyspace, is_recorded: false });
    }

    /// Remembers that the layout of a table is recorded, and returns its keyspace. Creates the keyspace if it does not exist.
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
