//! The types for which rowkey can tell whether a value has changed.

use crate::codec::derived::Wrapper;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZero;

/// A type for which rowkey can tell whether any expression has the same result for two values.
///
/// `PartialEq` does not tell this: `0.0 == -0.0`, and a user's type may ignore the case of letters.
pub trait Identical: Sized {
    /// Returns whether no expression can tell the two values apart.
    fn is_identical(&self, other: &Self) -> bool;

    /// [`is_identical`](Self::is_identical) for lists.
    #[inline]
    fn is_identical_list(list: &[Self], other: &[Self]) -> bool {
        list.len() == other.len() && list.iter().zip(other).all(|(old, new)| old.is_identical(new))
    }
}

macro_rules! compared_by_eq {
    ($($type:ty),*) => {$(
        impl $crate::field::identical::Identical for $type {
            #[inline]
            fn is_identical(&self, other: &Self) -> bool {
                self == other
            }

            #[inline]
            fn is_identical_list(list: &[Self], other: &[Self]) -> bool {
                list == other
            }
        }
    )*};
}

#[cfg(any(feature = "bytes1", feature = "smol_str03"))]
pub(crate) use compared_by_eq;

compared_by_eq!(
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    bool,
    char,
    (),
    String,
    Box<str>,
    Cow<'_, str>
);
compared_by_eq!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
compared_by_eq!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>);

macro_rules! compared_by_bits {
    ($($type:ty),*) => {$(
        impl Identical for $type {
            #[inline]
            fn is_identical(&self, other: &Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    )*};
}

compared_by_bits!(f32, f64);

impl<T: Identical, const N: usize> Identical for [T; N] {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        T::is_identical_list(self, other)
    }
}

impl<T: Identical> Identical for Vec<T> {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        T::is_identical_list(self, other)
    }
}

impl<T: Identical> Identical for BTreeSet<T> {
    fn is_identical(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(old, new)| old.is_identical(new))
    }
}

impl<T: Identical> Identical for Option<T> {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(old), Some(new)) => old.is_identical(new),
            (None, None) => true,
            _ => false,
        }
    }
}

/// A newtype with `#[derive(KeyField)]`.
impl<T: Wrapper<Inner: Identical>> Identical for T {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        self.inner().is_identical(other.inner())
    }
}
