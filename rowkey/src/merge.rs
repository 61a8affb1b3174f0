//! Merging of sorted sources, as a tournament: a row costs as many comparisons as the tournament has rounds.

use alloc::vec::Vec;
use core::iter::FusedIterator;

/// The heads of some sources, and which of them comes next.
///
/// Each inner node of the tree remembers the loser of its match, so that after the winner's source has moved on only
/// the matches on its way to the root are played again: log2 of the number of sources, rounded up.
///
/// A head is asked for when it is needed and not before: [`due`](Self::due) names the source whose head must
/// [`enter`](Self::enter) before there is a winner to [`take`](Self::take).
#[derive(Debug)]
pub(crate) struct Tournament<T> {
    /// Of each source the next row; `None` when it has no more.
    heads: Vec<Option<T>>,
    /// Node 0 holds the winner, the others the losers of their matches; source `i` enters at node `i + heads.len()`.
    /// Until all sources have entered, those that have.
    nodes: Vec<Player>,
    /// Whether the winner's head was taken.
    taken: bool,
    /// The bytes of the head taken last, if any was.
    last: Option<Vec<u8>>,
}

/// How heads follow each other.
pub(crate) trait Order<T> {
    /// Whether greater bytes come first, and of equal ones those of the later source.
    fn backward(&self) -> bool;

    /// The bytes by which a head sorts; `None` for one that comes before all others.
    fn bytes<'h>(&self, head: &'h T) -> Option<&'h [u8]>;
}

/// A source in a match.
#[derive(Debug, Clone, Copy)]
struct Player {
    /// Where its head differs from the one that beat it last. In a match both players' codes are about the same head,
    /// so that mostly they tell who wins, without a look at the heads: see [`code`].
    code: u64,
    source: usize,
}

impl<T> Tournament<T> {
    /// A tournament of so many sources.
    pub(crate) fn new(sources: usize) -> Self {
        let heads = (0..sources).map(|_| None).collect();
        Self { heads, nodes: Vec::with_capacity(sources), taken: false, last: None }
    }

    /// The source whose next head is needed.
    pub(crate) fn due(&self) -> Option<usize> {
        if self.taken {
            Some(self.winner())
        } else {
            Some(self.nodes.len()).filter(|entered| *entered < self.heads.len())
        }
    }

    /// The next head of the source that is [due](Self::due); `None` when it has no more.
    pub(crate) fn enter(&mut self, head: Option<T>, order: &impl Order<T>) {
        let Some(source) = self.due() else {
            return;
        };
        let code = match &head {
            None => AT_END,
            Some(_) if self.heads.len() == 1 => FIRST,
            Some(head) => order.bytes(head).map_or(FIRST, |bytes| self.code_when_read(bytes, order.backward())),
        };
        let player = Player { code, source };
        if let Some(place) = self.heads.get_mut(source) {
            *place = head;
        }
        if self.taken {
            self.taken = false;
            self.play_again(player, order);
        } else {
            self.nodes.push(player);
            if self.nodes.len() == self.heads.len() {
                self.play_all(order);
            }
        }
    }

    /// Takes the head that comes next, when no other is due; `None` when all sources are at their end.
    pub(crate) fn take(&mut self, order: &impl Order<T>) -> Option<T> {
        let winner = self.winner();
        let head = self.heads.get_mut(winner)?.take()?;
        self.taken = true;
        if let Some(bytes) = order.bytes(&head) {
            let last = self.last.get_or_insert_default();
            last.clear();
            last.extend_from_slice(bytes);
        }
        Some(head)
    }

    /// The code of a head about the one that was taken last; about one that differs from all in the first unit before
    /// that.
    #[inline]
    fn code_when_read(&self, bytes: &[u8], backward: bool) -> u64 {
        match &self.last {
            Some(last) => code(bytes, last, 0, backward),
            None => differing(unit(bytes, 0), 0, backward),
        }
    }

    /// The bytes of the head that was taken last.
    pub(crate) fn last(&self) -> Option<&[u8]> {
        self.last.as_deref()
    }

    /// The head of a source.
    pub(crate) fn head(&self, source: usize) -> Option<&T> {
        self.heads.get(source)?.as_ref()
    }

    /// The source whose head comes next, or was taken last.
    pub(crate) fn winner(&self) -> usize {
        self.nodes.first().map_or(0, |winner| winner.source)
    }

    /// Plays all matches, between the players in the order of their sources.
    fn play_all(&mut self, order: &impl Order<T>) {
        let count = self.nodes.len();
        // The winners below: inner nodes are filled from the last one up.
        let mut winners = [&*self.nodes, &*self.nodes].concat();
        for node in (1..count).rev() {
            let [left, right] = [2 * node, 2 * node + 1].map(|below| winners.get(below).copied());
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

    /// Plays the matches of the last winner's source.
    fn play_again(&mut self, player: Player, order: &impl Order<T>) {
        let mut contender = player;
        let mut node = usize::midpoint(contender.source, self.heads.len());
        while node > 0 {
            let Some(place) = self.nodes.get_mut(node) else { return };
            let (winner, loser) = play(&self.heads, *place, contender, order);
            *place = loser;
            contender = winner;
            node /= 2;
        }
        put(&mut self.nodes, 0, contender);
    }
}

/// Winner and loser of a match.
#[inline]
fn play<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    if a.code == b.code {
        return play_by_heads(heads, a, b, order);
    }
    // Nobody can foretell who wins, so this is a swap without a branch. The loser's code is about the winner, too.
    let swap = b.code < a.code;
    let code = (a.code ^ b.code) & u64::from(swap).wrapping_neg();
    let source = (a.source ^ b.source) & usize::from(swap).wrapping_neg();
    let winner = Player { code: a.code ^ code, source: a.source ^ source };
    let loser = Player { code: b.code ^ code, source: b.source ^ source };
    (winner, loser)
}

/// The same for players whose codes are equal.
fn play_by_heads<T>(heads: &[Option<T>], a: Player, b: Player, order: &impl Order<T>) -> (Player, Player) {
    let bytes = |player: Player| heads.get(player.source).and_then(Option::as_ref).map(|head| order.bytes(head));
    let backward = order.backward();
    let by_source = if backward { b.source.cmp(&a.source) } else { a.source.cmp(&b.source) };
    match (bytes(a), bytes(b)) {
        (Some(Some(of_a)), Some(Some(of_b))) => {
            let by_bytes = if backward { of_b.cmp(of_a) } else { of_a.cmp(of_b) };
            let same = first_difference(a.code) + 1;
            if by_bytes.then(by_source).is_lt() {
                (a, Player { code: code(of_b, of_a, same, backward), ..b })
            } else {
                (b, Player { code: code(of_a, of_b, same, backward), ..a })
            }
        }
        (Some(None), Some(None)) if by_source.is_gt() => (b, a),
        (None, Some(_)) => (b, a),
        _ => (a, b),
    }
}

/// Bytes are compared by so many at once.
const UNIT: usize = 6;
const UNIT_BITS: u32 = 48;

/// In a code the number of the first unit that differs is taken from this.
const UNITS: usize = 0xFFFF;

/// The code of heads without bytes.
const FIRST: u64 = 0;

/// The code of bytes that differ in no unit.
const SAME: u64 = 1 << UNIT_BITS;

/// The code of a source without a head. Other heads may have it.
const AT_END: u64 = u64::MAX;

/// Where `bytes` differ from bytes that come before them, and in what: of two codes about the same bytes the lesser one
/// belongs to those that come first. They share more with what came before, or what differs comes first.
///
/// `same` units are known to be the same. Behind their end bytes count as zeros, so that equal codes say nothing.
#[inline]
fn code(bytes: &[u8], before: &[u8], same: usize, backward: bool) -> u64 {
    let units = bytes.len().max(before.len()).div_ceil(UNIT).min(UNITS - 1);
    for index in same..units {
        let unit = unit(bytes, index);
        if unit != self::unit(before, index) {
            return differing(unit, index, backward);
        }
    }
    SAME
}

/// The code of bytes whose first unit that differs is this one.
#[inline]
fn differing(unit: u64, index: usize, backward: bool) -> u64 {
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
        None => (0..UNIT).fold(0, |unit, place| unit << 8 | rest.get(place).copied().map_or(0, u64::from)),
    }
}

fn put(nodes: &mut [Player], node: usize, player: Player) {
    if let Some(place) = nodes.get_mut(node) {
        *place = player;
    }
}

/// A row of a store as [`merge`] takes it: `(key, value)`, or a `Result` of it.
pub trait MergeRow {
    /// The key's bytes; `None` for an error, which comes before all rows.
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

/// Merges the rows of salt buckets, each sorted, into the order of their keys behind the salt.
///
/// `skip` is the number of bytes in front of the fields, namespace and salt: the layout's
/// [`fields_at`](crate::Layout::fields_at). For those who fetch buckets in parallel or asynchronously; where a closure
/// can open a range, `scan` does all of it.
///
/// Nothing is read before the first row is asked for, and of each bucket one row is held. A row costs log2 of the number
/// of buckets in comparisons, rounded up, most of them of two numbers, and a copy of its key to memory that is used
/// again for the next one. An error comes out in front of all rows that are held.
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
/// let merged = rowkey::merge(buckets, WordKey::LAYOUT.fields_at());
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

/// The order of rows behind so many bytes.
struct Behind(usize);

impl<R: MergeRow> Order<R> for Behind {
    fn backward(&self) -> bool {
        false
    }

    fn bytes<'h>(&self, row: &'h R) -> Option<&'h [u8]> {
        row.key().map(|key| key.get(self.0..).unwrap_or_default())
    }
}

/// The iterator that [`merge`] makes.
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
                // One that has ended is not asked again.
                self.buckets.clear();
            }
            return row;
        }
        while let Some(bucket) = self.tournament.due() {
            let next = self.buckets.get_mut(bucket).and_then(Iterator::next);
            self.tournament.enter(next, &Behind(self.skip));
        }
        self.tournament.take(&Behind(self.skip))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let heads = (0..self.buckets.len()).filter(|bucket| self.tournament.head(*bucket).is_some()).count();
        self.buckets.iter().map(Iterator::size_hint).fold((heads, Some(heads)), |(low, high), (least, most)| {
            (low.saturating_add(least), high.zip(most).and_then(|(high, most)| high.checked_add(most)))
        })
    }
}

impl<I: Iterator<Item: MergeRow>> FusedIterator for Merge<I> {}
