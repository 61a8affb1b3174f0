//! [`Tables`], the tables of redb that a transaction has opened. They are called "redb tables" here, because a
//! [`Table`](rowkey::store::Table) is a table of rowkey.

use std::cell::OnceCell;
use std::ptr;

/// The redb tables that a transaction has opened so far.
///
/// redb opens a redb table only once in each write transaction, and stored rows borrow the open redb table. So a redb
/// table must stay open while its rows are borrowed, and [`add`](Self::add) must take `&self`. A linked list of cells
/// allows both without unsafe code. The list is short: it has one node for each redb table that the transaction uses.
pub(crate) struct Tables<T> {
    first: OnceCell<Box<Node<T>>>,
}

struct Node<T> {
    name: &'static str,
    redb_table: T,
    next: OnceCell<Box<Self>>,
}

impl<T> Tables<T> {
    pub(crate) const fn new() -> Self {
        Self { first: OnceCell::new() }
    }

    #[inline]
    pub(crate) fn get(&self, name: &'static str) -> Option<&T> {
        let mut cell = &self.first;
        while let Some(node) = cell.get() {
            if is_name(node.name, name) {
                return Some(&node.redb_table);
            }
            cell = &node.next;
        }
        None
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, name: &'static str) -> Option<&mut T> {
        let mut cell = self.first.get_mut();
        while let Some(node) = cell {
            if is_name(node.name, name) {
                return Some(&mut node.redb_table);
            }
            cell = node.next.get_mut();
        }
        None
    }

    pub(crate) fn add(&self, name: &'static str, redb_table: T) -> &T {
        // Boxed immediately, because an open redb table is a large struct, which takes time to move.
        let node = Box::new(Node { name, redb_table, next: OnceCell::new() });
        let mut cell = &self.first;
        while let Some(earlier) = cell.get() {
            cell = &earlier.next;
        }
        &cell.get_or_init(|| node).redb_table
    }

    /// Closes the redb table with this name.
    pub(crate) fn remove(&mut self, name: &'static str) {
        let mut cell = &mut self.first;
        while cell.get().is_some_and(|node| !is_name(node.name, name)) {
            let Some(node) = cell.get_mut() else { return };
            cell = &mut node.next;
        }
        if let Some(node) = cell.take() {
            *cell = node.next;
        }
    }
}

/// Compares names. If they have the same address, as is usual, their bytes need not be compared.
#[inline]
fn is_name(name: &str, other: &str) -> bool {
    ptr::eq(name, other) || name == other
}
