//! Half-open ranges of keys, in the forms that stores take.

#![allow(clippy::inline_always, reason = "measured, see `prefix`")]

use alloc::vec::Vec;
use core::fmt;
use core::ops::{Bound, RangeBounds};

/// A range of keys: from [`start`](Self::start), included, to [`end`](Self::end), excluded, or to the end of the table.
///
/// It holds exactly the keys of the prefix that it was made from, in every store that sorts keys as bytes:
///
/// * `BTreeMap<Vec<u8>, _>`, `SkipMap`, fjall and sled take it as it is: `map.range(range)`.
/// * redb, fjall, sled and jammdb take the view that [`as_ref`](Self::as_ref) gives.
/// * heed and maps with array keys take the pair that [`as_bounds`](Self::as_bounds) gives.
/// * clients of `HBase`, Bigtable, `TiKV` and others take [`into_parts`](Self::into_parts): start row and stop row.
///
/// ```
/// use rowkey::RowKey;
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: String,
///     port: u16,
/// }
///
/// let mut table = BTreeMap::new();
/// for (host, port) in [("host1", 80), ("host1", 443), ("host12", 80)] {
///     table.insert(HostKey { host: host.into(), port }.encode(), ());
/// }
/// let range = HostKey::prefix().host("host1").range();
/// assert_eq!(table.range(range).count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KeyRange {
    start: Vec<u8>,
    end: Option<Vec<u8>>,
}

impl KeyRange {
    /// From `start` to `end`; no keys if they are the wrong way round.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(start: Vec<u8>, end: Option<Vec<u8>>) -> Self {
        match end {
            Some(end) if end < start => Self::nothing_at(start),
            end => Self { start, end },
        }
    }

    #[cold]
    fn nothing_at(start: Vec<u8>) -> Self {
        Self { end: Some(start.clone()), start }
    }

    /// All keys that begin with `prefix`.
    pub(crate) fn beginning_with(prefix: &[u8]) -> Self {
        Self::new(prefix.into(), successor(prefix.into()))
    }

    /// From `start` to `end`, which are known to be the right way round.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn in_order(start: Vec<u8>, end: Option<Vec<u8>>) -> Self {
        debug_assert!(end.as_ref().is_none_or(|end| *end >= start), "a range from behind to before");
        Self { start, end }
    }

    /// What of it lies behind `key`.
    pub(crate) fn behind(self, mut key: Vec<u8>) -> Self {
        key.push(0);
        Self::new(self.start.max(key), self.end)
    }

    /// What of it lies in front of `key`.
    pub(crate) fn up_to(self, key: Vec<u8>) -> Self {
        let end = match self.end {
            Some(end) if end < key => end,
            _ => key,
        };
        Self::new(self.start, Some(end))
    }

    /// No keys. LMDB refuses empty keys as bounds, so they are not empty.
    #[cold]
    pub(crate) fn empty() -> Self {
        Self { start: [0].into(), end: Some([0].into()) }
    }

    /// The first key of the range, if it is there. Empty for the start of the table.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// The first key after the range; `None` when the range goes to the end of the table.
    pub fn end(&self) -> Option<&[u8]> {
        self.end.as_deref()
    }

    /// Whether no key lies within.
    pub fn is_empty(&self) -> bool {
        self.end.as_ref().is_some_and(|end| *end <= self.start)
    }

    /// Whether `key` lies within.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.as_ref().contains(&key)
    }

    /// A view that implements `RangeBounds<&[u8]>`, as redb, fjall, sled and jammdb take it.
    pub fn as_ref(&self) -> KeyRangeRef<'_> {
        KeyRangeRef { start: &self.start, end: self.end.as_deref() }
    }

    /// The bounds as a pair, as heed takes them. An empty start is `Unbounded`, since LMDB refuses an empty key.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: u16,
    /// }
    ///
    /// let table = BTreeMap::from([(PointKey { x: 1, y: 2 }.encode(), "a")]);
    /// let range = PointKey::prefix().x(1).range();
    /// assert_eq!(table.range::<[u8], _>(range.as_bounds()).count(), 1);
    /// ```
    pub fn as_bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        let start = if self.start.is_empty() { Bound::Unbounded } else { Bound::Included(&*self.start) };
        (start, self.end.as_deref().map_or(Bound::Unbounded, Bound::Excluded))
    }

    /// Start row, included, and stop row, excluded: `None` for the end of the table, where `HBase` wants an empty one.
    pub fn into_parts(self) -> (Vec<u8>, Option<Vec<u8>>) {
        (self.start, self.end)
    }
}

impl RangeBounds<Vec<u8>> for KeyRange {
    fn start_bound(&self) -> Bound<&Vec<u8>> {
        Bound::Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&Vec<u8>> {
        self.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

impl fmt::Debug for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

/// A borrowed [`KeyRange`] that implements `RangeBounds<&[u8]>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyRangeRef<'a> {
    start: &'a [u8],
    end: Option<&'a [u8]>,
}

impl<'a> RangeBounds<&'a [u8]> for KeyRangeRef<'a> {
    fn start_bound(&self) -> Bound<&&'a [u8]> {
        Bound::Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&&'a [u8]> {
        self.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

impl fmt::Debug for KeyRangeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"..", self.start.escape_ascii())?;
        self.end.map_or(Ok(()), |end| write!(f, "\"{}\"", end.escape_ascii()))
    }
}

/// The first key that does not begin with `prefix` and lies behind those that do; `None` when there is none, because
/// `prefix` is empty or all FF.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn successor(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    let at = prefix.iter().rposition(|byte| *byte != 0xFF)?;
    prefix.truncate(at + 1);
    *prefix.last_mut()? += 1;
    Some(prefix)
}
