//! The tables that a transaction has opened.

use rowkey::store::Table;
use std::cell::{Cell, OnceCell};
use std::iter;

/// The tables that a transaction has opened so far, by name.
///
/// In a write transaction, redb opens each table only once, and rows borrow the open table. A table must therefore stay
/// open while its rows are borrowed, and adding another table must need only `&self`. A linked list of cells does this
/// without unsafe code. Its length is the number of tables that one transaction uses.
pub(crate) struct Tables<T> {
    first: OnceCell<Box<Node<T>>>,
}

/// An open redb table.
pub(crate) struct Node<T> {
    /// The last [`Table`] of this name whose layout was compared with the recorded layout. Several `Table`s can have this name:
    /// their rows are in this redb table, in different namespaces.
    last_compared: Cell<Option<&'static Table>>,
    /// The last [`Table`] of this name whose layout was recorded.
    last_recorded: Cell<Option<&'static Table>>,
    name: &'static str,
    pub(crate) redb_table: T,
    next: OnceCell<Box<Self>>,
}

impl<T> Node<T> {
    /// Remembers that the layout of `table` was compared. `table` must have the name of this redb table.
    pub(crate) fn set_compared(&self, table: &'static Table) {
        self.last_compared.set(Some(table));
    }

    /// Remembers that the layout of `table` is recorded. `table` must have the name of this redb table.
    pub(crate) fn set_recorded(&self, table: &'static Table) {
        self.last_recorded.set(Some(table));
    }
}

impl<T> Tables<T> {
    pub(crate) const fn new() -> Self {
        Self { first: OnceCell::new() }
    }

    /// Returns the node of the redb table with this name, if the redb table is open.
    pub(crate) fn get(&self, name: &'static str) -> Option<&Node<T>> {
        self.find(|node| node.name == name)
    }

    /// Returns the redb table with the rows of `table`, if `table` is the last of its name whose layout was compared. Otherwise,
    /// the caller must compare the layout, possibly again.
    #[inline]
    pub(crate) fn table_if_compared(&self, table: &'static Table) -> Option<&T> {
        self.find(|node| node.last_compared.get() == Some(table)).map(|node| &node.redb_table)
    }

    /// Returns the redb table with the rows of `table`, if `table` is the last of its name whose layout was recorded. Otherwise,
    /// the caller must record the layout, possibly again.
    #[inline]
    pub(crate) fn table_if_recorded(&mut self, table: &'static Table) -> Option<&mut T> {
        let mut node = self.first.get_mut();
        while let Some(current) = node {
            if current.last_recorded.get() == Some(table) {
                return Some(&mut current.redb_table);
            }
            node = current.next.get_mut();
        }
        None
    }

    /// Closes the redb table with this name.
    pub(crate) fn remove(&mut self, name: &'static str) {
        let mut cell = &mut self.first;
        while cell.get().is_some_and(|node| node.name != name) {
            let Some(node) = cell.get_mut() else { return };
            cell = &mut node.next;
        }
        if let Some(node) = cell.take() {
            *cell = node.next;
        }
    }

    /// Returns the last table of each name whose layout was recorded.
    pub(crate) fn recorded_tables(&self) -> Vec<&'static Table> {
        let nodes = iter::successors(self.first.get(), |node| node.next.get());
        nodes.filter_map(|node| node.last_recorded.get()).collect()
    }

    #[inline]
    fn find(&self, is_found: impl Fn(&Node<T>) -> bool) -> Option<&Node<T>> {
        let mut cell = &self.first;
        while let Some(node) = cell.get() {
            if is_found(node) {
                return Some(node);
            }
            cell = &node.next;
        }
        None
    }

    /// Adds a redb table that was opened, and returns its node.
    pub(crate) fn add(&self, name: &'static str, redb_table: T) -> &Node<T> {
        // Boxed at once, because a table is large and takes time to move.
        let node = Box::new(Node {
            last_compared: Cell::new(None),
            last_recorded: Cell::new(None),
            name,
            redb_table,
            next: OnceCell::new(),
        });
        let mut cell = &self.first;
        while let Some(earlier) = cell.get() {
            cell = &earlier.next;
        }
        cell.get_or_init(|| node)
    }
}
