//! Computes salts without the key's type, from a [`SaltLayout`], which contains the name of the algorithm. An algorithm
//! such as `md5` can be computed only if its feature is enabled.

use crate::ascii::hex_digits;
use crate::digest::{self, USER_FUNCTION};
use crate::layout::RANDOM;
use crate::layout::{SaltForm, SaltLayout};
use crate::salt::{BucketHash, Phoenix, digest_to_u64, part_of_digest};
use crate::wire::integer::Number;
use alloc::string::String;
use alloc::vec::Vec;

/// The result of computing a salt. `Unknown` contains the reason.
pub(crate) enum Salted {
    Known(Vec<u8>),
    /// The writer chooses the bucket, so every bucket is valid.
    Random,
    Unknown(String),
}

impl SaltLayout {
    pub(super) fn has_buckets(&self) -> bool {
        matches!(self.form, SaltForm::Buckets { .. } | SaltForm::BucketDigits { .. })
    }

    fn unknown(&self) -> Salted {
        Salted::Unknown(match self.algorithm {
            USER_FUNCTION => "not checked: computed by a function that only the program has".into(),
            "modulo" => "not checked: the field is not an integer".into(),
            algorithm => alloc::format!("not checked: the feature `{algorithm}` of rowkey is off"),
        })
    }

    /// Computes the salt. `sources` are the bytes of the salted fields. `number` is the value of the first salted
    /// field, if this field is an integer.
    pub(super) fn compute(&self, sources: &[&[u8]], number: Option<Number>) -> Salted {
        let count = match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => count,
            SaltForm::Bytes { last } | SaltForm::Hex { last } => return self.compute_bytes(sources, last),
        };
        let bucket = match self.algorithm {
            RANDOM => return Salted::Random,
            "phoenix" => Some(Phoenix::bucket_of(sources, count)),
            "modulo" => number.and_then(|number| number.modulo(count)),
            algorithm => digest::by_name(algorithm, sources).map(|digest| digest_to_u64(&digest) % count),
        };
        match bucket {
            Some(bucket) => Salted::Known(self.salt_of_bucket(bucket)),
            None => self.unknown(),
        }
    }

    fn compute_bytes(&self, sources: &[&[u8]], last: bool) -> Salted {
        let Some(digest) = digest::by_name(self.algorithm, sources) else {
            return self.unknown();
        };
        let is_hex = matches!(self.form, SaltForm::Hex { .. });
        let bytes = part_of_digest(&digest, if is_hex { self.width / 2 } else { self.width }, last);
        Salted::Known(if is_hex { hex_digits(bytes).collect() } else { bytes.to_vec() })
    }

    pub(super) fn salt_of_bucket(&self, bucket: u64) -> Vec<u8> {
        let mut salt = alloc::vec![0; self.width];
        self.write_bucket(bucket, &mut salt, 0);
        salt
    }

    /// Returns the bucket of a salt as text, such as `bucket 3 of 16`. Returns `None` if the salt has no bucket.
    pub(super) fn bucket_text(&self, salt: &[u8]) -> Option<String> {
        match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
                Some(alloc::format!("bucket {} of {count}", self.bucket_of(salt)?))
            }
            SaltForm::Bytes { .. } | SaltForm::Hex { .. } => None,
        }
    }
}
