//! `Scan::page`, which reads the rows of a scan page by page.

use super::{AnyRows, Row, Scan, ScanError, ScanErrorKind, ScanItem};
use crate::query::cursor::{Cursor, CursorContent, CursorError, Direction, Page};
use crate::range::KeyRange;
use alloc::vec::Vec;

impl<K, O, R, M> Scan<K, O, R, M>
where
    O: FnMut(KeyRange) -> R,
    R: AnyRows<M, Row: Row>,
{
    /// Reads a page of at most `size` rows: the first page if `cursor` is `None`, otherwise the page after the cursor.
    /// A `size` of 0 counts as 1. Each page, except the last one, contains the cursor of the next page. A cursor is
    /// text that needs no escapes in a URL.
    ///
    /// A row whose key cannot be decoded is an `Err` in the page, and counts as a row. All other errors are returned instead
    /// of the page. Repeat the call with the same cursor if such an error may be temporary.
    ///
    /// The scan reads one row more than the page contains, to know whether there is a next page. If you set a
    /// limit in each request to your store, set it to `size + 1`.
    ///
    /// # Errors
    /// The cursor does not belong to this query, or the store cannot open a range or read a row.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(salt(md5, buckets = 4))]
    /// struct ReadingKey {
    ///     #[descending]
    ///     taken_at: u64,
    ///     sensor: u32,
    /// }
    ///
    /// let mut table = BTreeMap::new();
    /// for taken_at in 0..5 {
    ///     table.insert(ReadingKey { taken_at, sensor: 7 }.encode().to_vec(), "21 C");
    /// }
    /// let newest = || ReadingKey::prefix().scan(|range| table.range(range));
    ///
    /// let page = newest().page(None, 3)?;
    /// let cursor = page.next.expect("two rows are left");
    /// for row in page.rows {
    ///     match row {
    ///         Ok((key, value)) => println!("{}: {value}", key.taken_at),
    ///         Err(error) => eprintln!("skipped: {error}"),
    ///     }
    /// }
    /// let page = newest().page(Some(&cursor), 3)?;
    /// let rows: Vec<_> = page.rows.into_iter().collect::<Result<_, _>>()?;
    /// assert_eq!(rows[0].0, ReadingKey { taken_at: 1, sensor: 7 });
    /// assert_eq!((rows.len(), page.next), (2, None));
    /// # Ok::<(), rowkey::scan::ScanError<std::convert::Infallible>>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "a `Result` of a page of the items that the scan returns")]
    pub fn page(mut self, cursor: Option<&str>, size: usize) -> Result<Page<ScanItem<K, R, M>>, ScanError<R::Error>> {
        let fingerprint = self.ranges.layout().fingerprint();
        let direction = if self.order.backward { Direction::Backward } else { Direction::Forward };
        if let Some(cursor) = cursor {
            let key = self.key_of_cursor(cursor, fingerprint, direction).map_err(|error| ScanError {
                bucket: 0,
                has_several_ranges: false,
                key: None,
                kind: ScanErrorKind::Cursor(error),
            })?;
            self = self.after(key);
        }
        let mut rows = Vec::new();
        while rows.len() < size.max(1) {
            match self.next() {
                Some(Err(error)) if error.key.is_none() => return Err(error),
                Some(row) => rows.push(row),
                None => return Ok(Page { rows, next: None }),
            }
        }
        let last = self.cursor();
        let next_row = self.advance()?;
        let next = last.filter(|_| next_row.is_some()).map(|key| Cursor::of_parts(direction, fingerprint, &[&key]));
        Ok(Page { rows, next })
    }

    /// Returns the encoded key that a cursor of this query contains.
    fn key_of_cursor(&self, cursor: &str, fingerprint: u64, direction: Direction) -> Result<Vec<u8>, CursorError> {
        let content = CursorContent::read(cursor)?;
        content.check(fingerprint, direction)?;
        // Does not decode the key, because the last row of a page can have a key that cannot be decoded.
        if self.ranges.contains(&content.key) { Ok(content.key) } else { Err(CursorError::OutsideOfQuery) }
    }
}
