//! Merges sorted sources, such as the buckets of a salt, with a loser tree. The tree stores an integer for each key,
//! and usually compares these integers instead of long keys (offset-value coding).

use alloc::vec::Vec;
use core::iter::FusedIterator;

/// A loser tree over several sorted sources. The next row of a source is called the head of that source.
///
/// The tree is a tournament among the heads. Each inner node stores the loser of its match. After the winner is taken, only
/// the matches on the path from its source to the root are played again. With n sources, that is log2(n) matches, rounded
/// up.
///
/// The caller reads the sources: while [`source_to_read`](Self::source_to_read) returns a source, pass the next row of
/// that source to [`enter`](Self::enter). After that, [`take`](Self::take) returns the next row of the merge.
#[derive(Debug)]
pub(crate) struct Tournament<T> {
    /// `None` at the end of a source.
    heads: Vec<Option<T>>,
    /// Node 0 is the winner, and each other node is the loser of its match. The parent of node `n` is `n / 2`. Source
    /// `i` is the leaf `i + heads.len()`, which is not stored. Until all sources have entered, this is the list of
    /// sources that have entered so far.
    nodes: Vec<Player>,
    /// True after the head of the winner was taken, until the winner's next head enters.
    winner_is_taken: bool,
    /// The bytes of the last head that was taken, not counting heads without bytes.
    last: Option<Vec<u8>>,
}

pub(crate) trait Order<T> {
    /// Returns true for descending order, in which rows with equal bytes are returned from the last source to the
    /// first.
    fn backward(&self) -> bool;

    /// Returns the bytes by which a head sorts, or `None` for a head that comes before all others, such as an error.
    fn bytes<'h>(&self, head: &'h T) -> Option<&'h [u8]>;
}

/// A source in a match.
#[derive(Debug, Clone, Copy)]
struct Player {
    /// The offset-value code of this source's head, relative to the earlier head that last won against this source. See
    /// [`code`]. In a match, the codes of both players are relative to the same earlier head, so that comparing two
    /// codes usually replaces comparing two keys.
    code: u64,
    source: usize,
}

impl<T> Tournament<T> {
    pub(crate) fn new(sources: usize) -> Self {
        let heads = (0..sources).map(|_| None).collect();
        Self { heads, nodes: Vec::with_capacity(sources), winner_is_taken: false, last: None }
    }

    /// Returns the source whose next row must be passed to `enter` before `take` is called.
    pub(crate) fn source_to_read(&self) -> Option<usize> {
        if self.winner_is_taken {
            Some(self.winner())
        } else {
            Some(self.nodes.len()).filter(|entered| *entered < self.heads.len())
        }
    }

    /// Adds the next row of the source to read, or `None` at the end of the source.
    pub(crate) fn enter(&mut self, head: Option<T>, order: &impl Order<T>) {
        let Some(source) = self.source_to_read() else {
            return;
        };
        let code = match &head {
            None => AT_END,
            // A single source plays no matches, so its code is never compared.
            Some(_) if self.heads.len() == 1 => FIRST,
            Some(head) => order.bytes(head).map_or(FIRST, |bytes| self.code_when_read(bytes, order.backward())),
        };
        let player = Player { code, source };
        if let Some(slot) = self.heads.get_mut(source) {
            *slot = head;
        }
        if self.winner_is_taken {
            self.winner_is_taken = false;
            self.replay(player, order);
        } else {
            self.nodes.push(player);
            if self.nodes.len() == self.heads.len() {
                self.play_all(order);
            }
        }
    }

    /// Takes the first of all heads. Returns `None` at the end of all sources.
    pub(crate) fn take(&mut self, order: &impl Order<T>) -> Option<T> {
        let winner = self.winner();
        let head = self.heads.get_mut(winner)?.take()?;
        self.winner_is_taken = true;
        if let Some(bytes) = order.bytes(&head) {
            let last = self.last.get_or_insert_default();
            last.clear();
            last.extend_from_slice(bytes);
        }
        Some(head)
    }

    /// Returns the code of a new head relative to the head that was taken last. Before the first head is taken, all
    /// codes are relative to an imaginary head that differs from every head in the first unit.
    #[inline]
    fn code_when_read(&self, bytes: &[u8], backward: bool) -> u64 {
        match &self.last {
            Some(last) => code(bytes, last, 0, backward),
            None => code_of_difference(unit(bytes, 0), 0, backward),
        }
    }

    pub(crate) fn last(&self) -> Option<&[u8]> {
        self.last.as_deref()
    }

    pub(crate) fn head(&self, source: usize) -> Option<&T> {
        self.heads.get(source)?.as_ref()
    }

    /// Returns the source whose head comes next, or was taken last.
    pub(crate) fn winner(&self) -> usize {
        self.nodes.first().map_or(0, |winner| winner.source)
    }

    fn play_all(&mut self, order: &impl Order<T>) {
        let count = self.nodes.len();
        // The winner at each node. The second half are the leaves. The loop overwrites the first half, from the last
        // inner node to the root.
        let mut winners = [&*self.nodes, &*self.nodes].concat();
        for node in (1..count).rev() {
            let [left, right] = [2 * node, 2 * node + 1].map(|child| winners.get(child).copied());
            if let (Some(left), Some(right)) = (left, right) {
                let (winner, loser) = play(&self.heads, left, right, order);
                put(&mut winners, node, winner);
                put(&mut self.nodes, node, loser);
            }
        }
        if let Some(winner) = winners.get(1) {
            put(&mut self.nodes, 0, *winner);
        }
    }

    fn replay(&mut self, player: Player, order: &impl Order<T>) {
        let mut contender = player;
        // The parent of the source's leaf.
        let mut node = usize::midpoint(contender.source, self.heads.len());
        while node > 0 {
            let Some(slot) = self.nodes.get_mut(node) else { return };
            let (winner, loser) = play(&self.heads, *slot, contender, order);
            *slot = loser;
            contender = winner;
            node /= 2;
        }
        put(&mut self.nodes, 0, contender);
    }
}

/// Returns the winner and the loser of a match.
#[inline]
fn play<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    if a.code == b.code {
        return play_by_heads(heads, a, b, order);
    }
    // Swaps without a branch, because the outcome is unpredictable. The loser's code stays correct relative to the
    // winner: because the codes differ, the loser first differs from the winner in the same unit as from the earlier
    // head.
    let swap = b.code < a.code;
    let changed_code = (a.code ^ b.code) & u64::from(swap).wrapping_neg();
    let changed_source = (a.source ^ b.source) & usize::from(swap).wrapping_neg();
    let winner = Player { code: a.code ^ changed_code, source: a.source ^ changed_source };
    let loser = Player { code: b.code ^ changed_code, source: b.source ^ changed_source };
    (winner, loser)
}

/// Decides a match between players whose codes are equal.
fn play_by_heads<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    let bytes = |player: Player| heads.get(player.source).and_then(Option::as_ref).map(|head| order.bytes(head));
    let backward = order.backward();
    let by_source = if backward { b.source.cmp(&a.source) } else { a.source.cmp(&b.source) };
    match (bytes(a), bytes(b)) {
        (Some(Some(bytes_a)), Some(Some(bytes_b))) => {
            let by_bytes = if backward { bytes_b.cmp(bytes_a) } else { bytes_a.cmp(bytes_b) };
            // Equal codes: the heads are equal up to and including the unit that first differs from the earlier head.
            let same = index_of_difference(a.code) + 1;
            if by_bytes.then(by_source).is_lt() {
                (a, Player { code: code(bytes_b, bytes_a, same, backward), ..b })
            } else {
                (b, Player { code: code(bytes_a, bytes_b, same, backward), ..a })
            }
        }
        (Some(None), Some(None)) if by_source.is_gt() => (b, a),
        // A source without a head loses.
        (None, Some(_)) => (b, a),
        _ => (a, b),
    }
}

/// Keys are compared in units of this many bytes.
const UNIT_BYTES: usize = 6;
const UNIT_BITS: u32 = 48;

/// The upper 16 bits of a code are this number minus the index of the first unit that differs: the later the
/// difference, the smaller the code.
const MAX_UNITS: usize = 0xFFFF;

/// The code of a head without bytes, which comes before all others.
const FIRST: u64 = 0;

/// The code of bytes that do not differ from the earlier head in any unit.
const SAME: u64 = 1 << UNIT_BITS;

/// The code of a source without a head. A head can have the same code, so `play_by_heads` decides such a match.
const AT_END: u64 = u64::MAX;

/// Returns the offset-value code of `bytes` relative to `before`, the bytes of a head that sorts before `bytes`. The
/// code consists of the index of the first unit that differs and the value of this unit in `bytes`.
///
/// Two different codes relative to the same `before` sort as their bytes do: bytes that share more units with `before`
/// sort first. If the number of shared units is equal, the value of the next unit decides.
///
/// The first `same` units must be equal. A missing byte counts as zero, so equal codes do not imply equal bytes.
#[inline]
fn code(bytes: &[u8], before: &[u8], same: usize, backward: bool) -> u64 {
    let units = bytes.len().max(before.len()).div_ceil(UNIT_BYTES).min(MAX_UNITS - 1);
    for index in same..units {
        let unit = unit(bytes, index);
        if unit != self::unit(before, index) {
            return code_of_difference(unit, index, backward);
        }
    }
    SAME
}

/// Returns the code for a first difference at `index`. In descending order, the 48 bits of the unit are complemented,
/// so that a greater unit has a smaller code.
#[inline]
fn code_of_difference(unit: u64, index: usize, backward: bool) -> u64 {
    let unit = if backward { unit ^ (SAME - 1) } else { unit };
    ((MAX_UNITS - index) as u64) << UNIT_BITS | unit
}

fn index_of_difference(code: u64) -> usize {
    MAX_UNITS - usize::from((code >> UNIT_BITS) as u16)
}

#[inline]
fn unit(bytes: &[u8], index: usize) -> u64 {
    let rest = bytes.get(UNIT_BYTES * index..).unwrap_or_default();
    match rest.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk) >> (64 - UNIT_BITS),
        None => (0..UNIT_BYTES).fold(0, |unit, index| unit << 8 | rest.get(index).copied().map_or(0, u64::from)),
    }
}

fn put(nodes: &mut [Player], node: usize, player: Player) {
    if let Some(slot) = nodes.get_mut(node) {
        *slot = player;
    }
}

/// A row that [`merge`] can merge: `(key, value)`, or a `Result` of such a pair.
///
/// Implement this trait for a row type of your own:
///
/// ```
/// use rowkey::scan::{MergeRow, merge};
///
/// struct Cell {
///     key: Vec<u8>,
///     text: &'static str,
/// }
///
/// impl MergeRow for Cell {
///     fn key(&self) -> Option<&[u8]> {
///         Some(&self.key)
///     }
/// }
///
/// let cell = |bucket, field, text| Cell { key: vec![bucket, field], text };
/// let buckets = [vec![cell(0, 1, "a"), cell(0, 4, "d")], vec![cell(1, 2, "b"), cell(1, 3, "c")]];
/// let texts = merge(buckets, 1).map(|cell| cell.text);
/// assert_eq!(texts.collect::<String>(), "abcd");
/// ```
pub trait MergeRow {
    /// Returns the bytes of the key, or `None` for an error. The merge returns an error before all rows that the merge
    /// has read but not yet returned.
    fn key(&self) -> Option<&[u8]>;
}

impl<B: AsRef<[u8]>, V> MergeRow for (B, V) {
    fn key(&self) -> Option<&[u8]> {
        Some(self.0.as_ref())
    }
}

impl<B: AsRef<[u8]>, V, E> MergeRow for Result<(B, V), E> {
    fn key(&self) -> Option<&[u8]> {
        self.as_ref().ok().and_then(MergeRow::key)
    }
}

/// Merges the rows of several buckets into the order of their fields. The rows of each bucket must be sorted by their
/// keys.
///
/// Use `merge` if you fetch the buckets in parallel or asynchronously. Otherwise call `scan`, which opens the ranges and merges
/// their rows.
///
/// `merge` compares the keys of the rows without their first `skip` bytes. For the buckets of a salt, pass
/// [`K::LAYOUT.fields_offset()`](crate::Layout::fields_offset), the length of the namespace and the salt. With a greater
/// number, `merge` compares only later fields: to merge two kinds of rows by a field that both have at offset 6, pass 6.
/// Each of the `buckets` must be sorted by the compared bytes.
///
/// The merge is lazy. It reads nothing before the first call of `next`, and then keeps one row per bucket in memory.
/// With n buckets, each row costs log2(n) comparisons, rounded up. Most of these compare two integers. Each row's key
/// is also copied into a buffer, which the merge reuses. The merge returns an error before all rows that the merge has
/// read but not yet returned.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(salt(md5, buckets = 2))]
/// struct WordKey {
///     word: String,
/// }
///
/// let buckets = [
///     vec![(b"\x00a", 1), (b"\x00d", 2)],
///     vec![(b"\x01b", 3), (b"\x01c", 4)],
/// ];
/// let merged = rowkey::scan::merge(buckets, WordKey::LAYOUT.fields_offset());
/// assert!(merged.map(|(_, value)| value).eq([1, 3, 4, 2]));
/// ```
pub fn merge<I>(buckets: I, skip: usize) -> Merge<<I::Item as IntoIterator>::IntoIter>
where
    I: IntoIterator,
    I::Item: IntoIterator<Item: MergeRow>,
{
    let buckets: Vec<_> = buckets.into_iter().map(IntoIterator::into_iter).collect();
    let tournament = Tournament::new(buckets.len());
    Merge { buckets, tournament, skip }
}

/// Sorts rows by their keys, ignoring this number of leading bytes.
struct AfterSkippedBytes(usize);

impl<R: MergeRow> Order<R> for AfterSkippedBytes {
    fn backward(&self) -> bool {
        false
    }

    fn bytes<'h>(&self, row: &'h R) -> Option<&'h [u8]> {
        row.key().map(|key| key.get(self.0..).unwrap_or_default())
    }
}

/// The rows of several buckets in the order of their fields: the return type of [`merge`].
///
/// ```
/// use rowkey::scan::Merge;
/// use std::vec::IntoIter;
///
/// type Row = (Vec<u8>, u32);
///
/// /// The rows of a query, merged from the buckets of a salt.
/// struct Rows(Merge<IntoIter<Row>>);
///
/// let buckets = [vec![(vec![0, 9], 2)], vec![(vec![1, 5], 1)]];
/// let rows = Rows(rowkey::scan::merge(buckets, 1));
/// assert!(rows.0.map(|(_, value)| value).eq([1, 2]));
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy: no row is merged before you iterate"]
pub struct Merge<I: Iterator> {
    buckets: Vec<I>,
    tournament: Tournament<I::Item>,
    skip: usize,
}

impl<I: Iterator<Item: MergeRow>> Iterator for Merge<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if let [only] = self.buckets.as_mut_slice() {
            let row = only.next();
            if row.is_none() {
                // `Merge` is fused, but `only` may not be, so `only` must not be called again.
                self.buckets.clear();
            }
            return row;
        }
        while let Some(bucket) = self.tournament.source_to_read() {
            let next = self.buckets.get_mut(bucket).and_then(Iterator::next);
            self.tournament.enter(next, &AfterSkippedBytes(self.skip));
        }
        self.tournament.take(&AfterSkippedBytes(self.skip))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let heads = (0..self.buckets.len()).filter(|bucket| self.tournament.head(*bucket).is_some()).count();
        self.buckets.iter().map(Iterator::size_hint).fold((heads, Some(heads)), |(low, high), (least, most)| {
            (low.saturating_add(least), high.zip(most).and_then(|(high, most)| high.checked_add(most)))
        })
    }
}

impl<I: Iterator<Item: MergeRow>> FusedIterator for Merge<I> {}
