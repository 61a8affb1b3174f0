//! Prefixes: the bytes that the fields set so far begin a key with.

use crate::codec::position::Position;
use crate::codec::sink::Buffer;
use crate::codec::{EndsWith, FieldCodec, Ordered, Side, StartsWith};
use crate::layout::Layout;
use crate::query::Bounded;
use crate::ranges::Cuts;
use crate::salt::Salt;
use crate::write::Span;
use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

/// The bytes that all keys of a prefix begin with; `SALTED` is the number of fields that the salt is computed from.
#[derive(Debug, Clone)]
pub struct Prefix<const SALTED: usize> {
    bytes: Vec<u8>,
    /// The content of the field set last.
    last: Span,
    salted: [Span; SALTED],
    /// No key can hold a value that was set: no range holds a key.
    unholdable: bool,
    /// All fields are set.
    complete: bool,
}

impl<const SALTED: usize> Prefix<SALTED> {
    /// A prefix without fields: the namespace, and room for the salt.
    #[inline]
    pub fn new(layout: &Layout) -> Self {
        let mut bytes = Vec::with_capacity(layout.room());
        if layout.fields_at() > 0 {
            put_front(layout, &mut bytes);
        }
        let none = Span::default();
        Self { bytes, last: none, salted: [none; SALTED], unholdable: false, complete: false }
    }

    /// The next field equals `value`.
    #[inline]
    #[must_use]
    pub fn equal<C: FieldCodec<T>, T, P: Position>(mut self, value: C::Arg<'_>) -> Self {
        self.bytes.reserve(C::size(value) + usize::from(P::DELIMITER.is_some()));
        match crate::write::put_field::<C, T, P, _>(value, &mut self.bytes) {
            Ok(span) => self.last = span,
            Err(_) => self.unholdable = true,
        }
        self.complete = P::LAST;
        self
    }

    /// The field set last is the `index`th that the salt is computed from.
    #[inline]
    #[must_use]
    pub fn salted(mut self, index: usize) -> Self {
        if let Some(span) = self.salted.get_mut(index) {
            *span = self.last;
        }
        self
    }

    /// The salt is computed from everything behind it, which is set by now.
    #[inline]
    #[must_use]
    pub fn salted_whole(mut self, layout: &Layout) -> Self {
        let whole = Span { start: layout.fields_at(), end: self.bytes.len() };
        self.salted.fill(whole);
        self
    }

    /// All that the salt is computed from is set: puts it in its place.
    #[inline]
    #[must_use]
    pub fn salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.unholdable {
            let salt = S::of(&self.salted.map(|span| span.of(&self.bytes)));
            self.bytes.patch(layout.namespace().len(), salt.as_ref());
        }
        self
    }

    /// As [`Self::salt`], for a salt computed from a value.
    #[inline]
    #[must_use]
    pub fn salt_is(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.bytes.patch(layout.namespace().len(), salt);
        self
    }

    /// Where the keys that begin with the prefix begin and end.
    #[inline]
    #[must_use]
    pub fn cuts(self) -> Cuts {
        let complete = self.complete;
        self.between(
            |_| Some(Side::Before),
            |high| {
                if complete {
                    // The last field may have no end of its own: of what begins with the key, only the key itself.
                    high.push(0);
                    return Some(Side::Before);
                }
                Some(Side::After)
            },
        )
    }

    /// The next field lies within `bounds`.
    #[inline]
    pub fn within<'b, C, T, P, R, S>(self, bounds: &R) -> Bounded<S>
    where
        C: Ordered<T, P>,
        T: 'b,
        P: Position,
        R: RangeBounds<C::Arg<'b>>,
    {
        let lower = match bounds.start_bound() {
            Bound::Included(value) => Some((*value, Side::Before)),
            Bound::Excluded(value) => Some((*value, Side::After)),
            Bound::Unbounded => None,
        };
        let upper = match bounds.end_bound() {
            Bound::Included(value) => Some((*value, Side::After)),
            Bound::Excluded(value) => Some((*value, Side::Before)),
            Bound::Unbounded => None,
        };
        let (first, last) = if C::DESCENDING { (upper, lower) } else { (lower, upper) };
        let cut = |bound: Option<(C::Arg<'b>, Side)>, open: Side, out: &mut Vec<u8>| {
            Some(bound.map_or(open, |(value, side)| C::cut(value, side, out)))
        };
        Bounded::new(self.between(|out| cut(first, Side::Before, out), |out| cut(last, Side::After, out)))
    }

    /// The next field begins with `part`.
    #[inline]
    pub fn starting<C: StartsWith<T, P>, T, P: Position, S>(self, part: &C::Part) -> Bounded<S> {
        let (first, last) = sides::<T, C>();
        Bounded::new(self.between(|out| C::starts_with(part, first, out), |out| C::starts_with(part, last, out)))
    }

    /// The next field ends with `part`.
    pub fn ending<C: EndsWith<T, P>, T, P: Position, S>(self, part: &C::Part) -> Bounded<S> {
        let (first, last) = sides::<T, C>();
        Bounded::new(self.between(|out| C::ends_with(part, first, out), |out| C::ends_with(part, last, out)))
    }

    #[inline]
    fn between(
        self,
        first: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
        last: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
    ) -> Cuts {
        let mut low = self.bytes;
        let shared = low.len();
        // As much room as `low` has, so that a cut seldom has to make more.
        let mut high = Vec::with_capacity(low.capacity() + 1);
        high.extend_from_slice(&low);
        let (low_side, high_side) = (first(&mut low).filter(|_| !self.unholdable), last(&mut high));
        Cuts::new(shared, (low, low_side), (high, high_side))
    }
}

/// Out of line, for most keys begin with their first field.
#[inline(never)]
fn put_front(layout: &Layout, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(layout.namespace());
    bytes.resize(layout.fields_at(), 0);
}

fn sides<T, C: FieldCodec<T>>() -> (Side, Side) {
    if C::DESCENDING { (Side::After, Side::Before) } else { (Side::Before, Side::After) }
}
