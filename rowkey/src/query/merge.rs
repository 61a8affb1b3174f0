//! Merges sorted sources with a loser tree, whose codes compare long keys as integers (offset-value coding).

use alloc::vec::Vec;
use core::iter::FusedIterator;

/// A loser tree over several sorted sources. The next row of a source is called the head of that source.
///
/// The tree is a tournament among the heads. Each inner node stores the loser of its match. After the winner is taken, only
/// the matches on the path from its source to the root are played again. With n sources, that is log2(n) matches, rounded
/// up.
///
/// The caller reads the sources, each as late as possible. While [`source_to_read`](Self::source_to_read) returns a source, the
/// caller passes the next row of that source to [`enter`](Self::enter). Then [`take`](Self::take) returns the next row of
/// the merge.
#[derive(Debug)]
pub(crate) struct Tournament<T> {
    /// The head of each source; `None` at the end of the source.
    heads: Vec<Option<T>>,
    /// Node 0 is the winner, and each other node is the loser of its match. Source `i` enters at node `i + heads.len()`.
    /// Until all sources have entered, this is the list of sources that have entered so far.
    nodes: Vec<Player>,
    /// True after the head of the winner was taken, until the winner's next head enters.
    winner_is_taken: bool,
    /// The bytes of the head that was taken last.
    last: Option<Vec<u8>>,
}

/// The order in which a merge returns rows.
pub(crate) trait Order<T> {
    /// Returns true for descending order. Rows with equal bytes are then returned from the last source to the first.
    fn backward(&self) -> bool;

    /// Returns the bytes by which a head sorts, or `None` for a head that comes before all others.
    fn bytes<'h>(&self, head: &'h T) -> Option<&'h [u8]>;
}

/// A source in a match.
#[derive(Debug, Clone, Copy)]
struct Player {
    /// The offset-value code of this source's head, relative to the head that last won against this source. See [`code`].
    /// In a match, the codes of both players are relative to the same head, so that comparing two codes usually replaces
    /// comparing two keys.
    code: u64,
    source: usize,
}

impl<T> Tournament<T> {
    /// Creates a tournament of `sources` sources.
    pub(crate) fn new(sources: usize) -> Self {
        let heads = (0..sources).map(|_| None).collect();
        Self { heads, nodes: Vec::with_capacity(sources), winner_is_taken: false, last: None }
    }

    /// Returns the source whose head must enter next.
    pub(crate) fn source_to_read(&self) -> Option<usize> {
        if self.winner_is_taken {
            Some(self.winner())
        } else {
            Some(self.nodes.len()).filter(|entered| *entered < self.heads.len())
        }
    }

    /// Adds the head of the source that [`source_to_read`](Self::source_to_read) returns, or `None` at the end of the source.
    pub(crate) fn enter(&mut self, head: Option<T>, order: &impl Order<T>) {
        let Some(source) = self.source_to_read() else {
            return;
        };
        let code = match &head {
            None => AT_END,
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

    /// Takes the head that comes next. Returns `None` at the end of all sources. Must not be called while
    /// [`source_to_read`](Self::source_to_read) returns a source.
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

    /// Returns the code of a new head relative to the head that was taken last. Before the first head is taken, returns the code
    /// of a head that differs in its first unit.
    #[inline]
    fn code_when_read(&self, bytes: &[u8], backward: bool) -> u64 {
        match &self.last {
            Some(last) => code(bytes, last, 0, backward),
            None => code_of_difference(unit(bytes, 0), 0, backward),
        }
    }

    /// Returns the bytes of the head that was taken last.
    pub(crate) fn last(&self) -> Option<&[u8]> {
        self.last.as_deref()
    }

    /// Returns the head of a source.
    pub(crate) fn head(&self, source: usize) -> Option<&T> {
        self.heads.get(source)?.as_ref()
    }

    /// Returns the source whose head comes next, or was taken last.
    pub(crate) fn winner(&self) -> usize {
        self.nodes.first().map_or(0, |winner| winner.source)
    }

    /// Plays all matches. Called when every source has entered.
    fn play_all(&mut self, order: &impl Order<T>) {
        let count = self.nodes.len();
        // The winner at each node. Inner nodes are filled from the last one to the root.
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

    /// Plays the matches on the path from the source of `player` to the root.
    fn replay(&mut self, player: Player, order: &impl Order<T>) {
        let mut contender = player;
        // The parent of the node at which the source enters.
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

/// Plays a match. Returns the winner and the loser.
#[inline]
fn play<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    if a.code == b.code {
        return play_by_heads(heads, a, b, order);
    }
    // Swaps without a branch, because the outcome is unpredictable. The loser keeps its code, which is now relative to the
    // winner: since the codes differ, the loser differs from the winner in the same unit as from the common reference.
    let swap = b.code < a.code;
    let changed_code = (a.code ^ b.code) & u64::from(swap).wrapping_neg();
    let changed_source = (a.source ^ b.source) & usize::from(swap).wrapping_neg();
    let winner = Player { code: a.code ^ changed_code, source: a.source ^ changed_source };
    let loser = Player { code: b.code ^ changed_code, source: b.source ^ changed_source };
    (winner, loser)
}

/// Plays a match between players whose codes are equal. Returns the winner and the loser.
fn play_by_heads<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    let bytes = |player: Player| heads.get(player.source).and_then(Option::as_ref).map(|head| order.bytes(head));
    let backward = order.backward();
    let by_source = if backward { b.source.cmp(&a.source) } else { a.source.cmp(&b.source) };
    match (bytes(a), bytes(b)) {
        (Some(Some(bytes_a)), Some(Some(bytes_b))) => {
            let by_bytes = if backward { bytes_b.cmp(bytes_a) } else { bytes_a.cmp(bytes_b) };
            // Equal codes: both heads have the same unit where they first differ from the common reference.
            let same = first_difference(a.code) + 1;
            if by_bytes.then(by_source).is_lt() {
                (a, Player { code: code(bytes_b, bytes_a, same, backward), ..b })
            } else {
                (b, Player { code: code(bytes_a, bytes_b, same, backward), ..a })
            }
        }
        // Two heads without bytes.
        (Some(None), Some(None)) if by_source.is_gt() => (b, a),
        // A source without a head loses.
        (None, Some(_)) => (b, a),
        _ => (a, b),
    }
}

/// The number of bytes that are compared at once.
const UNIT: usize = 6;
const UNIT_BITS: u32 = 48;

/// The upper 16 bits of a code are this number minus the index of the first unit that differs.
const UNITS: usize = 0xFFFF;

/// The code of a head without bytes, which comes before all others.
const FIRST: u64 = 0;

/// The code of bytes that equal `before` in every unit: see [`code`].
const SAME: u64 = 1 << UNIT_BITS;

/// The code of a source without a head. A head can have the same code, so `play_by_heads` decides such a match.
const AT_END: u64 = u64::MAX;

/// Returns the offset-value code of `bytes` relative to `before`, which sorts before `bytes`. The code consists of the index
/// of the first unit that differs and the value of this unit in `bytes`.
///
/// Two different codes relative to the same `before` sort as their bytes do: bytes that share more units with `before` sort
/// first, and after equally many shared units, the value of the next unit decides.
///
/// The first `same` units must be equal. A missing byte counts as zero, so equal codes do not imply equal bytes.
#[inline]
fn code(bytes: &[u8], before: &[u8], same: usize, backward: bool) -> u64 {
    let units = bytes.len().max(before.len()).div_ceil(UNIT).min(UNITS - 1);
    for index in same..units {
        let unit = unit(bytes, index);
        if unit != self::unit(before, index) {
            return code_of_difference(unit, index, backward);
        }
    }
    SAME
}

/// Returns the code of bytes whose first unit that differs is `unit`, at `index`.
#[inline]
fn code_of_difference(unit: u64, index: usize, backward: bool) -> u64 {
    let unit = if backward { unit ^ (SAME - 1) } else { unit };
    ((UNITS - index) as u64) << UNIT_BITS | unit
}

fn first_difference(code: u64) -> usize {
    UNITS - usize::from((code >> UNIT_BITS) as u16)
}

#[inline]
fn unit(bytes: &[u8], index: usize) -> u64 {
    let rest = bytes.get(UNIT * index..).unwrap_or_default();
    match rest.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk) >> (64 - UNIT_BITS),
        None => (0..UNIT).fold(0, |unit, index| unit << 8 | rest.get(index).copied().map_or(0, u64::from)),
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
/// use rowkey::{MergeRow, merge};
///
/// struct Cell {
///     row: Vec<u8>,
///     text: &'static str,
/// }
///
/// impl MergeRow for Cell {
///     fn key(&self) -> Option<&[u8]> {
///         Some(&self.row)
///     }
/// }
///
/// let cell = |bucket, field, text| Cell { row: vec![bucket, field], text };
/// let buckets = [vec![cell(0, 1, "a"), cell(0, 4, "d")], vec![cell(1, 2, "b"), cell(1, 3, "c")]];
/// let texts = merge(buckets, 1).map(|cell| cell.text);
/// assert_eq!(texts.collect::<String>(), "abcd");
/// ```
pub trait MergeRow {
    /// Returns the bytes of the key, or `None` for an error. An error comes before all rows.
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

/// Merges the rows of several buckets, each sorted, into the order of their fields.
///
/// Use `merge` if you fetch the buckets in parallel or asynchronously. Otherwise call `scan`, which opens the ranges and merges
/// their rows.
///
/// `skip` is the length of the namespace and the salt, which are before the first field of a key. Pass
/// [`K::LAYOUT.fields_offset()`](crate::Layout::fields_offset), which returns this length.
///
/// The merge is lazy. It reads nothing before the first call of `next`, and then keeps one row per bucket in memory. With n
/// buckets, each row costs log2(n) comparisons, rounded up. Most of these compare two integers. Each row's key is also copied
/// into a buffer, which the merge reuses. An error is returned before all rows that the merge has read but not
/// yet returned.
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
/// let merged = rowkey::merge(buckets, WordKey::LAYOUT.fields_offset());
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

/// Sorts rows by their keys without this number of leading bytes.
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
/// use rowkey::Merge;
/// use std::vec::IntoIter;
///
/// type Row = (Vec<u8>, u32);
///
/// /// The rows of a query, merged from the buckets of a salt.
/// struct Rows(Merge<IntoIter<Row>>);
///
/// let buckets = [vec![(vec![0, 9], 2)], vec![(vec![1, 5], 1)]];
/// let rows = Rows(rowkey::merge(buckets, 1));
/// assert!(rows.0.map(|(_, value)| value).eq([1, 2]));
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy: nothing is merged until it is iterated over"]
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
                // An iterator that returned `None` must not be called again.
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
