//! Keys from guides to row key design, with their expected bytes. If a guide describes a key without an example, we
//! chose the values.
//!
//! In `text(title, fields, expected)`, the expected key is text, and in `bytes(title, fields, expected)`, hexadecimal
//! digits. The functions `plain` and `field` return a field with its value: `plain` without attributes, `field` with
//! attributes.

use super::{Golden, bytes, field, plain, text};
use crate::model::{BucketFunction, Digest, Field, Layout, Salt};

/// Returns the keys from guides.
pub fn guides() -> Vec<Golden> {
    [table_guide(), relational_guide(), cloud_guide()].concat()
}

/// A guide to the row keys of binary and JSON tables.
fn table_guide() -> Vec<Golden> {
    let last_hex = |layout: Layout| layout.salt(Salt::digest(Digest::Md5, 2).last().hex().of([0]));
    vec![
        text("table guide: a plain id", [plain("user000001")], "user000001"),
        text(
            "table guide: a timestamp salted with the end of its MD5",
            [field(1_364_248_490u64, |field| field.pad(10))],
            "ffe51364248490",
        )
        .with(last_hex),
        text(
            "table guide: a composite key",
            [field("user000001", |field| field.pad(10)), plain("app7")],
            "user000001app7",
        ),
    ]
}

/// A guide that moves a relational data model to row keys.
fn relational_guide() -> Vec<Golden> {
    let payments = [
        ("000023_01-01-2017 09:07:00_012345683", 23, "01-01-2017 09:07:00", 12_345_683),
        ("000123_01-01-2017 09:00:00_012345678", 123, "01-01-2017 09:00:00", 12_345_678),
        ("000123_01-01-2017 16:06:30_012345682", 123, "01-01-2017 16:06:30", 12_345_682),
        ("000129_01-01-2017 09:00:40_012345680", 129, "01-01-2017 09:00:40", 12_345_680),
        ("000156_01-01-2017 09:00:30_012345679", 156, "01-01-2017 09:00:30", 12_345_679),
        ("000163_01-01-2017 09:05:00_012345681", 163, "01-01-2017 09:05:00", 12_345_681),
    ];
    let padded = [1, 2, 3, 5, 9, 11, 22].map(|number: u32| {
        text("relational guide: padding", [field(number, |field| field.pad(4))], &format!("{number:04}"))
    });
    let by_customer = payments.map(|(key, customer, date_time, payment): (_, u32, _, u32)| {
        let columns = [field(customer, |field| field.pad(6)), plain(date_time), field(payment, |field| field.pad(9))];
        text("relational guide: payments by customer", columns, key).with(|layout| layout.delimiter(b'_'))
    });
    let by_date = text(
        "relational guide: payments by date",
        [plain("01-01-2017 09:00:30"), field(156u32, |field| field.pad(6)), field(12_345_679u32, |field| field.pad(9))],
        "01-01-2017 09:00:30_000156_012345679",
    );
    let single = [
        text("relational guide: padding of 123", [field(123u32, |field| field.pad(6))], "000123"),
        text("relational guide: descending 123", [field(123u32, |field| field.pad(6).descending())], "999876"),
        text("relational guide: descending 100", [field(100u32, |field| field.pad(6).descending())], "999899"),
        text("relational guide: reversed padding", [field(123u32, |field| field.pad(6).reverse())], "321000"),
        text("relational guide: the last digit as salt", [field(123u32, |field| field.pad(6))], "3000123")
            .with(|layout| layout.salt(Salt::buckets(BucketFunction::Modulo, 10).digits().of([0]))),
        by_date.with(|layout| layout.delimiter(b'_')),
    ];
    padded.into_iter().chain(by_customer).chain(single).collect()
}

/// A cloud provider's guide to `HBase`.
fn cloud_guide() -> Vec<Golden> {
    vec![
        text("cloud guide: the start of the MD5 of the user", [plain("user000001")], "469euser000001")
            .with(|layout| layout.salt(Salt::digest(Digest::Md5, 2).hex().of([0]))),
        text("cloud guide: reversed user", [field("user000001", Field::reverse)], "100000resu"),
        bytes(
            "cloud guide: Long.MAX_VALUE - timestamp",
            [plain("host1"), plain("boot"), field(1_364_248_490_000i64, Field::descending)],
            "686F737431 0000 626F6F74 0000 7FFFFEC25C740FEF",
        ),
        bytes("cloud guide: digits as a number", [plain(2_015_122_410u64)], "00000000781C53EA"),
        text(
            "cloud guide: padding on the right",
            [field("host1", |field| field.pad_with(20, b'x'))],
            "host1xxxxxxxxxxxxxxx",
        ),
        text("cloud guide: a delimiter", [plain("host1"), plain("cpu")], "host1_cpu")
            .with(|layout| layout.delimiter(b'_')),
        bytes(
            "cloud guide: timestamp modulo buckets",
            [plain(1_364_248_497u64), plain("host1")],
            "07 000000005150C7B1 686F737431",
        )
        .with(|layout| layout.salt(Salt::buckets(BucketFunction::Modulo, 10).of([0]))),
    ]
}
