//! Keys that other software wrote: they decode, and encode to the same bytes.

use crate::table::{hex, unhex};
use rowkey::RowKey;

/// Kiji's formatted entity ids: the first component hashed to two bytes, strings terminated by NUL, integers with the sign bit
/// flipped.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(terminator = '\0')]
struct KijiKey {
    #[salt(md5, 2)]
    name: String,
    number: i32,
    long: i64,
}

#[test]
fn kiji_entity_id() {
    let key = KijiKey { name: "one".into(), number: 1, long: 7 };
    assert_eq!(hex(key.try_encode().unwrap()), "f97c6f6e6500800000018000000000000007");
    assert_eq!(KijiKey::decode(&unhex("f97c6f6e6500800000018000000000000007")).unwrap(), key);
}

/// A salted table of Apache Phoenix: `SALT_BUCKETS = 10`, and three INTEGER, one VARCHAR and four BIGINT in its primary key.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(terminator = '\0', salt(phoenix, buckets = 10))]
struct PhoenixKey {
    organisation: i32,
    campaign: i32,
    kind: i32,
    device: String,
    day: i64,
    visit: i64,
    page: i64,
    action: i64,
}

#[test]
fn phoenix_salted_row() {
    let row = "00800062b980000db3800000014d4f42494c4500\
               8000000000000000800000006f49174280000000000000008000000000000000";
    let key = PhoenixKey::decode(&unhex(row)).unwrap();
    assert_eq!(
        key,
        PhoenixKey {
            organisation: 25_273,
            campaign: 3_507,
            kind: 1,
            device: "MOBILE".into(),
            day: 0,
            visit: 0x6F49_1742,
            page: 0,
            action: 0,
        }
    );
    assert_eq!(hex(key.try_encode().unwrap()), row);
    let other_bucket = row.replacen("00", "01", 1);
    assert!(PhoenixKey::decode(&unhex(&other_bucket)).is_err());
}

/// `SALT_BUCKETS = 3` over a BINARY(6).
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(phoenix, buckets = 3))]
struct PhoenixBinaryKey {
    id: [u8; 6],
}

/// The hash of these bytes is `i32::MIN`, which has no absolute value.
#[test]
fn phoenix_row_whose_hash_has_no_absolute_value() {
    let key = PhoenixBinaryKey { id: [0x96, 0, 0xF6, 0, 0x13, 0xFE] };
    assert_eq!(hex(key.encode()), "029600f60013fe");
    assert_eq!(PhoenixBinaryKey::decode(&key.encode()).unwrap(), key);
    assert!(PhoenixBinaryKey::prefix().id([0x96, 0, 0xF6, 0, 0x13, 0xFE]).range().contains(&key.encode()));
}
