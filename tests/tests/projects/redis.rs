//! Keys of databases that have the commands of Redis and store their data in key-value stores. The comments name each
//! project's functions that write the keys or scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row};
use rowkey::{Codec, CodecError, RowKey, codecs::InOrder};

/// `apache/kvrocks`, `src/storage/redis_metadata.cc`, `InternalKey::Encode` without slots.
#[test]
fn kvrocks() {
    #[derive(Debug, PartialEq, RowKey)]
    struct FieldKey {
        #[length(u8)]
        namespace: String,
        #[length(u32)]
        key: Vec<u8>,
        version: u64,
        field: Vec<u8>,
    }

    let key = FieldKey { namespace: "ns".into(), key: b"user".to_vec(), version: 258, field: b"mail".to_vec() };
    assert_row(&key, "02 'ns' 00000004 'user' 0000000000000102 'mail'");
    // All fields of one version of a hash
    assert_prefix_range(
        &FieldKey::prefix().namespace("ns").key(b"user").version(258).range(),
        "02 'ns' 00000004 'user' 0000000000000102",
        &["02 'ns' 00000004 'user' 0000000000000102 'mail'"],
        &["02 'ns' 00000004 'user' 0000000000000103 'mail'", "02 'ns' 00000005 'users' 0000000000000102"],
    );
}

/// `ideawu/ssdb`, `src/ssdb/t_hash.h`, `encode_hash_key`, and `src/ssdb/t_zset.h`, `encode_zscore_key` of scores that
/// are not negative.
#[test]
fn ssdb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "h")]
    struct HashKey {
        #[length(u8)]
        #[rowkey(after = "=")]
        name: Vec<u8>,
        key: Vec<u8>,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "z")]
    struct ScoreKey {
        #[length(u8)]
        #[rowkey(after = "=")]
        name: Vec<u8>,
        #[rowkey(after = "=")]
        score: u64,
        key: Vec<u8>,
    }

    assert_row(&HashKey { name: b"user".to_vec(), key: b"mail".to_vec() }, "'h' 04 'user=mail'");
    assert_row(
        &ScoreKey { name: b"top".to_vec(), score: 258, key: b"ann".to_vec() },
        "'z' 03 'top=' 0000000000000102 '=ann'",
    );
    assert_prefix_range(
        &HashKey::prefix().name(b"user").range(),
        "'h' 04 'user='",
        &["'h' 04 'user=mail'"],
        &["'h' 05 'users=mail'"],
    );
    assert_range(
        &ScoreKey::prefix().name(b"top").score_in(258..).range(),
        "'z' 03 'top=' 0000000000000102",
        "'z' 03 'top>'",
        &["'z' 03 'top=' 0000000000000102 '=ann'"],
        &["'z' 03 'top=' 0000000000000101 '=ann'", "'z' 03 'tos=' 0000000000000102 '=ann'"],
    );
}

/// `OpenAtomFoundation/pika`, `src/storage/src/base_data_key_format.h`, `BaseDataKey`: a field of a hash, before
/// release 4 and since then.
#[test]
fn pika() {
    #[derive(Debug, PartialEq, RowKey)]
    struct OldFieldKey {
        #[length(u32, little_endian)]
        key: Vec<u8>,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        version: i32,
        field: Vec<u8>,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\0\0\0\0\0\0\0\0")]
    struct FieldKey {
        #[rowkey(codec = rowkey_formats::KuduBytes)]
        key: Vec<u8>,
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        version: u64,
        #[unterminated]
        #[rowkey(after = b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")]
        field: Vec<u8>,
    }

    let (key, field) = (b"a\0b".to_vec(), b"mail".to_vec());
    assert_row(
        &OldFieldKey { key: key.clone(), version: 258, field: field.clone() },
        "03000000 'a' 00 'b' 02010000 'mail'",
    );
    assert_prefix_range(
        &OldFieldKey::prefix().key(b"a\0b").version(258).range(),
        "03000000 'a' 00 'b' 02010000",
        &["03000000 'a' 00 'b' 02010000 'mail'"],
        &["03000000 'a' 00 'b' 03010000 'mail'"],
    );
    assert_row(
        &FieldKey { key: key.clone(), version: 258, field },
        "00*8 'a' 0001 'b' 0000 0201000000000000 'mail' 00*16",
    );
    // `EncodeSeekKey` without a field
    assert_prefix_range(
        &FieldKey::prefix().key(&key).version(258).range(),
        "00*8 'a' 0001 'b' 0000 0201000000000000",
        &["00*8 'a' 0001 'b' 0000 0201000000000000 00*16"],
        &["00*8 'a' 0001 'bc' 0000 0201000000000000 00*16", "00*8 'a' 0001 'b' 0000 0301000000000000 00*16"],
    );
}

/// `ledisdb/ledisdb`, `ledis/t_zset.go`, `zEncodeScoreKey`: a member of a sorted set, by its score.
#[test]
fn ledisdb() {
    /// `<` or `=`, which tells negative scores from others, and the score in two's complement.
    struct Score;
    impl Codec<i64> for Score {
        type Encoded = InOrder<[u8; 9]>;
        const NAME: &'static str = "sign as < or =, two's complement";
        fn encode(score: &i64) -> InOrder<[u8; 9]> {
            let mut bytes = [if *score < 0 { b'<' } else { b'=' }; 9];
            bytes[1..].copy_from_slice(&score.to_be_bytes());
            InOrder(bytes)
        }
        fn decode([_, score @ ..]: [u8; 9]) -> Result<i64, CodecError> {
            Ok(i64::from_be_bytes(score))
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct ScoreKey {
        database: u8,
        #[rowkey(before = 0x08)]
        #[length(u16)]
        set: Vec<u8>,
        #[rowkey(codec = Score, after = ":")]
        score: i64,
        member: Vec<u8>,
    }

    let key = ScoreKey { database: 1, set: b"top".to_vec(), score: -2, member: b"ann".to_vec() };
    assert_row(&key, "01 08 0003 'top' '<' fffffffffffffffe ':ann'");
    assert_row(&ScoreKey { score: 258, ..key }, "01 08 0003 'top' '=' 0000000000000102 ':ann'");
    // `ZRangeByScore`
    assert_range(
        &ScoreKey::prefix().database(1).set(b"top").score_in(-1..=258).range(),
        "01 08 0003 'top' '<' ffffffffffffffff",
        "01 08 0003 'top' '=' 0000000000000103",
        &["01 08 0003 'top' '<' ffffffffffffffff ':'", "01 08 0003 'top' '=' 0000000000000102 ':ann'"],
        &["01 08 0003 'top' '<' fffffffffffffffe ':ann'", "01 08 0003 'tot' '=' 0000000000000000 ':ann'"],
    );
}
