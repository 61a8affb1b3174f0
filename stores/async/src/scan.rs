//! [`AsyncScan`]: the rows of a query in an async store, read in pages.

use crate::cache::{Cache, FIRST_ROWS, GROWTH, MAX_ROWS};
use crate::snapshot::Snapshot;
use crate::{AsyncDatabase, AsyncResult, AsyncStore, Direction};
use futures_util::stream::{self, Stream};
use rowkey::store::{Page, Scan, ScanRow};
use rowkey::{Query, Ranges};
use std::fmt;
use std::marker::PhantomData;
use std::vec::IntoIter;

/// The rows that a query matches, in an async store: the return type of [`AsyncDatabase::scan`],
/// [`records`](AsyncDatabase::records) and [`covered`](AsyncDatabase::covered).
///
/// | method | effect |
/// |---|---|
/// | [`rev`](Self::rev) | reads from the last row to the first |
/// | [`after`](Self::after) | continues after the position of a cursor |
/// | [`next`](Self::next) | reads the next row |
/// | [`page`](Self::page) | reads some rows, and returns the cursor of the next page |
/// | [`collect`](Self::collect) | reads all rows |
/// | [`into_stream`](Self::into_stream) | the rows as a `Stream` |
///
/// A scan first reads 100 rows, then 1,000, and then 4,000 with each further request, or on DynamoDB a megabyte. A
/// [`collect`](Self::collect) needs all rows, so it begins with 4,000 if the query has one range. A scan reads all buckets of a
/// salt at the same time. It fetches the next rows while it decodes others, so it keeps the rows of two requests in memory, about
/// 8,000. It is not read at one moment: of the rows that other programs change meanwhile, it returns the old ones or the new ones.
#[must_use = "scans are lazy: no row is read before you call a method"]
pub struct AsyncScan<'d, S: AsyncStore, R: ScanRow> {
    database: &'d AsyncDatabase<S>,
    ranges: Ranges,
    direction: Direction,
    /// The position after which the next page starts.
    cursor: Option<String>,
    cache: Cache,
    /// The number of rows of the next page.
    size: usize,
    rows: IntoIter<R::Row>,
    /// True after the last page was read, and after an error.
    is_read: bool,
    kind: PhantomData<fn() -> R>,
}

impl<S: AsyncStore, R: ScanRow> fmt::Debug for AsyncScan<'_, S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncScan").field("table", &R::__TABLE.name()).finish_non_exhaustive()
    }
}

impl<'d, S: AsyncStore, R: ScanRow> AsyncScan<'d, S, R> {
    pub(crate) fn new(database: &'d AsyncDatabase<S>, query: impl Query) -> Self {
        let ranges = Scan::<Snapshot<S>, R>::__rowkey_ranges_of(query);
        Self {
            cache: Cache::new(rows_of_range(FIRST_ROWS, &ranges), rows_of_range(MAX_ROWS, &ranges), true),
            database,
            ranges,
            direction: Direction::Forward,
            cursor: None,
            size: FIRST_ROWS,
            rows: Vec::new().into_iter(),
            is_read: false,
            kind: PhantomData,
        }
    }

    /// Reads from the last row to the first. A second `rev` reverses the order again.
    pub fn rev(mut self) -> Self {
        self.direction = self.direction.reversed();
        self
    }

    /// Continues after the row at which the cursor was created: see [`Scan::after`]. If the cursor does not belong to this
    /// query, the next read is an error.
    pub fn after(mut self, cursor: &str) -> Self {
        self.cursor = Some(cursor.into());
        self
    }

    /// Reads a page of at most `size` rows, from the beginning or after a cursor: see [`Scan::page`].
    ///
    /// # Errors
    /// The cursor does not belong to this query, or a row cannot be read.
    pub async fn page(mut self, cursor: Option<&str>, size: usize) -> AsyncResult<Page<R::Row>, S> {
        if let Some(cursor) = cursor {
            self = self.after(cursor);
        }
        let first_rows = rows_of_range(size.min(MAX_ROWS), &self.ranges);
        self.cache = Cache::new(first_rows, first_rows, false);
        self.next_page(size, 1).await
    }

    /// Returns the next row, or `None` after the last row. An error ends the scan, also if only one row cannot be read.
    pub async fn next(&mut self) -> Option<AsyncResult<R::Row, S>> {
        loop {
            if let Some(row) = self.rows.next() {
                return Some(Ok(row));
            }
            if self.is_read {
                return None;
            }
            self.is_read = true;
            // After its first rows, the first page fetches nothing more, because the caller may need only a few of them.
            let ahead = if self.size == FIRST_ROWS { 1 } else { 2 * rows_of_range(self.size, &self.ranges) };
            let size = self.size;
            self.size = (GROWTH * size).min(MAX_ROWS);
            match self.next_page(size, ahead).await {
                Ok(page) => {
                    self.is_read = page.next.is_none();
                    self.cursor = page.next.map(|next| next.as_str().into());
                    self.rows = page.rows.into_iter();
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Reads all rows.
    ///
    /// # Errors
    /// A row cannot be read.
    pub async fn collect<C: Default + Extend<R::Row>>(self) -> AsyncResult<C, S> {
        let mut rows = C::default();
        self.for_each(|row| rows.extend([row])).await?;
        Ok(rows)
    }

    /// Passes each row to `visit`.
    pub(crate) async fn for_each(mut self, mut visit: impl FnMut(R::Row)) -> AsyncResult<(), S> {
        // The first rows of many buckets are read faster together, with one request for few rows.
        if self.ranges.len() <= 1 && self.size == FIRST_ROWS {
            let rows = rows_of_range(MAX_ROWS, &self.ranges);
            (self.size, self.cache) = (MAX_ROWS, Cache::new(rows, rows, true));
        }
        while let Some(row) = self.next().await {
            visit(row?);
        }
        Ok(())
    }

    /// Returns the rows as a `Stream` of results, which is the trait of the crate
    /// [futures-core](https://docs.rs/futures-core).
    pub fn into_stream(self) -> impl Stream<Item = AsyncResult<R::Row, S>> + use<'d, S, R> {
        stream::unfold(self, |mut scan| async move { scan.next().await.map(|row| (row, scan)) })
    }

    /// Reads the next rows. Meanwhile, fetches rows of each range that has fewer than `ahead` rows.
    async fn next_page(&mut self, size: usize, ahead: usize) -> AsyncResult<Page<R::Row>, S> {
        let Self { database, ranges, direction, cursor, cache, .. } = self;
        if cursor.is_none() && size > 0 {
            // The first rows are fetched while the recorded layouts are compared.
            cache.add_ranges(R::__TABLE, ranges.clone(), *direction);
        }
        let page = database
            .read_ahead(cache, ahead, |rows| {
                let scan = Scan::<_, R>::__rowkey_of_ranges(rows, ranges.clone());
                let scan = if *direction == Direction::Backward { scan.rev() } else { scan };
                scan.page(cursor.as_deref(), size)
            })
            .await?;
        cache.forget_read();
        Ok(page)
    }
}

/// Returns how many rows of each range are needed for a page. A page needs the row after its last one, to know whether there
/// is a next page. The rows of several buckets are not spread evenly, so a few more are fetched.
fn rows_of_range(size: usize, ranges: &Ranges) -> usize {
    match ranges.len() {
        0 | 1 => size + 1,
        count => size.div_ceil(count) * 5 / 4 + 5,
    }
}
