//! A store in memory that counts opened ranges and rows read.

use std::cell::RefCell;
use std::collections::{BTreeMap, btree_map};
use std::rc::Rc;

use rowkey::KeyRange;

#[derive(Debug, Default)]
pub(crate) struct Store {
    rows: BTreeMap<Vec<u8>, u32>,
    counts: Rc<RefCell<Counts>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The ranges that were opened, in order.
    pub(crate) opened: Vec<KeyRange>,
    /// The number of ranges that are open now.
    pub(crate) open: usize,
    /// The greatest number of ranges that were open at once.
    pub(crate) max_open: usize,
    /// The number of rows read.
    pub(crate) rows: usize,
}

impl Store {
    pub(crate) fn new(rows: impl IntoIterator<Item = (Vec<u8>, u32)>) -> Store {
        let mut store = Store { rows: BTreeMap::new(), counts: Rc::default() };
        // `collect` would sort first, with code that is compiled again for each kind of key.
        for (key, value) in rows {
            store.rows.insert(key, value);
        }
        store
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = (&[u8], u32)> {
        self.rows.iter().map(|(key, value)| (&key[..], *value))
    }

    pub(crate) fn open(&self, range: KeyRange) -> Rows<'_> {
        let mut counts = self.counts.borrow_mut();
        counts.opened.push(range.clone());
        counts.open += 1;
        counts.max_open = counts.max_open.max(counts.open);
        Rows { rows: self.rows.range(range), counts: Rc::clone(&self.counts) }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts.borrow().clone()
    }

    /// Resets all counts to zero, except the number of ranges that are open now.
    pub(crate) fn reset_counts(&self) {
        let open = self.counts.borrow().open;
        *self.counts.borrow_mut() = Counts { open, max_open: open, ..Counts::default() };
    }
}

pub(crate) struct Rows<'a> {
    rows: btree_map::Range<'a, Vec<u8>, u32>,
    counts: Rc<RefCell<Counts>>,
}

impl<'a> Rows<'a> {
    fn counted(&self, row: Option<(&'a Vec<u8>, &'a u32)>) -> Option<(&'a [u8], u32)> {
        let (key, value) = row?;
        self.counts.borrow_mut().rows += 1;
        Some((key, *value))
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = (&'a [u8], u32);

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next();
        self.counted(row)
    }
}

impl DoubleEndedIterator for Rows<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let row = self.rows.next_back();
        self.counted(row)
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        self.counts.borrow_mut().open -= 1;
    }
}
