//! Traits with which derived code converts between the fields of an index, the fields of the primary key, and parts of
//! the record's value. Most conversions return their argument: the traits exist for the compile errors if types differ.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A type that can precede `?` in an expression such as `from = value.expires_at?`: an `Option<T>`, or a reference to
/// an `Option`. If the value is `None`, the record has no entry.
#[diagnostic::on_unimplemented(
    message = "`?` needs an `Option`: if it is `None`, the record has no entry in this index",
    label = "this is a `{Self}`",
    note = "leave out `?` if every record has an entry"
)]
pub trait Sparse<T> {
    /// Returns the value as an `Option`.
    fn into_option(self) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T> Sparse<T> for Option<T> {
    fn into_option(self) -> Self {
        self
    }
}

// Never runs, because no field of an index is a reference. So the compile error is about the reference, and not about `?`.
#[diagnostic::do_not_recommend]
impl<'a, T> Sparse<&'a T> for &'a Option<T> {
    fn into_option(self) -> Option<&'a T> {
        self.as_ref()
    }
}

/// The result of an expression such as `from = value.author`, for a field of type `T` in the index.
#[diagnostic::on_unimplemented(
    message = "`from` yields `{Self}`, but the field is a `{T}`",
    label = "expected `{T}`",
    note = "convert the value in the expression, such as `from = u64::from(value.age)`",
    note = "an `Option` needs a `?` at the end, `from = value.manager?`: a record with `None` has no entry in the index",
    note = "a list needs `from_each = value.tags`: a record has an entry for each element"
)]
#[doc(hidden)]
pub trait Copied<T> {
    /// Returns the field.
    fn into_field(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> Copied<T> for T {
    fn into_field(self) -> T {
        self
    }
}

/// The type of a field of the primary key, for the field of the same name and of type `T` in the index.
#[diagnostic::on_unimplemented(
    message = "this field is a `{Self}` in the primary key, but a `{T}` in the index",
    label = "expected `{Self}`",
    note = "without `from`, a field of an index is the field of the primary key that has the same name",
    note = "write the type `{Self}`, or compute another field with `#[rowkey(from = ..)]`"
)]
#[doc(hidden)]
pub trait Kept<T> {
    /// Converts the field of the primary key to the field of the index.
    fn into_index(self) -> T;

    /// Converts the field of the index to the field of the primary key.
    fn from_index(field: T) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> Kept<T> for T {
    fn into_index(self) -> T {
        self
    }

    fn from_index(field: T) -> T {
        field
    }
}

/// The types of fields of a primary key as nested pairs, such as `(A, (B, ()))`.
///
/// [`Resolved`](Self::Resolved) is always `T`. But if the primary key lacks a field of the index, rustc reports the
/// missing field, and knows neither the type of this field nor `Resolved`. So rustc reports no second error about the
/// value of type `Resolved`.
#[doc(hidden)]
pub trait FieldsOf<T> {
    /// The type `T`.
    type Resolved;

    /// Returns `value`.
    fn resolve(value: T) -> Self::Resolved;
}

impl<T> FieldsOf<T> for () {
    type Resolved = T;

    fn resolve(value: T) -> T {
        value
    }
}

impl<T, A: IfKnown<Others::Resolved>, Others: FieldsOf<T>> FieldsOf<T> for (A, Others) {
    type Resolved = A::Resolved;

    fn resolve(value: T) -> A::Resolved {
        A::resolve(Others::resolve(value))
    }
}

/// Resolves to `T` if the type `Self` is known.
#[doc(hidden)]
pub trait IfKnown<T> {
    /// The type `T`.
    type Resolved;

    /// Returns `value`.
    fn resolve(value: T) -> Self::Resolved;
}

impl<A, T> IfKnown<T> for A {
    type Resolved = T;

    fn resolve(value: T) -> T {
        value
    }
}

/// Returns `key`. The second argument is a function that creates a key from the fields of an index. This function is
/// never called: its signature tells rustc the types `F` of these fields.
#[inline]
pub fn with_fields<'k, F: FieldsOf<&'k K>, K>(key: &'k K, _: fn(F) -> K) -> F::Resolved {
    F::resolve(key)
}

/// An element of a list such as `from_each = value.tags`, for a field of type `T` in the index.
#[diagnostic::on_unimplemented(
    message = "`from_each` yields `{Self}`, but the field is a `{T}`",
    label = "expected elements of type `{T}`",
    note = "convert the elements: `from_each = value.tags.iter().map(|tag| ..)`"
)]
#[doc(hidden)]
pub trait Element<T> {
    /// Returns the field.
    fn into_field(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> Element<T> for T {
    fn into_field(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Element<T> for &T {
    fn into_field(self) -> T {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl Element<String> for &str {
    fn into_field(self) -> String {
        self.to_owned()
    }
}

#[diagnostic::do_not_recommend]
impl Element<Vec<u8>> for &[u8] {
    fn into_field(self) -> Vec<u8> {
        self.to_owned()
    }
}

/// The part of a value of type `V` that a covering index stores.
#[diagnostic::on_unimplemented(
    message = "the covering index cannot make a `{Self}` from a `{V}`",
    label = "expected `impl From<&{V}> for {Self}`",
    note = "write `impl From<&{V}> for {Self} {{ .. }}`, or store the whole value: `stores = value`"
)]
pub trait StoredFrom<V> {
    /// Returns the part of the value.
    fn stored_from(value: &V) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V, S: for<'a> From<&'a V>> StoredFrom<V> for S {
    fn stored_from(value: &V) -> S {
        S::from(value)
    }
}
