//! Row keys of Phoenix, a SQL layer on `HBase`. A row key is an optional salt byte (a hash of all later bytes, modulo
//! the number of buckets), and then each column of the primary key. `INTEGER` and `BIGINT` are big-endian with the sign
//! bit flipped. `UNSIGNED_*` is big-endian. `VARCHAR` and `VARBINARY` have a NUL after them, except in the last column.
//! `DESC` complements every byte of a column. The NUL after a `DESC` column becomes `FF`, and is written even after the
//! last column.

use super::{Golden, bytes, field, plain, unhex};
use crate::model::{BucketFunction, Field, Layout, Salt};

/// Returns keys of Phoenix.
pub fn phoenix() -> Vec<Golden> {
    [written_by_phoenix(), derived_from_the_definition()].concat()
}

fn salted(buckets: u64) -> impl Fn(Layout) -> Layout {
    move |layout| layout.terminator(0).salt(Salt::buckets(BucketFunction::Phoenix, buckets))
}

fn written_by_phoenix() -> Vec<Golden> {
    vec![
        bytes(
            "a row of a table with ten salt buckets",
            [
                plain(25_273i32),
                plain(3_507i32),
                plain(1i32),
                plain("MOBILE"),
                plain(0i64),
                plain(1_867_061_058i64),
                plain(0i64),
                plain(0i64),
            ],
            "00 800062b9 80000db3 80000001 4d4f42494c4500 \
             8000000000000000 800000006f491742 8000000000000000 8000000000000000",
        )
        .with(salted(10)),
        bytes(
            "bytes whose hash is the smallest 32-bit number, three buckets",
            [plain(unhex("9600f60013fe"))],
            "02 9600f60013fe",
        )
        .with(salted(3)),
    ]
}

/// Returns keys that Phoenix has not written, but that follow from its definition.
fn derived_from_the_definition() -> Vec<Golden> {
    let terminated = |layout: Layout| layout.terminator(0);
    vec![
        bytes("INTEGER -1, VARCHAR 'ab'", [plain(-1i32), plain("ab")], "7fffffff 6162").with(terminated),
        bytes("VARCHAR 'ab', BIGINT 1", [plain("ab"), plain(1i64)], "616200 8000000000000001").with(terminated),
        bytes("UNSIGNED_INT 1, VARCHAR ''", [plain(1u32), plain("")], "00000001").with(terminated),
        bytes("INTEGER 1 DESC", [field(1i32, Field::descending)], "7ffffffe").with(terminated),
        bytes("VARCHAR 'ab' DESC, TINYINT 1", [field("ab", Field::descending), plain(1i8)], "9e9dff 81")
            .with(terminated),
        bytes("VARCHAR 'ab' DESC, last", [field("ab", Field::descending)], "9e9dff").with(terminated),
    ]
}
