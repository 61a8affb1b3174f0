//! Merging of sorted sources, as a tournament: a row costs as many comparisons as the tournament has rounds.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The heads of some sources, and which of them comes next.
///
/// Each inner node of the tree remembers the loser of its match, so that after the winner's source has moved on only
/// the matches on its way to the root are played again: log2 of the number of sources, rounded up.
#[derive(Debug)]
pub(crate) struct Tournament<T> {
    /// Of each source the next row; `None` when it has no more.
    heads: Vec<Option<T>>,
    /// Node 0 holds the winner, the others the losers of their matches; source `i` enters at node `i + heads.len()`.
    nodes: Vec<usize>,
}

impl<T> Tournament<T> {
    /// A tournament of sources with these heads.
    pub(crate) fn new(heads: Vec<Option<T>>, compare: impl Fn(&T, &T) -> Ordering) -> Self {
        let count = heads.len();
        let mut tournament = Self { heads, nodes: Vec::new() };
        let mut winners: Vec<usize> = (0..2 * count).map(|node| node.saturating_sub(count)).collect();
        let mut nodes: Vec<usize> = (0..count).map(|_| 0).collect();
        for node in (1..count).rev() {
            let (left, right) = (at(&winners, 2 * node), at(&winners, 2 * node + 1));
            let (winner, loser) = tournament.play(left, right, &compare);
            put(&mut winners, node, winner);
            put(&mut nodes, node, loser);
        }
        put(&mut nodes, 0, at(&winners, 1));
        tournament.nodes = nodes;
        tournament
    }

    /// The source whose head comes next; it has none when all sources are at their end.
    pub(crate) fn winner(&self) -> usize {
        at(&self.nodes, 0)
    }

    /// The head of a source.
    pub(crate) fn head(&self, source: usize) -> Option<&T> {
        self.heads.get(source)?.as_ref()
    }

    /// Takes the head that comes next and puts the next one of the same source in its place.
    pub(crate) fn replace_winner(&mut self, next: Option<T>, compare: impl Fn(&T, &T) -> Ordering) -> Option<T> {
        let mut contender = self.winner();
        let taken = core::mem::replace(self.heads.get_mut(contender)?, next);
        let mut node = usize::midpoint(contender, self.heads.len());
        while node > 0 {
            let (winner, loser) = self.play(at(&self.nodes, node), contender, &compare);
            put(&mut self.nodes, node, loser);
            contender = winner;
            node /= 2;
        }
        put(&mut self.nodes, 0, contender);
        taken
    }

    /// Winner and loser of a match: the lesser head wins, of equal ones that of the earlier source.
    fn play(&self, left: usize, right: usize, compare: &impl Fn(&T, &T) -> Ordering) -> (usize, usize) {
        let (earlier, later) = if left < right { (left, right) } else { (right, left) };
        let later_wins = match (self.head(earlier), self.head(later)) {
            (Some(earlier), Some(later)) => compare(later, earlier).is_lt(),
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
/// `skip` is the number of bytes in front of the fields: namespace and salt. For those who fetch buckets in parallel
/// or asynchronously; where a closure can open a range, `scan` does all of it.
///
/// A row costs log2 of the number of buckets in comparisons, rounded up, and no allocation. Errors come out as soon as
/// they are met.
///
/// ```
/// let buckets = [
///     vec![(b"\x00a", 1), (b"\x00d", 2)],
///     vec![(b"\x01b", 3), (b"\x01c", 4)],
/// ];
/// let merged: Vec<_> = rowkey::merge(buckets, 1).map(|(_, value)| value).collect();
/// assert_eq!(merged, [1, 3, 4, 2]);
/// ```
pub fn merge<I>(buckets: I, skip: usize) -> Merge<<I::Item as IntoIterator>::IntoIter>
where
    I: IntoIterator,
    I::Item: IntoIterator<Item: MergeRow>,
{
    let mut buckets: Vec<_> = buckets.into_iter().map(IntoIterator::into_iter).collect();
    let heads = buckets.iter_mut().map(Iterator::next).collect();
    let tournament = Tournament::new(heads, |a: &_, b: &_| compare(a, b, skip));
    Merge { buckets, tournament, skip }
}

fn compare<R: MergeRow>(a: &R, b: &R, skip: usize) -> Ordering {
    behind(a.key(), skip).cmp(&behind(b.key(), skip))
}

/// The key's bytes behind the salt; `None`, which compares as less, for an error.
pub(crate) fn behind(key: Option<&[u8]>, skip: usize) -> Option<&[u8]> {
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
        let winner = self.tournament.winner();
        self.tournament.head(winner)?;
        let next = self.buckets.get_mut(winner).and_then(Iterator::next);
        let skip = self.skip;
        self.tournament.replace_winner(next, |a, b| compare(a, b, skip))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let heads = (0..self.buckets.len()).filter(|bucket| self.tournament.head(*bucket).is_some()).count();
        self.buckets.iter().map(Iterator::size_hint).fold((heads, Some(heads)), |(low, high), (least, most)| {
            (low.saturating_add(least), high.zip(most).and_then(|(high, most)| high.checked_add(most)))
        })
    }
}
