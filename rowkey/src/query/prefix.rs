//! Prefixes: the bytes that the fields set so far begin a key with.

#![allow(
    clippy::inline_always,
    reason = "what is not inlined takes the prefix through memory, and a range took half as long again"
)]

use crate::codec::delimited::put_field;
use crate::codec::position::Position;
use crate::codec::{EndsWith, FieldCodec, Ordered, Side, StartsWith};
use crate::error::EncodeErrorKind;
use crate::key::{OwnedKey, RowKey};
use crate::layout::{Layout, TEXT_CAPACITY};
use crate::query::ranges::{Cuts, Facts, Ranges};
use crate::query::scan::{Rows, Scan, ScanOf};
use crate::query::{Bounded, FewRanges, Step};
use crate::range::KeyRange;
use crate::salt::Salt;
use crate::wire::sink::{Buffer, FixedBuffer, Sink};
use crate::wire::span::Span;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

/// So many bytes a prefix holds within itself: room for a few integers.
const WITHIN: usize = 32;

/// A prefix of the keys that `P`, a derived prefix type, finds.
///
/// The derived type dereferences to this one, which has the methods that are the same for all keys.
pub struct Prefix<P, Salted = ()> {
    #[doc(hidden)]
    pub bytes: PrefixBytes<Salted>,
    #[doc(hidden)]
    pub step: PhantomData<fn() -> P>,
}

impl<P: Step<Key: RowKey>, Salted: SaltedSpans> Prefix<P, Salted> {
    #[doc(hidden)]
    #[inline]
    pub fn first() -> Self {
        Self { bytes: PrefixBytes::new(P::Key::LAYOUT), step: PhantomData }
    }

    #[doc(hidden)]
    pub fn ranges(self) -> Ranges {
        Ranges::new(self.bytes.cuts(), P::Key::LAYOUT)
    }
}

impl<P: Step<Key: RowKey>, Salted: SaltedSpans> Prefix<P, Salted> {
    /// The matching rows of a table in the order of their keys: see [`Scan`].
    ///
    /// `open` turns a range into an iterator over `(key, value)` or a `Result` of it.
    pub fn scan<O, R, M>(&self, open: O) -> ScanOf<P::Key, O, R, M>
    where
        P: FewRanges<P::Lacks>,
        P::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
    {
        R::scan(Scan::new(self.clone().ranges(), open))
    }
}

impl<P, Salted: Clone> Clone for Prefix<P, Salted> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), step: PhantomData }
    }
}

impl<P, Salted> fmt::Debug for Prefix<P, Salted> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)
    }
}

/// The methods that derived code calls. Calls of inherent methods cannot be taken for those of a trait of the user's.
#[doc(hidden)]
impl<P, Salted: SaltedSpans> Prefix<P, Salted> {
    /// Sets the next field to `value`, which gives the prefix of the next step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __equal<C: FieldCodec<T>, T, At: Position, Next>(self, value: C::Arg<'_>) -> Prefix<Next, Salted> {
        Prefix { bytes: self.bytes.equal::<C, T, At>(value), step: PhantomData }
    }

    /// Bounds the next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __within<'b, C, T, At>(self, bounds: &impl RangeBounds<C::Arg<'b>>) -> Bounded<P>
    where
        C: Ordered<T, At>,
        T: 'b,
        At: Position,
    {
        let [start, end] = [bounds.start_bound().cloned(), bounds.end_bound().cloned()];
        Bounded::new(self.bytes.cuts_within::<C, T, At>(start, end))
    }

    /// Requires that the next field begins with `part`.
    #[inline]
    pub fn __starting<C: StartsWith<T, At>, T, At: Position>(self, part: &C::Part) -> Bounded<P> {
        let sides = sides::<T, C>();
        let cut = |side, out: &mut Vec<u8>| C::starts_with(part, side, out);
        Bounded::new(self.bytes.cuts_around(size_of_val(part), sides, cut))
    }

    /// Requires that the next field ends with `part`.
    pub fn __ending<C: EndsWith<T, At>, T, At: Position>(self, part: &C::Part) -> Bounded<P> {
        let sides = sides::<T, C>();
        let cut = |side, out: &mut Vec<u8>| C::ends_with(part, side, out);
        Bounded::new(self.bytes.cuts_around(size_of_val(part), sides, cut))
    }
}

/// The encoded bytes that all keys of a prefix begin with. It is apart from [`Prefix`] so that its functions are compiled once
/// for all keys.
///
/// `Salted` holds the positions of the fields that the salt is computed from: an array of them, or `()` for none.
///
/// Nothing is allocated before the first variable-length field is set. Its length is known by then, so both ends of a
/// range get their final capacity at once. Fixed-width fields before it are kept in an array.
#[derive(Clone)]
pub struct PrefixBytes<Salted = ()> {
    front: FixedBuffer<WITHIN>,
    /// All bytes, including those of `front`, once this has a capacity.
    bytes: Vec<u8>,
    /// The capacity that is enough for most prefixes of this key.
    room: usize,
    /// The content of the field set last.
    last: Span,
    salted: Salted,
    /// Whether the salt is written, or the key has none.
    salt_is_known: bool,
    /// A value was set that the key cannot hold, so every range is empty.
    unholdable: bool,
    /// Whether all fields are set.
    complete: bool,
}

/// The positions of the fields that a salt is computed from.
pub trait SaltedSpans: Copy {
    /// No field is set.
    const NONE: Self;

    /// The positions as a slice.
    fn spans(&mut self) -> &mut [Span];

    /// The bytes at the positions.
    fn parts<R>(self, bytes: &[u8], each: impl FnOnce(&[&[u8]]) -> R) -> R;
}

impl SaltedSpans for () {
    const NONE: Self = ();

    #[inline]
    fn spans(&mut self) -> &mut [Span] {
        &mut []
    }

    #[inline]
    fn parts<R>(self, _: &[u8], each: impl FnOnce(&[&[u8]]) -> R) -> R {
        each(&[])
    }
}

impl<const N: usize> SaltedSpans for [Span; N] {
    const NONE: Self = [Span { start: 0, end: 0 }; N];

    #[inline]
    fn spans(&mut self) -> &mut [Span] {
        self
    }

    #[inline]
    fn parts<R>(self, bytes: &[u8], each: impl FnOnce(&[&[u8]]) -> R) -> R {
        each(&Span::all_of(self, bytes))
    }
}

impl<Salted> fmt::Debug for PrefixBytes<Salted> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = if self.bytes.capacity() > 0 { &self.bytes } else { self.front.written() };
        write!(f, "\"{}\"", written.escape_ascii())
    }
}

impl<Salted: SaltedSpans> PrefixBytes<Salted> {
    /// A prefix without fields: the namespace, and zeros where the salt will be.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(layout: &Layout) -> Self {
        let mut prefix = Self {
            front: FixedBuffer::new(),
            bytes: Vec::new(),
            room: layout.capacity(),
            last: Span::default(),
            salted: Salted::NONE,
            salt_is_known: layout.salt().is_none(),
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
    fn facts(&self) -> Facts {
        Facts { no_key: self.unholdable, salt_is_known: self.salt_is_known }
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
            with_room(self.front.written(), self.room.saturating_add(more.saturating_sub(TEXT_CAPACITY)))
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
        if let Some(span) = self.salted.spans().get_mut(index) {
            *span = self.last;
        }
        self
    }

    /// The salt is computed from everything behind it, which is set by now.
    #[inline]
    #[must_use]
    pub fn salted_whole(mut self, layout: &Layout) -> Self {
        let whole = Span { start: layout.fields_at(), end: self.written().len() };
        self.salted.spans().fill(whole);
        self
    }

    /// All that the salt is computed from is set: puts it in its place.
    #[inline]
    #[must_use]
    pub fn salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.unholdable {
            let salt = self.salted.parts(self.written(), S::of);
            self.patch(layout.namespace().len(), salt.as_ref());
        }
        self.salt_is_known = true;
        self
    }

    /// As [`Self::salt`], for a salt computed from a value.
    #[inline]
    #[must_use]
    pub fn salt_is(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.patch(layout.namespace().len(), salt);
        self.salt_is_known = true;
        self
    }

    /// Where the keys that begin with the prefix begin and end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn cuts(self) -> Cuts {
        let (complete, facts) = (self.complete, self.facts());
        let [low, mut high] = self.twice([0, 1]);
        let shared = low.len();
        let mut high_side = Side::After;
        if complete {
            // The last field may have no end of its own: of what begins with the key, only the key itself.
            high.push(0);
            high_side = Side::Before;
        }
        Cuts::new(shared, facts, (low, Side::Before), (high, high_side))
    }

    /// The one range of the keys that begin with the prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn range(self) -> KeyRange {
        self.cuts().range()
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
        let facts = self.facts();
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
        Cuts::new(shared, facts, (low, low_side), (high, high_side))
    }

    /// The cuts on either side of a part of so many bytes.
    #[inline]
    fn cuts_around(
        self,
        room: usize,
        [first, last]: [Side; 2],
        cut: impl Fn(Side, &mut Vec<u8>) -> Option<Side>,
    ) -> Cuts {
        let mut facts = self.facts();
        let [mut low, mut high] = self.twice([room; 2]);
        let shared = low.len();
        let sides = cut(first, &mut low).zip(cut(last, &mut high));
        let (low_side, high_side) = sides.unwrap_or((Side::Before, Side::Before));
        facts.no_key |= sides.is_none();
        Cuts::new(shared, facts, (low, low_side), (high, high_side))
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
    let mut bytes = with_room(layout.namespace(), layout.capacity());
    bytes.resize(layout.fields_at(), 0);
    bytes
}

fn sides<T, C: FieldCodec<T>>() -> [Side; 2] {
    if C::DESCENDING { [Side::After, Side::Before] } else { [Side::Before, Side::After] }
}
