//! Keys that are encoded as by `Bytes.toBytes` of `HBase`: non-negative integers as big-endian, text as UTF-8, bytes
//! unchanged. Values that rowkey encodes differently are left out: negative integers, which `HBase` sorts after
//! positive integers; `true`, which `HBase` writes as `FF`; and floats.
//!
//! In `bytes(title, fields, expected)`, the expected key is written as hexadecimal digits. The digits follow from the
//! definition of `toBytes`, which writes numbers as Java's `ByteBuffer` does.

use super::{Golden, bytes, field, plain};
use crate::model::Field;

/// Returns keys of `HBase`'s `Bytes`.
pub fn hbase() -> Vec<Golden> {
    vec![
        bytes("toBytes((short) 258)", [plain(258u16)], "0102"),
        bytes("toBytes(Short.MAX_VALUE)", [plain(32_767u16)], "7fff"),
        bytes("toBytes(123)", [plain(123u32)], "0000007b"),
        bytes("toBytes(Integer.MAX_VALUE)", [plain(2_147_483_647u32)], "7fffffff"),
        bytes("toBytes(1364248490000L)", [plain(1_364_248_490_000u64)], "0000013da38bf010"),
        bytes("toBytes(Long.MAX_VALUE)", [plain(9_223_372_036_854_775_807u64)], "7fffffffffffffff"),
        bytes(
            "toBytes(Long.MAX_VALUE - 1364248490000L)",
            [field(1_364_248_490_000i64, Field::descending)],
            "7ffffec25c740fef",
        ),
        bytes("toBytes(\"gr\u{fc}n\")", [plain("gr\u{fc}n")], "6772c3bc6e"),
        bytes("add(toBytes(7), toBytes(\"a\"))", [plain(7u32), plain("a")], "00000007 61"),
        bytes(
            "add(toBytes(\"host1\"), new byte[] {0, 0}, toBytes(7L))",
            [plain("host1"), plain(7u64)],
            "686f737431 0000 0000000000000007",
        ),
    ]
}
