//! What stores give for a range: rows that cannot fail or can, with the key at hand or within.

use core::convert::Infallible;
use core::fmt;

/// What `open` gives to a scan: an iterator of rows or of `Result`s of rows, or a `Result` of one.
///
/// `M` only tells these four apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a scan reads rows from",
    label = "this must be an iterator over `(key, value)` or `Result<(key, value), E>`, or a `Result<_, E>` of one",
    note = "a key is anything that is `AsRef<[u8]>`; for other rows write `scan_by(open, |row| ..)`, whose second closure finds the key in a row"
)]
pub trait Rows<M> {
    /// The iterator.
    type Iter: Iterator;
    /// A row.
    type Row;
    /// The store's error.
    type Error;

    /// The iterator, if the store could open it.
    ///
    /// # Errors
    /// The store could not.
    fn open(self) -> Result<Self::Iter, Self::Error>;

    /// The row, if the store could read it.
    ///
    /// # Errors
    /// The store could not.
    fn row(item: <Self::Iter as Iterator>::Item) -> Result<Self::Row, Self::Error>;
}

/// In [`Rows`]: what cannot fail.
#[derive(Debug)]
pub enum Sure {}

/// In [`Rows`]: what can fail.
#[derive(Debug)]
pub enum Fallible {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = (B, V)>, B, V> Rows<(Sure, Sure)> for I {
    type Iter = I;
    type Row = (B, V);
    type Error = Infallible;

    fn open(self) -> Result<I, Infallible> {
        Ok(self)
    }

    fn row(item: (B, V)) -> Result<(B, V), Infallible> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> Rows<(Sure, Fallible)> for I {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Result<I, E> {
        Ok(self)
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = (B, V)>, B, V, E> Rows<(Fallible, Sure)> for Result<I, E> {
    type Iter = I;
    type Row = (B, V);
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: (B, V)) -> Result<(B, V), E> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> Rows<(Fallible, Fallible)> for Result<I, E> {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

/// [`Rows`] whose items are `Result`s, as `scan_by` takes them.
#[diagnostic::on_unimplemented(
    message = "`scan_by` reads iterators over `Result<row, E>`, and `{Self}` is none",
    label = "no iterator over `Result`s",
    note = "rows that cannot fail: add `.map(Ok::<_, std::convert::Infallible>)`"
)]
pub trait FallibleRows<M>: Rows<M> {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> FallibleRows<(Sure, Fallible)> for I {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> FallibleRows<(Fallible, Fallible)> for Result<I, E> {}

/// Finds key and value in a row.
#[diagnostic::on_unimplemented(
    message = "a scan does not know the key in a row `{W}`",
    label = "rows must be `(key, value)` with a key that is `AsRef<[u8]>`",
    note = "for other rows write `scan_by(open, |row| ..)`, whose second closure finds the key in a row"
)]
pub trait Columns<W> {
    /// What comes out beside the key.
    type Value;

    /// The key's bytes.
    fn key<'r>(&self, row: &'r W) -> &'r [u8];

    /// The rest.
    fn value(&self, row: W) -> Self::Value;
}

/// Rows `(key, value)`.
#[derive(Debug, Clone, Copy)]
pub struct Pairs;

#[diagnostic::do_not_recommend]
impl<B: AsRef<[u8]>, V> Columns<(B, V)> for Pairs {
    type Value = V;

    fn key<'r>(&self, row: &'r (B, V)) -> &'r [u8] {
        row.0.as_ref()
    }

    fn value(&self, row: (B, V)) -> V {
        row.1
    }
}

/// Rows in which a closure finds the key.
#[derive(Clone, Copy)]
pub struct KeyOf<F>(pub(crate) F);

impl<F> fmt::Debug for KeyOf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyOf")
    }
}

#[diagnostic::do_not_recommend]
impl<W, F: Fn(&W) -> &[u8]> Columns<W> for KeyOf<F> {
    type Value = W;

    fn key<'r>(&self, row: &'r W) -> &'r [u8] {
        (self.0)(row)
    }

    fn value(&self, row: W) -> W {
        row
    }
}

/// Makes an iterator that runs backwards only, such as heed's `rev_range`, one that `scan_rev` can read from its end.
///
/// ```
/// let mut last_first = rowkey::Backward([3, 2, 1].into_iter());
/// assert_eq!(last_first.next_back(), Some(3));
/// ```
#[derive(Debug, Clone)]
pub struct Backward<I>(pub I);

impl<I: Iterator> Iterator for Backward<I> {
    type Item = I::Item;

    /// Reads all there is and gives the last: it is here because a double-ended iterator must have it.
    fn next(&mut self) -> Option<I::Item> {
        self.0.by_ref().last()
    }
}

impl<I: Iterator> DoubleEndedIterator for Backward<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}
