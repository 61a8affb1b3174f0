//! Finds out which parts of a value did not change, so that an update need not encode the entries that depend on these parts.

use crate::field::identical::Identical;

/// A part of the old and of the new value of a record.
#[derive(Debug)]
pub struct OldAndNew<'v, T>(pub &'v T, pub &'v T);

impl<T: Identical> OldAndNew<'_, T> {
    /// Returns whether the part is unchanged.
    #[inline]
    pub fn is_unchanged(&self) -> bool {
        self.0.is_identical(self.1)
    }
}

/// The default for types that are not `Identical`. The inherent method of [`OldAndNew`] takes precedence over the method
/// of this trait.
pub trait NotComparable {
    /// Returns false, because the part may have changed.
    #[inline]
    fn is_unchanged(&self) -> bool {
        false
    }
}

impl<T> NotComparable for OldAndNew<'_, T> {}
