//! [`PrefixBytes`], the encoded bytes of a query such as `PaymentKey::prefix().customer(1)`, and the bounds of the keys
//! that begin with these bytes.

#![allow(
    clippy::inline_always,
    reason = "measured: without inlining, the prefix is copied through memory, and building a range takes 1.5 times as long"
)]

use crate::codec::delimited::put_field;
use crate::codec::position::Position;
use crate::codec::{BoundPlace, FieldCodec, Ordered};
use crate::error::EncodeErrorKind;
use crate::layout::{Layout, TEXT_CAPACITY};
use crate::query::ranges::{Bounds, KeyLen, PrefixProperties};
use crate::range::{KeyRange, PrefixEnd};
use crate::salt::Salt;
use crate::wire::sink::{Buffer, FixedBuffer, Sink};
use crate::wire::span::Span;
use crate::wire::terminator::Terminator;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Bound;

/// The number of bytes that a prefix stores inline before it allocates. A few integers fit.
const INLINE: usize = 32;

/// The encoded bytes that begin all keys of a prefix: the namespace, the salt and the fields that are set.
///
/// `Salted` contains the positions of the fields that the salt is computed from, as an array. In a key without salted fields,
/// `Salted` is `()`.
///
/// `PrefixBytes` does not depend on the key type, so that its functions are compiled once for all keys.
///
/// An array of 32 bytes holds the bytes until they no longer fit, or until a field is set whose values can be longer
/// than 32 bytes. The prefix then allocates a vector. Because the length of that value is known, the vector seldom has
/// to grow.
#[derive(Clone)]
pub struct PrefixBytes<Salted = ()> {
    /// The bytes of the prefix, while the capacity of `allocated` is 0.
    inline: FixedBuffer<[u8; INLINE]>,
    allocated: Vec<u8>,
    /// A capacity that is enough for most prefixes of the key type.
    capacity: usize,
    /// The position of the field that was set last, without its terminator or delimiter.
    last: Span,
    salted: Salted,
    properties: PrefixProperties,
}

/// The positions of the fields that the salt is computed from.
pub trait SaltedSpans: Copy {
    /// The positions before any field is set.
    const NONE: Self;

    fn spans(&mut self) -> &mut [Span];

    /// Calls `use_slices` with the bytes at the positions, and returns the result.
    fn with_slices<R>(self, bytes: &[u8], use_slices: impl FnOnce(&[&[u8]]) -> R) -> R;
}

impl SaltedSpans for () {
    const NONE: Self = ();

    #[inline]
    fn spans(&mut self) -> &mut [Span] {
        &mut []
    }

    #[inline]
    fn with_slices<R>(self, _: &[u8], use_slices: impl FnOnce(&[&[u8]]) -> R) -> R {
        use_slices(&[])
    }
}

impl<const N: usize> SaltedSpans for [Span; N] {
    const NONE: Self = [Span { start: 0, end: 0 }; N];

    #[inline]
    fn spans(&mut self) -> &mut [Span] {
        self
    }

    #[inline]
    fn with_slices<R>(self, bytes: &[u8], use_slices: impl FnOnce(&[&[u8]]) -> R) -> R {
        use_slices(&Span::slices(self, bytes))
    }
}

impl<Salted> fmt::Debug for PrefixBytes<Salted> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = if self.allocated.capacity() > 0 { &self.allocated } else { self.inline.written() };
        write!(f, "\"{}\"", written.escape_ascii())
    }
}

impl<Salted: SaltedSpans> PrefixBytes<Salted> {
    /// Creates a prefix without fields: the namespace, and zeros in place of the salt.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(layout: &Layout) -> Self {
        let mut prefix = Self {
            inline: FixedBuffer::over([0; INLINE]),
            allocated: Vec::new(),
            capacity: layout.capacity(),
            last: Span::default(),
            salted: Salted::NONE,
            properties: PrefixProperties {
                matches_nothing: false,
                salt_is_known: layout.salt().is_none(),
                len: KeyLen::Any,
                end: PrefixEnd::All,
            },
        };
        if layout.fields_offset() > INLINE {
            prefix.allocated = allocated_before_fields(layout);
        } else if layout.fields_offset() > 0 {
            prefix.inline.put(layout.namespace());
            prefix.inline.skip(layout.fields_offset() - layout.namespace().len());
        }
        prefix
    }

    /// Appends the next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn equal<C: FieldCodec<T>, T, P: Position>(mut self, value: C::Arg<'_>) -> Self {
        let written = if const { max_width::<C, T, P>() <= INLINE } {
            self.put_inline::<C, T, P>(value)
        } else {
            let mut bytes = self.take_allocated(C::size(value) + usize::from(P::DELIMITER.is_some()));
            let written = put_field::<C, T, P, _>(value, &mut bytes);
            self.allocated = bytes;
            written
        };
        match written {
            Ok(span) => {
                if let Some(tail) = C::TAIL {
                    self.properties.len = KeyLen::Exactly(span.end.saturating_add(tail));
                }
                self.last = span;
            }
            Err(_) => match C::STORES_EQUALS.then(|| self.put_equal::<C, T, P>(value)).flatten() {
                Some(span) => self.last = span,
                // No key contains the value, or one that is equal to the value.
                None => self.properties.matches_nothing = true,
            },
        }
        self.properties.end = const { end::<C, T, P>() };
        self
    }

    /// Writes the field to an array even if the prefix has allocated, so that the code that writes the field is
    /// compiled for one type of buffer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_inline<C: FieldCodec<T>, T, P: Position>(&mut self, value: C::Arg<'_>) -> Result<Span, EncodeErrorKind> {
        let max_width = const { max_width::<C, T, P>() };
        if !self.is_allocated() && self.inline.position() + max_width <= INLINE {
            return put_field::<C, T, P, _>(value, &mut self.inline);
        }
        let mut field = FixedBuffer::over([0; INLINE]);
        let Span { start, end } = put_field::<C, T, P, _>(value, &mut field)?;
        let mut bytes = self.take_allocated(max_width);
        let offset = bytes.len();
        bytes.extend_from_slice(field.written());
        self.allocated = bytes;
        Ok(Span { start: offset + start, end: offset + end })
    }

    /// Appends the stored value that is equal to a value that cannot be encoded. Returns `None` if there is no such value.
    #[cold]
    fn put_equal<C: FieldCodec<T>, T, P: Position>(&mut self, value: C::Arg<'_>) -> Option<Span> {
        let mut bytes = self.take_allocated(0);
        let start = bytes.len();
        let is_stored = C::encode_equal::<P>(value, &mut bytes);
        let end = bytes.len();
        bytes.extend(P::DELIMITER.filter(|_| is_stored));
        self.allocated = bytes;
        is_stored.then_some(Span { start, end })
    }

    /// Appends constant bytes.
    #[inline]
    #[must_use]
    pub fn constant(mut self, bytes: &[u8]) -> Self {
        if self.is_allocated() || self.inline.position() + bytes.len() > INLINE {
            let mut written = self.take_allocated(bytes.len());
            written.extend_from_slice(bytes);
            self.allocated = written;
        } else {
            self.inline.put(bytes);
        }
        if !bytes.is_empty() {
            // After a constant, all keys that begin with the bytes match. The exception is a complete key with an unterminated
            // field: a longer key, with another value of this field, can begin with the same bytes.
            let is_complete = self.properties.len == KeyLen::Exactly(self.written().len());
            self.properties.end = if is_complete { PrefixEnd::OneKey } else { PrefixEnd::All };
        }
        self
    }

    #[inline]
    fn is_allocated(&self) -> bool {
        self.allocated.capacity() > 0
    }

    /// Takes the bytes out of the prefix, as a vector with capacity for `additional` more bytes.
    ///
    /// A vector that grows must be in memory. As a field of the prefix, the vector would force the whole prefix out of
    /// registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_allocated(&mut self, additional: usize) -> Vec<u8> {
        if self.is_allocated() {
            let mut bytes = core::mem::take(&mut self.allocated);
            bytes.reserve(additional);
            bytes
        } else {
            // `self.capacity` already includes `TEXT_CAPACITY` bytes for a variable-length field.
            let capacity = self.capacity.saturating_add(additional.saturating_sub(TEXT_CAPACITY));
            copy_with_capacity(self.inline.written(), capacity)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn written(&self) -> &[u8] {
        if self.is_allocated() { &self.allocated } else { self.inline.written() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn patch(&mut self, offset: usize, bytes: &[u8]) {
        if self.is_allocated() {
            self.allocated.patch(offset, bytes);
        } else {
            self.inline.patch(offset, bytes);
        }
    }

    /// Records that the field that was set last is the one at `index` among the fields that the salt is computed from.
    #[inline]
    #[must_use]
    pub fn mark_salted(mut self, index: usize) -> Self {
        if let Some(span) = self.salted.spans().get_mut(index) {
            *span = self.last;
        }
        self
    }

    /// Records that the salt is computed from all bytes after the salt. All fields must be set.
    #[inline]
    #[must_use]
    pub fn mark_whole_salted(mut self, layout: &Layout) -> Self {
        let whole = Span { start: layout.fields_offset(), end: self.written().len() };
        self.salted.spans().fill(whole);
        self
    }

    /// Computes and writes the salt. All fields that the salt is computed from must be set.
    #[inline]
    #[must_use]
    pub fn compute_salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.properties.matches_nothing {
            let salt = self.salted.with_slices(self.written(), S::of);
            self.patch(layout.namespace().len(), salt.as_ref());
        }
        self.properties.salt_is_known = true;
        self
    }

    /// Writes a salt that was computed from a field's value.
    #[inline]
    #[must_use]
    pub fn set_salt(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.patch(layout.namespace().len(), salt);
        self.properties.salt_is_known = true;
        self
    }

    /// Returns the bounds of the keys that match the prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn bounds(self) -> Bounds {
        let properties = self.properties;
        let [lower, upper] = self.into_lower_and_upper([0, 1]);
        Bounds::new(lower.len(), properties, (lower, BoundPlace::Before), (upper, BoundPlace::After))
    }

    /// Returns the range of the keys that match the prefix. The salt must be known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn range(self) -> KeyRange {
        self.bounds().range()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bounds_within<'b, C, T, P>(self, start: Bound<C::Arg<'b>>, end: Bound<C::Arg<'b>>) -> Bounds
    where
        C: Ordered<T, P>,
        T: 'b,
        P: Position,
    {
        let [first, last] = in_byte_order::<C, T>(start, end);
        let properties = self.properties;
        let [mut lower, mut upper] = self.into_lower_and_upper([bound_size::<C, T>(first), bound_size::<C, T>(last)]);
        let shared = lower.len();
        let lower_place = match first {
            Some((value, place)) => C::write_bound(value, place, &mut lower),
            None => BoundPlace::Before,
        };
        let upper_place = match last {
            Some((value, place)) => C::write_bound(value, place, &mut upper),
            None => BoundPlace::After,
        };
        Bounds::new(shared, properties, (lower, lower_place), (upper, upper_place))
    }

    /// Bounds the next field. `write` appends the bytes of the field to the lower and to the upper bound, and returns
    /// `None` if no value matches.
    pub(super) fn bounds_written_by(
        self,
        write: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>) -> Option<[BoundPlace; 2]>,
    ) -> Bounds {
        let mut properties = self.properties;
        let [mut lower, mut upper] = self.into_lower_and_upper([0; 2]);
        let shared = lower.len();
        let places = write(&mut lower, &mut upper);
        properties.matches_nothing |= places.is_none();
        let [lower_place, upper_place] = places.unwrap_or([BoundPlace::Before; 2]);
        Bounds::new(shared, properties, (lower, lower_place), (upper, upper_place))
    }

    /// Bounds the next field by a slice of `size` bytes with which its values begin or end. `write` appends the slice
    /// to a bound.
    #[inline]
    pub(super) fn bounds_of_slice(
        self,
        size: usize,
        descending: bool,
        write: impl Fn(BoundPlace, &mut Vec<u8>) -> Option<BoundPlace>,
    ) -> Bounds {
        let [first, last] =
            if descending { [BoundPlace::After, BoundPlace::Before] } else { [BoundPlace::Before, BoundPlace::After] };
        let mut properties = self.properties;
        let [mut lower, mut upper] = self.into_lower_and_upper([size; 2]);
        let shared = lower.len();
        let places = write(first, &mut lower).zip(write(last, &mut upper));
        let (lower_place, upper_place) = places.unwrap_or((BoundPlace::Before, BoundPlace::Before));
        properties.matches_nothing |= places.is_none();
        Bounds::new(shared, properties, (lower, lower_place), (upper, upper_place))
    }

    /// Returns the bytes of the prefix twice, with capacity for additional bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_lower_and_upper(self, [lower_additional, upper_additional]: [usize; 2]) -> [Vec<u8>; 2] {
        // Moves the array to a variable: as a field of the prefix, it would force the whole prefix out of registers.
        let Self { inline, allocated, .. } = self;
        let is_allocated = allocated.capacity() > 0;
        let written = if is_allocated { &allocated } else { inline.written() };
        let len = written.len();
        // At least `INLINE`: allocators keep few of the smallest blocks ready, and stores use these blocks for short
        // strings. Measured with glibc, this saves 250 instructions for a scan in a transaction of its own.
        let upper = copy_with_capacity(written, len.saturating_add(upper_additional).max(INLINE));
        let lower = if is_allocated {
            let mut lower = allocated;
            lower.reserve(lower_additional);
            lower
        } else {
            copy_with_capacity(inline.written(), len.saturating_add(lower_additional).max(INLINE))
        };
        [lower, upper]
    }
}

/// Returns the greatest width of a field with its terminator or delimiter, or `usize::MAX` if there is no limit.
const fn max_width<C: FieldCodec<T>, T, P: Position>() -> usize {
    match C::ENCODING.max_width() {
        Some(width) if C::ENCODING.may_be_terminated() => width.saturating_add(Terminator::Escaped.width()),
        Some(width) => width.saturating_add(P::DELIMITER.is_some() as usize),
        None => usize::MAX,
    }
}

const fn end<C: FieldCodec<T>, T, P: Position>() -> PrefixEnd {
    match P::DELIMITER {
        _ if P::LAST => PrefixEnd::OneKey,
        Some(_) => PrefixEnd::All,
        None => PrefixEnd::after(C::ENCODING),
    }
}

/// Returns the bounds of a range in the order of their bytes: for a descending field, the end comes first. A bound is a
/// value and the place relative to this value, or `None` for an unbounded side.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn in_byte_order<'b, C: FieldCodec<T>, T: 'b>(
    start: Bound<C::Arg<'b>>,
    end: Bound<C::Arg<'b>>,
) -> [Option<(C::Arg<'b>, BoundPlace)>; 2] {
    let start = match start {
        Bound::Included(value) => Some((value, BoundPlace::Before)),
        Bound::Excluded(value) => Some((value, BoundPlace::After)),
        Bound::Unbounded => None,
    };
    let end = match end {
        Bound::Included(value) => Some((value, BoundPlace::After)),
        Bound::Excluded(value) => Some((value, BoundPlace::Before)),
        Bound::Unbounded => None,
    };
    if C::DESCENDING { [end, start] } else { [start, end] }
}

/// Returns a size hint for a bound: one byte more than the value, because the successor of a string is the string with a 00
/// appended.
#[inline]
fn bound_size<C: FieldCodec<T>, T>(bound: Option<(C::Arg<'_>, BoundPlace)>) -> usize {
    match bound {
        Some((value, _)) => C::size(value) + 1,
        None => 0,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn copy_with_capacity(bytes: &[u8], capacity: usize) -> Vec<u8> {
    let mut vec = Vec::with_capacity(capacity);
    vec.extend_from_slice(bytes);
    vec
}

#[inline(never)]
fn allocated_before_fields(layout: &Layout) -> Vec<u8> {
    let mut bytes = copy_with_capacity(layout.namespace(), layout.capacity());
    bytes.resize(layout.fields_offset(), 0);
    bytes
}
