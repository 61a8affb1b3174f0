//! [`Cache`]: the rows that are fetched for a closure, and [`Misses`]: those that it lacked.

use crate::layouts::{self, is_layouts};
use crate::{Commit, Direction, RangePage, RangeRequest, ReadRow, RowWrite, Scanner, StoredValue, Table};
use rowkey::store::LAYOUTS;
use rowkey::{KeyRange, Ranges};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The number of rows in the first request of a range that a closure reads.
pub(crate) const FIRST_ROWS: usize = 100;
/// The largest number of rows in a request.
pub(crate) const MAX_ROWS: usize = 4000;
/// Each request of a range asks for this many times the rows of the request before.
pub(crate) const GROWTH: usize = 10;

/// The rows that are fetched. They do not change while a closure runs. If a row is fetched again, the new value replaces the
/// old one in all ranges.
#[derive(Debug)]
pub(crate) struct Cache {
    /// The rows outside of the fetched ranges.
    rows: HashMap<&'static str, FetchedRows>,
    ranges: Vec<FetchedRange>,
    /// The number of rows in the first request of each range. Each further request asks for `GROWTH` times as many, up
    /// to `max_rows`.
    first_rows: usize,
    max_rows: usize,
    /// True if the ranges are probably read to their ends, so that each keeps a scanner from its first request.
    is_scan: bool,
    /// The row of all recorded layouts, in a store without transactions.
    pub(crate) packed_layouts: StoredValue,
}

/// The rows of a table, by their keys.
type FetchedRows = HashMap<Vec<u8>, StoredValue>;

/// The first rows of a range.
#[derive(Debug)]
pub(crate) struct FetchedRange {
    table: &'static Table,
    range: KeyRange,
    direction: Direction,
    /// In the direction of the range.
    rows: VecDeque<(Vec<u8>, StoredValue)>,
    is_complete: bool,
    next_limit: usize,
    scanner: Option<Scanner>,
    /// The number of rows that the last attempt has read.
    read: Cell<usize>,
}

/// The rows that a closure has asked for, and that are not fetched.
#[derive(Debug, Default)]
pub(crate) struct Misses {
    pub(crate) keys: BTreeMap<(&'static str, Vec<u8>), &'static Table>,
    pub(crate) ranges: Vec<MissedRange>,
    /// True if the closure lacked a row. If not, it has opened ranges without reading them.
    pub(crate) is_waiting: bool,
}

/// A range to fetch: a new one, or the rest of a fetched one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum MissedRange {
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

    /// Returns the position of the first row that is not before `key` in the direction of the range.
    fn position(&self, key: &[u8]) -> usize {
        self.rows.partition_point(|(row, _)| match self.direction {
            Direction::Forward => row.as_slice() < key,
            Direction::Backward => row.as_slice() > key,
        })
    }

    /// Returns the position of a row, or `None` if it is not among the fetched rows.
    fn position_of(&self, table: &Table, key: &[u8]) -> Option<usize> {
        if self.table.name() != table.name() || !self.range.contains(key) {
            return None;
        }
        let position = self.position(key);
        self.rows.get(position).is_some_and(|(row, _)| row == key).then_some(position)
    }

    /// Returns the part of the range after a key, in the direction of the range. Returns `None` if that part is empty.
    fn rest(&self, key: &[u8]) -> Option<KeyRange> {
        let rest = match self.direction {
            Direction::Forward => self.range.after(key),
            Direction::Backward => self.range.before(key),
        };
        Some(rest).filter(|rest| !rest.is_empty())
    }

    /// Returns the request for the rows after the last fetched one, or `None` if that row is the last of the range.
    fn next_request(&mut self, max_rows: usize) -> Option<RangeRequest> {
        let rest = match self.rows.back() {
            None => Some(self.range.clone()),
            Some((last, _)) => self.rest(last),
        };
        let Some(range) = rest else {
            self.is_complete = true;
            return None;
        };
        let limit = self.next_limit;
        self.next_limit = limit.saturating_mul(GROWTH).min(max_rows);
        let (table, direction, scanner) = (self.table, self.direction, self.scanner.clone());
        // A second request of the range will probably not be the last.
        self.scanner.get_or_insert_default();
        Some(RangeRequest { table, range, direction, limit, scanner })
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(FIRST_ROWS, MAX_ROWS, false)
    }
}

impl Cache {
    pub(crate) fn new(first_rows: usize, max_rows: usize, is_scan: bool) -> Self {
        let (rows, ranges, packed_layouts) = (HashMap::new(), Vec::new(), StoredValue::default());
        Self { rows, ranges, first_rows, max_rows, is_scan, packed_layouts }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.first_rows, self.max_rows, self.is_scan);
    }

    /// Forgets the rows that the last attempt has read, so that the memory of a long scan stays bounded. Keeps the last
    /// read row of each range, because a merge reads one row more than it returns.
    pub(crate) fn forget_read(&mut self) {
        self.rows.clear();
        self.ranges.retain_mut(|fetched| {
            let count = if is_layouts(fetched.table) { 0 } else { fetched.read.replace(0).saturating_sub(1) };
            let Some((last, _)) = fetched.rows.drain(..count).next_back() else { return true };
            fetched.rest(&last).map(|rest| fetched.range = rest).is_some()
        });
    }

    /// Returns a cache with the recorded layouts as they are after a commit, and without other rows. `is_packed` says whether
    /// the commit writes them as one row.
    ///
    /// The next step of a job reads about as many rows as the last attempt, so its first request for a range asks for all of them.
    pub(crate) fn after(&self, commit: &Commit, is_packed: bool) -> Self {
        let rows = self.ranges.iter().map(|fetched| fetched.read.get() + 1).max().unwrap_or_default();
        let mut next = Self::new(rows.clamp(FIRST_ROWS, MAX_ROWS), MAX_ROWS, false);
        let mut layouts: BTreeMap<_, _> = self.layouts().map(|(key, value)| (key.to_vec(), value.to_vec())).collect();
        for write in commit.writes.iter().filter(|write| is_layouts(write.table)) {
            match &write.value {
                Some(packed) if is_packed => layouts = layouts::unpack(packed).into_iter().collect(),
                Some(value) => drop(layouts.insert(write.key.clone(), value.clone())),
                None => drop(layouts.remove(&write.key)),
            }
        }
        let rows = layouts.into_iter().map(|(key, value)| (key, StoredValue::new(value))).collect();
        let number = next.add_range(&LAYOUTS, all(), Direction::Forward);
        next.add_page(number, RangePage { rows, is_end: true });
        next
    }

    /// Forgets the recorded layouts, because their versions after a commit are not known. Forgets all rows if the commit writes
    /// one of them, because it may have been fetched before.
    pub(crate) fn forget_written(&mut self, commit: &Commit) {
        let is_written = |write: &RowWrite| {
            let (table, key) = (write.table, &write.key);
            let has_key = |fetched: &FetchedRange| fetched.table.name() == table.name() && fetched.range.contains(key);
            !is_layouts(table) && (self.get(table, key).is_some() || self.ranges.iter().any(has_key))
        };
        if commit.writes.iter().any(is_written) {
            self.clear();
        }
        self.ranges.retain(|fetched| !is_layouts(fetched.table));
    }

    /// Returns requests for the ranges that have fewer than `count` fetched rows.
    pub(crate) fn requests_ahead(&mut self, count: usize) -> Vec<(usize, RangeRequest)> {
        let max_rows = self.max_rows;
        let ranges = self.ranges.iter_mut().enumerate();
        let ranges = ranges.filter(|(_, fetched)| !fetched.is_complete && fetched.rows.len() < count);
        ranges.filter_map(|(number, fetched)| Some((number, fetched.next_request(max_rows)?))).collect()
    }

    /// Returns the request for the recorded layouts, or `None` if all of them are fetched.
    pub(crate) fn missed_layouts(&self) -> Option<MissedRange> {
        let (table, range, direction) = (&LAYOUTS, all(), Direction::Forward);
        match self.range(table, &range, direction) {
            Some(number) if self.is_complete(number) => None,
            Some(number) => Some(MissedRange::Rest(number)),
            None => Some(MissedRange::New { table, range, direction }),
        }
    }

    /// Returns the keys and values of all recorded layouts that are fetched.
    pub(crate) fn layouts(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let ranges = self.ranges.iter().filter(|fetched| is_layouts(fetched.table));
        let rows = ranges.flat_map(|fetched| &fetched.rows);
        rows.filter_map(|(key, value)| Some((&key[..], value.bytes.as_deref()?)))
    }

    /// Replaces the writes to recorded layouts by one write of the row that holds all of them.
    pub(crate) fn pack_layouts(&self, commit: &mut Commit) {
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
    pub(crate) fn get(&self, table: &'static Table, key: &[u8]) -> Option<&StoredValue> {
        static NO_ROW: StoredValue = StoredValue { bytes: None, version: 0 };
        if let Some(value) = self.rows.get(table.name()).and_then(|rows| rows.get(key)) {
            return Some(value);
        }
        let mut ranges = self.ranges.iter();
        if let Some((_, value)) = ranges.find_map(|fetched| fetched.rows.get(fetched.position_of(table, key)?)) {
            return Some(value);
        }
        // A row of a record that is not in a fetched range can still have a version, with which it was removed.
        (is_layouts(table) && self.missed_layouts().is_none()).then_some(&NO_ROW)
    }

    /// Returns the number of the fetched range that answers a request, or begins to.
    pub(crate) fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Option<usize> {
        self.ranges.iter().position(|fetched| fetched.serves(table, range, direction))
    }

    /// Returns the row at a position of a fetched range, counted in `direction`.
    pub(crate) fn row(&self, number: usize, position: usize, direction: Direction) -> Option<(&[u8], Option<&[u8]>)> {
        let fetched = self.ranges.get(number)?;
        let is_reversed = fetched.direction != direction;
        let position = if is_reversed { fetched.rows.len().checked_sub(position + 1)? } else { position };
        let (key, value) = fetched.rows.get(position)?;
        if !is_reversed {
            fetched.read.set(fetched.read.get().max(position + 1));
        }
        Some((key, value.bytes.as_deref()))
    }

    /// Returns the position of the first row of `range` in a fetched range, counted in `direction`.
    pub(crate) fn first(&self, number: usize, range: &KeyRange, direction: Direction) -> usize {
        let Some(fetched) = self.ranges.get(number) else { return 0 };
        let is_before = |key: &[u8]| match direction {
            Direction::Forward => key < range.start(),
            Direction::Backward => range.end().is_some_and(|end| key >= end),
        };
        let rows = &fetched.rows;
        if fetched.direction == direction {
            rows.partition_point(|(key, _)| is_before(key))
        } else {
            rows.len() - rows.partition_point(|(key, _)| !is_before(key))
        }
    }

    pub(crate) fn is_complete(&self, number: usize) -> bool {
        self.ranges.get(number).is_some_and(|fetched| fetched.is_complete)
    }

    /// Adds ranges whose rows are not fetched yet.
    pub(crate) fn add_ranges(&mut self, table: &'static Table, ranges: Ranges, direction: Direction) {
        for range in ranges.filter(|range| !range.is_empty()) {
            self.add_range(table, range, direction);
        }
    }

    fn add_range(&mut self, table: &'static Table, range: KeyRange, direction: Direction) -> usize {
        self.ranges.push(FetchedRange {
            table,
            range,
            direction,
            rows: VecDeque::new(),
            is_complete: false,
            next_limit: self.first_rows,
            scanner: self.is_scan.then(Scanner::default),
            read: Cell::new(0),
        });
        self.ranges.len() - 1
    }

    /// Returns whether a range that was missed is one of recorded layouts.
    pub(crate) fn reads_layouts(&self, missed: &MissedRange) -> bool {
        match missed {
            MissedRange::New { table, .. } => is_layouts(table),
            MissedRange::Rest(number) => self.ranges.get(*number).is_some_and(|fetched| is_layouts(fetched.table)),
        }
    }

    /// Adds all recorded layouts of a store without transactions.
    pub(crate) fn add_layouts(&mut self, packed: StoredValue) {
        let rows = layouts::unpack(packed.bytes.as_deref().unwrap_or_default()).into_iter();
        let rows = rows.map(|(key, bytes)| (key, StoredValue::new(bytes))).collect();
        let number = self.add_range(&LAYOUTS, all(), Direction::Forward);
        self.add_page(number, RangePage { rows, is_end: true });
        self.packed_layouts = packed;
    }

    /// Returns the request for a range that was missed, or `None` if it has no further rows.
    pub(crate) fn request(&mut self, missed: &MissedRange) -> (usize, Option<RangeRequest>) {
        let number = match missed {
            MissedRange::Rest(number) => *number,
            MissedRange::New { table, range, direction } => self.add_range(table, range.clone(), *direction),
        };
        let max_rows = self.max_rows;
        (number, self.ranges.get_mut(number).and_then(|fetched| fetched.next_request(max_rows)))
    }

    pub(crate) fn add_page(&mut self, number: usize, page: RangePage) {
        let Some(fetched) = self.ranges.get(number) else { return };
        let table = fetched.table;
        // Another range, or a request for one row, may have fetched these rows before.
        let has_same_table =
            |(other, fetched): (usize, &FetchedRange)| other != number && fetched.table.name() == table.name();
        let may_be_known = self.rows.contains_key(table.name()) || self.ranges.iter().enumerate().any(has_same_table);
        if may_be_known {
            for (key, value) in &page.rows {
                self.replace(table, key, value);
            }
        }
        let Some(fetched) = self.ranges.get_mut(number) else { return };
        fetched.is_complete = page.is_end;
        if fetched.rows.is_empty() {
            fetched.rows = page.rows.into();
        } else {
            fetched.rows.extend(page.rows);
        }
    }

    /// Replaces a row of a table wherever it is. Returns false if it is nowhere.
    fn replace(&mut self, table: &'static Table, key: &[u8], value: &StoredValue) -> bool {
        let known = self.rows.get_mut(table.name()).and_then(|rows| rows.get_mut(key));
        let ranges = self.ranges.iter_mut().filter_map(|fetched| {
            let position = fetched.position_of(table, key)?;
            Some(&mut fetched.rows.get_mut(position)?.1)
        });
        known.into_iter().chain(ranges).map(|known| known.clone_from(value)).count() > 0
    }

    pub(crate) fn add_row(&mut self, table: &'static Table, key: Vec<u8>, value: StoredValue) {
        if !self.replace(table, &key, &value) {
            self.rows.entry(table.name()).or_default().insert(key, value);
        }
    }
}

impl Misses {
    /// Adds a row that is not fetched. All recorded layouts are fetched together, because they are few, and most of them
    /// are read next.
    pub(crate) fn add_key(&mut self, cache: &Cache, table: &'static Table, key: &[u8]) {
        self.is_waiting = true;
        if is_layouts(table) {
            self.ranges.extend(cache.missed_layouts());
        } else {
            self.keys.insert((table.name(), key.to_vec()), table);
        }
    }

    /// Removes ranges whose rows are on their way. Returns true if one was removed.
    pub(crate) fn remove_ranges(&mut self, numbers: &[usize]) -> bool {
        let count = self.ranges.len();
        self.ranges.retain(|missed| !matches!(missed, MissedRange::Rest(number) if numbers.contains(number)));
        self.ranges.len() < count
    }

    pub(crate) fn add_range(&mut self, range: MissedRange) {
        if !self.ranges.contains(&range) {
            self.ranges.push(range);
        }
    }
}

/// The range of all keys.
fn all() -> KeyRange {
    KeyRange::beginning_with(b"")
}
