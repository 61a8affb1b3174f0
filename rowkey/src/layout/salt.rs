//! The description of a salt in a layout. A salt consists of bytes at the start of a key, such as two bytes of a hash,
//! that spread the keys over a table.

use crate::ascii::ascii_hex;
use crate::constant::slice;
use crate::explain::walk::Salted;
use crate::wire::integer::Number;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The name of random salts in attributes, as in `salt(random, buckets = 4)`.
pub(crate) const RANDOM: &str = "random";

/// [`RANDOM`] as bytes, which constant functions can match.
pub(super) const RANDOM_NAME: &[u8] = RANDOM.as_bytes();

/// The computation of a salt, and the form in which it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaltLayout {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The part of the digest, or the form of the bucket, that the key contains.
    pub form: SaltForm,
    /// The number of bytes.
    pub width: usize,
}

/// The form of a salt in the key: bytes of a digest, or a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaltForm {
    /// Bytes of a digest.
    Bytes {
        /// True for the last bytes of the digest, false for the first.
        last: bool,
    },
    /// Bytes of a digest as lower-case hex digits.
    Hex {
        /// True for the last bytes of the digest, false for the first.
        last: bool,
    },
    /// The index of the bucket, big-endian.
    Buckets {
        /// The number of buckets.
        count: u64,
    },
    /// The index of the bucket in decimal digits.
    BucketDigits {
        /// The number of buckets.
        count: u64,
    },
}

impl SaltLayout {
    #[doc(hidden)]
    pub const fn is_random(&self) -> bool {
        matches!(self.algorithm.as_bytes(), RANDOM_NAME)
    }

    pub(crate) const fn is_text(&self) -> bool {
        matches!(self.form, SaltForm::Hex { .. } | SaltForm::BucketDigits { .. })
    }

    /// Returns the number of values that the salt can have, or `u64::MAX` if there are more.
    #[doc(hidden)]
    pub const fn bucket_count(&self) -> u64 {
        let bytes = match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => return count,
            SaltForm::Bytes { .. } => self.width,
            SaltForm::Hex { .. } => self.width / 2,
        };
        if bytes < 8 { 1 << (8 * bytes) } else { u64::MAX }
    }

    /// Writes the salt of a bucket into `key` at `offset`.
    pub(crate) fn write_bucket(&self, bucket: u64, key: &mut [u8], offset: usize) {
        let (base, digit) = self.digits();
        let mut remaining = bucket;
        let salt = key.get_mut(offset..).and_then(|key| key.get_mut(..self.width)).unwrap_or_default();
        for byte in salt.iter_mut().rev() {
            *byte = digit(u8::try_from(remaining % base).unwrap_or(0));
            remaining /= base;
        }
    }

    #[cfg(feature = "records")]
    const fn has_partition_of_each_bucket(&self) -> bool {
        self.bucket_count() <= 256
    }

    /// Returns the number of bytes that are a part of a partition key: see
    /// [`Table::partition_key_len`](crate::store::Table::partition_key_len).
    #[cfg(feature = "records")]
    pub(crate) const fn partition_len(&self) -> usize {
        if self.has_partition_of_each_bucket() { self.width } else { 1 }
    }

    /// Returns the bytes of the salt that are a part of a partition key, for all partitions.
    #[cfg(feature = "records")]
    pub(crate) fn partitions(&self) -> impl Iterator<Item = Vec<u8>> {
        let (base, digit) = self.digits();
        let has_all = self.has_partition_of_each_bucket();
        // The number of buckets with the same first digit, unless it is too large for a `u64`.
        let with_same_first = u32::try_from(self.width - 1).ok().and_then(|digits| base.checked_pow(digits));
        let firsts = with_same_first.map_or(base, |count| self.bucket_count().div_ceil(count).min(base));
        let count = if has_all { self.bucket_count() } else { firsts };
        (0..count).map(move |number| match u8::try_from(number) {
            Ok(first) if !has_all => alloc::vec![digit(first)],
            _ => self.salt_of_bucket(number),
        })
    }

    /// A salt is a number with digits in base 256, 16 or 10. Returns the base, and the function that writes a digit.
    fn digits(&self) -> (u64, fn(u8) -> u8) {
        match self.form {
            SaltForm::Bytes { .. } | SaltForm::Buckets { .. } => (256, |byte| byte),
            SaltForm::Hex { .. } => (16, ascii_hex),
            SaltForm::BucketDigits { .. } => (10, ascii_hex),
        }
    }

    /// Returns the bucket that a salt identifies. Returns `None` if no bucket has this salt, or if the salt is not a
    /// bucket but bytes of a digest.
    pub(crate) fn bucket_of(&self, salt: &[u8]) -> Option<u64> {
        let bucket = salt.iter().try_fold(0u64, |number, byte| {
            let (base, digit) = match (self.form, byte) {
                (SaltForm::Buckets { .. }, byte) => (256, *byte),
                (SaltForm::BucketDigits { .. }, b'0'..=b'9') => (10, byte - b'0'),
                _ => return None,
            };
            number.checked_mul(base)?.checked_add(digit.into())
        })?;
        (bucket < self.bucket_count()).then_some(bucket)
    }

    #[doc(hidden)]
    pub fn has_buckets(&self) -> bool {
        matches!(self.form, SaltForm::Buckets { .. } | SaltForm::BucketDigits { .. })
    }

    #[doc(hidden)]
    pub fn salt_of_bucket(&self, bucket: u64) -> Vec<u8> {
        let mut salt = alloc::vec![0; self.width];
        self.write_bucket(bucket, &mut salt, 0);
        salt
    }

    #[doc(hidden)]
    /// Returns the bucket of a salt as text, such as `bucket 3 of 16`. Returns `None` if the salt has no bucket.
    pub fn bucket_text(&self, salt: &[u8]) -> Option<String> {
        match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
                Some(alloc::format!("bucket {} of {count}", self.bucket_of(salt)?))
            }
            SaltForm::Bytes { .. } | SaltForm::Hex { .. } => None,
        }
    }

    /// Returns the salt of `modulo`. `number` is the value of the salted field.
    #[doc(hidden)]
    pub fn modulo(&self, number: Option<Number>) -> Salted {
        match number.and_then(|number| number.modulo(self.bucket_count())) {
            Some(bucket) => Salted::Known(self.salt_of_bucket(bucket)),
            None => Salted::Unknown("not checked: the field is not an integer".into()),
        }
    }
}

/// The salt of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySalt {
    /// The computation of the salt, and its form in the key.
    pub layout: SaltLayout,
    /// The indexes of the salted fields: see [`of`](Self::of()).
    pub of: Cow<'static, [usize]>,
}

impl KeySalt {
    /// Returns the indexes of the salted fields, in the order of the hash input. Empty if the whole key is salted, or
    /// if the salt is random.
    pub const fn of(&self) -> &[usize] {
        slice(&self.of)
    }
}
