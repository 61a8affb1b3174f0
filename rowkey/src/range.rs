//! Half-open ranges of encoded keys, in the forms that stores accept.

#![allow(clippy::inline_always, reason = "measured, see `query::prefix_bytes`")]

use alloc::vec::Vec;
use core::fmt;
use core::ops::{Bound, RangeBounds};

/// A range of encoded keys, from [`start`](Self::start) (included) to [`end`](Self::end) (excluded). A range without an
/// end extends to the end of the table.
///
/// In every store that sorts keys as bytes, a range contains exactly the keys that match the query that created the
/// range. The function of the store decides what to pass:
///
/// | the function takes | such as | pass |
/// |---|---|---|
/// | `RangeBounds<[u8]>` | `BTreeMap` and `SkipMap` with keys of type `Vec<u8>`, `[u8; N]` or `Box<[u8]>` | `range` |
/// | `&RangeBounds<[u8]>` | heed | `&range` |
/// | `RangeBounds<K>`, for example with `K: AsRef<[u8]>` | redb, fjall, sled, jammdb | [`range.as_ref()`](Self::as_ref) |
/// | two bounds | | [`range.as_bounds()`](Self::as_bounds) |
/// | a start row and a stop row | clients of HBase, Bigtable, TiKV and others | [`range.into_parts()`](Self::into_parts) |
///
/// # Empty ranges
///
/// All empty ranges are equal: their two bounds are the byte 00. Stores find no key in an empty range, in each of the
/// forms above and in both directions.
///
/// Two servers are exceptions. HBase treats a scan from a row to the same row as a request for that row, and Bigtable
/// rejects such a scan. If [`is_empty`](Self::is_empty) returns true, do not send the range to these servers. Only the
/// ranges of `query.range()` need this check: `query.ranges()` yields no empty ranges, and the closure of a `scan`
/// never receives one.
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
    /// Less than `end`, except in [`Self::empty`].
    start: Vec<u8>,
    end: Option<Vec<u8>>,
}

impl KeyRange {
    /// Creates the range from `start` to `end`, which is empty unless `start` is less than `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(start: Vec<u8>, end: Option<Vec<u8>>) -> Self {
        match end {
            Some(end) if end <= start => Self::empty(),
            end => Self { start, end },
        }
    }

    /// Returns the range of all keys that begin with these bytes.
    ///
    /// For the keys of one type, use [`prefix`](crate::RowKey::prefix) instead. This function is for bytes that are not
    /// the prefix of a key type, such as the bytes that several kinds of keys in a [`KeySpace`](trait@crate::KeySpace)
    /// begin with.
    ///
    /// ```
    /// use rowkey::KeyRange;
    ///
    /// let range = KeyRange::beginning_with(b"ab");
    /// assert!(range.contains(b"abc"));
    /// assert!(!range.contains(b"b"));
    /// assert_eq!(range.end(), Some(&b"ac"[..]));
    /// ```
    pub fn beginning_with(prefix: &[u8]) -> Self {
        PrefixEnd::All.range(prefix.into())
    }

    /// Creates the range from `start` to `end`. The caller knows that `start` is less than `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn in_order(start: Vec<u8>, end: Option<Vec<u8>>) -> Self {
        debug_assert!(end.as_ref().is_none_or(|end| *end > start), "an empty range, which must be `empty()`");
        Self { start, end }
    }

    /// Returns the part of the range from `start` on.
    pub(crate) fn starting_at(self, start: Vec<u8>) -> Self {
        Self::new(self.start.max(start), self.end)
    }

    /// Returns the part of the range before `end`.
    pub(crate) fn ending_before(self, end: Vec<u8>) -> Self {
        let end = match self.end {
            Some(own) if own < end => own,
            _ => end,
        };
        Self::new(self.start, Some(end))
    }

    /// Returns the part of the range after a key, for a store that returns a range in several answers: `key` is the last
    /// one of an answer.
    ///
    /// ```
    /// use rowkey::KeyRange;
    ///
    /// let range = KeyRange::beginning_with(b"a");
    /// assert!(!range.after(b"ab").contains(b"ab") && range.after(b"ab").contains(b"ab\0"));
    /// assert!(range.after(b"b").is_empty());
    /// ```
    #[must_use]
    pub fn after(&self, key: &[u8]) -> Self {
        self.clone().starting_at([key, &[0]].concat())
    }

    /// Returns the part of the range before a key: see [`after`](Self::after).
    #[must_use]
    pub fn before(&self, key: &[u8]) -> Self {
        self.clone().ending_before(key.to_vec())
    }

    /// Returns the empty range. Its bounds are not empty byte strings, because LMDB rejects an empty key as a bound,
    /// and HBase treats an empty stop row as the end of the table.
    #[cold]
    pub(crate) fn empty() -> Self {
        Self { start: [0].into(), end: Some([0].into()) }
    }

    /// Returns the lower bound: no key of the range sorts before these bytes. The lower bound is empty if the range
    /// begins at the start of the table.
    ///
    /// The bound need not be a whole key. For example, the range of all keys after those that begin with `00 FF` starts
    /// at the single byte `01`.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// Returns the upper bound: every key of the range sorts before these bytes, which need not be a whole key. Returns
    /// `None` if the range extends to the end of the table.
    pub fn end(&self) -> Option<&[u8]> {
        self.end.as_deref()
    }

    /// Returns whether the range contains no key.
    pub fn is_empty(&self) -> bool {
        self.end.as_ref().is_some_and(|end| *end <= self.start)
    }

    /// Returns whether the range contains `key`.
    pub fn contains(&self, key: &[u8]) -> bool {
        RangeBounds::<[u8]>::contains(self, key)
    }

    /// Returns a view that implements `RangeBounds<&[u8]>`. The range itself implements `RangeBounds<[u8]>`, so rustc reports
    /// for many stores that the size of `[u8]` cannot be known.
    pub fn as_ref(&self) -> KeyRangeRef<'_> {
        KeyRangeRef { start: &self.start, end: self.end.as_deref() }
    }

    /// Returns the bounds as a pair. An empty start is `Unbounded`, because LMDB rejects an empty key as a bound.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::ops::Bound;
    ///
    /// #[derive(RowKey)]
    /// struct PointKey {
    ///     x: u16,
    ///     y: u16,
    /// }
    ///
    /// let range = PointKey::prefix().x(1).range();
    /// assert_eq!(range.as_bounds(), (Bound::Included(&[0, 1][..]), Bound::Excluded(&[0, 2][..])));
    /// assert_eq!(PointKey::all().as_bounds(), (Bound::Unbounded, Bound::Unbounded));
    /// ```
    pub fn as_bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (self.start_bound(), self.end_bound())
    }

    /// Returns the start row (included) and the stop row (excluded). The stop row is `None` if the range extends to the
    /// end of the table. HBase then expects an empty stop row.
    ///
    /// Check [`is_empty`](Self::is_empty) first if the server treats equal start and stop rows as a request for a
    /// single row, as HBase does.
    pub fn into_parts(self) -> (Vec<u8>, Option<Vec<u8>>) {
        (self.start, self.end)
    }
}

impl RangeBounds<[u8]> for KeyRange {
    fn start_bound(&self) -> Bound<&[u8]> {
        if self.start.is_empty() { Bound::Unbounded } else { Bound::Included(&self.start) }
    }

    fn end_bound(&self) -> Bound<&[u8]> {
        self.end.as_deref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

impl fmt::Debug for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

/// A borrowed [`KeyRange`] that implements `RangeBounds<&[u8]>`.
///
/// Returned by [`KeyRange::as_ref`], for stores whose keys are `&[u8]`:
///
/// ```
/// use rowkey::RowKey;
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(&[0, 80][..], "http"), (&[1, 187][..], "https")]);
/// let range = PortKey::prefix().port_in(..100).range();
/// assert_eq!(table.range::<&[u8], _>(range.as_ref()).count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyRangeRef<'a> {
    start: &'a [u8],
    end: Option<&'a [u8]>,
}

impl<'a> RangeBounds<&'a [u8]> for KeyRangeRef<'a> {
    fn start_bound(&self) -> Bound<&&'a [u8]> {
        if self.start.is_empty() { Bound::Unbounded } else { Bound::Included(&self.start) }
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

/// The keys that match a prefix, among the keys that begin with the bytes of the prefix. Every range, and every bound
/// that is open above, takes the end of a prefix from this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrefixEnd {
    /// All keys that begin with the bytes match.
    All,
    /// All fields are set, so only the key with exactly these bytes matches. Longer keys can also begin with the bytes,
    /// if the last field has no terminator.
    OneKey,
    /// All keys match except those with an FF after the bytes. After a FoundationDB string, the FF belongs to a greater
    /// string: "a" is `02 'a' 00`, and "a\0" is `02 'a' 00 FF 00`.
    BeforeFf,
}

impl PrefixEnd {
    /// Returns [`Self::BeforeFf`] if decoding would read an FF after the prefix as part of its last field.
    pub const fn before_ff_if(is_continued_by_ff: bool) -> Self {
        if is_continued_by_ff { Self::BeforeFf } else { Self::All }
    }

    /// Returns the byte that ends the matching keys: a key matches if it sorts before the prefix and this byte. Returns
    /// `None` if all keys match.
    #[inline]
    pub const fn byte(self) -> Option<u8> {
        match self {
            Self::All => None,
            // No longer key sorts before the key and a 00.
            Self::OneKey => Some(0),
            Self::BeforeFf => Some(0xFF),
        }
    }

    /// Returns the range of the keys that match the prefix with these bytes.
    pub fn range(self, prefix: Vec<u8>) -> KeyRange {
        let mut end = prefix.clone();
        let end = match self.byte() {
            Some(byte) => {
                end.push(byte);
                Some(end)
            }
            None => successor(end),
        };
        KeyRange::in_order(prefix, end)
    }
}

/// Returns the least byte string that sorts after all byte strings that begin with `prefix`. Returns `None` if there is
/// no such byte string: `prefix` is empty, or all its bytes are FF.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn successor(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|byte| *byte != 0xFF)?;
    prefix.truncate(last + 1);
    *prefix.last_mut()? += 1;
    Some(prefix)
}
