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
}

/// How heads follow each other.
pub(crate) trait Order<T> {
    /// The first bytes by which a head sorts, as a number: a lesser number comes first, and equal ones need a look at
    /// the heads.
    fn rank(&self, head: &T) -> u64;

    /// Whether the head of a later source comes before that of an earlier one of the same rank.
    fn overtakes(&self, later: &T, earlier: &T) -> bool;
}

/// A source in a match. Most are decided by rank, which spares the way to the heads and a branch nobody can foretell.
#[derive(Debug, Clone, Copy)]
struct Player {
    rank: u64,
    source: usize,
}

impl<T> Tournament<T> {
    /// A tournament of so many sources.
    pub(crate) fn new(sources: usize) -> Self {
        let heads = (0..sources).map(|_| None).collect();
        Self { heads, nodes: Vec::with_capacity(sources), taken: false }
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
        // A source without a head has the last rank, and loses to others of that rank.
        let player = Player { rank: head.as_ref().map_or(u64::MAX, |head| order.rank(head)), source };
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
    pub(crate) fn take(&mut self) -> Option<T> {
        let winner = self.winner();
        let head = self.heads.get_mut(winner)?.take();
        self.taken = head.is_some();
        head
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
    if a.rank == b.rank {
        return if wins_tie(heads, a.source, b.source, order) { (a, b) } else { (b, a) };
    }
    // Nobody can foretell who wins, so this is a swap without a branch.
    let swap = b.rank < a.rank;
    let rank = (a.rank ^ b.rank) & u64::from(swap).wrapping_neg();
    let source = (a.source ^ b.source) & usize::from(swap).wrapping_neg();
    let winner = Player { rank: a.rank ^ rank, source: a.source ^ source };
    let loser = Player { rank: b.rank ^ rank, source: b.source ^ source };
    (winner, loser)
}

/// Whether source `a` wins a match against one of the same rank.
fn wins_tie<T>(heads: &[Option<T>], a: usize, b: usize, order: &impl Order<T>) -> bool {
    let head = |source: usize| heads.get(source).and_then(Option::as_ref);
    match (head(a), head(b)) {
        (Some(a_head), Some(b_head)) if a < b => !order.overtakes(b_head, a_head),
        (Some(a_head), Some(b_head)) => order.overtakes(a_head, b_head),
        (Some(_), None) => true,
        (None, _) => false,
    }
}

fn put(nodes: &mut [Player], node: usize, player: Player) {
    if let Some(place) = nodes.get_mut(node) {
        *place = player;
    }
}

/// The first bytes of a key as a number that sorts as they do.
#[inline]
pub(crate) fn rank(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => (0..8).fold(0, |rank, place| rank << 8 | key.get(place).copied().map_or(0, u64::from)),
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
/// of buckets in comparisons, rounded up, and no allocation. An error comes out in front of all rows that are held.
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

impl Behind {
    /// `None`, which compares as less, for an error.
    fn key<'r, R: MergeRow>(&self, row: &'r R) -> Option<&'r [u8]> {
        row.key().map(|key| key.get(self.0..).unwrap_or_default())
    }
}

impl<R: MergeRow> Order<R> for Behind {
    fn rank(&self, row: &R) -> u64 {
        self.key(row).map_or(0, rank)
    }

    fn overtakes(&self, later: &R, earlier: &R) -> bool {
        self.key(later) < self.key(earlier)
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
        while let Some(bucket) = self.tournament.due() {
            let next = self.buckets.get_mut(bucket).and_then(Iterator::next);
            self.tournament.enter(next, &Behind(self.skip));
        }
        self.tournament.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let heads = (0..self.buckets.len()).filter(|bucket| self.tournament.head(*bucket).is_some()).count();
        self.buckets.iter().map(Iterator::size_hint).fold((heads, Some(heads)), |(low, high), (least, most)| {
            (low.saturating_add(least), high.zip(most).and_then(|(high, most)| high.checked_add(most)))
        })
    }
}

impl<I: Iterator<Item: MergeRow>> FusedIterator for Merge<I> {}
