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

    /// Appends a snapshot of the value. After an update, [`is_unchanged`](Self::is_unchanged) compares the value with
    /// this snapshot.
    fn snapshot(&self, out: &mut Vec<u8>);

    /// Returns whether `snapshots` begins with a snapshot of an identical value, and removes this snapshot. If the
    /// values differ, the rest of `snapshots` is unspecified.
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool;

    #[inline]
    fn snapshot_each(values: &[Self], out: &mut Vec<u8>) {
        for value in values {
            value.snapshot(out);
        }
    }

    #[inline]
    fn is_each_unchanged(values: &[Self], snapshots: &mut &[u8]) -> bool {
        values.iter().all(|value| value.is_unchanged(snapshots))
    }
}

/// Returns whether `snapshots` begins with these bytes, and removes them.
#[inline]
fn strip_bytes(snapshots: &mut &[u8], bytes: &[u8]) -> bool {
    match snapshots.split_at_checked(bytes.len()) {
        Some((snapshot, rest)) if snapshot == bytes => {
            *snapshots = rest;
            true
        }
        _ => false,
    }
}

#[inline]
pub(crate) fn snapshot_bytes(bytes: &(impl AsRef<[u8]> + ?Sized), out: &mut Vec<u8>) {
    let bytes = bytes.as_ref();
    bytes.len().snapshot(out);
    out.extend_from_slice(bytes);
}

#[inline]
pub(crate) fn are_bytes_unchanged(bytes: &(impl AsRef<[u8]> + ?Sized), snapshots: &mut &[u8]) -> bool {
    let bytes = bytes.as_ref();
    bytes.len().is_unchanged(snapshots) && strip_bytes(snapshots, bytes)
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

            #[inline]
            fn snapshot(&self, out: &mut Vec<u8>) {
                let $value = self;
                out.extend_from_slice(&$bytes);
            }

            #[inline]
            fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
                let $value = self;
                strip_bytes(snapshots, &$bytes)
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

    #[inline]
    fn snapshot(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }

    #[inline]
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        strip_bytes(snapshots, &[*self])
    }

    #[inline]
    fn snapshot_each(bytes: &[Self], out: &mut Vec<u8>) {
        out.extend_from_slice(bytes);
    }

    #[inline]
    fn is_each_unchanged(bytes: &[Self], snapshots: &mut &[u8]) -> bool {
        strip_bytes(snapshots, bytes)
    }
}

impl Identical for () {
    #[inline]
    fn is_identical(&self, (): &Self) -> bool {
        true
    }

    #[inline]
    fn snapshot(&self, _: &mut Vec<u8>) {}

    #[inline]
    fn is_unchanged(&self, _: &mut &[u8]) -> bool {
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

            #[inline]
            fn snapshot(&self, out: &mut alloc::vec::Vec<u8>) {
                $crate::field::identical::snapshot_bytes(&**self, out);
            }

            #[inline]
            fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
                $crate::field::identical::are_bytes_unchanged(&**self, snapshots)
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

    #[inline]
    fn snapshot(&self, out: &mut Vec<u8>) {
        T::snapshot_each(self, out);
    }

    #[inline]
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        T::is_each_unchanged(self, snapshots)
    }
}

impl<T: Identical> Identical for Vec<T> {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        T::is_identical_list(self, other)
    }

    #[inline]
    fn snapshot(&self, out: &mut Vec<u8>) {
        self.len().snapshot(out);
        T::snapshot_each(self, out);
    }

    #[inline]
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        self.len().is_unchanged(snapshots) && T::is_each_unchanged(self, snapshots)
    }
}

impl<T: Identical> Identical for BTreeSet<T> {
    fn is_identical(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(old, new)| old.is_identical(new))
    }

    fn snapshot(&self, out: &mut Vec<u8>) {
        self.len().snapshot(out);
        for value in self {
            value.snapshot(out);
        }
    }

    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        self.len().is_unchanged(snapshots) && self.iter().all(|value| value.is_unchanged(snapshots))
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

    #[inline]
    fn snapshot(&self, out: &mut Vec<u8>) {
        self.is_some().snapshot(out);
        if let Some(value) = self {
            value.snapshot(out);
        }
    }

    #[inline]
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        self.is_some().is_unchanged(snapshots) && self.as_ref().is_none_or(|value| value.is_unchanged(snapshots))
    }
}

impl<T: Newtype<Inner: Identical>> Identical for T {
    #[inline]
    fn is_identical(&self, other: &Self) -> bool {
        self.inner().is_identical(other.inner())
    }

    #[inline]
    fn snapshot(&self, out: &mut Vec<u8>) {
        self.inner().snapshot(out);
    }

    #[inline]
    fn is_unchanged(&self, snapshots: &mut &[u8]) -> bool {
        self.inner().is_unchanged(snapshots)
    }
}
