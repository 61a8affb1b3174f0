//! Keys of databases that speak SQL, and of the storage services under them. The comments name each project's functions
//! that write the keys or scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row, bytes};
use rowkey::{
    Codec, CodecError, KeySpace, RowKey,
    codecs::{StartsAlike, Without},
    testing,
};
use rowkey_formats::Tidb;

/// `neondatabase/neon`, `libs/pageserver_api/src/key.rs`: `Key::write_to_byte_slice` and `rel_block_to_key`.
#[test]
fn neon() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x00")]
    struct BlockKey {
        tablespace: u32,
        database: u32,
        relation: u32,
        fork: u8,
        block: u32,
    }

    let key = BlockKey { tablespace: 1663, database: 5, relation: 16384, fork: 0, block: 258 };
    assert_row(&key, "00 0000067f 00000005 00004000 00 00000102");
    assert_range(
        &BlockKey::prefix().tablespace(1663).database(5).relation(16384).fork(0).block_in(..10).range(),
        "00 0000067f 00000005 00004000 00",
        "00 0000067f 00000005 00004000 00 0000000a",
        &["00 0000067f 00000005 00004000 00 00000009"],
        &["00 0000067f 00000005 00004000 00 0000000a", "00 0000067f 00000005 00004000 01 00000000"],
    );
}

/// `cockroachdb/cockroach`, `pkg/keys/sql.go`, `IndexPrefix`, and `MakeFamilyKey` in `pkg/keys/keys.go` for the family
/// 0: a row of a table whose primary key is a text.
#[test]
fn cockroachdb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(fields = rowkey_formats::CockroachInteger)]
    struct RowOfNames {
        table: u32,
        index: u32,
        #[rowkey(codec = rowkey_formats::CockroachBytes)]
        #[rowkey(after = 0x88)]
        name: String,
    }

    assert_row(&RowOfNames { table: 52, index: 1, name: "ann".into() }, "bc 89 12 'ann' 0001 88");
    assert_row(&RowOfNames { table: 110, index: 1, name: "a\0".into() }, "f66e 89 12 'a' 00ff 0001 88");
    assert_prefix_range(
        &RowOfNames::prefix().table(52).index(1).range(),
        "bc 89",
        &["bc 89 12 'ann' 0001 88"],
        &["bc 8a 12 'ann' 0001 88", "bd 89 12 'ann' 0001 88"],
    );
    assert_range(
        &RowOfNames::prefix().table(52).index(1).name_in("b"..).range(),
        "bc 89 12 'b' 0001",
        "bc 8a",
        &["bc 89 12 'bob' 0001 88"],
        &["bc 89 12 'ann' 0001 88"],
    );
}

/// `databendlabs/databend`, `src/meta/app/src/schema/database_name_ident.rs`, with `escape_for_key` of
/// `src/common/base/src/base/string.rs`.
#[test]
fn databend() {
    /// Text in which all characters but ASCII letters, digits and `_` are escaped as `%` and two hexadecimal digits.
    struct Name;
    impl Codec<String> for Name {
        type Encoded = Without<'/', StartsAlike<Vec<u8>>>;
        const NAME: &'static str = "name with %xx";
        fn encode(name: &String) -> Self::Encoded {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            let escaped = |byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02x}") };
            Without(StartsAlike(name.bytes().map(escaped).collect::<String>().into()))
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            let mut name = Vec::new();
            for (index, part) in String::from_utf8_lossy(&bytes).split('%').enumerate() {
                let (hex, rest) = part.split_at_checked(if index == 0 { 0 } else { 2 }).ok_or("a short escape")?;
                name.extend(u8::from_str_radix(hex, 16));
                name.extend_from_slice(rest.as_bytes());
            }
            Ok(String::from_utf8(name)?)
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "__fd_database/", delimiter = '/')]
    struct DatabaseKey {
        #[rowkey(codec = Name)]
        tenant: String,
        #[rowkey(codec = Name)]
        database: String,
    }

    // The codec escapes `/`, so no name is rejected.
    assert_eq!(DatabaseKey { tenant: "a".into(), database: "/".into() }.encode(), b"__fd_database/a/%2f");
    testing::text_codec::<Name, String>(["a/b", "data_bend!!", "%%", "\u{e9}\u{e8}"].map(String::from)).unwrap();
    assert_row(&DatabaseKey { tenant: "test".into(), database: "test1".into() }, "'__fd_database/test/test1'");
    assert_prefix_range(
        &DatabaseKey::prefix().tenant(&"test".into()).database_starts_with("a/").range(),
        "'__fd_database/test/a%2f'",
        &["'__fd_database/test/a%2f'", "'__fd_database/test/a%2fx'"],
        &["'__fd_database/test/a%2e'", "'__fd_database/test/b'"],
    );
    assert_row(
        &DatabaseKey { tenant: "a/b".into(), database: "data_bend!!".into() },
        "'__fd_database/a%2fb/data_bend%21%21'",
    );
    // All databases of a tenant
    assert_prefix_range(
        &DatabaseKey::prefix().tenant(&"a/b".into()).range(),
        "'__fd_database/a%2fb/'",
        &["'__fd_database/a%2fb/x'"],
        &["'__fd_database/a%2fb2/x'", "'__fd_database/a/b'"],
    );
}

/// `pingcap/tidb`, `pkg/tablecodec/tablecodec.go`, `GenIndexKey`: an index that is not unique, over two columns of
/// text.
#[test]
fn tidb_index() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "t")]
    struct IndexKey {
        table: i64,
        #[rowkey(before = "_i")]
        index: i64,
        #[rowkey(codec = Tidb)]
        last: String,
        #[rowkey(codec = Tidb)]
        first: Option<String>,
        #[rowkey(codec = Tidb)]
        handle: i64,
    }

    let index = "'t' 8000000000000102 '_i' 8000000000000001";
    let smith = format!("{index} 01 'smith' 000000 fc");
    let key = |first: Option<&str>| IndexKey {
        table: 258,
        index: 1,
        last: "smith".into(),
        first: first.map(String::from),
        handle: 7,
    };
    assert_row(&key(Some("samantha")), &format!("{smith} 01 'samantha' ff 00*8 f7 03 8000000000000007"));
    assert_row(&key(None), &format!("{smith} 00 03 8000000000000007"));
    // `EncodeIndexSeekKey` of one value
    assert_prefix_range(
        &IndexKey::prefix().table(258).index(1).last("smith").range(),
        &smith,
        &[&format!("{smith} 01 'ann' 0000000000 fa 03 8000000000000001"), &format!("{smith} 00 03 8000000000000001")],
        &[
            &format!("{index} 01 'smiths' 0000 fd 00 03 8000000000000001"),
            &format!("{index} 00 00 03 8000000000000001"),
        ],
    );
}

/// `pingcap/tidb`, `pkg/tablecodec/tablecodec.go`, `EncodeRowKeyWithHandle`.
#[test]
fn tidb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "t")]
    struct RecordKey {
        table: i64,
        #[rowkey(before = "_r")]
        handle: i64,
    }

    assert_row(&RecordKey { table: 258, handle: -1 }, "'t' 8000000000000102 '_r' 7fffffffffffffff");
    // `GenTableRecordPrefix`
    assert_prefix_range(
        &RecordKey::prefix().table(258).range(),
        "'t' 8000000000000102 '_r'",
        &["'t' 8000000000000102 '_r' 7fffffffffffffff"],
        &["'t' 8000000000000102 '_i' 8000000000000001", "'t' 8000000000000103 '_r' 7fffffffffffffff"],
    );
}

/// `apache/kudu`, `src/kudu/common/key_encoder.h`: a row of a table with the primary key `(host, at, metric)`.
#[test]
fn kudu() {
    #[derive(Debug, PartialEq, RowKey)]
    struct LoadKey {
        #[rowkey(codec = rowkey_formats::KuduBytes)]
        host: String,
        at: i64,
        metric: String,
    }

    let key = LoadKey { host: "a\0b".into(), at: -1, metric: "cpu\0".into() };
    assert_row(&key, "'a' 0001 'b' 0000 7fffffffffffffff 'cpu' 00");
    assert_range(
        &LoadKey::prefix().host("a").at_in(..=7).range(),
        "'a' 0000",
        "'a' 0000 8000000000000008",
        &["'a' 0000 8000000000000007 'cpu'"],
        &["'a' 0001 0000 8000000000000007", "'a' 0000 8000000000000008"],
    );
}

/// `pingcap/tidb`, `pkg/structure/type.go`, `encodeHashDataKey`, with the prefix and the keys of `pkg/meta/meta.go`.
#[test]
fn tidb_meta() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "m")]
    struct HashKey {
        #[rowkey(codec = rowkey_formats::TidbBytes, after = b"\0\0\0\0\0\0\0h")]
        key: String,
        #[rowkey(codec = rowkey_formats::TidbBytes)]
        field: String,
    }

    assert_row(
        &HashKey { key: "DB:1".into(), field: "Table:10".into() },
        "'m' 'DB:1' 00*4 fb 00*7 'h' 'Table:10' ff 00*8 f7",
    );
    // `hashDataKeyPrefix`
    assert_prefix_range(
        &HashKey::prefix().key("DB:1").range(),
        "'m' 'DB:1' 00*4 fb 00*7 'h'",
        &["'m' 'DB:1' 00*4 fb 00*7 'h' 'TID:10' 00*2 fd"],
        &["'m' 'DB:12' 00*3 fc 00*7 'h' 'TID:10' 00*2 fd", "'m' 'DB:1' 00*4 fb 00*7 'H'"],
    );
}

/// `tikv/pd`, `server/storage/endpoint/key_path.go`, `RegionPath`.
#[test]
fn pd() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "raft/r/")]
    struct RegionKey {
        #[pad(20)]
        region: u64,
    }

    assert_row(&RegionKey { region: 2 }, "'raft/r/00000000000000000002'");
    assert_range(
        &RegionKey::prefix().region_in(2..12).range(),
        "'raft/r/00000000000000000002'",
        "'raft/r/00000000000000000012'",
        &["'raft/r/00000000000000000009'"],
        &["'raft/r/00000000000000000012'", "'raft/r/00000000000000000001'"],
    );
}

/// `risingwavelabs/risingwave`, `src/storage/hummock_sdk/src/key.rs`, `FullKey::encode_into`: a row whose primary key
/// consists of an `int` and a `varchar`, in the format of the crate `memcomparable`.
#[test]
fn risingwave() {
    use rowkey_formats::Memcomparable;

    #[derive(Debug, PartialEq, RowKey)]
    struct FullKey {
        table: u32,
        virtual_node: u16,
        #[rowkey(codec = Memcomparable)]
        id: i32,
        #[rowkey(codec = Memcomparable)]
        name: String,
        epoch: u64,
    }

    let key = FullKey { table: 7, virtual_node: 255, id: 1, name: "ann".into(), epoch: 9 };
    assert_row(&key, "00000007 00ff 80000001 01 'ann' 00*5 03 0000000000000009");
    assert_prefix_range(
        &FullKey::prefix().table(7).virtual_node(255).id(1).range(),
        "00000007 00ff 80000001",
        &["00000007 00ff 80000001 01 'ann' 00*5 03 0000000000000009"],
        &["00000007 00ff 80000002 01 'ann' 00*5 03 0000000000000009"],
    );
}

/// `cockroachdb/cockroach`, `pkg/storage/mvcc_key.go`, `EncodeMVCCKey`: the key, 00, the time, and one byte with the
/// length of the time plus 1. The logical part of the time is left out if it is 0.
#[test]
fn cockroach_mvcc() {
    #[derive(Debug, PartialEq, RowKey)]
    struct WallKey {
        #[unterminated]
        key: Vec<u8>,
        #[rowkey(before = 0x00, after = 0x09)]
        wall: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct LogicalKey {
        #[unterminated]
        key: Vec<u8>,
        #[rowkey(before = 0x00)]
        wall: u64,
        #[rowkey(after = 0x0D)]
        logical: std::num::NonZeroU32,
    }

    assert_row(&WallKey { key: b"ann".to_vec(), wall: 258 }, "'ann' 00 0000000000000102 09");
    let logical = 1.try_into().unwrap();
    assert_row(&LogicalKey { key: b"ann".to_vec(), wall: 258, logical }, "'ann' 00 0000000000000102 00000001 0d");
    // The last byte tells the two kinds apart.
    #[derive(Debug, PartialEq, KeySpace)]
    enum MvccKey {
        Wall(WallKey),
        Logical(LogicalKey),
    }
    let key = WallKey { key: b"ann".to_vec(), wall: 258 };
    assert_eq!(MvccKey::decode(&bytes("'ann' 00 0000000000000102 09")), Ok(MvccKey::Wall(key)));
    let key = LogicalKey { key: b"ann".to_vec(), wall: 258, logical };
    assert_eq!(MvccKey::decode(&bytes("'ann' 00 0000000000000102 00000001 0d")), Ok(MvccKey::Logical(key)));
}
