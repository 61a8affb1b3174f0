//! [`Salt`], which computes the salt of a key in the model. The model is a second implementation of the key encoding,
//! for tests. Section 9 of `rowkey/docs/layout.md` specifies salts.

use std::iter::repeat_n;

use super::{Digest, Field, Value};
use crate::hex::lower_hex;

/// The input of a salt (`layout.md`, section 9.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaltInput {
    /// All bytes after the salt.
    Key,
    /// The encoded values of the fields with these indexes, in this order, without terminators.
    Fields(Vec<usize>),
}

/// The function that maps the input to a bucket (`layout.md`, section 9.4).
#[derive(Clone, Copy, Debug)]
pub enum BucketFunction {
    /// A digest of the input, modulo the number of buckets. The digest is its first 8 bytes as a number, or all bytes
    /// if it has fewer.
    Digest(Digest),
    /// The value of an integer field, modulo the number of buckets: 17 is in bucket 7 of 10.
    Modulo,
    /// The hash function of Phoenix, modulo the number of buckets.
    Phoenix,
    /// A function that a test defines, modulo the number of buckets.
    With(fn(&[u8]) -> u64),
}

/// The form in which a salt is written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Some bytes of a digest (`layout.md`, section 9.3).
    Size {
        /// The algorithm.
        digest: Digest,
        /// The number of bytes.
        size: usize,
        /// True if the last bytes are taken instead of the first.
        last: bool,
        /// True if the bytes are written as hexadecimal digits.
        hex: bool,
    },
    /// The index of a bucket (`layout.md`, section 9.4).
    Buckets {
        /// The function that maps the input to a bucket.
        function: BucketFunction,
        /// The number of buckets.
        count: u64,
        /// True if the index is written as decimal digits.
        digits: bool,
    },
}

/// A salt.
#[derive(Clone, Debug)]
pub struct Salt {
    /// The input.
    pub input: SaltInput,
    /// The form in which the salt is written.
    pub form: Form,
}

impl Salt {
    /// Returns `salt(digest, size)` over the whole key.
    pub fn digest(digest: Digest, size: usize) -> Salt {
        Salt { input: SaltInput::Key, form: Form::Size { digest, size, last: false, hex: false } }
    }

    /// Returns `salt(function, buckets = count)` over the whole key.
    pub fn buckets(function: BucketFunction, count: u64) -> Salt {
        Salt { input: SaltInput::Key, form: Form::Buckets { function, count, digits: false } }
    }

    /// Returns the same salt with the fields with these indexes as its input: `salt(md5, 2, of(a, b))` on the struct,
    /// or `#[salt(md5, 2)]` on a single field.
    #[must_use]
    pub fn of(self, fields: impl Into<Vec<usize>>) -> Salt {
        Salt { input: SaltInput::Fields(fields.into()), ..self }
    }

    /// Returns the same salt with the option `last`: the salt is the last bytes of the digest instead of the first.
    #[must_use]
    pub fn last(mut self) -> Salt {
        match &mut self.form {
            Form::Size { last, .. } => *last = true,
            Form::Buckets { .. } => panic!("a salt with `buckets` cannot have `last`"),
        }
        self
    }

    /// Returns the same salt with the option `hex`: the bytes of the digest are written as hexadecimal digits.
    #[must_use]
    pub fn hex(mut self) -> Salt {
        match &mut self.form {
            Form::Size { hex, .. } => *hex = true,
            Form::Buckets { .. } => panic!("a salt with `buckets` cannot have `hex`"),
        }
        self
    }

    /// Returns the same salt with the option `digits`: the index of the bucket is written as decimal digits.
    #[must_use]
    pub fn digits(mut self) -> Salt {
        match &mut self.form {
            Form::Buckets { digits, .. } => *digits = true,
            Form::Size { .. } => panic!("a salt without `buckets` cannot have `digits`"),
        }
        self
    }

    /// Returns the number of bytes of the salt.
    pub fn width(&self) -> usize {
        match self.form {
            Form::Size { size, hex, .. } => size * if hex { 2 } else { 1 },
            Form::Buckets { count, digits: true, .. } => (count - 1).to_string().len(),
            Form::Buckets { count, .. } => (1..=8).find(|bytes| u128::from(count) <= 1 << (8 * bytes)).unwrap(),
        }
    }

    /// Returns the salt of a key. `input` is the salt input, and `values` are the values of all fields.
    pub(super) fn bytes(&self, input: &[u8], values: &[Value]) -> Vec<u8> {
        match self.form {
            Form::Size { digest, size, last, hex } => {
                let digest = digest.of(input);
                let bytes = if last { &digest[digest.len() - size..] } else { &digest[..size] };
                if hex { lower_hex(bytes) } else { bytes.to_vec() }
            }
            Form::Buckets { function, count, digits } => {
                let bucket = self.bucket(function, count, input, values);
                if digits {
                    zero_padded(bucket.into(), self.width())
                } else {
                    bucket.to_be_bytes()[8 - self.width()..].to_vec()
                }
            }
        }
    }

    fn bucket(&self, function: BucketFunction, count: u64, input: &[u8], values: &[Value]) -> u64 {
        match function {
            BucketFunction::Digest(digest) => {
                let digest = digest.of(input);
                digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)) % count
            }
            BucketFunction::Modulo => {
                let SaltInput::Fields(fields) = &self.input else { panic!("a `modulo` salt must name a field") };
                let bucket = match values[fields[0]] {
                    Value::U(value, _) => value % u128::from(count),
                    Value::I(value, _) => value.rem_euclid(i128::from(count)).unsigned_abs(),
                    ref other => panic!("the field of a `modulo` salt is not an integer: {other:?}"),
                };
                u64::try_from(bucket).unwrap()
            }
            BucketFunction::Phoenix => {
                let hash =
                    input.iter().fold(1i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.cast_signed().into()));
                (i128::from(hash) % i128::from(count)).unsigned_abs().try_into().unwrap()
            }
            BucketFunction::With(function) => function(input) % count,
        }
    }

    /// Returns the rule that the salt breaks in a key of these fields, or `None` if the salt is valid (`layout.md`,
    /// section 11.1).
    pub(super) fn mistake(&self, fields: &[Field]) -> Option<&'static str> {
        if let SaltInput::Fields(of) = &self.input
            && (of.is_empty() || of.iter().any(|index| *index >= fields.len()))
        {
            return Some("the salt names no field, or a field that the key does not have");
        }
        match self.form {
            Form::Size { digest, size, .. } if size == 0 || size > digest.width() => {
                Some("the salt needs a size from 1 byte to the size of the digest")
            }
            Form::Buckets { count, .. } if count == 0 || count > 1 << 32 => Some("the salt needs 1 to 2^32 buckets"),
            Form::Buckets { function: BucketFunction::Modulo, .. } => match &self.input {
                SaltInput::Fields(of) if of.len() == 1 && fields[of[0]].kind.is_integer() => None,
                _ => Some("a `modulo` salt must name exactly one field, and this field must be an integer"),
            },
            _ => None,
        }
    }
}

pub(super) fn zero_padded(number: u128, width: usize) -> Vec<u8> {
    let digits = number.to_string().into_bytes();
    repeat_n(b'0', width.saturating_sub(digits.len())).chain(digits.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the first and the last number of buckets in each row of the table in `layout.md`, section 9.4.
    #[test]
    fn a_bucket_has_the_least_width_for_its_count() {
        let rows: [(u64, u64, usize, usize); 9] = [
            (1, 10, 1, 1),
            (11, 100, 1, 2),
            (101, 256, 1, 3),
            (257, 1_000, 2, 3),
            (1_001, 10_000, 2, 4),
            (10_001, 65_536, 2, 5),
            (65_537, 100_000, 3, 5),
            (10_000_001, 16_777_216, 3, 8),
            (1_000_000_001, 1 << 32, 4, 10),
        ];
        for (least, most, bytes, digits) in rows {
            for count in [least, most] {
                let salt = Salt::buckets(BucketFunction::Phoenix, count);
                assert_eq!(salt.width(), bytes, "{count} buckets");
                assert_eq!(salt.digits().width(), digits, "{count} buckets");
            }
        }
    }

    #[test]
    fn every_salt_has_its_stated_width() {
        for count in [1, 2, 10, 11, 256, 257, 65_536, 65_537, 1 << 24, (1 << 24) + 1, 1 << 32] {
            let salt = Salt::buckets(BucketFunction::With(|_| u64::MAX), count);
            assert_eq!(salt.bytes(b"", &[]).len(), salt.width());
            let digits = salt.digits();
            assert_eq!(digits.bytes(b"", &[]).len(), digits.width());
        }
        for digest in Digest::ALL {
            let salt = Salt::digest(digest, digest.width());
            assert_eq!(salt.bytes(b"a", &[]), digest.of(b"a"));
            assert_eq!(salt.clone().last().bytes(b"a", &[]), digest.of(b"a"));
            assert_eq!(salt.clone().hex().bytes(b"a", &[]).len(), salt.hex().width());
        }
    }

    /// The bucket of a negative number by `modulo` is not negative: -11 is in bucket 9 of 10. The input of the salt by
    /// `phoenix` has the hash -2^31, whose absolute value overflows an `i32`.
    #[test]
    fn negative_values_have_valid_buckets() {
        let modulo = Salt::buckets(BucketFunction::Modulo, 10).of([0]);
        for (value, bucket) in [(i128::MIN, 2), (-11, 9), (-10, 0), (-1, 9), (0, 0), (9, 9), (10, 0)] {
            assert_eq!(modulo.bytes(b"", &[Value::I(value, 16)]), [bucket], "{value}");
        }
        let phoenix = Salt::buckets(BucketFunction::Phoenix, 3);
        assert_eq!(phoenix.bytes(&[0x96, 0x00, 0xF6, 0x00, 0x13, 0xFE], &[]), [2]);
    }
}
