//! Salts of described layouts, computed where the algorithm is compiled in.

use crate::ascii::ascii_hex;
use crate::layout::RANDOM;
use crate::layout::description::SaltDescription;
use crate::layout::{SaltForm, SaltLayout};
#[cfg(any(feature = "md5", feature = "sha256", feature = "xxh3", feature = "crc32", feature = "murmur3"))]
use crate::salt::digest::digest;
use crate::salt::{Bucket, Phoenix};
use crate::wire::integer::Number;
use alloc::string::String;
use alloc::vec::Vec;

/// A salt, or why it is not known.
pub(crate) enum Salted {
    Known(Vec<u8>),
    /// Any bucket will do.
    Random,
    Unknown(String),
}

type DigestOf = fn(&[&[u8]]) -> Vec<u8>;

/// The digest of `parts` one after the other; `None` when the algorithm is not compiled in.
pub(super) fn by_name(algorithm: &str, parts: &[&[u8]]) -> Option<Vec<u8>> {
    let digest_of: Option<DigestOf> = match algorithm {
        #[cfg(feature = "md5")]
        "md5" => Some(|parts| digest::<crate::salt::digest::Md5>(parts).as_ref().to_vec()),
        #[cfg(feature = "sha256")]
        "sha256" => Some(|parts| digest::<crate::salt::digest::Sha256>(parts).as_ref().to_vec()),
        #[cfg(feature = "xxh3")]
        "xxh3" => Some(|parts| digest::<crate::salt::digest::Xxh3>(parts).as_ref().to_vec()),
        #[cfg(feature = "crc32")]
        "crc32" => Some(|parts| digest::<crate::salt::digest::Crc32>(parts).as_ref().to_vec()),
        #[cfg(feature = "murmur3")]
        "murmur3" => Some(|parts| digest::<crate::salt::digest::Murmur3>(parts).as_ref().to_vec()),
        _ => None,
    };
    digest_of.map(|digest_of| digest_of(parts))
}

/// Lower-case hex digits.
pub(super) fn hex(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [ascii_hex(byte >> 4), ascii_hex(byte & 0x0F)]).collect()
}

impl SaltDescription {
    /// Without its name, which a constant alone has.
    pub(super) fn layout(&self) -> SaltLayout {
        SaltLayout { algorithm: "", form: self.form, width: self.width }
    }

    pub(super) fn is_random(&self) -> bool {
        self.algorithm == RANDOM
    }

    pub(super) fn has_buckets(&self) -> bool {
        matches!(self.form, SaltForm::Buckets { .. } | SaltForm::BucketDigits { .. })
    }

    fn unknown(&self) -> Salted {
        Salted::Unknown(match &*self.algorithm {
            "with" => "not checked: by a function that only the program knows".into(),
            "modulo" => "not checked: of a field that is no integer".into(),
            algorithm => alloc::format!("not checked: the feature `{algorithm}` of rowkey is off"),
        })
    }

    /// The salt of fields that stand as `sources` in the key, `number` being the value of the first.
    pub(super) fn of(&self, sources: &[&[u8]], number: Option<Number>) -> Salted {
        let count = match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => count,
            SaltForm::Bytes { last } | SaltForm::Hex { last } => return self.bytes(sources, last),
        };
        let bucket = match &*self.algorithm {
            RANDOM => return Salted::Random,
            "phoenix" => Some(Phoenix::bucket(sources, count)),
            "modulo" => number.and_then(|number| number.modulo(count)),
            algorithm => by_name(algorithm, sources).map(|digest| {
                let number = digest.iter().take(8).fold(0u64, |number, byte| number << 8 | u64::from(*byte));
                number % count
            }),
        };
        match bucket {
            Some(bucket) => Salted::Known(self.bucket(bucket)),
            None => self.unknown(),
        }
    }

    fn bytes(&self, sources: &[&[u8]], last: bool) -> Salted {
        let Some(digest) = by_name(&self.algorithm, sources) else {
            return self.unknown();
        };
        let is_hex = matches!(self.form, SaltForm::Hex { .. });
        let count = if is_hex { self.width / 2 } else { self.width };
        let bytes =
            if last { digest.len().checked_sub(count).and_then(|at| digest.get(at..)) } else { digest.get(..count) };
        let bytes = bytes.unwrap_or_default();
        Salted::Known(if is_hex { hex(bytes) } else { bytes.to_vec() })
    }

    /// The salt of a bucket.
    pub(super) fn bucket(&self, bucket: u64) -> Vec<u8> {
        let mut salt = alloc::vec![0; self.width];
        self.layout().write_bucket(bucket, &mut salt, 0);
        salt
    }

    /// What a salt says of itself.
    pub(super) fn value(&self, salt: &[u8]) -> Option<String> {
        match self.form {
            SaltForm::Buckets { count } | SaltForm::BucketDigits { count } => {
                Some(alloc::format!("bucket {} of {count}", self.layout().bucket_of(salt)?))
            }
            SaltForm::Bytes { .. } | SaltForm::Hex { .. } => None,
        }
    }
}
