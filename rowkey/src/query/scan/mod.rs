//! [`Scan`], the iterator over the rows of a query. A scan merges the buckets of a salt, so that rows come in the order
//! of their fields.

mod error;
mod page;
mod rows;
mod scan_rows;

use crate::error::DecodeError;
use crate::key::OwnedKey;
use crate::key::read::{CheckedSalt, decode_next};
use crate::query::merge::{self, Tournament};
use crate::query::ranges::Ranges;
use crate::range::KeyRange;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

pub use error::{ScanError, ScanErrorKind};
pub use rows::{AnyRows, ReadFromEnd, Row, RowsBy, ScanItem, StoredKey, rows_by};
pub use scan_rows::{ScanOf, ScanRows};

/// The rows of a query in the order of their fields, across all buckets of the salt: an iterator over
/// `Result<(K, V), ScanError<E>>`, where `E` is the error of the store.
///
/// `query.scan(rows_in)` reads from any store. The closure `rows_in` receives a [`KeyRange`] and returns an iterator over
/// `(key, value)` or `Result<(key, value), E>`, or a `Result` of such an iterator. [`rows_by`] adapts rows of other
/// types.
///
/// These methods can be called in any order, but `page` must be last, because it reads the rows:
///
/// | method | effect |
/// |---|---|
/// | [`rev`](Self::rev) | reads from the last row to the first |
/// | [`after`](Self::after) | continues after a stored key |
/// | [`page`](Self::page) | reads some rows, and returns the cursor of the next page |
/// | [`max_open_ranges`](Self::max_open_ranges) | bounds the number of ranges that are open at the same time |
///
/// A scan is lazy. The first call of `next` opens the range of each bucket and reads one row from each; from then on the
/// scan holds one row per bucket.
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
/// let mut rows = ReadingKey::prefix().scan(|range| table.range(range)).rev();
/// assert_eq!(rows.next().unwrap()?, (ReadingKey { taken_at: 99, sensor: 7 }, &198));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "scans are lazy: no row is read before you iterate"]
pub struct Scan<K, O, R: AnyRows<M>, M> {
    ranges: Ranges,
    rows_in: O,
    next: NextOf<R::Iter>,
    /// A function pointer, so that `Scan` implements `Iterator` for every `K`. Only the methods named `scan` check the
    /// bound on `K`, so that a key that cannot be scanned is a single compile error.
    decode: fn(&[u8], &mut CheckedSalt) -> Result<K, DecodeError>,
    checked: CheckedSalt,
    order: Order,
    /// True if `next` reads each iterator from its end.
    from_end: bool,
    /// True if the iterators that `rows_in` returns already run from the last row to the first.
    opened_in_reverse: bool,
    /// The stored key after which the scan begins.
    after: Option<Vec<u8>>,
    max_open_ranges: usize,
    started: bool,
    /// The number of buckets whose `rows` are `Some`.
    open_count: usize,
    buckets: Vec<Bucket<R::Iter>>,
    tournament: Tournament<R::Row>,
    last_bucket: Option<usize>,
    marker: PhantomData<fn() -> M>,
}

/// `Iterator::next` or [`ReadFromEnd::read_from_end`].
type NextOf<I> = fn(&mut I) -> Option<<I as Iterator>::Item>;

struct Bucket<I> {
    rows: Option<I>,
    /// While `rows` is `None`, the range of the rows that are not read yet, or `None` at the end of the bucket. While
    /// `rows` is `Some`, the whole range that was opened, so that the scan can close this range and open the rest
    /// later. `None` if the scan never has to close ranges.
    range: Option<KeyRange>,
}

pub(crate) struct Order {
    /// The number of bytes before the fields: namespace and salt.
    pub(crate) skip: usize,
    pub(crate) backward: bool,
}

impl Order {
    /// Returns the bytes by which the scan sorts rows: the encoded fields, without namespace and salt.
    fn fields<'r>(&self, row: &'r impl Row) -> &'r [u8] {
        row.key().get(self.skip..).unwrap_or_default()
    }

    fn compare(&self, a: &impl Row, b: &impl Row) -> Ordering {
        let order = self.fields(a).cmp(self.fields(b));
        if self.backward { order.reverse() } else { order }
    }

    /// Returns the part of a bucket's range whose rows the scan returns after the row with the stored key `after`, which may
    /// be in another bucket.
    pub(crate) fn rest_of_bucket(
        &self,
        ranges: &Ranges,
        bucket: usize,
        range: KeyRange,
        after: &[u8],
    ) -> Option<KeyRange> {
        let before_fields = ranges.bytes_before_fields(bucket);
        let (before_fields_of_after, fields_of_after) = after.split_at_checked(self.skip)?;
        let key = [&*before_fields, fields_of_after].concat();
        // The scan returns rows with equal fields in the order of their buckets, or backward. Such rows exist if the
        // salt is random, or if a row is in a wrong bucket.
        let include_equal_fields = match before_fields.as_slice().cmp(before_fields_of_after) {
            Ordering::Less => self.backward,
            Ordering::Equal => false,
            Ordering::Greater => !self.backward,
        };
        rest_of_range(range, key, self.backward, include_equal_fields)
    }
}

impl<W: Row> merge::Order<W> for Order {
    fn backward(&self) -> bool {
        self.backward
    }

    fn bytes<'h>(&self, row: &'h W) -> Option<&'h [u8]> {
        Some(self.fields(row))
    }
}

impl<K, O, R: AnyRows<M>, M> Scan<K, O, R, M> {
    pub(crate) fn new(ranges: Ranges, rows_in: O) -> Self
    where
        K: OwnedKey,
    {
        Self {
            order: Order { skip: ranges.layout().fields_offset(), backward: false },
            ranges,
            rows_in,
            next: R::Iter::next,
            decode: |bytes, checked| decode_next(bytes, checked),
            checked: CheckedSalt::default(),
            from_end: false,
            opened_in_reverse: false,
            after: None,
            max_open_ranges: usize::MAX,
            started: false,
            open_count: 0,
            buckets: Vec::new(),
            tournament: Tournament::new(0),
            last_bucket: None,
            marker: PhantomData,
        }
    }

    /// Reads from the last row to the first. The closure stays the same: the scan reads each of the closure's iterators from
    /// its end. As with an iterator, a second `rev` reverses the order again.
    ///
    /// If the store's iterators only run forward, see [`opened_in_reverse`](Self::opened_in_reverse).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    /// }
    ///
    /// let table: BTreeMap<_, _> = (0..5).map(|x| (PointKey { x }.encode().to_vec(), ())).collect();
    /// let rows = PointKey::prefix().scan(|range| table.range(range)).rev();
    /// assert!(rows.map(|row| row.unwrap().0.x).eq([4, 3, 2, 1, 0]));
    /// ```
    pub fn rev(mut self) -> Self
    where
        R::Iter: ReadFromEnd,
    {
        self.from_end = !self.from_end;
        self.next = if self.from_end { R::Iter::read_from_end } else { R::Iter::next };
        self.with_order_reversed()
    }

    /// Declares that the iterators of the closure already run from the last row of a range to the first. The scan then
    /// returns rows in that order.
    ///
    /// Use this with stores that have a separate function for reading backward, such as heed:
    /// `.scan(|range| database.rev_range(&transaction, &range)).opened_in_reverse()`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(salt(modulo, buckets = 2, of(x)))]
    /// struct PointKey {
    ///     x: u16,
    /// }
    ///
    /// let table: BTreeMap<_, _> = (0..5).map(|x| (PointKey { x }.encode().to_vec(), ())).collect();
    /// let rows = PointKey::prefix().scan(|range| table.range(range).rev()).opened_in_reverse();
    /// assert!(rows.map(|row| row.unwrap().0.x).eq([4, 3, 2, 1, 0]));
    /// ```
    pub fn opened_in_reverse(mut self) -> Self {
        if self.opened_in_reverse {
            return self;
        }
        self.opened_in_reverse = true;
        self.with_order_reversed()
    }

    /// Continues after the row that is stored as `key`, whether or not that row still exists. The closure of the scan
    /// receives ranges that begin after `key`, so the store does not read the rows before `key` again.
    ///
    /// `key` is the result of [`cursor`](Self::cursor) of an earlier scan, or an encoded key. A key that cannot be
    /// decoded is accepted if it is in the ranges of the query, because the last row of the earlier scan can have such
    /// a key. If `key` cannot be decoded and is outside of the ranges, the scan returns one error, of the kind
    /// [`ScanErrorKind::After`], and no rows.
    ///
    /// `after` takes bytes instead of a decoded key, because a decoded key does not contain its bucket: with a random
    /// salt, rows with equal fields can be stored in several buckets.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(salt(random, buckets = 4))]
    /// struct EventKey {
    ///     at: u32,
    /// }
    ///
    /// let mut table = BTreeMap::new();
    /// for (at, bucket) in [(7, 0), (7, 2), (7, 3), (8, 1)] {
    ///     table.insert(EventKey { at }.encode_in(bucket)?.to_vec(), bucket);
    /// }
    ///
    /// let mut rows = EventKey::prefix().scan(|range| table.range(range));
    /// let page: Vec<u64> = rows.by_ref().take(2).map(|row| *row.unwrap().1).collect();
    /// assert_eq!(page, [0, 2]);
    /// let cursor = rows.cursor().expect("two rows were read");
    ///
    /// let rows = EventKey::prefix().scan(|range| table.range(range)).after(&cursor);
    /// let page: Vec<u64> = rows.map(|row| *row.unwrap().1).collect();
    /// assert_eq!(page, [3, 1]);
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    pub fn after(mut self, key: impl StoredKey) -> Self {
        self.after = Some(key.into_stored());
        self.restarted()
    }

    /// Opens at most `ranges` ranges at the same time. A limit of 0 counts as 1. Use this with stores in which an open
    /// range is expensive.
    ///
    /// To open another range, the scan closes the range whose next row sorts last, and opens the rest of that range again
    /// later. With many buckets and few open ranges, every row may open a range.
    pub fn max_open_ranges(mut self, ranges: usize) -> Self {
        self.max_open_ranges = ranges.max(1);
        self.restarted()
    }

    /// Returns the stored key of the row that the scan returned last, even if this key could not be decoded. Pass these bytes
    /// to [`after`](Self::after) to continue with another scan, in this process or a later one.
    ///
    /// After an error of the store, the cursor stays at the last row before the error, so the next scan tries to read the
    /// row of the error again.
    ///
    /// Before the first row, `cursor` returns the argument of `after`, if any, so that a page without rows does not lose the
    /// position.
    #[must_use]
    pub fn cursor(&self) -> Option<Vec<u8>> {
        let Some(bucket) = self.last_bucket else {
            return self.after.clone();
        };
        let fields = self.tournament.last()?;
        Some([&*self.ranges.bytes_before_fields(bucket), fields].concat())
    }

    fn with_order_reversed(mut self) -> Self {
        self.order.backward = !self.order.backward;
        self.restarted()
    }

    /// Discards all rows that were read. Called after every change of the configuration, because the rows were read
    /// with the old configuration.
    fn restarted(mut self) -> Self {
        self.started = false;
        self.open_count = 0;
        self.buckets = Vec::new();
        self.tournament = Tournament::new(0);
        self.last_bucket = None;
        self
    }

    fn start(&mut self) -> Result<(), DecodeError> {
        if let Some(after) = &self.after {
            // The last row of an earlier scan can have a key that cannot be decoded, but is in the ranges of the query.
            (self.decode)(after, &mut self.checked)
                .map(drop)
                .or_else(|error| self.ranges.contains(after).then_some(()).ok_or(error))?;
        }
        let buckets = self.ranges.clone().enumerate().map(|(bucket, range)| {
            let range = match &self.after {
                Some(after) => self.order.rest_of_bucket(&self.ranges, bucket, range, after),
                None => Some(range),
            };
            Bucket { rows: None, range }
        });
        self.buckets = buckets.collect();
        self.tournament = Tournament::new(self.buckets.len());
        Ok(())
    }

    /// Closes a bucket. `rest` returns the part of the opened range that is still to be read.
    fn close(&mut self, bucket: usize, rest: impl FnOnce(KeyRange) -> Option<KeyRange>) {
        if let Some(bucket) = self.buckets.get_mut(bucket) {
            bucket.rows = None;
            bucket.range = bucket.range.take().and_then(rest);
            self.open_count -= 1;
        }
    }
}

impl<K, O, R, M> Scan<K, O, R, M>
where
    O: FnMut(KeyRange) -> R,
    R: AnyRows<M, Row: Row>,
{
    /// Returns the next row of the scan, without decoding its key.
    fn advance(&mut self) -> Result<Option<R::Row>, ScanError<R::Error>> {
        let error = |has_several_ranges, bucket, kind| ScanError { bucket, has_several_ranges, key: None, kind };
        if !self.started {
            self.started = true;
            self.start().map_err(|cause| error(false, 0, ScanErrorKind::After(cause)))?;
        }
        let has_several_ranges = self.buckets.len() > 1;
        while let Some(bucket) = self.tournament.source_to_read() {
            let row = self.read(bucket).map_err(|kind| error(has_several_ranges, bucket, kind))?;
            self.tournament.enter(row, &self.order);
        }
        let row = self.tournament.take(&self.order);
        if row.is_some() {
            self.last_bucket = Some(self.tournament.winner());
        }
        Ok(row)
    }

    /// Reads the next row of a bucket. Returns `None` at the end of the bucket.
    fn read(&mut self, bucket: usize) -> Result<Option<R::Row>, ScanErrorKind<R::Error>> {
        if self.buckets.get(bucket).is_some_and(|bucket| bucket.rows.is_none() && bucket.range.is_some()) {
            self.open(bucket).map_err(ScanErrorKind::Open)?;
        }
        let Some(Bucket { rows: Some(rows), .. }) = self.buckets.get_mut(bucket) else {
            return Ok(None);
        };
        while let Some(item) = (self.next)(rows) {
            let row = R::row(item).map_err(ScanErrorKind::Row)?;
            if self.ranges.is_match(row.key()) {
                return Ok(Some(row));
            }
        }
        self.close(bucket, |_| None);
        Ok(None)
    }

    fn open(&mut self, bucket: usize) -> Result<(), R::Error> {
        if self.open_count >= self.max_open_ranges {
            self.close_one();
        }
        let may_be_closed = self.max_open_ranges < self.buckets.len();
        if let Some(bucket) = self.buckets.get_mut(bucket) {
            // The range is removed before the store is called, so that a range that fails to open is not opened again.
            if let Some(range) = bucket.range.take() {
                let kept_range = may_be_closed.then(|| range.clone());
                bucket.rows = Some((self.rows_in)(range).open()?);
                bucket.range = kept_range;
                self.open_count += 1;
            }
        }
        Ok(())
    }

    /// Closes the open range whose next row sorts last, and keeps the rest of that range.
    fn close_one(&mut self) {
        let open = self.buckets.iter().enumerate().filter(|(_, bucket)| bucket.rows.is_some());
        let heads = open.filter_map(|(bucket, _)| Some((bucket, self.tournament.head(bucket)?)));
        if let Some((bucket, row)) = heads.max_by(|(_, a), (_, b)| self.order.compare(*a, *b)) {
            let key = row.key().to_vec();
            let backward = self.order.backward;
            self.close(bucket, |range| rest_of_range(range, key, backward, false));
        }
    }
}

/// Returns the part of a range that a scan reads after `key`, or from `key` on if `inclusive`. Returns `None` if that part
/// is empty.
pub(crate) fn rest_of_range(range: KeyRange, key: Vec<u8>, backward: bool, inclusive: bool) -> Option<KeyRange> {
    let rest = match (backward, inclusive) {
        (false, false) => range.starting_at(successor_of_key(key)),
        (false, true) => range.starting_at(key),
        (true, false) => range.ending_before(key),
        (true, true) => range.ending_before(successor_of_key(key)),
    };
    Some(rest).filter(|rest| !rest.is_empty())
}

fn successor_of_key(mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key
}

impl<K, O, R, M> Iterator for Scan<K, O, R, M>
where
    O: FnMut(KeyRange) -> R,
    R: AnyRows<M, Row: Row>,
{
    type Item = ScanItem<K, R, M>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.advance() {
            Ok(row) => row?,
            Err(error) => return Some(Err(error)),
        };
        Some(match (self.decode)(row.key(), &mut self.checked) {
            Ok(key) => Ok((key, row.into_value())),
            Err(error) => Err(ScanError {
                bucket: self.tournament.winner(),
                has_several_ranges: self.buckets.len() > 1,
                key: Some(row.key().to_vec()),
                kind: ScanErrorKind::Key(error),
            }),
        })
    }
}

impl<K, O, R, M> FusedIterator for Scan<K, O, R, M>
where
    O: FnMut(KeyRange) -> R,
    R: AnyRows<M, Row: Row>,
{
}

impl<K, O, R: AnyRows<M>, M> fmt::Debug for Scan<K, O, R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("ranges", &self.ranges)
            .field("backward", &self.order.backward)
            .field("started", &self.started)
            .finish_non_exhaustive()
    }
}
