//! Prefixes of composite fields. A composite field is a struct or an enum with data: `Place::prefix().equals("Oslo")`
//! selects the values of a struct `Place` whose first field is `"Oslo"`.

use crate::codec::composite::{Fields, Variants};
use crate::codec::derived::Composite;
use crate::codec::descending::DescendingOf;
use crate::codec::position::{Mid, Position};
use crate::codec::{BoundPlace, EndsWith, FieldCodec, Ordered, StartsWith};
use crate::key::bounds::{EndsWithField, OrderedType, StartsWithField};
use crate::layout::{Encoding, FieldLayout};
use crate::query::prefix_bytes::{PrefixBytes, SaltedSpans, in_byte_order};
use crate::query::ranges::Bounds;
use crate::range::PrefixEnd;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeBounds;

/// A struct or an enum with data that derives [`KeyField`](derive@crate::KeyField). A query can select values of such a
/// type by a prefix: by the leading fields of the struct, or by a variant of the enum and the leading fields of the
/// variant.
///
/// The prefix is the argument of the query method that the derive generates for the field, such as `place_in` for a
/// field `place`, in place of a range:
///
/// ```
/// use rowkey::{KeyField, CompositeField, RowKey};
///
/// #[derive(KeyField)]
/// enum Term {
///     #[code(1)]
///     Iri(String),
///     #[code(2)]
///     Number(i64),
///     #[code(3)]
///     Literal { value: String, language: String },
/// }
///
/// #[derive(KeyField)]
/// struct Place {
///     city: String,
///     floor: i16,
/// }
///
/// #[derive(RowKey)]
/// struct TripleKey {
///     subject: Term,
///     place: Place,
/// }
///
/// let key = |subject| TripleKey { subject, place: Place { city: "Oslo".into(), floor: 3 } }.encode();
/// let iri = key(Term::Iri("http://a".into()));
/// let seven = key(Term::Number(7));
/// let literal = key(Term::Literal { value: "a".into(), language: "en".into() });
///
/// let range = TripleKey::prefix().subject_in(Term::prefix().iri()).range();
/// assert!(range.contains(&iri) && !range.contains(&seven));
///
/// let range = TripleKey::prefix().subject_in(Term::prefix().iri().starts_with("http://")).range();
/// assert!(range.contains(&iri));
///
/// let range = TripleKey::prefix().subject_in(Term::prefix().number().within(3..7)).range();
/// assert!(!range.contains(&seven));
///
/// let range = TripleKey::prefix().subject_in(Term::prefix().literal().equals("a")).range();
/// assert!(range.contains(&literal));
///
/// let subject_is_seven = TripleKey::prefix().subject(&Term::Number(7));
/// let range = subject_is_seven.place_in(Place::prefix().equals("Oslo").within(1..)).range();
/// assert!(range.contains(&key(Term::Number(7))));
/// ```
///
/// | method of `Place::prefix()` and `Term::prefix().number()` | selects the values whose next field | methods of the result |
/// |---|---|---|
/// | `equals(value)` | equals the value | the same methods, for the following field |
/// | `within(a..b)` | is in the range | none |
/// | `within(prefix)` | is itself a composite field and matches the prefix | none |
/// | `starts_with("a")`, `ends_with("a")` | begins or ends with the argument | none |
///
/// These methods never fail. A value that cannot be encoded matches no key.
///
/// For a field in the [format of another system](https://docs.rs/rowkey-formats), a method such as `place_in` takes
/// only ranges.
pub trait CompositeField {
    /// The prefix without fields: [`CompositePrefix`] for a struct. For an enum, a type with a method for each variant.
    type Prefix;

    /// Returns the prefix without fields. All values match this prefix.
    fn prefix() -> Self::Prefix;
}

/// The leading fields of a struct, or a variant of an enum and the leading fields of the variant: see
/// [`CompositeField`].
///
/// `Rest` represents the fields that are not set yet.
///
/// ```
/// use rowkey::{KeyField, CompositeField, RowKey};
///
/// #[derive(KeyField)]
/// struct Place {
///     country: String,
///     city: String,
/// }
///
/// #[derive(RowKey)]
/// struct ShopKey {
///     place: Place,
///     shop: u16,
/// }
///
/// let norway = Place::prefix().equals("Norway"); // the country, and any city
/// let range = ShopKey::prefix().place_in(norway).range();
/// assert_eq!(range.start(), b"Norway\0\0");
/// ```
#[must_use = "a prefix is only a query: pass it to a method such as `place_in`"]
pub struct CompositePrefix<T, Rest> {
    bytes: Vec<u8>,
    /// The fields that are not set yet.
    fields: &'static [FieldLayout],
    /// True if the value of a field cannot be encoded.
    matches_nothing: bool,
    end: PrefixEnd,
    selects: PhantomData<fn() -> (T, Rest)>,
}

/// A prefix whose last field is bounded: see [`CompositeField`].
///
/// ```
/// use rowkey::{KeyField, CompositeField, RowKey};
///
/// #[derive(KeyField)]
/// struct Place {
///     country: String,
///     city: String,
/// }
///
/// #[derive(RowKey)]
/// struct ShopKey {
///     place: Place,
///     shop: u16,
/// }
///
/// let cities = Place::prefix().equals("Norway").starts_with("Os");
/// let range = ShopKey::prefix().place_in(cities).range();
/// assert_eq!(range.start(), b"Norway\0\0Os");
/// ```
#[must_use = "a prefix is only a query: pass it to a method such as `place_in`"]
pub struct CompositeRange<T> {
    bounds: CompositeBounds,
    selects: PhantomData<fn() -> T>,
}

/// The bounds of the encoded values that a prefix selects, or `None` if no value matches.
pub(crate) type CompositeBounds = Option<[(Vec<u8>, BoundPlace); 2]>;

impl<T, Rest> Clone for CompositePrefix<T, Rest> {
    fn clone(&self) -> Self {
        Self {
            bytes: self.bytes.clone(),
            fields: self.fields,
            matches_nothing: self.matches_nothing,
            end: self.end,
            selects: PhantomData,
        }
    }
}

impl<T> Clone for CompositeRange<T> {
    fn clone(&self) -> Self {
        Self { bounds: self.bounds.clone(), selects: PhantomData }
    }
}

impl<T, Rest> fmt::Debug for CompositePrefix<T, Rest> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.bytes.escape_ascii())
    }
}

impl<T> fmt::Debug for CompositeRange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bounds.fmt(f)
    }
}

impl<T, Rest> CompositePrefix<T, Rest> {
    fn begin(bytes: &[u8], fields: &'static [FieldLayout]) -> Self {
        let mut bytes = bytes.to_vec();
        bytes.extend_from_slice(fields.first().map_or(&[], FieldLayout::before));
        Self { bytes, fields, matches_nothing: false, end: PrefixEnd::All, selects: PhantomData }
    }

    /// Bounds the next field. `write` appends the bytes of the field to the lower and to the upper bound, and returns
    /// the places of both bounds, or `None` if no value matches.
    fn bounded(self, write: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>) -> Option<[BoundPlace; 2]>) -> CompositeRange<T> {
        let mut lower = self.bytes;
        let mut upper = lower.clone();
        let shared = lower.len();
        let places = write(&mut lower, &mut upper).filter(|_| !self.matches_nothing);
        let bounds = places.map(|places| {
            let [mut first, mut last] = [lower, upper];
            let first_place = self.end.finish_bound(shared, &mut first, places[0]);
            let last_place = self.end.finish_bound(shared, &mut last, places[1]);
            [(first, first_place), (last, last_place)]
        });
        CompositeRange { bounds, selects: PhantomData }
    }

    /// Selects the values whose next field begins or ends with some bytes. `write` appends these bytes to a bound.
    fn bounded_by_slice(
        self,
        descending: bool,
        write: impl Fn(BoundPlace, &mut Vec<u8>) -> Option<BoundPlace>,
    ) -> CompositeRange<T> {
        let [first, last] =
            if descending { [BoundPlace::After, BoundPlace::Before] } else { [BoundPlace::Before, BoundPlace::After] };
        self.bounded(|lower, upper| Some([write(first, lower)?, write(last, upper)?]))
    }
}

impl<T: Composite, Rest> CompositePrefix<T, Rest> {
    /// Returns the prefix of all values of the variant at `index`. For a struct, returns the prefix of all values and
    /// ignores `index`.
    #[doc(hidden)]
    pub fn variant(index: usize) -> Self {
        match T::ENCODING {
            Encoding::Struct { fields } => Self::begin(&[], fields),
            Encoding::Variants { variants } => match variants.get(index) {
                Some(variant) => Self::begin(variant.code().bytes(), variant.fields()),
                None => Self::begin(&[], &[]),
            },
            _ => Self::begin(&[], &[]),
        }
    }
}

impl<T, C: FieldCodec<V>, V, Rest> CompositePrefix<T, (C, V, Rest)> {
    /// Selects the values whose next field equals `value`.
    pub fn equals(mut self, value: C::Arg<'_>) -> CompositePrefix<T, Rest> {
        self.matches_nothing |= C::encode::<Mid, _>(value, &mut self.bytes).is_err();
        let (field, fields) = match self.fields {
            [field, rest @ ..] => (Some(field), rest),
            [] => (None, self.fields),
        };
        // The constants after this field and before the next one.
        let constants =
            [field.map_or(&[][..], FieldLayout::bytes_after), fields.first().map_or(&[][..], FieldLayout::before)];
        let end = match constants {
            [[], []] => PrefixEnd::after(C::ENCODING),
            _ => PrefixEnd::All,
        };
        let Self { mut bytes, matches_nothing, .. } = self;
        for constant in constants {
            bytes.extend_from_slice(constant);
        }
        CompositePrefix { bytes, fields, matches_nothing, end, selects: PhantomData }
    }

    /// Selects the values whose next field is within `bounds`: a range such as `a..b`, or a prefix of the field's type.
    pub fn within<'b, R, M>(self, bounds: R) -> CompositeRange<T>
    where
        V: 'b,
        R: FieldRange<'static, 'b, C, V, Mid, M>,
    {
        self.bounded(|lower, upper| bounds.write(lower, upper))
    }

    /// Selects the values whose next field starts with `start`.
    pub fn starts_with(self, start: &C::Slice) -> CompositeRange<T>
    where
        C: StartsWithField<'static, V, Mid>,
    {
        self.bounded_by_slice(C::DESCENDING, |place, out| {
            <C as StartsWith<V, Mid>>::write_starts_with_bound(start, place, out)
        })
    }

    /// Selects the values whose next field ends with `end`.
    pub fn ends_with(self, end: &C::Slice) -> CompositeRange<T>
    where
        C: EndsWithField<'static, V, Mid>,
    {
        self.bounded_by_slice(C::DESCENDING, |place, out| {
            <C as EndsWith<V, Mid>>::write_ends_with_bound(end, place, out)
        })
    }
}

/// The argument of the query method `place_in`, which the derive generates for a field `place`: a range of the field's
/// values, or a prefix of a composite field. The marker `M` is `ByValue` for a range and `ByComposite` for a prefix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of the field's values",
    label = "neither a range nor a prefix of this field",
    note = "write a range such as `a..b`, `a..=b` or `..b`, of references such as `&a..&b` if the type is not `Copy`, or a prefix of the field's type: see `rowkey::CompositeField`"
)]
pub trait FieldRange<'field, 'b, C: FieldCodec<T>, T: 'b, P: Position, M>: Sized {
    /// Appends the bytes of the field to both bounds. Returns the places of the bounds, or `None` if no value matches.
    fn write(self, lower: &mut Vec<u8>, upper: &mut Vec<u8>) -> Option<[BoundPlace; 2]>;

    /// Returns the bounds of the keys that begin with `prefix` and whose next field is within `self`.
    fn bounds<S: SaltedSpans>(self, prefix: PrefixBytes<S>) -> Bounds {
        prefix.bounds_written_by(|lower, upper| self.write(lower, upper))
    }
}

/// A range of values of type `T`, such as `a..b`. Implemented for every [`RangeBounds<T>`](RangeBounds), to give a
/// clear message for other arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of `{T}`",
    label = "expected a range such as `a..b`, `a..=b` or `..b`",
    note = "both ends of the range have the type `{T}`",
    note = "to select one value, call the method that has no `_in` in its name",
    note = "`day`, `days`, `month` and `hour` are ranges of dates and times of jiff, chrono or time; for a number of seconds, write `start..start + 3600`"
)]
pub trait ValueRange<T>: RangeBounds<T> {}

#[diagnostic::do_not_recommend]
impl<T, R: RangeBounds<T>> ValueRange<T> for R {}

/// The marker of a [`FieldRange`] that is a range of values.
#[derive(Debug)]
pub enum ByValue {}

/// The marker of a [`FieldRange`] that is a prefix of a composite field.
#[derive(Debug)]
pub enum ByComposite {}

impl<'field, 'b, C, T, P, R> FieldRange<'field, 'b, C, T, P, ByValue> for R
where
    T: 'b,
    C: OrderedType<'field, T, P>,
    P: Position,
    R: RangeBounds<C::Arg<'b>>,
{
    fn write(self, lower: &mut Vec<u8>, upper: &mut Vec<u8>) -> Option<[BoundPlace; 2]> {
        let [first, last] = in_byte_order::<C, T>(self.start_bound().cloned(), self.end_bound().cloned());
        let write = |bound, unbounded, out| match bound {
            Some((value, place)) => <C as Ordered<T, P>>::write_bound(value, place, out),
            None => unbounded,
        };
        Some([write(first, BoundPlace::Before, lower), write(last, BoundPlace::After, upper)])
    }

    #[inline]
    fn bounds<S: SaltedSpans>(self, prefix: PrefixBytes<S>) -> Bounds {
        prefix.bounds_within::<C, T, P>(self.start_bound().cloned(), self.end_bound().cloned())
    }
}

/// A codec of structs or of enums with data. All values that match a prefix begin with the encoded bytes of the prefix.
pub trait CompositeCodec<T>: FieldCodec<T> {
    /// Converts bounds in ascending form into bounds of the stored bytes. For a descending field, complements both
    /// bounds and swaps them.
    fn to_stored_bounds(bounds: CompositeBounds) -> CompositeBounds;
}

impl<T: Composite<Codec = Self>> CompositeCodec<T> for Fields {
    fn to_stored_bounds(bounds: CompositeBounds) -> CompositeBounds {
        bounds
    }
}

impl<T: Composite<Codec = Self>> CompositeCodec<T> for Variants {
    fn to_stored_bounds(bounds: CompositeBounds) -> CompositeBounds {
        bounds
    }
}

impl<T, C: CompositeCodec<T>> CompositeCodec<T> for DescendingOf<C> {
    fn to_stored_bounds(bounds: CompositeBounds) -> CompositeBounds {
        let [lower, upper] = C::to_stored_bounds(bounds)?;
        Some([upper, lower].map(|(mut bytes, place)| {
            C::complement(&mut bytes);
            (bytes, place.opposite())
        }))
    }
}

fn write_composite<T, C: CompositeCodec<T>>(
    bounds: CompositeBounds,
    lower: &mut Vec<u8>,
    upper: &mut Vec<u8>,
) -> Option<[BoundPlace; 2]> {
    let [(first, first_place), (last, last_place)] = C::to_stored_bounds(bounds)?;
    lower.extend_from_slice(&first);
    upper.extend_from_slice(&last);
    Some([first_place, last_place])
}

#[diagnostic::do_not_recommend]
impl<'b, T: 'b, C: CompositeCodec<T>, P: Position> FieldRange<'_, 'b, C, T, P, ByComposite> for CompositeRange<T> {
    fn write(self, lower: &mut Vec<u8>, upper: &mut Vec<u8>) -> Option<[BoundPlace; 2]> {
        write_composite::<T, C>(self.bounds, lower, upper)
    }
}

#[diagnostic::do_not_recommend]
impl<'b, T: 'b, Rest, C: CompositeCodec<T>, P: Position> FieldRange<'_, 'b, C, T, P, ByComposite>
    for CompositePrefix<T, Rest>
{
    fn write(self, lower: &mut Vec<u8>, upper: &mut Vec<u8>) -> Option<[BoundPlace; 2]> {
        let CompositeRange { bounds, .. } = self.bounded(|_, _| Some([BoundPlace::Before, BoundPlace::After]));
        write_composite::<T, C>(bounds, lower, upper)
    }
}
