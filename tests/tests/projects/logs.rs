//! Keys of logs, queues and versions. The comments name each project's functions that write the keys or scan the
//! ranges.

use crate::{assert_prefix_range, assert_range, assert_row};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rowkey::{
    Codec, CodecError, KeyField, KeySpace, RowKey,
    codecs::{SelfDelimited, StartsAlike, Without},
    testing,
};
use std::collections::BTreeMap;

/// `lni/dragonboat`, `internal/logdb/key.go`: `SetEntryKey` and `SetStateKey`.
#[test]
fn dragonboat() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x01\0\0")]
    struct EntryKey {
        shard: u64,
        replica: u64,
        index: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x02\x02\0\0")]
    struct StateKey {
        shard: u64,
        replica: u64,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Entry(EntryKey),
        State(StateKey),
    }

    assert_row(
        &EntryKey { shard: 1, replica: 2, index: 258 },
        "01010000 0000000000000001 0000000000000002 0000000000000102",
    );
    assert_row(&StateKey { shard: 1, replica: 2 }, "02020000 0000000000000001 0000000000000002");
    let state = crate::bytes("02020000 0000000000000001 0000000000000002");
    assert_eq!(Row::decode(&state), Ok(Row::State(StateKey { shard: 1, replica: 2 })));
    // `removeEntriesTo` deletes all entries below an index.
    assert_range(
        &EntryKey::prefix().shard(1).replica(2).index_in(..258).range(),
        "01010000 0000000000000001 0000000000000002",
        "01010000 0000000000000001 0000000000000002 0000000000000102",
        &["01010000 0000000000000001 0000000000000002 0000000000000101"],
        &["01010000 0000000000000001 0000000000000002 0000000000000102", "01010000 0000000000000001 0000000000000003"],
    );
}

/// `akka/akka`, `akka-persistence/src/main/scala/akka/persistence/journal/leveldb/LeveldbKey.scala`, `keyToBytes`. None
/// of the numbers is negative.
#[test]
fn akka() {
    #[derive(Debug, PartialEq, RowKey)]
    struct JournalKey {
        actor: u32,
        sequence: u64,
        mapping: u32,
    }

    assert_row(&JournalKey { actor: 258, sequence: 3, mapping: 1 }, "00000102 0000000000000003 00000001");
    // `replayMessages` from one sequence number to another
    assert_range(
        &JournalKey::prefix().actor(258).sequence_in(3..=9).range(),
        "00000102 0000000000000003",
        "00000102 000000000000000a",
        &["00000102 0000000000000003 00000000", "00000102 0000000000000009 ffffffff"],
        &["00000102 0000000000000002 ffffffff", "00000102 000000000000000a 00000000", "00000103 0000000000000003"],
    );
}

/// `apache/kafka`, `streams/src/main/java/org/apache/kafka/streams/state/internals/PrefixedSessionKeySchemas.java`,
/// `TimeFirstSessionKeySchema.toBinary`: the end of the session, its start, and the key.
#[test]
fn kafka_sessions() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\0")]
    struct SessionKey {
        end: u64,
        start: u64,
        key: Vec<u8>,
    }

    let key = SessionKey { end: 1_500_000_000_000, start: 1_499_999_940_000, key: b"ann".to_vec() };
    assert_row(&key, "00 0000015d3ef79800 0000015d3ef6ada0 'ann'");
    // Sessions that ended in an interval
    assert_range(
        &SessionKey::prefix().end_in(1_500_000_000_000..=1_500_000_000_999).range(),
        "00 0000015d3ef79800",
        "00 0000015d3ef79be8",
        &["00 0000015d3ef79800 0000015d3ef6ada0 'ann'", "00 0000015d3ef79be7 ff*9"],
        &["00 0000015d3ef79be8 00*8", "01 0000015d3ef79800 00*8"],
    );
}

/// `apache/kafka`, `streams/src/main/java/org/apache/kafka/streams/state/internals/WindowKeySchema.java`,
/// `toStoreKeyBinary`. A reader takes the last 12 bytes for the time and the number. Neither is negative.
#[test]
fn kafka_windows() {
    #[derive(Debug, PartialEq, RowKey)]
    struct WindowKey {
        #[unterminated]
        key: Vec<u8>,
        start: u64,
        sequence: u32,
    }

    let key = |key: &str, start, sequence| WindowKey { key: key.into(), start, sequence };
    assert_row(&key("ann", 1_500_000_000_000, 1), "'ann' 0000015d3ef79800 00000001");
    assert_row(&key("", 0, 0), "00*12");
    // `fetch(key, from, to)` reads a range and skips the rows of other keys in it.
    let keys =
        [key("ann", 5, 0), key("ann", 6, 1), key("ann", 7, 0), key("an", 0x6e00_0000_0000_0006, 0), key("anna", 6, 0)];
    let table: BTreeMap<_, _> = keys.iter().map(|key| (key.encode(), ())).collect();
    let found: Vec<_> =
        WindowKey::prefix().key(b"ann").start_in(6..).scan(|range| table.range(range)).flatten().collect();
    assert_eq!(found, [(key("ann", 6, 1), &()), (key("ann", 7, 0), &())]);
    let one = WindowKey::prefix().key(b"ann").start(6).sequence(1).range();
    assert_range(&one, "'ann' 0000000000000006 00000001", "'ann' 0000000000000006 00000001 00", &[], &[]);
}

/// `google/leveldb`, `db/dbformat.cc`, `AppendInternalKey`: the key, and a little-endian number whose low byte is the
/// type.
#[test]
fn leveldb() {
    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Kind {
        #[code(0)]
        Deletion,
        #[code(1)]
        Value,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct InternalKey {
        #[unterminated]
        user_key: Vec<u8>,
        kind: Kind,
        #[rowkey(codec = rowkey_formats::LittleEndian<7>)]
        sequence: u64,
    }

    assert_row(&InternalKey { user_key: b"foo".to_vec(), kind: Kind::Value, sequence: 258 }, "'foo' 01 02010000000000");
    assert_row(&InternalKey { user_key: vec![], kind: Kind::Deletion, sequence: 3 }, "00 03000000000000");
}

/// `apache/rocketmq`, `store/src/main/java/org/apache/rocketmq/store/queue/RocksDBConsumeQueueTable.java`,
/// `buildCQKeyByteBuffer0`.
#[test]
fn rocketmq() {
    /// The length of the topic in four bytes, `01`, and the topic.
    struct Topic;
    impl Codec<String> for Topic {
        type Encoded = SelfDelimited;
        const NAME: &'static str = "topic after its length and 01";
        fn encode(topic: &String) -> SelfDelimited {
            let len = u32::try_from(topic.len()).unwrap_or(u32::MAX);
            SelfDelimited([&len.to_be_bytes(), &[1][..], topic.as_bytes()].concat())
        }
        fn end(bytes: &[u8]) -> Option<usize> {
            Some(5 + usize::try_from(u32::from_be_bytes(*bytes.first_chunk()?)).ok()?)
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            Ok(String::from_utf8(bytes[5..].into())?)
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '\x01')]
    struct QueueKey {
        #[rowkey(codec = Topic)]
        topic: String,
        queue: u32,
        offset: u64,
    }

    assert_row(
        &QueueKey { topic: "orders".into(), queue: 258, offset: 3 },
        "00000006 01 'orders' 01 00000102 01 0000000000000003",
    );
    // `rangeQuery` from one offset to another
    assert_range(
        &QueueKey::prefix().topic(&"orders".into()).queue(258).offset_in(3..9).range(),
        "00000006 01 'orders' 01 00000102 01 0000000000000003",
        "00000006 01 'orders' 01 00000102 01 0000000000000009",
        &["00000006 01 'orders' 01 00000102 01 0000000000000008"],
        &[
            "00000006 01 'orders' 01 00000103 01 0000000000000003",
            "00000007 01 'orders2' 01 00000102 01 0000000000000003",
        ],
    );
}

/// `etcd-io/etcd`, `server/storage/mvcc/revision.go`, `BucketKeyToBytes`. The key of a deletion also ends in `t`.
#[test]
fn etcd() {
    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Mark {
        #[code("t")]
        Deleted,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct RevisionKey {
        main: u64,
        #[rowkey(before = "_")]
        sub: u64,
        #[rowkey(optional)]
        mark: Option<Mark>,
    }

    assert_row(&RevisionKey { main: 258, sub: 3, mark: None }, "0000000000000102 '_' 0000000000000003");
    assert_row(
        &RevisionKey { main: 258, sub: 3, mark: Some(Mark::Deleted) },
        "0000000000000102 '_' 0000000000000003 't'",
    );
    // All revisions of one main revision, of both kinds
    assert_prefix_range(
        &RevisionKey::prefix().main(258).range(),
        "0000000000000102 '_'",
        &["0000000000000102 '_' 0000000000000003", "0000000000000102 '_' 0000000000000003 't'"],
        &["0000000000000103 '_' 0000000000000000"],
    );
}

/// `tikv/tikv`, `components/keys/src/lib.rs`: `raft_log_key` and `raft_state_key`.
#[test]
fn tikv() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct LogKey {
        region: u64,
        #[rowkey(before = 0x01)]
        index: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01\x02")]
    struct StateKey {
        #[rowkey(after = 0x02)]
        region: u64,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Raft {
        Log(LogKey),
        State(StateKey),
    }

    assert_row(&LogKey { region: 258, index: 3 }, "0102 0000000000000102 01 0000000000000003");
    assert_row(&StateKey { region: 258 }, "0102 0000000000000102 02");
    let state = crate::bytes("0102 0000000000000102 02");
    assert_eq!(Raft::decode(&state), Ok(Raft::State(StateKey { region: 258 })));
    // `fetch_entries_to` from one index to another
    assert_range(
        &LogKey::prefix().region(258).index_in(3..9).range(),
        "0102 0000000000000102 01 0000000000000003",
        "0102 0000000000000102 01 0000000000000009",
        &["0102 0000000000000102 01 0000000000000008"],
        &["0102 0000000000000102 02", "0102 0000000000000103 01 0000000000000003"],
    );
}

/// `apache/bookkeeper`,
/// `bookkeeper-server/src/main/java/org/apache/bookkeeper/bookie/storage/ldb/LongPairWrapper.java`, `set`, and
/// `EntryLocationIndex.java`, which also uses -1 as a ledger and as an entry.
#[test]
fn bookkeeper() {
    #[derive(Debug, PartialEq, RowKey)]
    struct LocationKey {
        #[rowkey(codec = rowkey_formats::TwosComplement<8>)]
        ledger: i64,
        #[rowkey(codec = rowkey_formats::TwosComplement<8>)]
        entry: i64,
    }

    assert_row(&LocationKey { ledger: 258, entry: -1 }, "0000000000000102 ffffffffffffffff");
    assert_row(&LocationKey { ledger: -1, entry: 3 }, "ffffffffffffffff 0000000000000003");
    // `getLastEntryInLedgerInternal` looks for the last entry of a ledger.
    assert_prefix_range(
        &LocationKey::prefix().ledger(258).range(),
        "0000000000000102",
        &["0000000000000102 0000000000000000", "0000000000000102 7fffffffffffffff"],
        &["0000000000000103 0000000000000000"],
    );
}

/// `rust-nostr/nostr`, `database/nostr-lmdb/src/store/lmdb/index.rs`, `make_ktc_index_key`: the events of a kind with a
/// tag whose value has at most 182 bytes, newest first.
#[test]
fn nostr() {
    #[derive(Debug, PartialEq, RowKey)]
    struct TagKey {
        kind: u16,
        tag: u8,
        #[pad(182)]
        value: String,
        #[descending]
        created_at: u64,
        event: [u8; 32],
    }

    let key = TagKey { kind: 1, tag: b'e', value: "x".into(), created_at: 258, event: [0xAA; 32] };
    assert_row(&key, "0001 'ex' 00*181 fffffffffffffefd aa*32");
    assert_range(
        &TagKey::prefix().kind(1).tag(b'e').value("x").created_at_in(256..=258).range(),
        "0001 'ex' 00*181 fffffffffffffefd",
        "0001 'ex' 00*181 ffffffffffffff",
        &["0001 'ex' 00*181 fffffffffffffefe aa*32", "0001 'ex' 00*181 fffffffffffffeff aa*32"],
        &["0001 'ex' 00*181 ffffffffffffff00 aa*32", "0001 'exy' 00*180 fffffffffffffefd aa*32"],
    );
}

/// `apache/pulsar`, `TopicName.java`, `getPersistenceNamingEncoding`: the name of the managed ledger of a persistent
/// topic. The local name is escaped as in an HTML form.
#[test]
fn pulsar() {
    /// Text as `java.net.URLEncoder` escapes it.
    struct FormEncoded;
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'*').remove(b' ');
    impl Codec<String> for FormEncoded {
        type Encoded = Without<'/', StartsAlike<Vec<u8>>>;
        const NAME: &'static str = "form encoding";
        fn encode(text: &String) -> Self::Encoded {
            Without(StartsAlike(utf8_percent_encode(text, RESERVED).to_string().replace(' ', "+").into()))
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            let text = String::from_utf8(bytes)?.replace('+', " ");
            Ok(percent_decode_str(&text).decode_utf8()?.into())
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/managed-ledgers/", delimiter = '/')]
    struct LedgerKey {
        tenant: String,
        #[rowkey(after = "persistent/")]
        namespace: String,
        #[rowkey(codec = FormEncoded)]
        topic: String,
    }

    let key = LedgerKey { tenant: "t".into(), namespace: "ns".into(), topic: "a/b c+*~é".into() };
    assert_row(&key, "'/managed-ledgers/t/ns/persistent/a%2Fb+c%2B*%7E%C3%A9'");
    testing::text_codec::<FormEncoded, String>(["a/b c+*~é", "%2F", "a b"].map(String::from)).unwrap();
    assert_prefix_range(
        &LedgerKey::prefix().tenant("t").namespace("ns").range(),
        "'/managed-ledgers/t/ns/persistent/'",
        &["'/managed-ledgers/t/ns/persistent/a%2Fb'"],
        &["'/managed-ledgers/t/ns2/persistent/a%2Fb'"],
    );
}

/// `camunda/camunda`, `zeebe/zb-db/src/main/java/io/camunda/zeebe/db/impl`: `DefaultColumnFamilyKey`, `DbString`,
/// `DbLong` and `DbCompositeKey`: the key of a process, by its id and version.
#[test]
fn zeebe() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\0\0\0\0\0\0\0\x06")]
    struct ProcessKey {
        #[length(u32)]
        process: String,
        version: u64,
    }

    assert_row(
        &ProcessKey { process: "order".into(), version: 3 },
        "0000000000000006 00000005 'order' 0000000000000003",
    );
    assert_prefix_range(
        &ProcessKey::prefix().process("order").range(),
        "0000000000000006 00000005 'order'",
        &["0000000000000006 00000005 'order' 0000000000000003"],
        &["0000000000000006 00000006 'orders' 0000000000000003"],
    );
}
