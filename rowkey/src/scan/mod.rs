//! Scans: the rows of one or many salt buckets of a store, in the order of their keys.

mod error;
mod rows;

use crate::error::{DecodeError, EncodeError};
use crate::facts::OwnedFields;
use crate::key::RowKey;
use crate::merge::{self, Tournament};
use crate::range::KeyRange;
use crate::ranges::Ranges;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

pub use error::{ScanError, ScanErrorKind};
pub use rows::{Backward, Columns, FallibleRows, KeyOf, Pairs, Rows};

/// The rows of a scan in the order of their keys, across all salt buckets: an iterator of `Result<(K, V), ScanError>`.
///
/// `scan(open)` runs over any store: `open` turns a [`KeyRange`] into an iterator over `(key, value)` or
/// `Result<(key, value), E>`, or into a `Result` of one. For other rows, such as redb's `AccessGuard`s, `scan_by` takes
/// a second closure that finds the key in a row. `scan_rev` and `scan_rev_by` go from the last row to the first; they
/// read the same iterators from their ends.
///
/// Nothing is opened before the first row is asked for. Then each bucket's range is opened once, and of each bucket one
/// row is held.
///
/// ```
/// use rowkey::RowKey;
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, Clone, PartialEq, RowKey)]
/// #[rowkey(salt(md5, buckets = 4))]
/// struct ReadingKey {
///     taken_at: u64,
///     sensor: u32,
/// }
///
/// let mut table = BTreeMap::new();
/// for taken_at in 0..100 {
///     table.insert(ReadingKey { taken_at, sensor: 7 }.encode().to_vec(), taken_at * 2);
/// }
///
/// let rows = ReadingKey::prefix().taken_at_in(10..).scan(|range| table.range(range));
/// let first: Result<Vec<_>, _> = rows.take(3).collect();
/// let taken_at: Vec<_> = first?.into_iter().map(|(key, _)| key.taken_at).collect();
/// assert_eq!(taken_at, [10, 11, 12]);
///
/// let last = ReadingKey { taken_at: 12, sensor: 7 };
/// let mut rows = ReadingKey::prefix().scan(|range| table.range(range)).after(&last);
/// assert_eq!(rows.next().unwrap()?, (ReadingKey { taken_at: 13, sensor: 7 }, &26));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy: nothing is read until it is iterated over"]
pub struct Scan<K, O, R: Rows<M>, M, C> {
    ranges: Ranges,
    open: O,
    next: NextOf<R::Iter>,
    /// Held here so that a scan is an iterator whatever its key is: that the key owns its fields is asked where the scan
    /// begins, and a mistake is said there and nowhere else.
    decode: fn(&[u8]) -> Result<K, DecodeError>,
    order: Order<C>,
    after: Option<Result<Vec<u8>, EncodeError>>,
    open_at_most: usize,
    started: bool,
    opened: usize,
    buckets: Vec<Bucket<R::Iter>>,
    tournament: Tournament<R::Row>,
    rows: PhantomData<fn() -> M>,
}

/// `Iterator::next` or `DoubleEndedIterator::next_back`.
type NextOf<I> = fn(&mut I) -> Option<<I as Iterator>::Item>;

struct Bucket<I> {
    rows: Option<I>,
    /// What is left to be read where it is not open; where it is and may have to make way, what was when it was opened.
    range: Option<KeyRange>,
}

/// The order in which rows come out.
struct Order<C> {
    columns: C,
    /// The bytes in front of the fields: namespace and salt.
    skip: usize,
    backward: bool,
}

impl<C> Order<C> {
    /// The bytes by which a row sorts.
    fn fields<'r, W>(&self, row: &'r W) -> &'r [u8]
    where
        C: Columns<W>,
    {
        self.columns.key(row).get(self.skip..).unwrap_or_default()
    }

    fn compare<W>(&self, a: &W, b: &W) -> Ordering
    where
        C: Columns<W>,
    {
        let order = self.fields(a).cmp(self.fields(b));
        if self.backward { order.reverse() } else { order }
    }
}

impl<W, C: Columns<W>> merge::Order<W> for Order<C> {
    fn backward(&self) -> bool {
        self.backward
    }

    fn bytes<'h>(&self, row: &'h W) -> Option<&'h [u8]> {
        Some(self.fields(row))
    }
}

impl<K, O, R, M, C> Scan<K, O, R, M, C>
where
    O: FnMut(KeyRange) -> R,
    R: Rows<M>,
    C: Columns<R::Row>,
{
    pub(crate) fn forward(ranges: Ranges, open: O, columns: C) -> Self
    where
        K: for<'x> OwnedKey<'x>,
    {
        Self::new(ranges, open, columns, R::Iter::next, false)
    }

    pub(crate) fn backward(ranges: Ranges, open: O, columns: C) -> Self
    where
        K: for<'x> OwnedKey<'x>,
        R::Iter: DoubleEndedIterator,
    {
        Self::new(ranges, open, columns, R::Iter::next_back, true)
    }

    fn new(ranges: Ranges, open: O, columns: C, next: NextOf<R::Iter>, backward: bool) -> Self
    where
        K: for<'x> OwnedKey<'x>,
    {
        Self {
            order: Order { columns, skip: ranges.layout().fields_at(), backward },
            ranges,
            open,
            next,
            decode: K::from_stored,
            after: None,
            open_at_most: usize::MAX,
            started: false,
            opened: 0,
            buckets: Vec::new(),
            tournament: Tournament::new(0),
            rows: PhantomData,
        }
    }

    /// Goes on behind `key`, the last one that was read, wherever it would stand. Buckets that lie behind are not opened.
    ///
    /// On a scan that has begun it has no effect.
    pub fn after(mut self, key: &K) -> Self
    where
        K: RowKey,
    {
        let mut bytes = Vec::new();
        self.after = Some(key.__write(&mut bytes).map(|()| bytes.split_off(self.order.skip.min(bytes.len()))));
        self
    }

    /// Opens no more than `ranges` ranges at once (at least one), for stores where an open scanner is dear.
    ///
    /// A range that must make way is opened again, behind the last row that was read from it, when its turn comes. With
    /// many buckets and few open ranges that can be once a row.
    pub fn open_at_most(mut self, ranges: usize) -> Self {
        self.open_at_most = ranges.max(1);
        self
    }

    /// Reads on until it is known which row comes next.
    fn advance(&mut self) -> Result<Option<R::Row>, ScanError<R::Error>> {
        let failed = |bucket, kind| ScanError { bucket, key: None, kind };
        if !self.started {
            self.started = true;
            self.start().map_err(|error| failed(0, ScanErrorKind::After(error)))?;
        }
        while let Some(bucket) = self.tournament.due() {
            let row = self.read(bucket).map_err(|kind| failed(bucket, kind))?;
            self.tournament.enter(row, &self.order);
        }
        Ok(self.tournament.take(&self.order))
    }

    fn start(&mut self) -> Result<(), EncodeError> {
        let after = self.after.take().transpose()?;
        while let Some((front, range)) = self.ranges.next_with_front() {
            let range = match &after {
                Some(behind_salt) => rest(range, [&*front, behind_salt].concat(), self.order.backward),
                None => Some(range),
            };
            self.buckets.push(Bucket { rows: None, range });
        }
        self.tournament = Tournament::new(self.buckets.len());
        Ok(())
    }

    /// The next row of a bucket; `None` when it has no more.
    fn read(&mut self, bucket: usize) -> Result<Option<R::Row>, ScanErrorKind<R::Error>> {
        if self.buckets.get(bucket).is_some_and(|bucket| bucket.rows.is_none() && bucket.range.is_some()) {
            self.open(bucket).map_err(ScanErrorKind::Open)?;
        }
        let Some(Bucket { rows: Some(rows), .. }) = self.buckets.get_mut(bucket) else {
            return Ok(None);
        };
        let Some(item) = (self.next)(rows) else {
            self.close(bucket, |_| None);
            return Ok(None);
        };
        R::row(item).map(Some).map_err(ScanErrorKind::Row)
    }

    fn open(&mut self, bucket: usize) -> Result<(), R::Error> {
        if self.opened >= self.open_at_most {
            self.close_one();
        }
        let may_make_way = self.open_at_most < self.buckets.len();
        if let Some(bucket) = self.buckets.get_mut(bucket) {
            // If it cannot be opened, nothing is left to be read.
            if let Some(range) = bucket.range.take() {
                let range_again = may_make_way.then(|| range.clone());
                bucket.rows = Some((self.open)(range).open()?);
                bucket.range = range_again;
                self.opened += 1;
            }
        }
        Ok(())
    }

    fn close(&mut self, bucket: usize, rest: impl FnOnce(KeyRange) -> Option<KeyRange>) {
        if let Some(bucket) = self.buckets.get_mut(bucket) {
            bucket.rows = None;
            bucket.range = bucket.range.take().and_then(rest);
            self.opened -= 1;
        }
    }

    /// Closes the open range whose next row is needed last, and notes where to go on.
    fn close_one(&mut self) {
        let open = self.buckets.iter().enumerate().filter(|(_, bucket)| bucket.rows.is_some());
        let heads = open.filter_map(|(bucket, _)| Some((bucket, self.tournament.head(bucket)?)));
        if let Some((bucket, row)) = heads.max_by(|(_, a), (_, b)| self.order.compare(*a, *b)) {
            let key = self.order.columns.key(row).to_vec();
            let backward = self.order.backward;
            self.close(bucket, |range| rest(range, key, backward));
        }
    }
}

/// What of a range comes after a key.
fn rest(range: KeyRange, key: Vec<u8>, backward: bool) -> Option<KeyRange> {
    let rest = if backward { range.up_to(key) } else { range.behind(key) };
    Some(rest).filter(|rest| !rest.is_empty())
}

impl<K, O, R, M, C> Iterator for Scan<K, O, R, M, C>
where
    O: FnMut(KeyRange) -> R,
    R: Rows<M>,
    C: Columns<R::Row>,
{
    type Item = Result<(K, C::Value), ScanError<R::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.advance() {
            Ok(row) => row?,
            Err(error) => return Some(Err(error)),
        };
        let columns = &self.order.columns;
        Some(match (self.decode)(columns.key(&row)) {
            Ok(key) => Ok((key, columns.value(row))),
            Err(error) => Err(ScanError {
                bucket: self.tournament.winner(),
                key: Some(columns.key(&row).to_vec()),
                kind: ScanErrorKind::Key(error),
            }),
        })
    }
}

impl<K, O, R, M, C> FusedIterator for Scan<K, O, R, M, C>
where
    O: FnMut(KeyRange) -> R,
    R: Rows<M>,
    C: Columns<R::Row>,
{
}

impl<K, O, R: Rows<M>, M, C> fmt::Debug for Scan<K, O, R, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("ranges", &self.ranges)
            .field("backward", &self.order.backward)
            .field("started", &self.started)
            .finish_non_exhaustive()
    }
}

/// A key that owns its fields, so that it can outlive the row it is decoded from.
#[diagnostic::on_unimplemented(
    message = "a scan needs a key that owns its fields, and `{Self}` borrows them or cannot be decoded",
    label = "scanned here",
    note = "instead of `&str` or `Cow<str>` write `String`; instead of `#[hash(..)]`, which no `decode` brings back, `#[salt(..)]`; or take `ranges()` and read each row where it lies"
)]
pub trait OwnedKey<'x>: RowKey {
    #[doc(hidden)]
    fn from_stored(bytes: &[u8]) -> Result<Self, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<K: RowKey + OwnedFields> OwnedKey<'_> for K {
    fn from_stored(bytes: &[u8]) -> Result<Self, DecodeError> {
        K::__read_owned(bytes)
    }
}
