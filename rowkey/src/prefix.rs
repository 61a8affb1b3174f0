//! Prefixes: the bytes that the fields set so far begin a key with.

#![allow(
    clippy::inline_always,
    reason = "what is not inlined takes the prefix through memory, and a range took half as long again"
)]

use crate::codec::position::Position;
use crate::codec::{EndsWith, FieldCodec, Ordered, Side, StartsWith};
use crate::error::EncodeErrorKind;
use crate::layout::{Layout, ROOM_FOR_TEXT};
use crate::query::Bounded;
use crate::range::KeyRange;
use crate::ranges::{Cuts, Ranges};
use crate::salt::Salt;
use crate::wire::sink::{Buffer, FixedBuffer, Sink};
use crate::write::{Span, put_field};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Bound, RangeBounds};

/// So many bytes a prefix holds within itself: room for a few integers.
const WITHIN: usize = 32;

/// The bytes that all keys of a prefix begin with; `SALTED` is the number of fields that the salt is computed from.
///
/// Nothing is allocated before the first field without a width, whose length is known by then: both ends of a range are
/// then made as long as they must be. Fixed fields in front of it wait in an array.
#[derive(Clone)]
pub struct Prefix<const SALTED: usize> {
    front: FixedBuffer<WITHIN>,
    /// All bytes, `front` among them, once it has a capacity.
    bytes: Vec<u8>,
    /// So many bytes are room for most prefixes of the key.
    room: usize,
    /// The content of the field set last.
    last: Span,
    salted: [Span; SALTED],
    /// No key can hold a value that was set: no range holds a key.
    unholdable: bool,
    /// All fields are set.
    complete: bool,
}

impl<const SALTED: usize> fmt::Debug for Prefix<SALTED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.written().escape_ascii())
    }
}

impl<const SALTED: usize> Prefix<SALTED> {
    /// A prefix without fields: the namespace, and room for the salt.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(layout: &Layout) -> Self {
        let none = Span::default();
        let mut prefix = Self {
            front: FixedBuffer::new(),
            bytes: Vec::new(),
            room: layout.room(),
            last: none,
            salted: [none; SALTED],
            unholdable: false,
            complete: false,
        };
        if layout.fields_at() > WITHIN {
            prefix.bytes = put_front(layout);
        } else if layout.fields_at() > 0 {
            prefix.front.put(layout.namespace());
            prefix.front.leave_room(layout.fields_at() - layout.namespace().len());
        }
        prefix
    }

    /// The next field equals `value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn equal<C: FieldCodec<T>, T, P: Position>(mut self, value: C::Arg<'_>) -> Self {
        let written = if const { most::<C, T, P>() <= WITHIN } {
            self.put_narrow::<C, T, P>(value)
        } else {
            let mut bytes = self.allocated(C::size(value) + usize::from(P::DELIMITER.is_some()));
            let written = put_field::<C, T, P, _>(value, &mut bytes);
            self.bytes = bytes;
            written
        };
        match written {
            Ok(span) => self.last = span,
            Err(_) => self.unholdable = true,
        }
        self.complete = P::LAST;
        self
    }

    /// Appends a field that fits into an array. Only there are such fields written, so that they are compiled once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_narrow<C: FieldCodec<T>, T, P: Position>(&mut self, value: C::Arg<'_>) -> Result<Span, EncodeErrorKind> {
        let most = const { most::<C, T, P>() };
        if !self.is_allocated() && self.front.position() + most <= WITHIN {
            return put_field::<C, T, P, _>(value, &mut self.front);
        }
        let mut field = FixedBuffer::<WITHIN>::new();
        let Span { start, end } = put_field::<C, T, P, _>(value, &mut field)?;
        let mut bytes = self.allocated(most);
        let before = bytes.len();
        bytes.extend_from_slice(field.written());
        self.bytes = bytes;
        Ok(Span { start: before + start, end: before + end })
    }

    #[inline]
    fn is_allocated(&self) -> bool {
        self.bytes.capacity() > 0
    }

    /// The bytes where they can grow, with room for so many more. Taken out, since what grows has to be in memory, and all
    /// of the prefix with it if it is part of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn allocated(&mut self, more: usize) -> Vec<u8> {
        if self.is_allocated() {
            let mut bytes = core::mem::take(&mut self.bytes);
            bytes.reserve(more);
            bytes
        } else {
            with_room(self.front.written(), self.room.saturating_add(more.saturating_sub(ROOM_FOR_TEXT)))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn written(&self) -> &[u8] {
        if self.is_allocated() { &self.bytes } else { self.front.written() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn patch(&mut self, at: usize, bytes: &[u8]) {
        if self.is_allocated() {
            self.bytes.patch(at, bytes);
        } else {
            self.front.patch(at, bytes);
        }
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
        let whole = Span { start: layout.fields_at(), end: self.written().len() };
        self.salted.fill(whole);
        self
    }

    /// All that the salt is computed from is set: puts it in its place.
    #[inline]
    #[must_use]
    pub fn salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.unholdable {
            let salt = S::of(&Span::all_of(self.salted, self.written()));
            self.patch(layout.namespace().len(), salt.as_ref());
        }
        self
    }

    /// As [`Self::salt`], for a salt computed from a value.
    #[inline]
    #[must_use]
    pub fn salt_is(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.patch(layout.namespace().len(), salt);
        self
    }

    /// Where the keys that begin with the prefix begin and end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn cuts(self) -> Cuts {
        let (complete, unholdable) = (self.complete, self.unholdable);
        let [low, mut high] = self.twice([0, 1]);
        let shared = low.len();
        let mut high_side = Side::After;
        if complete {
            // The last field may have no end of its own: of what begins with the key, only the key itself.
            high.push(0);
            high_side = Side::Before;
        }
        Cuts::new(shared, unholdable, (low, Side::Before), (high, high_side))
    }

    /// The one range of the keys that begin with the prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn range(self) -> KeyRange {
        self.cuts().range()
    }

    /// The ranges of the keys that begin with the prefix.
    pub fn ranges(self, layout: &'static Layout, salt_is_known: bool) -> Ranges {
        Ranges::new(self.cuts(), layout, salt_is_known)
    }

    /// The next field lies within `bounds`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within<'b, C, T, P, R, S>(self, bounds: &R) -> Bounded<S>
    where
        C: Ordered<T, P>,
        T: 'b,
        P: Position,
        R: RangeBounds<C::Arg<'b>>,
    {
        Bounded::new(self.cuts_within::<C, T, P>(bounds.start_bound().cloned(), bounds.end_bound().cloned()))
    }

    /// Apart from what asks for it, so that it is compiled once for all keys with such a field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cuts_within<'b, C, T, P>(self, start: Bound<C::Arg<'b>>, end: Bound<C::Arg<'b>>) -> Cuts
    where
        C: Ordered<T, P>,
        T: 'b,
        P: Position,
    {
        let lower = match start {
            Bound::Included(value) => Some((value, Side::Before)),
            Bound::Excluded(value) => Some((value, Side::After)),
            Bound::Unbounded => None,
        };
        let upper = match end {
            Bound::Included(value) => Some((value, Side::After)),
            Bound::Excluded(value) => Some((value, Side::Before)),
            Bound::Unbounded => None,
        };
        let (first, last) = if C::DESCENDING { (upper, lower) } else { (lower, upper) };
        let unholdable = self.unholdable;
        let [mut low, mut high] = self.twice([room_for::<C, T>(first), room_for::<C, T>(last)]);
        let shared = low.len();
        let low_side = match first {
            Some((value, side)) => C::cut(value, side, &mut low),
            None => Side::Before,
        };
        let high_side = match last {
            Some((value, side)) => C::cut(value, side, &mut high),
            None => Side::After,
        };
        Cuts::new(shared, unholdable, (low, low_side), (high, high_side))
    }

    /// The next field begins with `part`.
    #[inline]
    pub fn starting<C: StartsWith<T, P>, T, P: Position, S>(self, part: &C::Part) -> Bounded<S> {
        let sides = sides::<T, C>();
        Bounded::new(self.cuts_around(size_of_val(part), sides, |side, out| C::starts_with(part, side, out)))
    }

    /// The next field ends with `part`.
    pub fn ending<C: EndsWith<T, P>, T, P: Position, S>(self, part: &C::Part) -> Bounded<S> {
        let sides = sides::<T, C>();
        Bounded::new(self.cuts_around(size_of_val(part), sides, |side, out| C::ends_with(part, side, out)))
    }

    /// The cuts on either side of a part of so many bytes.
    #[inline]
    fn cuts_around(
        self,
        room: usize,
        [first, last]: [Side; 2],
        cut: impl Fn(Side, &mut Vec<u8>) -> Option<Side>,
    ) -> Cuts {
        let unholdable = self.unholdable;
        let [mut low, mut high] = self.twice([room; 2]);
        let shared = low.len();
        let sides = cut(first, &mut low).zip(cut(last, &mut high));
        let (low_side, high_side) = sides.unwrap_or((Side::Before, Side::Before));
        Cuts::new(shared, unholdable || sides.is_none(), (low, low_side), (high, high_side))
    }

    /// The bytes of the prefix, for either end of a range, with room for so many more. Apart from what asks for it, so that
    /// it is compiled once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn twice(self, [low_room, high_room]: [usize; 2]) -> [Vec<u8>; 2] {
        let written = self.written();
        let shared = written.len();
        let high = with_room(written, shared.saturating_add(high_room));
        let low = if self.is_allocated() {
            let mut low = self.bytes;
            low.reserve(low_room);
            low
        } else {
            with_room(self.front.written(), shared.saturating_add(low_room))
        };
        [low, high]
    }
}

/// The most bytes of a field, with the delimiter if one follows.
const fn most<C: FieldCodec<T>, T, P: Position>() -> usize {
    match C::ENCODING.max_width() {
        Some(width) => width.saturating_add(P::DELIMITER.is_some() as usize),
        None => usize::MAX,
    }
}

/// One byte more than the bound, for the least string behind another is that with a 00 behind it.
#[inline]
fn room_for<C: FieldCodec<T>, T>(bound: Option<(C::Arg<'_>, Side)>) -> usize {
    match bound {
        Some((value, _)) => C::size(value) + 1,
        None => 0,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn with_room(bytes: &[u8], room: usize) -> Vec<u8> {
    let mut vec = Vec::with_capacity(room);
    vec.extend_from_slice(bytes);
    vec
}

/// A long namespace, and room for the salt.
#[inline(never)]
fn put_front(layout: &Layout) -> Vec<u8> {
    let mut bytes = with_room(layout.namespace(), layout.room());
    bytes.resize(layout.fields_at(), 0);
    bytes
}

fn sides<T, C: FieldCodec<T>>() -> [Side; 2] {
    if C::DESCENDING { [Side::After, Side::Before] } else { [Side::Before, Side::After] }
}
