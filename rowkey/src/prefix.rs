//! Prefixes on their way to a range.

use crate::codec::position::Position;
use crate::codec::sink::Buffer;
use crate::codec::{EndsWith, FieldCodec, Ordered, Side, StartsWith};
use crate::layout::Layout;
use crate::range::{KeyRange, successor};
use crate::salt::Salt;
use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

/// Where a field's content lies in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }
}

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
    pub fn new(layout: &Layout) -> Self {
        let mut bytes = Vec::with_capacity(layout.min_len() + layout.open_fields() * ROOM_FOR_TEXT);
        bytes.extend_from_slice(layout.namespace());
        bytes.resize(layout.fields_at(), 0);
        let none = Span::default();
        Self { bytes, last: none, salted: [none; SALTED], unholdable: false, complete: false }
    }

    /// The next field equals `value`.
    #[must_use]
    pub fn equal<C: FieldCodec<T>, T, P: Position>(mut self, value: C::Arg<'_>) -> Self {
        match crate::write::put_field::<C, T, P, _>(value, &mut self.bytes) {
            Ok(span) => self.last = span,
            Err(_) => self.unholdable = true,
        }
        self.complete = P::LAST;
        self
    }

    /// The field set last is the `index`th that the salt is computed from.
    #[must_use]
    pub fn salted(mut self, index: usize) -> Self {
        if let Some(span) = self.salted.get_mut(index) {
            *span = self.last;
        }
        self
    }

    /// The salt is computed from everything behind it, which is set by now.
    #[must_use]
    pub fn salted_whole(mut self, layout: &Layout) -> Self {
        let whole = Span { start: layout.fields_at(), end: self.bytes.len() };
        self.salted.fill(whole);
        self
    }

    /// All that the salt is computed from is set: puts it in its place.
    #[must_use]
    pub fn salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.unholdable {
            let salt = S::of(&self.salted.map(|span| span.of(&self.bytes)));
            self.bytes.patch(layout.namespace().len(), salt.as_ref());
        }
        self
    }

    /// As [`Self::salt`], for a salt computed from a value.
    #[must_use]
    pub fn salt_is(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.bytes.patch(layout.namespace().len(), salt);
        self
    }

    /// The keys that begin with the prefix.
    pub fn range(self) -> KeyRange {
        if self.unholdable {
            return KeyRange::empty();
        }
        let mut end = self.bytes.clone();
        if self.complete {
            end.push(0);
            KeyRange::new(self.bytes, Some(end))
        } else {
            let end = successor(end);
            KeyRange::new(self.bytes, end)
        }
    }

    /// The next field lies within `bounds`.
    #[must_use]
    pub fn within<'b, C, T, P, R>(self, bounds: &R) -> Cuts
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
        self.between(|out| cut(first, Side::Before, out), |out| cut(last, Side::After, out))
    }

    /// The next field begins with `part`.
    #[must_use]
    pub fn starting<C: StartsWith<T, P>, T, P: Position>(self, part: &C::Part) -> Cuts {
        let (first, last) = sides::<T, C>();
        self.between(|out| C::starts_with(part, first, out), |out| C::starts_with(part, last, out))
    }

    /// The next field ends with `part`.
    #[must_use]
    pub fn ending<C: EndsWith<T, P>, T, P: Position>(self, part: &C::Part) -> Cuts {
        let (first, last) = sides::<T, C>();
        self.between(|out| C::ends_with(part, first, out), |out| C::ends_with(part, last, out))
    }

    fn between(
        self,
        first: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
        last: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
    ) -> Cuts {
        let mut high = self.bytes.clone();
        let mut low = self.bytes;
        match (self.unholdable, first(&mut low), last(&mut high)) {
            (false, Some(low_side), Some(high_side)) => Cuts { ends: Some(((low, low_side), (high, high_side))) },
            _ => Cuts { ends: None },
        }
    }
}

/// So that a prefix with strings seldom has to grow.
const ROOM_FOR_TEXT: usize = 24;

fn sides<T, C: FieldCodec<T>>() -> (Side, Side) {
    if C::DESCENDING { (Side::After, Side::Before) } else { (Side::Before, Side::After) }
}

/// The two places at which a range is cut out of the table; none if no key can lie between.
#[derive(Debug, Clone)]
pub struct Cuts {
    ends: Option<(Cut, Cut)>,
}

type Cut = (Vec<u8>, Side);

impl Cuts {
    fn range(self) -> KeyRange {
        let Some((low, high)) = self.ends else {
            return KeyRange::empty();
        };
        match (place(low), place(high)) {
            (Some(start), end) => KeyRange::new(start, end),
            (None, _) => KeyRange::empty(),
        }
    }
}

/// The first key behind the cut; `None` when the cut lies behind all keys.
fn place((bytes, side): Cut) -> Option<Vec<u8>> {
    match side {
        Side::Before => Some(bytes),
        Side::After => successor(bytes),
    }
}

/// A prefix whose last field is bounded rather than set: `_in`, `_starts_with` and `_ends_with` end the chain here.
///
/// `P` is the prefix in front of the bounded field.
#[derive(Debug, Clone)]
#[must_use = "this is only a question: take its `range()`"]
pub struct Bounded<P> {
    cuts: Cuts,
    prefix: core::marker::PhantomData<P>,
}

impl<P: Step> Bounded<P> {
    #[doc(hidden)]
    pub fn __new(cuts: Cuts) -> Self {
        Self { cuts, prefix: core::marker::PhantomData }
    }

    /// The one range that holds exactly the matching keys.
    pub fn range(self) -> KeyRange
    where
        P: OneRange<P::Lacks>,
    {
        self.cuts.range()
    }
}

/// A step of a prefix.
pub trait Step {
    /// Stands for the field without which the prefix spans the salt's buckets.
    type Lacks;
}

/// All that the salt is computed from is set at this step, so that one range holds the matching keys.
#[diagnostic::on_unimplemented(
    message = "a scan from `{Self}` spans every salt bucket, as the salt is computed from `{Field}`: set `{Field}` with equality first",
    label = "no one range holds the matching keys",
    note = "`K::all()` is the range of the whole table"
)]
pub trait OneRange<Field> {}
