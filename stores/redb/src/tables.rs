//! [`Tables`], the tables of redb that a transaction has opened. They are called "redb tables" here, because [`Table`]
//! is a table of rowkey.

use rowkey::store::Table;
use std::cell::{Cell, OnceCell};
use std::iter;

/// The redb tables that a transaction has opened so far.
///
/// redb opens a redb table only once in each write transaction, and stored rows borrow the open redb table. So a redb
/// table must stay open while its rows are borrowed, and [`add`](Self::add) must take `&self`. A linked list of cells
/// allows both without unsafe code. The list is short: it has one node for each redb table that the transaction uses.
pub(crate) struct Tables<T> {
    first: OnceCell<Box<Node<T>>>,
}

pub(crate) struct Node<T> {
    /// The last [`Table`] of this name whose layout was compared with the recorded layout. Several `Table`s can have
    /// this name. Their rows are in this redb table, and the keys of each `Table` begin with a namespace of its own.
    last_compared: Cell<Option<&'static Table>>,
    /// The last [`Table`] of this name whose layout was recorded.
    last_recorded: Cell<Option<&'static Table>>,
    name: &'static str,
    pub(crate) redb_table: T,
    next: OnceCell<Box<Self>>,
}

impl<T> Node<T> {
    /// `table` must have the name of this redb table.
    pub(crate) fn set_compared(&self, table: &'static Table) {
        self.last_compared.set(Some(table));
    }

    pub(crate) fn set_recorded(&self, table: &'static Table) {
        self.last_recorded.set(Some(table));
    }
}

impl<T> Tables<T> {
    pub(crate) const fn new() -> Self {
        Self { first: OnceCell::new() }
    }

    pub(crate) fn get(&self, name: &'static str) -> Option<&Node<T>> {
        self.find(|node| node.name == name)
    }

    /// Returns the redb table with the rows of `table`. Returns `None` if the caller must compare the layout of
    /// `table`, possibly a second time: a node remembers only one `Table`.
    #[inline]
    pub(crate) fn table_if_compared(&self, table: &'static Table) -> Option<&T> {
        self.find(|node| node.last_compared.get() == Some(table)).map(|node| &node.redb_table)
    }

    /// Returns the redb table with the rows of `table`, or `None` if the caller must record the layout of `table`, as
    /// in [`table_if_compared`](Self::table_if_compared).
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

    pub(crate) fn recorded_tables(&self) -> Vec<&'static Table> {
        let nodes = iter::successors(self.first.get(), |node| node.next.get());
        nodes.filter_map(|node| node.last_recorded.get()).collect()
    }

    #[inline]
    fn find(&self, is_wanted: impl Fn(&Node<T>) -> bool) -> Option<&Node<T>> {
        let mut cell = &self.first;
        while let Some(node) = cell.get() {
            if is_wanted(node) {
                return Some(node);
            }
            cell = &node.next;
        }
        None
    }

    pub(crate) fn add(&self, name: &'static str, redb_table: T) -> &Node<T> {
        // Boxed immediately, because an open redb table is a large struct, which takes time to move.
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
