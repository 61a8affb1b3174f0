//! The stored rows of a query, in the order of their keys across all buckets of a salt.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use super::error::RowsError;
use super::{Direction, Read};
use crate::query::merge::Tournament;
use crate::query::ranges::Ranges;
use crate::query::scan::{Order, rest};
use crate::range::KeyRange;
use crate::record::table::Table;
use alloc::vec::Vec;

/// The stored rows of a query: pairs of key and value.
pub(super) struct RawScan<'s, S: Read> {
    store: &'s S,
    table: &'static Table,
    ranges: Ranges,
    direction: Direction,
    after: Option<Vec<u8>>,
    /// True if the query reads an index. The rows are complete only if the index is built.
    needs_built: bool,
    state: State<'s, S>,
}

enum State<'s, S: Read + 's> {
    NotStarted,
    /// The rows of a query with a single range, which are not merged.
    One(S::Range<'s>),
    Many {
        buckets: Vec<Option<S::Range<'s>>>,
        tournament: Tournament<StoredRow<'s, S>>,
        order: Order,
    },
    Ended,
}

/// The key and the value of a row.
pub(super) type StoredRow<'s, S> = (<S as Read>::Bytes<'s>, <S as Read>::Bytes<'s>);

impl<'s, S: Read> RawScan<'s, S> {
    pub(super) fn new(store: &'s S, table: &'static Table, ranges: Ranges, needs_built: bool) -> Self {
        Self { store, table, ranges, direction: Direction::Forward, after: None, needs_built, state: State::NotStarted }
    }

    pub(super) fn store(&self) -> &'s S {
        self.store
    }

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the scan in the other direction, from its beginning.
    pub(super) fn reversed(mut self) -> Self {
        self.direction = self.direction.reversed();
        self.state = State::NotStarted;
        self
    }

    /// Continues after the row with this key.
    pub(super) fn after(mut self, key: Vec<u8>) -> Self {
        self.after = Some(key);
        self.state = State::NotStarted;
        self
    }

    /// Checks whether the query could return a row with this key.
    pub(super) fn contains(&self, key: &[u8]) -> bool {
        self.ranges.clone().any(|range| range.contains(key))
    }

    /// Returns the part of each range that is still to be read.
    fn rest(&self) -> Vec<KeyRange> {
        let Some(after) = &self.after else { return self.ranges.clone().collect() };
        let fields = after.get(self.ranges.layout().fields_at()..).unwrap_or_default();
        let backward = self.direction == Direction::Backward;
        let buckets = self.ranges.clone().enumerate();
        buckets
            .filter_map(|(bucket, range)| {
                // In its own part of the table, each bucket continues after the same fields.
                let key = [&*self.ranges.bytes_before_fields(bucket), fields].concat();
                rest(range, key, backward, false)
            })
            .collect()
    }

    fn start(&mut self) -> Result<(), RowsError<S::Error>> {
        self.state = State::Ended;
        if self.needs_built && !self.store.is_built(self.table).map_err(RowsError::Store)? {
            return Err(RowsError::NotBuilt { index: self.table.name() });
        }
        let open = |range: KeyRange| self.store.range(self.table, &range, self.direction).map_err(RowsError::Store);
        let mut ranges = self.rest();
        self.state = match (ranges.pop(), ranges.is_empty()) {
            (None, _) => State::Ended,
            (Some(only), true) => State::One(open(only)?),
            (Some(last), false) => {
                ranges.push(last);
                let buckets = ranges.into_iter().map(|range| open(range).map(Some)).collect::<Result<Vec<_>, _>>()?;
                let tournament = Tournament::new(buckets.len());
                let skip = self.ranges.layout().fields_at();
                let order = Order { skip, backward: self.direction == Direction::Backward };
                State::Many { buckets, tournament, order }
            }
        };
        Ok(())
    }

    /// Returns the next row. The iterator ends after an error.
    ///
    /// The usual case is inlined, because a row is large and expensive to move between functions.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<Option<StoredRow<'s, S>>, RowsError<S::Error>> {
        if let State::NotStarted = self.state {
            self.start()?;
        }
        let State::One(rows) = &mut self.state else { return self.next_of_many() };
        match rows.next() {
            Some(Ok(row)) => Ok(Some(row)),
            Some(Err(error)) => self.end(Err(error)),
            None => self.end(Ok(None)),
        }
    }

    #[inline(never)]
    fn next_of_many(&mut self) -> Result<Option<StoredRow<'s, S>>, RowsError<S::Error>> {
        let State::Many { buckets, tournament, order } = &mut self.state else { return Ok(None) };
        match next_of_many::<S>(buckets, tournament, order) {
            Ok(Some(row)) => Ok(Some(row)),
            end => self.end(end),
        }
    }

    #[cold]
    fn end(
        &mut self,
        end: Result<Option<StoredRow<'s, S>>, S::Error>,
    ) -> Result<Option<StoredRow<'s, S>>, RowsError<S::Error>> {
        self.state = State::Ended;
        end.map_err(RowsError::Store)
    }
}

fn next_of_many<'s, S: Read>(
    buckets: &mut [Option<S::Range<'s>>],
    tournament: &mut Tournament<StoredRow<'s, S>>,
    order: &Order,
) -> Result<Option<StoredRow<'s, S>>, S::Error> {
    while let Some(due) = tournament.due() {
        let row = match buckets.get_mut(due) {
            Some(bucket) => match bucket.as_mut().and_then(Iterator::next).transpose()? {
                None => {
                    *bucket = None;
                    None
                }
                row => row,
            },
            None => None,
        };
        tournament.enter(row, order);
    }
    Ok(tournament.take(order))
}
