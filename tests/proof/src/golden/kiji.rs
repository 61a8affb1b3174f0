//! Keys of Kiji, a library for `HBase`. Its `FormattedEntityId` writes some bytes of an MD5 digest, and then each
//! component of the key. The digest is of the first component. Text has a NUL after it, which is not digested. Integers
//! of 32 and 64 bits are big-endian with the sign bit flipped.

use super::{Golden, bytes, plain};
use crate::model::{Digest, Salt};

/// Returns keys of Kiji.
pub fn kiji() -> Vec<Golden> {
    vec![
        // Written by Kiji itself.
        bytes(
            "the formatted entity id (\"one\", 1, 7) with a hash of two bytes",
            [plain("one"), plain(1i32), plain(7i64)],
            "f97c 6f6e6500 80000001 8000000000000007",
        )
        .with(|layout| layout.terminator(0).salt(Salt::digest(Digest::Md5, 2).of([0]))),
        // Not written by Kiji, but derived from its definition.
        bytes(
            "(\"one\", -1, -7) without a hash",
            [plain("one"), plain(-1i32), plain(-7i64)],
            "6f6e6500 7fffffff 7ffffffffffffff9",
        )
        .with(|layout| layout.terminator(0)),
    ]
}
