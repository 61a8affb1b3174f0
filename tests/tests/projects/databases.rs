//! Keys of databases on top of key-value stores. The comments name each project's functions that write the keys or scan
//! the ranges.

use crate::{assert_prefix_range, assert_range, assert_row, bytes};
use rowkey::format::{Format, Kind, Reader};
use rowkey::{
    Codec, CodecError, KeyField, KeySpace, RowKey,
    codecs::{InOrder, SelfDelimited},
    testing,
};
use rowkey_formats::{FoundationDb, Leb128};

/// `hyperledger/fabric`, `core/ledger/kvledger/txmgmt/statedb/stateleveldb/stateleveldb.go`, `encodeDataKey`.
#[test]
fn fabric() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "d", terminator = '\0')]
    struct StateKey {
        chaincode: String,
        key: Vec<u8>,
    }

    assert_row(&StateKey { chaincode: "marbles".into(), key: b"m\0x".to_vec() }, "'dmarbles' 00 'm' 00 'x'");
    // `GetStateRangeScanIterator` with a start key and an end key
    assert_range(
        &StateKey::prefix().chaincode("marbles").key_in(&b"m1"[..]..&b"m3"[..]).range(),
        "'dmarbles' 00 'm1'",
        "'dmarbles' 00 'm3'",
        &["'dmarbles' 00 'm1'", "'dmarbles' 00 'm2' ff"],
        &["'dmarbles' 00 'm3'", "'dmarbles2' 00 'm1'"],
    );
    // `dataKeyStarterForNextNamespace` is the end of all keys of a chaincode.
    assert_range(
        &StateKey::prefix().chaincode("marbles").range(),
        "'dmarbles' 00",
        "'dmarbles' 01",
        &["'dmarbles' 00", "'dmarbles' 00 ff"],
        &["'dmarbles' 01", "'dmarbles1' 00"],
    );
}

/// `hyperledger/fabric`, `common/ledger/blkstorage/blockindex.go`, `constructBlockNumTranNumKey`, with
/// `EncodeOrderPreservingVarUint64` of `common/ledger/util/util.go`.
#[test]
fn fabric_blocks() {
    /// Stores how many bytes a number needs, then these bytes.
    struct Number;
    impl Codec<u64> for Number {
        type Encoded = InOrder<SelfDelimited>;
        const NAME: &'static str = "length, number without leading zeros";
        fn encode(number: &u64) -> InOrder<SelfDelimited> {
            let zeros = number.leading_zeros() / 8;
            let len = u8::try_from(8 - zeros).unwrap_or(8);
            let bytes = number.to_be_bytes().into_iter().skip(8 - usize::from(len));
            InOrder(SelfDelimited(std::iter::once(len).chain(bytes).collect()))
        }
        fn end(bytes: &[u8]) -> Option<usize> {
            Some(1 + usize::from(*bytes.first()?))
        }
        fn decode(bytes: Vec<u8>) -> Result<u64, CodecError> {
            Ok(bytes[1..].iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "a")]
    struct TransactionKey {
        #[rowkey(codec = Number)]
        block: u64,
        #[rowkey(codec = Number)]
        transaction: u64,
    }

    assert_row(&TransactionKey { block: 258, transaction: 0 }, "'a' 020102 00");
    assert_row(&TransactionKey { block: u64::MAX, transaction: 7 }, "'a' 08 ff*8 0107");
    assert_range(
        &TransactionKey::prefix().block(258).transaction_in(..256).range(),
        "'a' 020102",
        "'a' 020102 020100",
        &["'a' 020102 00", "'a' 020102 01ff"],
        &["'a' 020102 020100", "'a' 020103 00"],
    );
}

/// `apache/hbase`, `hbase-client/src/main/java/org/apache/hadoop/hbase/quotas/QuotaTableUtil.java`: `getUserRowKey`,
/// `getTableRowKey` and `getNamespaceRowKey`.
#[test]
fn hbase_quotas() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "u.")]
    struct UserKey(String);
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "t.")]
    struct TableKey(String);
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "n.")]
    struct NamespaceKey(String);
    #[derive(Debug, PartialEq, KeySpace)]
    enum Quota {
        User(UserKey),
        Table(TableKey),
        Namespace(NamespaceKey),
    }

    assert_row(&UserKey("ann".into()), "'u.ann'");
    assert_row(&TableKey("shop:orders".into()), "'t.shop:orders'");
    assert_row(&NamespaceKey("shop".into()), "'n.shop'");
    assert_eq!(Quota::decode(b"t.shop:orders"), Ok(Quota::Table(TableKey("shop:orders".into()))));
    assert_prefix_range(&UserKey::all(), "'u.'", &["'u.ann'"], &["'t.ann'", "'u'"]);
    // All tables of one HBase namespace
    assert_prefix_range(
        &TableKey::prefix().field_0_starts_with("shop:").range(),
        "'t.shop:'",
        &["'t.shop:orders'"],
        &["'t.shop'", "'t.shops:orders'", "'n.shop:orders'"],
    );
}

/// `apache/accumulo`, `core/src/main/java/org/apache/accumulo/core/metadata/schema/MetadataSchema.java`,
/// `TabletsSection.encodeRow`: a tablet that has an end row.
#[test]
fn accumulo() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = ';')]
    struct TabletKey {
        table: String,
        end_row: Vec<u8>,
    }

    assert_row(&TabletKey { table: "2a".into(), end_row: b"m;\0".to_vec() }, "'2a;m;' 00");
    assert_prefix_range(
        &TabletKey::prefix().table("2a").range(),
        "'2a;'",
        &["'2a;m'"],
        &["'2a<'", "'2b;m'", "'2aa;m'"],
    );
}

/// `surrealdb/surrealdb`, `surrealdb/core/src/key/table/fd.rs`. The bytes are those of its test `key`.
#[test]
fn surrealdb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/*", terminator = '\0')]
    struct FieldKey {
        #[rowkey(after = "*")]
        namespace: u32,
        #[rowkey(after = "*")]
        database: u32,
        #[rowkey(after = "!fd")]
        table: String,
        #[rowkey(after = "")]
        field: String,
    }

    let key = FieldKey { namespace: 1, database: 2, table: "testtb".into(), field: "testfd".into() };
    assert_row(&key, "'/*' 00000001 '*' 00000002 '*testtb' 00 '!fdtestfd' 00");
    // `prefix` and `suffix`
    assert_prefix_range(
        &FieldKey::prefix().namespace(1).database(2).table("testtb").range(),
        "'/*' 00000001 '*' 00000002 '*testtb' 00 '!fd'",
        &["'/*' 00000001 '*' 00000002 '*testtb' 00 '!fdtestfd' 00"],
        &[
            "'/*' 00000001 '*' 00000002 '*testtb' 00 '!ixtestfd' 00",
            "'/*' 00000001 '*' 00000002 '*testtb2' 00 '!fd' 00",
        ],
    );
}

/// `surrealdb/surrealdb`, `surrealdb/core/src/key/record.rs`, with the variants of `RecordIdKey` whose values are not
/// nested. The bytes are those of its test `key`.
#[test]
fn surrealdb_records() {
    #[derive(Debug, PartialEq, KeyField)]
    enum Id {
        #[code(2)]
        Number(i64),
        #[code(3)]
        Text(#[rowkey(codec = rowkey_formats::NulTerminated)] String),
        #[code(4)]
        Uuid(u128),
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/*", terminator = '\0')]
    struct RecordKey {
        #[rowkey(after = "*")]
        namespace: u32,
        #[rowkey(after = "*")]
        database: u32,
        #[rowkey(after = "*")]
        table: String,
        id: Id,
    }

    let key = |id| RecordKey { namespace: 1, database: 2, table: "testtb".into(), id };
    let table = "'/*' 00000001 '*' 00000002 '*testtb' 00 '*'";
    assert_row(&key(Id::Text("testid".into())), &format!("{table} 03 'testid' 00"));
    assert_row(&key(Id::Number(-1)), &format!("{table} 02 7fffffffffffffff"));
    // `prefix` and `suffix`
    assert_prefix_range(
        &RecordKey::prefix().namespace(1).database(2).table("testtb").range(),
        table,
        &[&format!("{table} 04 aa*16"), &format!("{table} 02 8000000000000000")],
        &["'/*' 00000001 '*' 00000002 '*testtb' 00 '!ix'", "'/*' 00000001 '*' 00000002 '*testtb2' 00 '*' 02"],
    );
}

/// `tywalch/electrodb`, `test/ts_connected.entity.spec.ts`: the keys of the entity in "should impact entity
/// parameters".
#[test]
fn electrodb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "$comparison#country_", delimiter = '#')]
    struct PartitionKey {
        country: String,
        #[rowkey(before = "state_")]
        state: String,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "$inregion#county_", delimiter = '#')]
    struct SortKey {
        county: String,
        #[rowkey(before = "city_")]
        city: String,
    }

    assert_row(
        &PartitionKey { country: "usa".into(), state: "wisconsin".into() },
        "'$comparison#country_usa#state_wisconsin'",
    );
    assert_row(&SortKey { county: "dane".into(), city: "madison".into() }, "'$inregion#county_dane#city_madison'");
    // `begins_with` in a query for a county
    assert_prefix_range(
        &SortKey::prefix().county("dane").range(),
        "'$inregion#county_dane#city_'",
        &["'$inregion#county_dane#city_madison'"],
        &["'$inregion#county_daneville#city_madison'"],
    );
}

/// `denoland/denokv`, `proto/codec.rs`, `encode_key`.
#[test]
fn deno_kv() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(fields = FoundationDb)]
    struct EntryKey {
        table: String,
        id: i64,
        done: bool,
        score: f64,
    }

    let key = EntryKey { table: "a\0b".into(), id: -1, done: true, score: 1.5 };
    assert_row(&key, "02 'a' 00ff 'b' 00 13fe 27 21bff8000000000000");
    assert_row(&EntryKey { table: "users".into(), id: 258, ..key }, "02 'users' 00 160102 27 21bff8000000000000");
    // `kv.list({ prefix: ["users", 258n] })`
    assert_prefix_range(
        &EntryKey::prefix().table("users").id(258).range(),
        "02 'users' 00 160102",
        &["02 'users' 00 160102 27 21bff8000000000000"],
        &["02 'users' 00 160103 27 21bff8000000000000", "02 'users2' 00 160102 27 21bff8000000000000"],
    );
}

/// `girlbossceo/conduwuit`, `src/database/ser.rs`: a tuple, whose parts have the byte FF between them.
#[test]
fn conduwuit() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = b'\xFF')]
    struct JoinedKey {
        room: String,
        user: String,
    }

    let key = JoinedKey { room: "!r:x.org".into(), user: "@ann:x.org".into() };
    assert_row(&key, "'!r:x.org' ff '@ann:x.org'");
    // Text never contains FF, so `encode` cannot fail.
    assert_eq!(key.encode(), crate::bytes("'!r:x.org' ff '@ann:x.org'"));
    // `(room_id, Interfix)`
    assert_prefix_range(
        &JoinedKey::prefix().room("!r:x.org").range(),
        "'!r:x.org' ff",
        &["'!r:x.org' ff '@ann:x.org'"],
        &["'!r:x.org.uk' ff '@ann:x.org'"],
    );
}

/// `apache/cassandra`, `src/java/org/apache/cassandra/db/marshal/CompositeType.java`: a composite of a text and a
/// `bigint`.
#[test]
fn cassandra() {
    #[derive(Debug, PartialEq, RowKey)]
    struct ColumnName {
        #[length(u16)]
        #[rowkey(after = 0x00)]
        user: String,
        #[rowkey(before = b"\0\x08", after = 0x00)]
        #[rowkey(codec = rowkey_formats::TwosComplement<8>)]
        at: i64,
    }

    assert_row(&ColumnName { user: "ann".into(), at: -2 }, "0003 'ann' 00 0008 fffffffffffffffe 00");
    assert_prefix_range(
        &ColumnName::prefix().user("ann").range(),
        "0003 'ann' 00 0008",
        &["0003 'ann' 00 0008 0000000000000000 00"],
        &["0004 'anna' 00 0008 0000000000000000 00"],
    );
}

/// `erikgrinaker/toydb`, `src/storage/mvcc.rs`, `Key`, in the encoding of `src/encoding/keycode.rs`.
#[test]
fn toydb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x00)]
    struct NextVersion;
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x01)]
    struct TxnActive {
        version: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x03)]
    struct TxnWrite {
        version: u64,
        #[rowkey(after = "")] // the last field also has a terminator
        key: Vec<u8>,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x04)]
    struct Version {
        key: Vec<u8>,
        version: u64,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Key {
        NextVersion(NextVersion),
        TxnActive(TxnActive),
        TxnWrite(TxnWrite),
        Version(Version),
    }

    assert_row(&NextVersion, "00");
    assert_row(&TxnActive { version: 7 }, "01 0000000000000007");
    assert_row(&TxnWrite { version: 7, key: b"a\0".to_vec() }, "03 0000000000000007 'a' 00ff 0000");
    assert_row(&Version { key: b"a\0".to_vec(), version: 258 }, "04 'a' 00ff 0000 0000000000000102");
    assert_eq!(Key::decode(&[0]), Ok(Key::NextVersion(NextVersion)));
    // The writes of a transaction that is rolled back
    assert_prefix_range(
        &TxnWrite::prefix().version(7).range(),
        "03 0000000000000007",
        &["03 0000000000000007 'a' 0000"],
        &["03 0000000000000008 'a' 0000"],
    );
    // The versions of a key up to that of a transaction
    assert_range(
        &Version::prefix().key(&b"a"[..]).version_in(..=7).range(),
        "04 'a' 0000",
        "04 'a' 0000 0000000000000008",
        &["04 'a' 0000 0000000000000007"],
        &["04 'a' 0000 0000000000000008", "04 'a' 00ff 0000 0000000000000007"],
    );
}

/// `influxdata/influxdb`, `kv/urm.go`, `userResourceKey`, with `ID.Encode` of `id.go`: release 2.
#[test]
fn influxdb() {
    #[derive(Debug, PartialEq, RowKey)]
    struct MappingKey {
        #[rowkey(codec = rowkey_formats::Hex)]
        resource: u64,
        #[rowkey(codec = rowkey_formats::Hex)]
        user: u64,
    }

    let key = MappingKey { resource: 0x020f_755c_3c08_2000, user: 258 };
    assert_row(&key, "'020f755c3c082000' '0000000000000102'");
    assert_prefix_range(
        &MappingKey::prefix().resource(0x020f_755c_3c08_2000).range(),
        "'020f755c3c082000'",
        &["'020f755c3c082000' '0000000000000102'"],
        &["'020f755c3c082001' '0000000000000102'"],
    );
}

/// `dgraph-io/badger`, `y/y.go`, `KeyWithTs`.
#[test]
fn badger() {
    #[derive(Debug, PartialEq, RowKey)]
    struct VersionKey {
        #[unterminated]
        key: Vec<u8>,
        #[descending]
        version: u64,
    }

    assert_row(&VersionKey { key: b"ann".to_vec(), version: 7 }, "'ann' ff*7 f8");
    assert_row(&VersionKey { key: vec![], version: u64::MAX }, "00*8");
    // One version of one key
    let range = VersionKey::prefix().key(b"ann").version(7).range();
    assert_eq!((range.start(), range.end()), (&*bytes("'ann' ff*7 f8"), Some(&*bytes("'ann' ff*7 f8 00"))));
}

/// `locationtech/geowave`, `GeoWaveKey.java` in `org.locationtech.geowave.core.store.entities`, `getCompositeId`: a row
/// of an index whose sort key has eight bytes. The length of the data id is after the data id, so the row is read from
/// its end.
#[test]
fn geowave() {
    /// Stores the adapter, the data id, its length, and the number of duplicates. Each number is a varint whose bytes
    /// are in reverse order.
    struct DataId;
    const NUMBER: Kind = Kind::Unsigned { width: 4 };
    fn reversed_varint(number: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        Leb128::write(NUMBER, &number.to_be_bytes(), false, &mut bytes);
        bytes.into_iter().rev().collect()
    }
    fn take_last_varint(bytes: &mut Vec<u8>) -> Result<u32, CodecError> {
        let start = bytes.iter().rposition(|byte| *byte < 0x80).ok_or("no number")?;
        let (bytes, mut number): (Vec<u8>, _) = (bytes.drain(start..).rev().collect(), Vec::new());
        Leb128::read(NUMBER, false, &mut Reader::new(&bytes), &mut number)?;
        Ok(number.into_iter().fold(0, |number, byte| number << 8 | u32::from(byte)))
    }
    impl Codec<(u32, Vec<u8>, u32)> for DataId {
        type Encoded = Vec<u8>;
        const NAME: &'static str = "adapter, data id, its length, duplicates";
        fn encode((adapter, data, duplicates): &(u32, Vec<u8>, u32)) -> Vec<u8> {
            [reversed_varint(*adapter), data.clone(), reversed_varint(data.len() as u32), reversed_varint(*duplicates)]
                .concat()
        }
        fn decode(mut bytes: Vec<u8>) -> Result<(u32, Vec<u8>, u32), CodecError> {
            let (duplicates, len) = (take_last_varint(&mut bytes)?, take_last_varint(&mut bytes)?);
            let start = bytes.len().checked_sub(len as usize).ok_or("the data id is too short")?;
            let data = bytes.split_off(start);
            Ok((take_last_varint(&mut bytes)?, data, duplicates))
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct EntryKey {
        partition: u8,
        sort: u64,
        #[rowkey(codec = DataId)]
        entry: (u32, Vec<u8>, u32),
    }

    assert_row(
        &EntryKey { partition: 3, sort: 258, entry: (300, b"ann".to_vec(), 0) },
        "03 0000000000000102 02ac 'ann' 03 00",
    );
    assert_row(
        &EntryKey { partition: 3, sort: 258, entry: (1, vec![7; 130], 128) },
        "03 0000000000000102 01 07*130 0182 0180",
    );
    assert!(EntryKey::decode(&bytes("03 0000000000000102 02ac 'ann' 07 00")).is_err());
    testing::codec::<DataId, _>([(0, vec![], 0), (127, vec![0x80], 1), (128, vec![1, 0], 300)]).unwrap();
    assert_prefix_range(
        &EntryKey::prefix().partition(3).sort(258).range(),
        "03 0000000000000102",
        &["03 0000000000000102 02ac 'ann' 03 00"],
        &["03 0000000000000103 02ac 'ann' 03 00"],
    );
}
