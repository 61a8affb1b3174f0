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
    /// How many sources have entered their first head.
    entered: usize,
    /// Whether the winner's head was taken.
    taken: bool,
    /// Node 0 holds the winner, the others the losers of their matches; source `i` enters at node `i + heads.len()`.
    nodes: Vec<usize>,
}

impl<T> Tournament<T> {
    /// A tournament of so many sources.
    pub(crate) fn new(sources: usize) -> Self {
        let heads = (0..sources).map(|_| None).collect();
        Self { heads, entered: 0, taken: false, nodes: Vec::new() }
    }

    /// The source whose next head is needed.
    pub(crate) fn due(&self) -> Option<usize> {
        if self.entered < self.heads.len() { Some(self.entered) } else { self.taken.then(|| self.winner()) }
    }

    /// The next head of the source that is [due](Self::due); `None` when it has no more.
    ///
    /// `overtakes` says whether its first head, of a later source, goes before its second, of an earlier one.
    pub(crate) fn enter(&mut self, head: Option<T>, overtakes: impl Fn(&T, &T) -> bool) {
        let Some(source) = self.due() else {
            return;
        };
        if let Some(place) = self.heads.get_mut(source) {
            *place = head;
        }
        if self.taken {
            self.taken = false;
            self.play_again(&overtakes);
        } else {
            self.entered += 1;
            if self.entered == self.heads.len() {
                self.play_all(&overtakes);
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
        at(&self.nodes, 0)
    }

    fn play_all(&mut self, overtakes: &impl Fn(&T, &T) -> bool) {
        let count = self.heads.len();
        let mut winners: Vec<usize> = (0..2 * count).map(|node| node.saturating_sub(count)).collect();
        self.nodes = (0..count).map(|_| 0).collect();
        for node in (1..count).rev() {
            let (left, right) = (at(&winners, 2 * node), at(&winners, 2 * node + 1));
            let (winner, loser) = self.play(left, right, overtakes);
            put(&mut winners, node, winner);
            put(&mut self.nodes, node, loser);
        }
        put(&mut self.nodes, 0, at(&winners, 1));
    }

    /// Plays the matches of the last winner's source.
    fn play_again(&mut self, overtakes: &impl Fn(&T, &T) -> bool) {
        let mut contender = self.winner();
        let mut node = usize::midpoint(contender, self.heads.len());
        while node > 0 {
            let (winner, loser) = self.play(at(&self.nodes, node), contender, overtakes);
            put(&mut self.nodes, node, loser);
            contender = winner;
            node /= 2;
        }
        put(&mut self.nodes, 0, contender);
    }

    /// Winner and loser of a match.
    fn play(&self, left: usize, right: usize, overtakes: &impl Fn(&T, &T) -> bool) -> (usize, usize) {
        let (earlier, later) = if left < right { (left, right) } else { (right, left) };
        let later_wins = match (self.head(earlier), self.head(later)) {
            (Some(earlier), Some(later)) => overtakes(later, earlier),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if later_wins { (later, earlier) } else { (earlier, later) }
    }
}

fn at(nodes: &[usize], node: usize) -> usize {
    nodes.get(node).copied().unwrap_or(0)
}

fn put(nodes: &mut [usize], node: usize, source: usize) {
    if let Some(place) = nodes.get_mut(node) {
        *place = source;
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

/// The key's bytes behind the salt; `None`, which compares as less, for an error.
fn behind(key: Option<&[u8]>, skip: usize) -> Option<&[u8]> {
    key.map(|key| key.get(skip..).unwrap_or_default())
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
        let skip = self.skip;
        while let Some(bucket) = self.tournament.due() {
            let next = self.buckets.get_mut(bucket).and_then(Iterator::next);
            self.tournament.enter(next, |later, earlier| behind(later.key(), skip) < behind(earlier.key(), skip));
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
