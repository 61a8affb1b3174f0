//! Formatted entity ids of Kiji, as `FormattedEntityId` writes them: some bytes of an MD5, then each component. Text
//! has a NUL after it; integers of 32 and 64 bits are big-endian with the sign bit flipped. The MD5 is of the first
//! component as UTF-8, without the NUL.

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
        // Derived from the definition.
        bytes(
            "(\"one\", -1, -7) without a hash",
            [plain("one"), plain(-1i32), plain(-7i64)],
            "6f6e6500 7fffffff 7ffffffffffffff9",
        )
        .with(|layout| layout.terminator(0)),
    ]
}
