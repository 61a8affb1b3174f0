//! The tables that a transaction has opened.

use rowkey::store::{LAYOUTS, Table};
use std::cell::{Cell, OnceCell};

/// The tables that a transaction has opened so far, by name.
///
/// redb opens a table once in a write transaction, and rows borrow the open table. So tables are added through `&self`
/// while rows of others are borrowed, and none is closed before the transaction ends. A list of cells does this without
/// unsafe code. Its length is the number of tables that one transaction uses.
pub(crate) struct Tables<T> {
    first: OnceCell<Box<Node<T>>>,
}

pub(crate) struct Node<T> {
    /// The table whose layout was compared last. Tables of one name share their rows and differ in namespace.
    compared: Cell<Option<&'static Table>>,
    name: &'static str,
    pub(crate) rows: T,
    next: OnceCell<Box<Self>>,
}

impl<T> Node<T> {
    /// Calls `compare` unless the layout of `table` was the last that was compared here. The table of layouts has no
    /// recorded layout itself.
    pub(crate) fn once<E>(&self, table: &'static Table, compare: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        let is_known = |compared: &Table| std::ptr::eq(compared, table);
        if table.name() != LAYOUTS.name() && !self.compared.get().is_some_and(is_known) {
            compare()?;
            self.compared.set(Some(table));
        }
        Ok(())
    }
}

impl<T> Tables<T> {
    pub(crate) const fn new() -> Self {
        Self { first: OnceCell::new() }
    }

    /// Returns the open table of this name.
    pub(crate) fn get(&self, name: &'static str) -> Option<&Node<T>> {
        let mut cell = &self.first;
        while let Some(node) = cell.get() {
            if node.name == name {
                return Some(node);
            }
            cell = &node.next;
        }
        None
    }

    /// Returns the open table of this name.
    pub(crate) fn get_mut(&mut self, name: &'static str) -> Option<&mut Node<T>> {
        let mut node = self.first.get_mut();
        while let Some(current) = node {
            if current.name == name {
                return Some(current);
            }
            node = current.next.get_mut();
        }
        None
    }

    /// Adds a table that was opened.
    pub(crate) fn add(&self, name: &'static str, rows: T) {
        let mut new = Box::new(Node { compared: Cell::new(None), name, rows, next: OnceCell::new() });
        let mut cell = &self.first;
        while let Err(back) = cell.set(new) {
            new = back;
            // `set` fails only where a node is.
            let Some(node) = cell.get() else { return };
            cell = &node.next;
        }
    }
}
