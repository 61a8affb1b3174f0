//! Scans the stored rows of a query, as bytes. If the key has a salt, the query has a range in each bucket of the salt.
//! The scan merges the rows of these ranges in the order of their fields, as if there were no salt.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use super::error::RowsError;
use super::tables::Tables;
use super::{Direction, Read};
use crate::query::merge::Tournament;
use crate::query::ranges::Ranges;
use crate::query::scan::{Order, rest_of_range};
use crate::range::KeyRange;
use crate::record::table::Table;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A scan of the stored rows of a query, which are pairs of key and value.
pub(super) struct RawScan<'s, S: Read> {
    store: &'s Tables<S>,
    table: &'static Table,
    ranges: QueryRanges,
    direction: Direction,
    /// The scan continues after this key.
    after: Option<Vec<u8>>,
    /// True if the query reads an index. The scan then fails unless the index is built, because entries may be missing.
    reads_index: bool,
    state: State<'s, S>,
    /// True after the last row and after an error.
    ended: bool,
}

enum QueryRanges {
    /// A single range, which is the usual case and needs no list of ranges.
    One(KeyRange),
    /// One range per bucket of a salt, or ranges that also contain keys that do not match the query.
    Many(Ranges),
}

impl QueryRanges {
    /// Checks whether the query matches `key`, which must be in one of the ranges.
    fn is_match(&self, key: &[u8]) -> bool {
        match self {
            Self::One(_) => true,
            Self::Many(ranges) => ranges.is_match(key),
        }
    }
}

enum State<'s, S: Read + 's> {
    NotStarted,
    One(S::Range<'s>),
    Many { buckets: Vec<Option<S::Range<'s>>>, tournament: Tournament<StoredRow<'s, S>>, order: Order },
}

pub(super) type StoredRow<'s, S> = (<S as Read>::Bytes<'s>, <S as Read>::Bytes<'s>);

impl<'s, S: Read> RawScan<'s, S> {
    pub(super) fn new(store: &'s Tables<S>, table: &'static Table, ranges: Ranges) -> Self {
        let ranges = match ranges.into_single() {
            Ok(range) => QueryRanges::One(range),
            Err(ranges) => QueryRanges::Many(ranges),
        };
        Self::of(store, table, ranges, table.is_index())
    }

    /// Scans all rows of a table in a range. Does not fail if the table is an index that is not built.
    pub(super) fn of_range(store: &'s Tables<S>, table: &'static Table, range: KeyRange) -> Self {
        Self::of(store, table, QueryRanges::One(range), false)
    }

    fn of(store: &'s Tables<S>, table: &'static Table, ranges: QueryRanges, reads_index: bool) -> Self {
        Self {
            store,
            table,
            ranges,
            direction: Direction::Forward,
            after: None,
            reads_index,
            state: State::NotStarted,
            ended: false,
        }
    }

    pub(super) fn store(&self) -> &'s Tables<S> {
        self.store
    }

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    /// Reverses the direction, and starts the scan again. Keeps the key that was passed to `after`.
    pub(super) fn reversed(mut self) -> Self {
        self.direction = self.direction.reversed();
        self.state = State::NotStarted;
        self.ended = false;
        self
    }

    /// Continues after the row with this key.
    pub(super) fn after(mut self, key: Vec<u8>) -> Self {
        self.after = Some(key);
        self.state = State::NotStarted;
        self.ended = false;
        self
    }

    /// Checks whether the query matches `key`.
    pub(super) fn contains(&self, key: &[u8]) -> bool {
        match &self.ranges {
            QueryRanges::One(range) => range.contains(key),
            QueryRanges::Many(ranges) => ranges.contains(key),
        }
    }

    fn open(&self, range: &KeyRange) -> Result<S::Range<'s>, RowsError<S::Error>> {
        self.store.range(self.table, range, self.direction)
    }

    #[inline(never)]
    fn start(&mut self) -> Result<(), RowsError<S::Error>> {
        // `ended` stays true if this function returns an error or if the range is empty.
        self.ended = true;
        if self.reads_index && !self.store.is_built(self.table)? {
            return Err(not_built(self.store, self.table));
        }
        let backward = self.direction == Direction::Backward;
        self.state = match (&self.ranges, &self.after) {
            (QueryRanges::One(range), _) if range.is_empty() => return Ok(()),
            (QueryRanges::One(range), None) => State::One(self.open(range)?),
            (QueryRanges::One(range), Some(after)) => {
                // One byte more, because `rest_of_range` appends a byte.
                let mut key = Vec::with_capacity(after.len() + 1);
                key.extend_from_slice(after);
                match rest_of_range(range.clone(), key, backward, false) {
                    Some(rest) => State::One(self.open(&rest)?),
                    None => return Ok(()),
                }
            }
            (QueryRanges::Many(ranges), after) => {
                let order = Order { skip: ranges.layout().fields_offset(), backward };
                let rest_of_bucket = |(bucket, range)| match after {
                    None => Some(range),
                    Some(after) => order.rest_of_bucket(ranges, bucket, range, after),
                };
                let buckets = ranges.clone().enumerate().filter_map(rest_of_bucket);
                let buckets = buckets.map(|range| self.open(&range).map(Some)).collect::<Result<Vec<_>, _>>()?;
                let tournament = Tournament::new(buckets.len());
                State::Many { buckets, tournament, order }
            }
        };
        self.ended = false;
        Ok(())
    }

    /// Reads the next row, passes its key and value to `read`, and returns the result of `read`. After the last row,
    /// returns the result of `end(None)`. If the row could not be read, ends the scan and returns the result of
    /// `end(Some(error))`.
    ///
    /// `read` receives slices and not the row, because the row types of some stores are large and take time to move.
    #[inline(always)]
    pub(super) fn read_next<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<RowsError<S::Error>>) -> R,
    ) -> R {
        if let State::NotStarted = self.state
            && !self.ended
            && let Err(error) = self.start()
        {
            return end(Some(error));
        }
        match &mut self.state {
            // `ended` is set in this closure, because a check of the result after the call would move the result once
            // more.
            State::One(rows) if !self.ended => S::next_row(rows, read, |error| {
                self.ended = true;
                end(error.map(RowsError::Store))
            }),
            _ => self.read_next_of_many(read, end),
        }
    }

    #[inline(never)]
    fn read_next_of_many<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<RowsError<S::Error>>) -> R,
    ) -> R {
        match self.next() {
            Ok(Some((key, value))) => read(key.as_ref(), value.as_ref()),
            Ok(None) => end(None),
            Err(error) => end(Some(error)),
        }
    }

    /// Returns the next row, or `None` after the last row. An error ends the scan.
    #[inline(never)]
    pub(super) fn next(&mut self) -> Result<Option<StoredRow<'s, S>>, RowsError<S::Error>> {
        if let State::NotStarted = self.state
            && !self.ended
        {
            self.start()?;
        }
        if self.ended {
            return Ok(None);
        }
        let row = match &mut self.state {
            State::One(rows) => rows.next().transpose(),
            State::Many { buckets, tournament, order } => next_of_many::<S>(&self.ranges, buckets, tournament, order),
            State::NotStarted => Ok(None),
        };
        self.ended = !matches!(row, Ok(Some(_)));
        row.map_err(RowsError::Store)
    }
}

fn next_of_many<'s, S: Read>(
    ranges: &QueryRanges,
    buckets: &mut [Option<S::Range<'s>>],
    tournament: &mut Tournament<StoredRow<'s, S>>,
    order: &Order,
) -> Result<Option<StoredRow<'s, S>>, S::Error> {
    while let Some(index) = tournament.source_to_read() {
        let row = match buckets.get_mut(index) {
            Some(bucket) => match bucket.as_mut().and_then(Iterator::next).transpose()? {
                Some(row) if !ranges.is_match(row.0.as_ref()) => continue,
                Some(row) => Some(row),
                None => {
                    *bucket = None;
                    None
                }
            },
            None => None,
        };
        tournament.enter(row, order);
    }
    Ok(tournament.take(order))
}

/// Returns [`RowsError::NotBuilt`], or the store's error if the recorded expressions cannot be read.
#[cold]
pub(super) fn not_built<S: Read>(store: &Tables<S>, index: &'static Table) -> RowsError<S::Error> {
    let changed = super::layouts::changed_expressions(&store.store, index);
    match changed {
        Ok(changed) => RowsError::NotBuilt { index, changed: changed.map(Box::new) },
        Err(error) => RowsError::Store(error),
    }
}
