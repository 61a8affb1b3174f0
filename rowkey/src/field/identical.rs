//! [`Identical`]: the types for which rowkey can tell whether a field of a record has changed. If no field that the
//! entries of an index depend on has changed, an update skips the index.

use crate::codec::derived::Newtype;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZero;

/// A type for which rowkey can tell whether two values are identical. Identical values have the same content, so they
/// also have the same index entries.
///
/// `PartialEq` is not enough: `0.0 == -0.0`, and a user's type may ignore the case of letters.
pub trait Identical: Sized {
    fn is_identical(&self, other: &Self) -> bool;

    #[inline]
    fn is_identical_list(list: &[Self], other: &[Self]) -> bool {
        list.len() == other.len() && list.iter().zip(other).all(|(old, new)| old.is_identical(new))
    }
}

/// Implements `Identical` for types whose values are identical exactly if their byte arrays, such as
/// `number.to_be_bytes()`, are equal.
macro_rules! identical_by {
    ($($type:ty),* => |$value:ident| $bytes:expr) => {$(
        impl Identical for $type {
            #[inline]
            fn is_identical(&self, other: &Self) -> bool {
                let [old, new] = [self, other].map(|$value| $bytes);
                old == new
            }
        }
    )*};
}

identical_by!(u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64 => |number| number.to_be_bytes());
identical_by!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128> => |number| number.get().to_be_bytes());
identical_by!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128> => |number| number.get().to_be_bytes());
identical_by!(bool => |value| [u8::from(*value)]);
identical_by!(char => |char| u32::from(*char).to_be_bytes());

impl Identical for u8 {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        self == other
    }

    #[inline]
    fn is_identical_list(bytes: &[Self], other: &[Self]) -> bool {
        bytes == other
    }
}

impl Identical for () {
    #[inline]
    fn is_identical(&self, (): &Self) -> bool {
        true
    }
}

/// Implements `Identical` for types of text and of bytes, whose `PartialEq` compares all bytes.
macro_rules! identical_bytes {
    ($($type:ty),*) => {$(
        impl $crate::field::identical::Identical for $type {
            #[inline]
            fn is_identical(&self, other: &Self) -> bool {
                self == other
            }
        }
    )*};
}

#[cfg(any(feature = "bytes1", feature = "smol_str03"))]
pub(crate) use identical_bytes;

identical_bytes!(String, Box<str>, Cow<'_, str>);

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

impl<T: Newtype<Inner: Identical>> Identical for T {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        self.inner().is_identical(other.inner())
    }
}
