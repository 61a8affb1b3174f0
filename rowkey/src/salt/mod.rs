//! Salts: bytes in front of a key that are computed from its fields, so that keys given one after the other spread.

#[cfg(not(feature = "random"))]
pub(crate) mod chance;
pub(crate) mod shard;

use crate::ascii::to_hex;
use crate::digest::{Digest, digest};
use crate::layout::{RANDOM, SaltForm, SaltLayout};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// How a salt is computed from bytes of the key.
pub trait Salt {
    /// The salt.
    type Bytes: AsRef<[u8]>;
    /// The same described, for `LAYOUT`.
    const LAYOUT: SaltLayout;

    /// The salt of a key whose salted fields are `parts`.
    fn of(parts: &[&[u8]]) -> Self::Bytes;
}

/// The salt of a key whose salted fields are `parts`.
pub fn salt_of<S: Salt>(parts: &[&[u8]]) -> Vec<u8> {
    S::of(parts).as_ref().to_vec()
}

/// `salt(md5, 2)`, `salt(md5, 2, last)`: `N` bytes of the digest, from its front or its end.
#[derive(Debug)]
pub struct DigestSalt<D, const N: usize, const FROM_END: bool>(PhantomData<D>);

/// `salt(md5, 2, hex)`: the same as `W` = 2 `N` lower-case hex digits.
#[derive(Debug)]
pub struct HexSalt<D, const N: usize, const W: usize, const FROM_END: bool>(PhantomData<D>);

/// `salt(.., buckets = COUNT)`: the number of a bucket in `W` bytes, or with `DIGITS` in `W` decimal digits.
#[derive(Debug)]
pub struct BucketSalt<B, const COUNT: u64, const W: usize, const DIGITS: bool>(PhantomData<B>);

#[inline]
fn some_bytes<D: Digest, const N: usize, const FROM_END: bool>(parts: &[&[u8]]) -> [u8; N] {
    let digest = digest::<D>(parts);
    let bytes = part_of_digest(digest.as_ref(), N, FROM_END).first_chunk();
    // The derive refuses an N that the digest has not.
    bytes.copied().unwrap_or([0; N])
}

/// Returns so many bytes of a digest, from its start or its end.
#[inline]
pub(crate) fn part_of_digest(digest: &[u8], count: usize, from_end: bool) -> &[u8] {
    let start = if from_end { digest.len().saturating_sub(count) } else { 0 };
    digest.get(start..).and_then(|rest| rest.get(..count)).unwrap_or(digest)
}

/// Returns the number by which a digest chooses a bucket: its first 8 bytes, or all if it has fewer.
#[inline]
pub(crate) fn number_of_digest(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl<D: Digest, const N: usize, const FROM_END: bool> Salt for DigestSalt<D, N, FROM_END> {
    type Bytes = [u8; N];
    const LAYOUT: SaltLayout = SaltLayout { algorithm: D::NAME, form: SaltForm::Bytes { last: FROM_END }, width: N };

    #[inline]
    fn of(parts: &[&[u8]]) -> [u8; N] {
        some_bytes::<D, N, FROM_END>(parts)
    }
}

impl<D: Digest, const N: usize, const W: usize, const FROM_END: bool> Salt for HexSalt<D, N, W, FROM_END> {
    type Bytes = [u8; W];
    const LAYOUT: SaltLayout = SaltLayout { algorithm: D::NAME, form: SaltForm::Hex { last: FROM_END }, width: W };

    fn of(parts: &[&[u8]]) -> [u8; W] {
        to_hex(&some_bytes::<D, N, FROM_END>(parts))
    }
}

impl<B: Bucket, const COUNT: u64, const W: usize, const DIGITS: bool> Salt for BucketSalt<B, COUNT, W, DIGITS> {
    type Bytes = [u8; W];
    const LAYOUT: SaltLayout = bucket_layout(B::NAME, COUNT, W, DIGITS);

    #[inline]
    fn of(parts: &[&[u8]]) -> [u8; W] {
        bucket_bytes::<W, DIGITS>(B::bucket(parts, COUNT))
    }
}

/// Returns the stored number of a bucket.
#[inline]
pub(crate) fn bucket_bytes<const W: usize, const DIGITS: bool>(bucket: u64) -> [u8; W] {
    let mut bytes = [0; W];
    const { bucket_layout("", u64::MAX, W, DIGITS) }.write_bucket(bucket, &mut bytes, 0);
    bytes
}

/// Puts bytes into one of `count` buckets.
pub trait Bucket {
    /// Its name in attributes.
    const NAME: &'static str;

    /// The bucket, below `count`.
    fn bucket(parts: &[&[u8]], count: u64) -> u64;
}

/// A digest's first 8 bytes (or all, if it has fewer) as a number, modulo the count.
impl<D: Digest> Bucket for D {
    const NAME: &'static str = D::NAME;

    fn bucket(parts: &[&[u8]], count: u64) -> u64 {
        number_of_digest(digest::<D>(parts).as_ref()) % count
    }
}

/// Apache Phoenix's salt: h = 1, then h = 31h + byte (signed, 32 bits that wrap), |h modulo count|.
#[derive(Debug)]
pub struct Phoenix;

impl Bucket for Phoenix {
    const NAME: &'static str = "phoenix";

    fn bucket(parts: &[&[u8]], count: u64) -> u64 {
        let hash = parts
            .iter()
            .copied()
            .flatten()
            .fold(1i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(i8::from_be_bytes([*byte]))));
        // |h % n| = |h| % n, and |i32::MIN| fits here.
        u64::from(hash.unsigned_abs()) % count
    }
}

/// A function that spreads bytes over the numbers, given with `with = path`.
pub trait Spread {
    /// Calls it.
    fn __call(bytes: &[u8]) -> u64;
}

/// The bucket of what a user's function makes of the bytes.
#[derive(Debug)]
pub struct With<F>(PhantomData<F>);

impl<F: Spread> Bucket for With<F> {
    const NAME: &'static str = "with";

    fn bucket(parts: &[&[u8]], count: u64) -> u64 {
        let number = match parts {
            [one] => F::__call(one),
            several => F::__call(&several.concat()),
        };
        number % count
    }
}

/// The bucket that an integer itself gives, computed by [`ModuloField`] and written by [`modulo_salt`].
#[derive(Debug)]
pub struct Modulo<const COUNT: u64, const W: usize, const DIGITS: bool>;

impl<const COUNT: u64, const W: usize, const DIGITS: bool> Modulo<COUNT, W, DIGITS> {
    /// The salt described, for `LAYOUT`.
    pub const LAYOUT: SaltLayout = bucket_layout("modulo", COUNT, W, DIGITS);
}

/// A bucket that the writer chooses, by chance or otherwise.
#[derive(Debug)]
pub struct Random<const COUNT: u64, const W: usize, const DIGITS: bool>;

impl<const COUNT: u64, const W: usize, const DIGITS: bool> Random<COUNT, W, DIGITS> {
    /// The salt described, for `LAYOUT`.
    pub const LAYOUT: SaltLayout = bucket_layout(RANDOM, COUNT, W, DIGITS);
}

const fn bucket_layout(algorithm: &'static str, count: u64, width: usize, digits: bool) -> SaltLayout {
    let form = if digits { SaltForm::BucketDigits { count } } else { SaltForm::Buckets { count } };
    SaltLayout { algorithm, form, width }
}

/// `salt(modulo, buckets = N)`: what it needs of a field.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `salt(modulo, ..)` is only for integers",
    label = "not an integer",
    note = "write `#[salt(md5, buckets = 16)]` to hash the field's bytes instead"
)]
pub trait ModuloField<F = ()> {
    /// The integer.
    type Number;

    /// The Euclidean remainder, never negative.
    fn modulo(&self, count: u64) -> u64;
}

macro_rules! modulo {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> ModuloField<F> for $int {
            type Number = Self;

            #[inline]
            #[allow(clippy::cast_lossless, clippy::cast_possible_truncation, clippy::cast_possible_wrap,
                clippy::cast_sign_loss, reason = "a remainder lies within 0..count, and a count within 1..=2^32")]
            fn modulo(&self, count: u64) -> u64 {
                if <$int>::BITS > 64 {
                    // Of a type that wide the count is a value.
                    self.rem_euclid(count as $int) as u64
                } else if <$int>::MIN == 0 {
                    *self as u64 % count
                } else {
                    (*self as i64).rem_euclid(count as i64) as u64
                }
            }
        }

        #[diagnostic::do_not_recommend]
        impl<F> ModuloField<F> for core::num::NonZero<$int> {
            type Number = $int;

            #[inline]
            fn modulo(&self, count: u64) -> u64 {
                <$int as ModuloField<F>>::modulo(&self.get(), count)
            }
        }
    )*};
}

modulo!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

/// The salt of a bucket that was computed from a value.
#[inline]
pub fn modulo_salt<const W: usize, const DIGITS: bool>(bucket: u64) -> [u8; W] {
    bucket_bytes::<W, DIGITS>(bucket)
}
