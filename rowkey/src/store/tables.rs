//! [`Tables`]: a store whose recorded layouts are compared with the program before a table is used.

use super::error::RowsError;
use super::layouts::{self, ComparedAtBegin, NewLayouts};
use super::{Direction, Read, Table, Write};
use crate::range::KeyRange;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ptr;

type Result<T, S> = core::result::Result<T, RowsError<<S as Read>::Error>>;

/// A store, and the tables whose layouts are compared or recorded in this transaction. All rows that `Rows` reads and
/// writes pass through here.
#[derive(Debug)]
pub struct Tables<S> {
    pub(super) store: S,
    /// `None` if the store records no layouts.
    layouts: Option<InTransaction>,
    /// True after a write has failed, or after an operation has written only a part of its changes. All further writes
    /// of `Rows` then fail.
    pub(super) poisoned: bool,
}

#[derive(Debug)]
struct InTransaction {
    at_begin: ComparedAtBegin,
    /// The table that was compared last, and the others before it.
    last_compared: Cell<Option<&'static Table>>,
    compared: RefCell<Vec<&'static Table>>,
    written: Vec<&'static Table>,
}

impl<S> Tables<S> {
    pub(super) fn new(store: S, at_begin: Option<ComparedAtBegin>) -> Self {
        let layouts = at_begin.map(|at_begin| InTransaction {
            at_begin,
            last_compared: Cell::new(None),
            compared: RefCell::default(),
            written: Vec::new(),
        });
        Self { store, layouts, poisoned: false }
    }

    pub(super) fn into_parts(self) -> (S, NewLayouts) {
        let layouts = self.layouts.map(|layouts| layouts.at_begin.into_new_layouts(layouts.written));
        (self.store, layouts.unwrap_or_default())
    }
}

impl<S: Read> Tables<S> {
    /// Compares the layout of a table before its first use.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is called for each row, and nearly always only compares two addresses")]
    fn compare(&self, table: &'static Table) -> Result<(), S> {
        match &self.layouts {
            Some(layouts) if !layouts.last_compared.get().is_some_and(|last| ptr::eq(last, table)) => {
                self.compare_another(layouts, table)
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn compare_another(&self, layouts: &InTransaction, table: &'static Table) -> Result<(), S> {
        if !layouts.compared.borrow().contains(&table) {
            layouts.at_begin.check_layouts(&self.store, table)?;
            layouts.compared.borrow_mut().push(table);
        }
        layouts.last_compared.set(Some(table));
        Ok(())
    }

    /// Returns the store, to get a row of a table. The layout of the table is compared.
    #[inline]
    pub(super) fn to_read(&self, table: &'static Table) -> Result<&S, S> {
        self.compare(table)?;
        Ok(&self.store)
    }

    pub(super) fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<S::Bytes<'_>>, S> {
        self.to_read(table)?.get(table, key).map_err(RowsError::Store)
    }

    /// Returns the value of a row that probably does not exist, and is written if it does not.
    #[inline]
    pub(super) fn get_new(&self, table: &'static Table, key: &[u8]) -> Result<Option<S::Bytes<'_>>, S> {
        self.to_read(table)?.__rowkey_get_new(table, key).map_err(RowsError::Store)
    }

    pub(super) fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<S::Range<'_>, S> {
        self.compare(table)?;
        self.store.range(table, range, direction).map_err(RowsError::Store)
    }

    /// Returns true if a row that was asked for must be fetched first.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for most stores a constant, for which no code should remain")]
    pub(super) fn is_waiting(&self) -> bool {
        self.store.__rowkey_is_waiting()
    }

    /// Returns whether the index contains all entries. Returns true if the store records no layouts.
    pub(super) fn is_built(&self, index: &'static Table) -> Result<bool, S> {
        match &self.layouts {
            Some(layouts) => layouts.at_begin.is_built(&self.store, index),
            None => Ok(true),
        }
    }
}

impl<S: Write> Tables<S> {
    /// Records the layout of a table before its first change.
    #[inline]
    pub(super) fn record(&mut self, table: &'static Table) -> Result<(), S> {
        match &self.layouts {
            Some(layouts) if !layouts.written.contains(&table) => self.record_first(table),
            _ => Ok(()),
        }
    }

    #[cold]
    fn record_first(&mut self, table: &'static Table) -> Result<(), S> {
        self.change_layouts(|layouts, store| layouts.check_and_record_layouts(store, table))?;
        if let Some(layouts) = &mut self.layouts {
            // After other tables of the same records with other indexes, this one is the last writer. Before the next
            // write to the others, they must be recorded again.
            layouts.written.retain(|written| !layouts::are_other_indexes(written, table));
            layouts.written.push(table);
        }
        Ok(())
    }

    /// Calls a function that writes. If it fails, some of its rows may be written, so the transaction must be aborted.
    fn write<T>(&mut self, write: impl FnOnce(&mut S) -> Result<T, S>) -> Result<T, S> {
        let written = write(&mut self.store);
        self.poisoned |= written.is_err();
        written
    }

    /// Calls a function that can change what is recorded. Returns the default if the store records no layouts.
    fn change_layouts<T: Default>(
        &mut self,
        change: impl FnOnce(&mut ComparedAtBegin, &mut S) -> Result<T, S>,
    ) -> Result<T, S> {
        let Some(layouts) = &mut self.layouts else { return Ok(T::default()) };
        let changed = change(&mut layouts.at_begin, &mut self.store);
        self.poisoned |= changed.is_err();
        changed
    }

    #[cold]
    fn poison(&mut self, error: S::Error) -> RowsError<S::Error> {
        self.poisoned = true;
        RowsError::Store(error)
    }

    /// Checks whether the store can hold a row with this key.
    #[inline]
    pub(super) fn check_key(&self, table: &'static Table, key: &[u8]) -> Result<(), S> {
        self.store.check_key(table, key).map_err(RowsError::Store)
    }

    /// The caller has checked the keys of all rows of the change with [`check_key`](Self::check_key).
    #[inline]
    pub(super) fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), S> {
        self.record(table)?;
        self.store.put(table, key, value).map_err(|error| self.poison(error))
    }

    /// Writes a row of a load: see [`Write::load`].
    pub(super) fn load(
        &mut self,
        table: &'static Table,
        key: &[u8],
        value: Option<&[u8]>,
        is_after_stored: bool,
    ) -> Result<(), S> {
        self.store.load(table, key, value, is_after_stored).map_err(|error| self.poison(error))
    }

    /// Puts the rows of [`LAYOUTS`](super::LAYOUTS) which say that indexes are built, for each built index among these tables.
    /// Returns the rows which say that they are not built.
    pub(super) fn put_built_indexes(&mut self, tables: &[&'static Table]) -> Result<Vec<[Vec<u8>; 2]>, S> {
        self.change_layouts(|layouts, store| layouts.put_built_indexes(store, tables).map_err(RowsError::Store))
    }

    #[inline]
    pub(super) fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), S> {
        self.record(table)?;
        self.store.delete(table, key).map_err(|error| self.poison(error))
    }

    #[inline]
    pub(super) fn take<T>(
        &mut self,
        table: &'static Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, S>,
    ) -> Result<Option<T>, S> {
        self.record(table)?;
        // If `read` panics, the store may have deleted the row already. The program could catch the panic and commit.
        self.poisoned = true;
        let taken = self.store.take(table, key, read);
        self.poisoned = taken.is_err();
        taken.map_err(RowsError::Store)?.transpose()
    }

    pub(super) fn remove_table(&mut self, table: &'static Table) -> Result<(), S> {
        self.write(|store| store.remove_table(table).map_err(RowsError::Store))
    }

    /// Records that the index contains all entries.
    pub(super) fn set_built(&mut self, index: &'static Table) -> Result<(), S> {
        self.record(index)?;
        self.change_layouts(|layouts, store| layouts.set_built(store, index))
    }

    /// Returns a number that changes when another version of the program has written to the table or its indexes.
    pub(super) fn generation(&mut self, table: &'static Table) -> Result<u64, S> {
        self.record(table)?;
        self.change_layouts(|layouts, store| layouts.generation(store, table))
    }

    /// Records that entries of a removed index are deleted, so that the index is not built.
    pub(super) fn mark_incomplete(&mut self, removed: &'static Table) -> Result<(), S> {
        self.set_layouts_changed();
        self.write(|store| layouts::mark_incomplete(store, removed).map_err(RowsError::Store))
    }

    pub(super) fn delete_layout(&mut self, table: &'static Table) -> Result<(), S> {
        self.set_layouts_changed();
        self.write(|store| layouts::delete_layout(store, table).map_err(RowsError::Store))
    }

    pub(super) fn set_layouts_changed(&mut self) {
        if let Some(layouts) = &mut self.layouts {
            layouts.at_begin.set_changed();
        }
    }
}
