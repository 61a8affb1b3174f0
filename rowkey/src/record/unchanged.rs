//! Checks whether an update changes a field that the entries of an index depend on. If no such field changes, the
//! update need not encode these entries.

use crate::field::identical::Identical;

/// The fields of a record's value that the entries of an index depend on, as nested pairs:
/// `(&T, (&U, ()))` for two fields.
pub trait Dependencies {
    /// Returns whether all fields are known to be identical to the fields of `other`.
    fn are_identical(&self, other: &Self) -> bool;
}

impl Dependencies for () {
    #[inline]
    fn are_identical(&self, (): &Self) -> bool {
        true
    }
}

impl<A: Dependencies, B: Dependencies> Dependencies for (A, B) {
    #[inline]
    fn are_identical(&self, other: &Self) -> bool {
        self.0.are_identical(&other.0) && self.1.are_identical(&other.1)
    }
}

impl<T: Identical> Dependencies for &T {
    #[inline]
    fn are_identical(&self, other: &Self) -> bool {
        self.is_identical(other)
    }
}

/// A field that rowkey cannot compare. It counts as changed.
#[derive(Debug)]
pub struct Unknown;

impl Dependencies for Unknown {
    #[inline]
    fn are_identical(&self, _: &Self) -> bool {
        false
    }
}

/// A field whose type may or may not implement `Identical`. The derive calls `field_or_unknown` without knowing the
/// type: for types that are `Identical`, the method returns the field, and for all other types `Unknown`.
#[derive(Debug)]
pub struct Dependency<'v, T>(pub &'v T);

impl<'v, T: Identical> Dependency<'v, T> {
    /// Returns the field, because it can be compared.
    #[inline]
    pub fn field_or_unknown(self) -> &'v T {
        self.0
    }
}

/// Supplies `field_or_unknown` for types that are not `Identical`. For the other types, rustc prefers the inherent
/// method of [`Dependency`].
pub trait UnknownByDefault: Sized {
    /// Returns `Unknown`, because the field cannot be compared.
    #[inline]
    fn field_or_unknown(self) -> Unknown {
        Unknown
    }
}

impl<T> UnknownByDefault for Dependency<'_, T> {}

/// Two values of a type that may or may not implement `PartialEq`. The derive calls `are_equal` without knowing the type.
#[derive(Debug)]
pub struct Compared<'v, T>(pub &'v T, pub &'v T);

impl<T: PartialEq> Compared<'_, T> {
    /// Returns whether the values are equal.
    pub fn are_equal(self) -> bool {
        self.0 == self.1
    }
}

/// Supplies `are_equal` for types without `PartialEq`. For the other types, rustc prefers the inherent method of
/// [`Compared`].
pub trait UnequalByDefault: Sized {
    /// Returns false, because the values cannot be compared.
    fn are_equal(self) -> bool {
        false
    }
}

impl<T> UnequalByDefault for Compared<'_, T> {}
