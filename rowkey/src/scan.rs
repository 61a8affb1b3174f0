//! Scans: the rows of one or many salt buckets of a store, in the order of their keys.

use crate::error::{DecodeError, EncodeError};
use crate::facts::OwnedFields;
use crate::key::RowKey;
use crate::merge::{self, Tournament};
use crate::range::KeyRange;
use crate::ranges::Ranges;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

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

/// A row that a scan could not give, and the bucket in which it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScanError<E> {
    bucket: usize,
    key: Option<Vec<u8>>,
    kind: ScanErrorKind<E>,
}

/// Why a scan could not give a row.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanErrorKind<E> {
    /// The store could not open the bucket's range. The other buckets go on.
    Open(E),
    /// The store could not read a row.
    Row(E),
    /// The row's key is none of this type.
    Key(DecodeError),
    /// The key given to `after` has no bytes, so that there is no place to go on from.
    After(EncodeError),
}

impl<E> ScanError<E> {
    /// The bucket, counted from 0 in the order of `ranges()`.
    pub fn bucket(&self) -> usize {
        self.bucket
    }

    /// The bytes of the key that could not be decoded.
    pub fn key(&self) -> Option<&[u8]> {
        self.key.as_deref()
    }

    /// What happened.
    pub fn kind(&self) -> &ScanErrorKind<E> {
        &self.kind
    }

    /// The same by value, with the store's own error.
    pub fn into_kind(self) -> ScanErrorKind<E> {
        self.kind
    }
}

impl<E: fmt::Display> fmt::Display for ScanError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ScanErrorKind::After(error) = &self.kind {
            return write!(f, "no place to go on from: {error}");
        }
        write!(f, "bucket {}: ", self.bucket)?;
        if let Some(key) = &self.key {
            write!(f, "key \"{}\": ", key.escape_ascii())?;
        }
        match &self.kind {
            ScanErrorKind::Open(error) => write!(f, "the range could not be opened: {error}"),
            ScanErrorKind::Row(error) => write!(f, "a row could not be read: {error}"),
            ScanErrorKind::Key(error) => error.fmt(f),
            ScanErrorKind::After(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for ScanError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ScanErrorKind::Open(error) | ScanErrorKind::Row(error) => Some(error),
            ScanErrorKind::Key(error) => Some(error),
            ScanErrorKind::After(error) => Some(error),
        }
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

/// What `open` gives to a scan: an iterator of rows or of `Result`s of rows, or a `Result` of one.
///
/// `M` only tells these four apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a scan reads rows from",
    label = "this must be an iterator over `(key, value)` or `Result<(key, value), E>`, or a `Result<_, E>` of one",
    note = "a key is anything that is `AsRef<[u8]>`; for other rows write `scan_by(open, |row| ..)`, whose second closure finds the key in a row"
)]
pub trait Rows<M> {
    /// The iterator.
    type Iter: Iterator;
    /// A row.
    type Row;
    /// The store's error.
    type Error;

    /// The iterator, if the store could open it.
    ///
    /// # Errors
    /// The store could not.
    fn open(self) -> Result<Self::Iter, Self::Error>;

    /// The row, if the store could read it.
    ///
    /// # Errors
    /// The store could not.
    fn row(item: <Self::Iter as Iterator>::Item) -> Result<Self::Row, Self::Error>;
}

/// In [`Rows`]: what cannot fail.
#[derive(Debug)]
pub enum Sure {}

/// In [`Rows`]: what can fail.
#[derive(Debug)]
pub enum Fallible {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = (B, V)>, B, V> Rows<(Sure, Sure)> for I {
    type Iter = I;
    type Row = (B, V);
    type Error = Infallible;

    fn open(self) -> Result<I, Infallible> {
        Ok(self)
    }

    fn row(item: (B, V)) -> Result<(B, V), Infallible> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> Rows<(Sure, Fallible)> for I {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Result<I, E> {
        Ok(self)
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = (B, V)>, B, V, E> Rows<(Fallible, Sure)> for Result<I, E> {
    type Iter = I;
    type Row = (B, V);
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: (B, V)) -> Result<(B, V), E> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> Rows<(Fallible, Fallible)> for Result<I, E> {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

/// [`Rows`] whose items are `Result`s, as `scan_by` takes them.
#[diagnostic::on_unimplemented(
    message = "`scan_by` reads iterators over `Result<row, E>`, and `{Self}` is none",
    label = "no iterator over `Result`s",
    note = "rows that cannot fail: add `.map(Ok::<_, std::convert::Infallible>)`"
)]
pub trait FallibleRows<M>: Rows<M> {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> FallibleRows<(Sure, Fallible)> for I {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> FallibleRows<(Fallible, Fallible)> for Result<I, E> {}

/// Finds key and value in a row.
#[diagnostic::on_unimplemented(
    message = "a scan does not know the key in a row `{W}`",
    label = "rows must be `(key, value)` with a key that is `AsRef<[u8]>`",
    note = "for other rows write `scan_by(open, |row| ..)`, whose second closure finds the key in a row"
)]
pub trait Columns<W> {
    /// What comes out beside the key.
    type Value;

    /// The key's bytes.
    fn key<'r>(&self, row: &'r W) -> &'r [u8];

    /// The rest.
    fn value(&self, row: W) -> Self::Value;
}

/// Rows `(key, value)`.
#[derive(Debug, Clone, Copy)]
pub struct Pairs;

#[diagnostic::do_not_recommend]
impl<B: AsRef<[u8]>, V> Columns<(B, V)> for Pairs {
    type Value = V;

    fn key<'r>(&self, row: &'r (B, V)) -> &'r [u8] {
        row.0.as_ref()
    }

    fn value(&self, row: (B, V)) -> V {
        row.1
    }
}

/// Rows in which a closure finds the key.
#[derive(Clone, Copy)]
pub struct KeyOf<F>(pub(crate) F);

impl<F> fmt::Debug for KeyOf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyOf")
    }
}

#[diagnostic::do_not_recommend]
impl<W, F: Fn(&W) -> &[u8]> Columns<W> for KeyOf<F> {
    type Value = W;

    fn key<'r>(&self, row: &'r W) -> &'r [u8] {
        (self.0)(row)
    }

    fn value(&self, row: W) -> W {
        row
    }
}

/// Makes an iterator that runs backwards only, such as heed's `rev_range`, one that `scan_rev` can read from its end.
///
/// ```
/// let mut last_first = rowkey::Backward([3, 2, 1].into_iter());
/// assert_eq!(last_first.next_back(), Some(3));
/// ```
#[derive(Debug, Clone)]
pub struct Backward<I>(pub I);

impl<I: Iterator> Iterator for Backward<I> {
    type Item = I::Item;

    /// Reads all there is and gives the last: it is here because a double-ended iterator must have it.
    fn next(&mut self) -> Option<I::Item> {
        self.0.by_ref().last()
    }
}

impl<I: Iterator> DoubleEndedIterator for Backward<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}
