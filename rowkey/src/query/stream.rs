//! The rows of a query as a `Stream`, for stores whose reads are async.

use crate::error::DecodeError;
use crate::key::OwnedKey;
use crate::key::read::{CheckedSalt, decode_next};
use crate::query::Query;
use crate::query::merge::Tournament;
use crate::query::ranges::{KeyLen, Ranges};
use crate::query::scan::{Order, ScanError, ScanErrorKind, rest_of_range};
use crate::range::KeyRange;
use alloc::boxed::Box;
use alloc::vec::{self, Vec};
use core::fmt;
use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll};
use futures_core::Stream;

/// Returns the rows of a query as a `Stream` of `Result<(K, V), ScanError<E>>`, in the order of their keys. `E` is the
/// error of `fetch`.
///
/// `Stream` is the trait of the crate [futures-core](https://docs.rs/futures-core).
///
/// The closure `fetch` receives a range and returns a future of the first rows of this range. The rows are pairs of key
/// and value in the order of their keys, as many as one request returns. The stream later calls `fetch` again for the rest of
/// the range, after the last of these keys. An empty result ends the range: return no rows only if the range has none.
///
/// If the key has a salt, the stream merges the buckets. It fetches the first rows of all buckets at the same time. It
/// fetches more rows of a bucket when only one fetched row of this bucket is left to return.
///
/// If the key of a row cannot be decoded, the stream returns an error, and then continues with the next row. After an
/// error of `fetch`, the stream ends.
///
/// ```
/// use rowkey::{KeyRange, RowKey};
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(salt(md5, buckets = 4))]
/// struct EventKey {
///     #[descending]
///     at: u64,
///     event: u32,
/// }
///
/// let mut table = BTreeMap::new();
/// for event in 0..100 {
///     table.insert(EventKey { at: 1000 + u64::from(event), event }.encode().to_vec(), event);
/// }
///
/// // A request returns at most ten rows.
/// let fetch = async |range: KeyRange| -> Result<Vec<(Vec<u8>, u32)>, std::io::Error> {
///     Ok(table.range(range).take(10).map(|(key, value)| (key.clone(), *value)).collect())
/// };
/// let rows = rowkey::scan::stream(EventKey::prefix().at_in(1090..), |range| fetch(range));
///
/// let events: Result<Vec<_>, _> = futures_lite::stream::block_on(rows).map(|row| row.map(|(_, event)| event)).collect();
/// assert_eq!(events.unwrap(), [99, 98, 97, 96, 95, 94, 93, 92, 91, 90]);
/// ```
///
/// If a query sets an [unterminated](crate::guide::attributes::fields#unterminated) field, its ranges also contain rows whose field is
/// longer. The stream skips these rows. If a request returns only rows to skip, the stream sends another request:
///
/// ```
/// use rowkey::{KeyRange, RowKey};
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct WindowKey {
///     #[unterminated]
///     key: String,
///     at: u16,
/// }
///
/// let keys = [("a", 1), ("ab", 1), ("abc", 2), ("a", 0x7070)].map(|(key, at)| WindowKey { key: key.into(), at });
/// let table: BTreeMap<_, _> = keys.iter().map(|key| (key.encode(), ())).collect();
///
/// // A request returns one row.
/// let fetch = async |range: KeyRange| -> Result<Vec<(Vec<u8>, ())>, std::io::Error> {
///     Ok(table.range(range).take(1).map(|(key, ())| (key.clone(), ())).collect())
/// };
/// let rows = rowkey::scan::stream(WindowKey::prefix().key("a"), |range| fetch(range));
/// let times: Vec<u16> = futures_lite::stream::block_on(rows).map(|row| row.unwrap().0.at).collect();
/// assert_eq!(times, [1, 0x7070]);
/// ```
pub fn stream<Q, F, W, B, V, E>(query: Q, fetch: F) -> RowStream<Q::Key, F, W, B, V>
where
    Q: Query<Key: OwnedKey>,
    F: FnMut(KeyRange) -> W,
    W: Future<Output = Result<Vec<(B, V)>, E>>,
    B: AsRef<[u8]>,
{
    let ranges = query.__rowkey_plan();
    let buckets: Vec<_> = ranges
        .clone()
        .map(|range| Bucket { rest: Some(range), fetching: None, rows: Vec::new().into_iter() })
        .collect();
    let order = Order { skip: ranges.layout().fields_offset(), backward: false };
    RowStream {
        ranges,
        tournament: Tournament::new(buckets.len()),
        buckets,
        order,
        fetch,
        decode: |bytes, checked| decode_next(bytes, checked),
        checked: CheckedSalt::default(),
        key: PhantomData,
    }
}

/// The rows of a query as a `Stream`: the return type of [`stream`], which has an example.
#[must_use = "streams are lazy: nothing is fetched until the stream is polled"]
pub struct RowStream<K, F, W, B, V> {
    ranges: Ranges,
    buckets: Vec<Bucket<W, B, V>>,
    tournament: Tournament<(B, V)>,
    order: Order,
    fetch: F,
    decode: fn(&[u8], &mut CheckedSalt) -> Result<K, DecodeError>,
    checked: CheckedSalt,
    key: PhantomData<fn() -> K>,
}

struct Bucket<W, B, V> {
    /// The range that is still to be fetched, including the range of a running request.
    rest: Option<KeyRange>,
    fetching: Option<Pin<Box<W>>>,
    /// The fetched rows that have not entered the tournament.
    rows: vec::IntoIter<(B, V)>,
}

impl<W, B, V> Bucket<W, B, V> {
    /// Fetches rows if `rows` is empty. Returns `Ready` when `rows` has a row, at the end of the range, or after an
    /// error.
    fn poll<E>(
        &mut self,
        context: &mut Context<'_>,
        fetch: &mut impl FnMut(KeyRange) -> W,
        len: KeyLen,
    ) -> Poll<Result<(), E>>
    where
        W: Future<Output = Result<Vec<(B, V)>, E>>,
        B: AsRef<[u8]>,
    {
        while self.rows.as_slice().is_empty() {
            let Some(range) = &self.rest else { break };
            let fetching = self.fetching.get_or_insert_with(|| Box::pin(fetch(range.clone())));
            let fetched = core::task::ready!(fetching.as_mut().poll(context));
            self.fetching = None;
            let range = self.rest.take();
            let fetched = fetched?;
            if let (Some(range), Some((last, _))) = (range, fetched.last()) {
                self.rest = rest_of_range(range, last.as_ref().to_vec(), false, false);
            }
            // `Any`: the query sets no unterminated field, so all rows in the range match.
            self.rows = match len {
                KeyLen::Any => fetched.into_iter(),
                len => {
                    let rows: Vec<_> = fetched.into_iter().filter(|(key, _)| len.fits(key.as_ref().len())).collect();
                    rows.into_iter()
                }
            };
        }
        Poll::Ready(Ok(()))
    }
}

type Item<K, V, E> = Result<(K, V), ScanError<E>>;

impl<K, F, W, B, V> RowStream<K, F, W, B, V>
where
    F: FnMut(KeyRange) -> W,
    B: AsRef<[u8]>,
{
    fn poll_row<E>(&mut self, context: &mut Context<'_>) -> Poll<Option<Item<K, V, E>>>
    where
        W: Future<Output = Result<Vec<(B, V)>, E>>,
    {
        let (has_several_ranges, len) = (self.buckets.len() > 1, self.ranges.key_len());
        let mut are_pending = Vec::new();
        for (index, bucket) in self.buckets.iter_mut().enumerate() {
            // Several ranges are fetched ahead, a single range only when the caller needs its next row.
            let polled = if has_several_ranges || self.tournament.source_to_read() == Some(index) {
                bucket.poll(context, &mut self.fetch, len)
            } else {
                Poll::Ready(Ok(()))
            };
            if let Poll::Ready(Err(error)) = polled {
                return Poll::Ready(Some(Err(ScanError::new(
                    index,
                    has_several_ranges,
                    None,
                    ScanErrorKind::Row(error),
                ))));
            }
            are_pending.push(polled.is_pending());
        }
        while let Some(bucket) = self.tournament.source_to_read() {
            if are_pending.get(bucket).copied() == Some(true) {
                return Poll::Pending;
            }
            let row = self.buckets.get_mut(bucket).and_then(|bucket| bucket.rows.next());
            self.tournament.enter(row, &self.order);
        }
        let Some((key, value)) = self.tournament.take(&self.order) else { return Poll::Ready(None) };
        let decoded = (self.decode)(key.as_ref(), &mut self.checked).map_err(|error| {
            let bucket = self.ranges.clone().position(|range| range.contains(key.as_ref())).unwrap_or_default();
            ScanError::new(bucket, has_several_ranges, Some(key.as_ref().to_vec()), ScanErrorKind::Key(error))
        });
        Poll::Ready(Some(decoded.map(|key| (key, value))))
    }
}

// The futures are boxed, so the stream can be moved while the futures run.
impl<K, F, W, B, V> Unpin for RowStream<K, F, W, B, V> {}

impl<K, F, W, B, V, E> Stream for RowStream<K, F, W, B, V>
where
    F: FnMut(KeyRange) -> W,
    W: Future<Output = Result<Vec<(B, V)>, E>>,
    B: AsRef<[u8]>,
{
    type Item = Item<K, V, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let row = core::task::ready!(self.poll_row(context));
        let continues = match &row {
            Some(Ok(_)) => true,
            Some(Err(error)) => matches!(error.kind(), ScanErrorKind::Key(_)),
            None => false,
        };
        if !continues {
            self.buckets.clear();
            self.tournament = Tournament::new(0);
        }
        Poll::Ready(row)
    }
}

impl<K, F, W, B, V> fmt::Debug for RowStream<K, F, W, B, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowStream").field("ranges", &self.ranges).finish_non_exhaustive()
    }
}
