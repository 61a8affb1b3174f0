//! Computes salts. A salt is one or more bytes before the fields of a key. Salts spread keys with consecutive values
//! over the whole table. A salt is computed from fields of the key, or chosen by the writer.

#[cfg(not(feature = "random"))]
pub(crate) mod random;
pub(crate) mod shard;

use crate::ascii::to_hex;
use crate::digest::{Digest, HashFunction, USER_FUNCTION, digest};
use crate::layout::{RANDOM, SaltForm, SaltLayout};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A salt that is computed from the bytes of fields.
pub trait Salt {
    /// The stored form of the salt: an array of bytes.
    type Bytes: AsRef<[u8]>;
    /// The description of the salt in the layout of the key.
    const LAYOUT: SaltLayout;

    /// Returns the salt of a key whose salted fields have the bytes `parts`.
    fn of(parts: &[&[u8]]) -> Self::Bytes;
}

/// Like [`Salt::of`], but returns a vector.
pub fn salt_of<S: Salt>(parts: &[&[u8]]) -> Vec<u8> {
    S::of(parts).as_ref().to_vec()
}

/// `salt(md5, 2)`, `salt(md5, 2, last)`: the first or last `N` bytes of the digest.
#[derive(Debug)]
pub struct DigestSalt<D, const N: usize, const FROM_END: bool>(PhantomData<D>);

/// `salt(md5, 2, hex)`: the first or last `N` bytes of the digest as `W` lower-case hex digits, where `W` is twice `N`.
#[derive(Debug)]
pub struct HexSalt<D, const N: usize, const W: usize, const FROM_END: bool>(PhantomData<D>);

/// `salt(.., buckets = COUNT)`: a bucket number, such as 3 of 16. It has `W` decimal digits if `DIGITS` is true, and
/// otherwise `W` bytes.
#[derive(Debug)]
pub struct BucketSalt<B, const COUNT: u64, const W: usize, const DIGITS: bool>(PhantomData<B>);

#[inline]
fn digest_bytes<D: Digest, const N: usize, const FROM_END: bool>(parts: &[&[u8]]) -> [u8; N] {
    let digest = digest::<D>(parts);
    let bytes = part_of_digest(digest.as_ref(), N, FROM_END).first_chunk();
    // The default is never used: the derive rejects an `N` greater than the width of the digest.
    bytes.copied().unwrap_or([0; N])
}

/// Returns the first or, with `from_end`, the last bytes of a digest.
#[inline]
pub fn part_of_digest(digest: &[u8], count: usize, from_end: bool) -> &[u8] {
    let start = if from_end { digest.len().saturating_sub(count) } else { 0 };
    digest.get(start..).and_then(|rest| rest.get(..count)).unwrap_or(digest)
}

/// Returns the first 8 bytes of a digest as a big-endian integer, from which the bucket is computed. A digest of fewer
/// bytes is used whole.
#[inline]
pub fn digest_to_u64(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl<D: Digest, const N: usize, const FROM_END: bool> Salt for DigestSalt<D, N, FROM_END> {
    type Bytes = [u8; N];
    const LAYOUT: SaltLayout = SaltLayout { algorithm: D::NAME, form: SaltForm::Bytes { last: FROM_END }, width: N };

    #[inline]
    fn of(parts: &[&[u8]]) -> [u8; N] {
        digest_bytes::<D, N, FROM_END>(parts)
    }
}

impl<D: Digest, const N: usize, const W: usize, const FROM_END: bool> Salt for HexSalt<D, N, W, FROM_END> {
    type Bytes = [u8; W];
    const LAYOUT: SaltLayout = SaltLayout { algorithm: D::NAME, form: SaltForm::Hex { last: FROM_END }, width: W };

    fn of(parts: &[&[u8]]) -> [u8; W] {
        to_hex(&digest_bytes::<D, N, FROM_END>(parts))
    }
}

impl<B: BucketHash, const COUNT: u64, const W: usize, const DIGITS: bool> Salt for BucketSalt<B, COUNT, W, DIGITS> {
    type Bytes = [u8; W];
    const LAYOUT: SaltLayout = bucket_layout(B::NAME, COUNT, W, DIGITS);

    #[inline]
    fn of(parts: &[&[u8]]) -> [u8; W] {
        bucket_bytes::<W, DIGITS>(B::bucket_of(parts, COUNT))
    }
}

/// Returns the stored form of a bucket number: decimal digits if `DIGITS` is true, and otherwise bytes.
#[inline]
pub(crate) fn bucket_bytes<const W: usize, const DIGITS: bool>(bucket: u64) -> [u8; W] {
    let mut bytes = [0; W];
    // The name and the count do not change the stored form.
    const { bucket_layout("", u64::MAX, W, DIGITS) }.write_bucket(bucket, &mut bytes, 0);
    bytes
}

/// A hash function that chooses one of `count` buckets.
pub trait BucketHash {
    /// The name of the function in attributes, such as `md5`.
    const NAME: &'static str;

    /// Returns the bucket of a key whose salted fields have the bytes `parts`: a number below `count`.
    fn bucket_of(parts: &[&[u8]], count: u64) -> u64;
}

/// The bucket is the number in the first 8 bytes of the digest, modulo the count.
impl<D: Digest> BucketHash for D {
    const NAME: &'static str = D::NAME;

    fn bucket_of(parts: &[&[u8]], count: u64) -> u64 {
        digest_to_u64(digest::<D>(parts).as_ref()) % count
    }
}

/// The salt of Apache Phoenix: h = 1, then h = 31h + byte for each byte, in wrapping 32-bit arithmetic. h and the bytes
/// are signed. The bucket is |h % count|.
#[derive(Debug)]
pub struct Phoenix;

impl BucketHash for Phoenix {
    const NAME: &'static str = "phoenix";

    fn bucket_of(parts: &[&[u8]], count: u64) -> u64 {
        let hash = parts
            .iter()
            .copied()
            .flatten()
            .fold(1i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(i8::from_be_bytes([*byte]))));
        // |h % count| = |h| % count. `unsigned_abs` also returns |i32::MIN|, which does not fit into `i32`.
        u64::from(hash.unsigned_abs()) % count
    }
}

/// The bucket is the number that a user's function returns, modulo the count.
#[derive(Debug)]
pub struct BucketBy<F>(PhantomData<F>);

impl<F: HashFunction<u64>> BucketHash for BucketBy<F> {
    const NAME: &'static str = USER_FUNCTION;

    fn bucket_of(parts: &[&[u8]], count: u64) -> u64 {
        let number = match parts {
            [part] => F::__call(part),
            parts => F::__call(&parts.concat()),
        };
        number % count
    }
}

/// A salt whose bucket is an integer field modulo the count. Derived code calls [`ModuloField`] to compute the bucket
/// number, and [`modulo_salt`] to encode the bucket number.
#[derive(Debug)]
pub struct Modulo<const COUNT: u64, const W: usize, const DIGITS: bool>;

impl<const COUNT: u64, const W: usize, const DIGITS: bool> Modulo<COUNT, W, DIGITS> {
    /// The description of the salt in the layout of the key.
    pub const LAYOUT: SaltLayout = bucket_layout("modulo", COUNT, W, DIGITS);
}

/// A salt whose bucket the writer chooses, at random or otherwise.
#[derive(Debug)]
pub struct Random<const COUNT: u64, const W: usize, const DIGITS: bool>;

impl<const COUNT: u64, const W: usize, const DIGITS: bool> Random<COUNT, W, DIGITS> {
    /// The description of the salt in the layout of the key.
    pub const LAYOUT: SaltLayout = bucket_layout(RANDOM, COUNT, W, DIGITS);
}

const fn bucket_layout(algorithm: &'static str, count: u64, width: usize, digits: bool) -> SaltLayout {
    let form = if digits { SaltForm::BucketDigits { count } } else { SaltForm::Buckets { count } };
    SaltLayout { algorithm, form, width }
}

/// Returns the width of a bucket number: the fewest bytes (or decimal digits, with `digits`) that can hold the greatest
/// number, `count - 1`.
pub const fn bucket_width(count: u64, digits: bool) -> usize {
    let base = if digits { 10 } else { 256 };
    let mut width = 1;
    let mut rest = count.saturating_sub(1) / base;
    while rest > 0 {
        width += 1;
        rest /= base;
    }
    width
}

/// Checks whether a salt has at most `max` different values.
pub const fn has_at_most(salt: SaltLayout, max: u64) -> bool {
    salt.bucket_count() <= max
}

/// The type of a field that determines the salt of `salt(modulo, buckets = N)`: an integer.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `salt(modulo, ..)` is only for integers",
    label = "not an integer",
    note = "write `#[salt(md5, buckets = 16)]` to hash the field's bytes instead"
)]
pub trait ModuloField<F = ()> {
    /// The type of the integer, without `NonZero`.
    type Number;

    /// Returns the Euclidean remainder, which is never negative.
    fn modulo(&self, count: u64) -> u64;
}

macro_rules! modulo {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> ModuloField<F> for $int {
            type Number = Self;

            #[inline]
            #[allow(clippy::cast_lossless, clippy::cast_possible_truncation, clippy::cast_possible_wrap,
                clippy::cast_sign_loss, reason = "a remainder is in 0..count, and a count is in 1..=2^32")]
            fn modulo(&self, count: u64) -> u64 {
                if <$int>::BITS > 64 {
                    // The count fits into every 128-bit type.
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

/// Encodes a bucket number that [`ModuloField::modulo`] computed.
#[inline]
pub fn modulo_salt<const W: usize, const DIGITS: bool>(bucket: u64) -> [u8; W] {
    bucket_bytes::<W, DIGITS>(bucket)
}
