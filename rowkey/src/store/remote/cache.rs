//! [`Cache`]: the rows that are fetched for a closure, and [`Misses`]: those that it lacked.

use super::{Commit, Direction, RangePage, RangeRequest, ReadRow, RowWrite, StoredValue, Table, layouts};
use crate::query::scan::rest_of_range;
use crate::range::KeyRange;
use crate::store::layouts::{LAYOUTS, is_layouts};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::Cell;

/// The number of rows in the first request of a range. Each further request asks for twice as many, up to `MAX_ROWS`.
const FIRST_ROWS: usize = 100;
const MAX_ROWS: usize = 2000;

/// The rows that are fetched. They stay as they are while a closure runs.
#[derive(Debug, Default)]
pub(super) struct Cache {
    /// The value of each key that was asked for, and of each key in a fetched range.
    rows: BTreeMap<&'static str, FetchedRows>,
    ranges: Vec<FetchedRange>,
    /// The row of all recorded layouts, in a store without transactions.
    pub(super) packed_layouts: StoredValue,
}

/// The rows of a table, by their keys.
type FetchedRows = BTreeMap<Vec<u8>, StoredValue>;

/// The first rows of a range.
#[derive(Debug)]
pub(super) struct FetchedRange {
    table: &'static Table,
    range: KeyRange,
    direction: Direction,
    /// In the direction of the range.
    keys: Vec<Vec<u8>>,
    is_complete: bool,
    next_limit: usize,
    scanner: Option<u64>,
    /// The number of keys that the last attempt has read.
    read: Cell<usize>,
}

/// The rows that a closure has asked for, and that are not fetched.
#[derive(Debug, Default)]
pub(super) struct Misses {
    pub(super) keys: Vec<(&'static Table, Vec<u8>)>,
    pub(super) ranges: Vec<MissedRange>,
    /// True if the closure lacked a row. If not, it has opened ranges without reading them.
    pub(super) is_waiting: bool,
}

/// A range to fetch: a new one, or the rest of a fetched one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MissedRange {
    New { table: &'static Table, range: KeyRange, direction: Direction },
    Rest(usize),
}

impl FetchedRange {
    /// Checks whether the fetched rows answer a request, or begin to.
    fn serves(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> bool {
        let starts = self.range.start() <= range.start();
        let ends = match (self.range.end(), range.end()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(fetched), Some(end)) => end <= fetched,
        };
        // The rest of an incomplete range is fetched at its end, so the end must be the same.
        let has_same_end = match direction {
            Direction::Forward => self.range.end() == range.end(),
            Direction::Backward => self.range.start() == range.start(),
        };
        self.table.name() == table.name()
            && starts
            && ends
            && (self.is_complete || (self.direction == direction && has_same_end))
    }
}

impl Cache {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Forgets the rows that the last attempt has read, so that the memory of a long scan stays bounded. Keeps the last
    /// read row of each range, because a merge reads one row more than it returns.
    pub(super) fn forget_read(&mut self) {
        let mut rows = core::mem::take(&mut self.rows);
        self.ranges.retain_mut(|fetched| {
            let count = if is_layouts(fetched.table) { 0 } else { fetched.read.replace(0).saturating_sub(1) };
            let Some(last) = fetched.keys.drain(..count).next_back() else { return true };
            let backward = fetched.direction == Direction::Backward;
            let rest = rest_of_range(fetched.range.clone(), last, backward, false);
            rest.map(|rest| fetched.range = rest).is_some()
        });
        for fetched in &self.ranges {
            let Some(old) = rows.get_mut(fetched.table.name()) else { continue };
            let kept = fetched.keys.iter().filter_map(|key| old.remove_entry(key));
            self.rows.entry(fetched.table.name()).or_default().extend(kept);
        }
    }

    /// Returns the request for the recorded layouts, or `None` if all of them are fetched.
    pub(super) fn missed_layouts(&self) -> Option<MissedRange> {
        let (table, range, direction) = (&LAYOUTS, all(), Direction::Forward);
        match self.range(table, &range, direction) {
            Some(number) if self.is_complete(number) => None,
            Some(number) => Some(MissedRange::Rest(number)),
            None => Some(MissedRange::New { table, range, direction }),
        }
    }

    /// Returns the keys and values of all recorded layouts that are fetched.
    pub(super) fn layouts(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let rows = self.rows.get(LAYOUTS.name()).into_iter().flatten();
        rows.filter_map(|(key, value)| Some((&key[..], value.bytes.as_deref()?)))
    }

    /// Replaces the writes to recorded layouts by one write of the row that holds all of them.
    pub(super) fn pack_layouts(&self, commit: &mut Commit) {
        commit.reads.retain(|read| !is_layouts(read.table));
        let mut layouts: BTreeMap<_, _> = self.layouts().collect();
        let mut is_changed = false;
        for write in commit.writes.iter().filter(|write| is_layouts(write.table)) {
            is_changed = true;
            match &write.value {
                Some(value) => layouts.insert(&write.key, value),
                None => layouts.remove(&write.key[..]),
            };
        }
        if is_changed {
            let packed = layouts::pack(layouts.into_iter());
            commit.writes.retain(|write| !is_layouts(write.table));
            let ReadRow { table, key, value } = layouts::row(self.packed_layouts.clone());
            commit.writes.push(RowWrite { table, key, value: Some(packed), expected: Some(value) });
        }
    }

    /// Returns the value of a row, `None` if the row is not fetched.
    pub(super) fn get(&self, table: &'static Table, key: &[u8]) -> Option<&StoredValue> {
        static NO_ROW: StoredValue = StoredValue { bytes: None, version: 0 };
        if let Some(value) = self.rows.get(table.name()).and_then(|rows| rows.get(key)) {
            return Some(value);
        }
        // A row of a record that is not in a fetched range can still have a version, with which it was removed.
        (is_layouts(table) && self.missed_layouts().is_none()).then_some(&NO_ROW)
    }

    /// Returns the number of the fetched range that answers a request, or begins to.
    pub(super) fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Option<usize> {
        self.ranges.iter().position(|fetched| fetched.serves(table, range, direction))
    }

    /// Returns the key at a position of a fetched range, counted in `direction`.
    pub(super) fn key(&self, number: usize, position: usize, direction: Direction) -> Option<&[u8]> {
        let fetched = self.ranges.get(number)?;
        if fetched.direction != direction {
            return Some(fetched.keys.get(fetched.keys.len().checked_sub(position + 1)?)?);
        }
        let key = fetched.keys.get(position)?;
        fetched.read.set(fetched.read.get().max(position + 1));
        Some(key)
    }

    /// Returns the position of the first row of `range` in a fetched range, counted in `direction`.
    pub(super) fn first(&self, number: usize, range: &KeyRange, direction: Direction) -> usize {
        let Some(fetched) = self.ranges.get(number) else { return 0 };
        let is_before = |key: &[u8]| match direction {
            Direction::Forward => key < range.start(),
            Direction::Backward => range.end().is_some_and(|end| key >= end),
        };
        let keys = &fetched.keys;
        if fetched.direction == direction {
            keys.partition_point(|key| is_before(key))
        } else {
            keys.len() - keys.partition_point(|key| !is_before(key))
        }
    }

    pub(super) fn is_complete(&self, number: usize) -> bool {
        self.ranges.get(number).is_some_and(|fetched| fetched.is_complete)
    }

    fn add_range(&mut self, table: &'static Table, range: KeyRange, direction: Direction) -> usize {
        self.ranges.push(FetchedRange {
            table,
            range,
            direction,
            keys: Vec::new(),
            is_complete: false,
            next_limit: FIRST_ROWS,
            scanner: None,
            read: Cell::new(0),
        });
        self.ranges.len() - 1
    }

    /// Returns whether a range that was missed is one of recorded layouts.
    pub(super) fn reads_layouts(&self, missed: &MissedRange) -> bool {
        match missed {
            MissedRange::New { table, .. } => is_layouts(table),
            MissedRange::Rest(number) => self.ranges.get(*number).is_some_and(|fetched| is_layouts(fetched.table)),
        }
    }

    /// Adds all recorded layouts of a store without transactions.
    pub(super) fn add_layouts(&mut self, packed: StoredValue) {
        let rows = layouts::unpack(packed.bytes.as_deref().unwrap_or_default()).into_iter();
        let rows = rows.map(|(key, bytes)| (key, StoredValue::new(bytes))).collect();
        let number = self.add_range(&LAYOUTS, all(), Direction::Forward);
        self.add_page(number, RangePage { rows, is_end: true, scanner: None });
        self.packed_layouts = packed;
    }

    /// Returns the request for a range that was missed, or `None` if it has no further rows.
    pub(super) fn request(&mut self, missed: &MissedRange) -> (usize, Option<RangeRequest>) {
        let number = match missed {
            MissedRange::Rest(number) => *number,
            MissedRange::New { table, range, direction } => self.add_range(table, range.clone(), *direction),
        };
        let Some(fetched) = self.ranges.get_mut(number) else { return (number, None) };
        let backward = fetched.direction == Direction::Backward;
        let rest = match fetched.keys.last() {
            None => Some(fetched.range.clone()),
            Some(last) => rest_of_range(fetched.range.clone(), last.clone(), backward, false),
        };
        let Some(range) = rest else {
            fetched.is_complete = true;
            return (number, None);
        };
        let limit = fetched.next_limit;
        fetched.next_limit = (2 * limit).min(MAX_ROWS);
        let (table, direction, scanner) = (fetched.table, fetched.direction, fetched.scanner.take());
        (number, Some(RangeRequest { table, range, direction, limit, scanner }))
    }

    pub(super) fn add_page(&mut self, number: usize, page: RangePage) {
        let Some(fetched) = self.ranges.get_mut(number) else { return };
        fetched.is_complete = page.is_end;
        fetched.scanner = page.scanner;
        for (key, value) in page.rows {
            self.rows.entry(fetched.table.name()).or_default().insert(key.clone(), value);
            fetched.keys.push(key);
        }
    }

    pub(super) fn add_row(&mut self, table: &'static Table, key: Vec<u8>, value: StoredValue) {
        self.rows.entry(table.name()).or_default().insert(key, value);
    }
}

impl Misses {
    /// Adds a row that is not fetched. All recorded layouts are fetched together, because they are few, and most of them
    /// are read next.
    pub(super) fn add_key(&mut self, cache: &Cache, table: &'static Table, key: &[u8]) {
        self.is_waiting = true;
        if is_layouts(table) {
            self.ranges.extend(cache.missed_layouts());
        } else if !self.keys.iter().any(|(other, missed)| other.name() == table.name() && missed == key) {
            self.keys.push((table, key.to_vec()));
        }
    }

    pub(super) fn add_range(&mut self, range: MissedRange) {
        if !self.ranges.contains(&range) {
            self.ranges.push(range);
        }
    }
}

/// The range of all keys.
fn all() -> KeyRange {
    KeyRange::beginning_with(b"")
}
