//! [`Handles`], the tables of a store that an adapter has opened.

use alloc::boxed::Box;
use core::fmt;
use core::ptr;
use std::sync::OnceLock;

/// The handles of the tables that a transaction or a database has opened, found by the names of the tables.
///
/// For adapters of stores that open a table before they read it. Rows often borrow from the handle of their table. So
/// [`add`](Self::add) takes `&self`, and never moves the handles that are there. Threads that search a handle do not wait for
/// each other. A search compares up to all names, so use `Handles` for a few tables.
///
/// ```
/// use rowkey::store::Handles;
///
/// let handles = Handles::new();
/// assert_eq!(handles.get("users"), None);
/// let users = handles.add("users", 7);
/// handles.add("users.name", 8);
/// assert_eq!((users, handles.get("users")), (&7, Some(&7)));
/// ```
pub struct Handles<T> {
    /// A list for each hash of a name.
    lists: [List<T>; LISTS],
}

/// Most transactions use fewer tables, so that a list has one handle.
const LISTS: usize = 8;

type List<T> = OnceLock<Box<Node<T>>>;

struct Node<T> {
    name: &'static str,
    handle: T,
    next: List<T>,
}

impl<T> Handles<T> {
    /// Creates an empty list of handles.
    pub const fn new() -> Self {
        Self { lists: [const { OnceLock::new() }; LISTS] }
    }

    /// Returns the handle of the table with this name.
    #[inline]
    pub fn get(&self, name: &'static str) -> Option<&T> {
        let mut next = self.list(name);
        while let Some(node) = next.get() {
            if is_name(node.name, name) {
                return Some(&node.handle);
            }
            next = &node.next;
        }
        None
    }

    /// Like [`get`](Self::get), to change the handle.
    #[inline]
    pub fn get_mut(&mut self, name: &'static str) -> Option<&mut T> {
        let mut next = self.list_mut(name).get_mut();
        while let Some(node) = next {
            if is_name(node.name, name) {
                return Some(&mut node.handle);
            }
            next = node.next.get_mut();
        }
        None
    }

    /// Adds the handle of a table, and returns it. If another thread has added a handle with this name in the meantime,
    /// returns that one.
    pub fn add(&self, name: &'static str, handle: T) -> &T {
        // Boxed first, because a handle can be a large struct, which takes time to move.
        let mut new = Some(Box::new(Node { name, handle, next: OnceLock::new() }));
        let mut next = self.list(name);
        loop {
            if let Some(node) = new.take() {
                new = next.set(node).err();
            }
            if let Some(node) = next.get() {
                if new.is_none() || is_name(node.name, name) {
                    return &node.handle;
                }
                next = &node.next;
            }
        }
    }

    /// Removes the handle of the table with this name.
    pub fn remove(&mut self, name: &'static str) {
        let mut next = self.list_mut(name);
        while next.get().is_some_and(|node| !is_name(node.name, name)) {
            let Some(node) = next.get_mut() else { return };
            next = &mut node.next;
        }
        if let Some(node) = next.take() {
            *next = node.next;
        }
    }

    #[inline]
    fn list(&self, name: &str) -> &List<T> {
        let [first, ..] = &self.lists;
        self.lists.get(hash(name)).unwrap_or(first)
    }

    #[inline]
    fn list_mut(&mut self, name: &str) -> &mut List<T> {
        let [first, others @ ..] = &mut self.lists;
        hash(name).checked_sub(1).and_then(|index| others.get_mut(index)).unwrap_or(first)
    }
}

/// Returns the number of the list for a name.
#[inline]
fn hash(name: &str) -> usize {
    let last = name.as_bytes().last().copied().unwrap_or_default();
    (name.len() + usize::from(last)) % LISTS
}

/// Compares names. If they have the same address, as is usual, their bytes need not be compared.
#[inline]
fn is_name(name: &str, other: &str) -> bool {
    ptr::eq(name, other) || name == other
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for Handles<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handles").finish_non_exhaustive()
    }
}
