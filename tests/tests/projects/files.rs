//! Keys of file systems, object stores and trees of names. The comments name each project's functions that write the
//! keys or scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row};
use rowkey::{Codec, CodecError, KeySpace, RowKey, codecs::SelfDelimited};

/// `seaweedfs/seaweedfs`, `weed/filer/leveldb/leveldb_store.go` and `weed/filer/leveldb3/leveldb3_store.go`, `genKey`.
#[test]
fn seaweedfs() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct EntryKey {
        folder: String,
        name: String,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct HashedEntryKey {
        #[hash(md5, 16)]
        folder: String,
        name: String,
    }

    assert_row(&EntryKey { folder: "/home/ann".into(), name: "a.txt".into() }, "'/home/ann' 00 'a.txt'");
    let hashed = HashedEntryKey { folder: "/home/ann".into(), name: "a.txt".into() };
    // md5("/home/ann")
    assert_eq!(hashed.encode(), crate::bytes("2fb69b2422a9e1a392dba754f4354dec 'a.txt'"));
    // `genDirectoryKeyPrefix`, with the beginning of a name
    assert_prefix_range(
        &EntryKey::prefix().folder("/home/ann").name_starts_with("a.").range(),
        "'/home/ann' 00 'a.'",
        &["'/home/ann' 00 'a.txt'"],
        &["'/home/ann' 00 'b'", "'/home/anna' 00 'a.txt'", "'/home/ann/a' 00 'a.txt'"],
    );
    assert_prefix_range(
        &HashedEntryKey::prefix().folder("/home/ann").range(),
        "2fb69b2422a9e1a392dba754f4354dec",
        &["2fb69b2422a9e1a392dba754f4354dec 'a.txt'"],
        &["2fb69b2422a9e1a392dba754f4354ded 'a.txt'"],
    );
}

/// `apache/ozone`, `hadoop-ozone/ozone-manager/src/main/java/org/apache/hadoop/ozone/om/OmMetadataManagerImpl.java`,
/// `getOzoneKey`.
#[test]
fn ozone() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/", delimiter = '/')]
    struct ObjectKey {
        volume: String,
        bucket: String,
        key: String,
    }

    let key = ObjectKey { volume: "vol1".into(), bucket: "b1".into(), key: "a/b/c".into() };
    assert_row(&key, "'/vol1/b1/a/b/c'");
    // `getBucketKeyPrefix`, and the keys of a folder
    let bucket = || ObjectKey::prefix().volume("vol1").bucket("b1");
    assert_prefix_range(&bucket().range(), "'/vol1/b1/'", &["'/vol1/b1/a/b/c'"], &["'/vol1/b10/a'", "'/vol1/b1'"]);
    assert_prefix_range(
        &bucket().key_starts_with("a/").range(),
        "'/vol1/b1/a/'",
        &["'/vol1/b1/a/b/c'"],
        &["'/vol1/b1/ab'"],
    );
}

/// `kubernetes/kubernetes`, `staging/src/k8s.io/apiserver/pkg/storage/util.go`, `NamespaceKeyFunc`, with etcd's
/// `/registry`.
#[test]
fn kubernetes() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/registry/", delimiter = '/')]
    struct ObjectKey {
        resource: String,
        namespace: String,
        name: String,
    }

    let key = ObjectKey { resource: "pods".into(), namespace: "default".into(), name: "web-0".into() };
    assert_row(&key, "'/registry/pods/default/web-0'");
    assert_prefix_range(
        &ObjectKey::prefix().resource("pods").namespace("default").range(),
        "'/registry/pods/default/'",
        &["'/registry/pods/default/web-0'"],
        &["'/registry/pods/default2/web-0'", "'/registry/podtemplates/default/web-0'"],
    );
}

/// `libp2p/go-libp2p-kad-dht`, `providers/providers_manager.go`, `mkProvKeyFor`. Both identifiers are in base 32.
#[test]
fn libp2p() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/providers/", delimiter = '/')]
    struct ProviderKey {
        content: String,
        peer: String,
    }

    assert_row(&ProviderKey { content: "CIQFTFEE".into(), peer: "CIQA4T3T".into() }, "'/providers/CIQFTFEE/CIQA4T3T'");
    assert_prefix_range(
        &ProviderKey::prefix().content("CIQFTFEE").range(),
        "'/providers/CIQFTFEE/'",
        &["'/providers/CIQFTFEE/CIQA4T3T'"],
        &["'/providers/CIQFTFEEA/CIQA4T3T'"],
    );
}

/// `Level/abstract-level`, `lib/abstract-sublevel.js`: the keys of a sublevel.
#[test]
fn abstract_level() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "!", delimiter = '!')]
    struct SublevelKey {
        name: String,
        key: Vec<u8>,
    }

    assert_row(&SublevelKey { name: "users".into(), key: b"a!".to_vec() }, "'!users!a!'");
    assert_prefix_range(
        &SublevelKey::prefix().name("users").range(),
        "'!users!'",
        &["'!users!a'", "'!users!' ff"],
        &["'!users2!a'", "'users!a'"],
    );
    // A sublevel of a sublevel is a key within its parent.
    assert_prefix_range(
        &SublevelKey::prefix().name("users").key_starts_with(b"!mail!").range(),
        "'!users!!mail!'",
        &["'!users!!mail!a'"],
        &["'!users!mail!a'"],
    );
}

/// `delta-io/delta`, `spark/src/main/scala/org/apache/spark/sql/delta/util/FileNames.scala`, `unsafeDeltaFile`.
#[test]
fn delta_lake() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "_delta_log/")]
    struct CommitKey {
        #[pad(20)]
        #[rowkey(after = ".json")]
        version: u64,
    }

    assert_row(&CommitKey { version: 258 }, "'_delta_log/00000000000000000258.json'");
    // `listFrom` a version
    assert_range(
        &CommitKey::prefix().version_in(258..1000).range(),
        "'_delta_log/00000000000000000258'",
        "'_delta_log/00000000000000001000'",
        &["'_delta_log/00000000000000000258.json'", "'_delta_log/00000000000000000999.json'"],
        &["'_delta_log/00000000000000000257.json'", "'_delta_log/00000000000000001000.json'"],
    );
}

/// `juicedata/juicefs`, `pkg/meta/tkv.go`: `inodeKey`, `entryKey`, `chunkKey` and `encodeInode`.
#[test]
fn juicefs() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "A")]
    struct AttributeKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        #[rowkey(after = "I")]
        inode: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "A")]
    struct EntryKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        #[rowkey(after = "D")]
        parent: u64,
        name: Vec<u8>,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "A")]
    struct ChunkKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        #[rowkey(after = "C")]
        inode: u64,
        chunk: u32,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum Row {
        Attribute(AttributeKey),
        Entry(EntryKey),
        Chunk(ChunkKey),
    }

    assert_row(&AttributeKey { inode: 258 }, "'A' 0201000000000000 'I'");
    assert_row(&EntryKey { parent: 258, name: b"a.txt".to_vec() }, "'A' 0201000000000000 'Da.txt'");
    assert_row(&ChunkKey { inode: 258, chunk: 3 }, "'A' 0201000000000000 'C' 00000003");
    for (row, bytes) in [
        (Row::Attribute(AttributeKey { inode: 258 }), "'A' 0201000000000000 'I'"),
        (Row::Entry(EntryKey { parent: 258, name: b"IC".to_vec() }), "'A' 0201000000000000 'DIC'"),
        (Row::Chunk(ChunkKey { inode: 258, chunk: 3 }), "'A' 0201000000000000 'C' 00000003"),
    ] {
        assert_eq!(Row::decode(&crate::bytes(bytes)), Ok(row));
    }
    // `doReaddir`: the entries of a folder
    assert_prefix_range(
        &EntryKey::prefix().parent(258).range(),
        "'A' 0201000000000000 'D'",
        &["'A' 0201000000000000 'Da.txt'"],
        &["'A' 0201000000000000 'C' 00000003", "'A' 0301000000000000 'Da.txt'"],
    );
    // `doRead`: the chunks of a file
    assert_range(
        &ChunkKey::prefix().inode(258).chunk_in(3..=7).range(),
        "'A' 0201000000000000 'C' 00000003",
        "'A' 0201000000000000 'C' 00000008",
        &["'A' 0201000000000000 'C' 00000007"],
        &["'A' 0201000000000000 'C' 00000008", "'A' 0201000000000000 'D' 00000003"],
    );
}

/// `apache/ozone`, `OmMetadataManagerImpl.java`, `getOzonePathKey`: a file of a bucket with folders.
#[test]
fn ozone_folders() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/", delimiter = '/')]
    struct PathKey {
        #[decimal]
        volume: u64,
        #[decimal]
        bucket: u64,
        #[decimal]
        parent: u64,
        name: String,
    }

    assert_row(&PathKey { volume: 17, bucket: 258, parent: 1024, name: "a.txt".into() }, "'/17/258/1024/a.txt'");
    assert_prefix_range(
        &PathKey::prefix().volume(17).bucket(258).parent(1024).range(),
        "'/17/258/1024/'",
        &["'/17/258/1024/a.txt'"],
        &["'/17/258/10240/a.txt'", "'/17/258/1024'"],
    );
}

/// `ceph/ceph`, `src/os/bluestore/BlueStore.cc`, `get_object_key` of an object without a key.
#[test]
fn ceph() {
    /// Text with escapes: bytes up to `#` and from 80 are stored as `#` and two hex digits, `~` and 7F as `~` and two
    /// hex digits. The terminator is `!`.
    struct Escaped;
    impl Codec<String> for Escaped {
        type Encoded = SelfDelimited;
        const NAME: &'static str = "text with hex escapes, then !";
        fn encode(text: &String) -> SelfDelimited {
            let escaped = text.bytes().map(|byte| match byte {
                // Ceph compares signed characters.
                ..=b'#' | 0x80.. => format!("#{byte:02x}"),
                b'~'.. => format!("~{byte:02x}"),
                _ => char::from(byte).to_string(),
            });
            SelfDelimited(escaped.chain(["!".into()]).collect::<String>().into())
        }
        fn end(bytes: &[u8]) -> Option<usize> {
            bytes.iter().position(|byte| *byte == b'!').map(|end| end + 1)
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            let mut text = Vec::new();
            let mut rest = &bytes[..bytes.len() - 1];
            while let Some((byte, after)) = rest.split_first() {
                let digits = after.get(..2).filter(|_| matches!(byte, b'#' | b'~'));
                let hex = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
                text.push(hex.unwrap_or(*byte));
                rest = if hex.is_some() { &after[2..] } else { after };
            }
            Ok(String::from_utf8(text)?)
        }
    }
    /// `get_bitwise_key_u32`: objects whose hashes have the same lowest bits become neighbors.
    struct BitsReversed;
    impl Codec<u32> for BitsReversed {
        type Encoded = [u8; 4];
        const NAME: &'static str = "bits in reverse";
        fn encode(hash: &u32) -> [u8; 4] {
            hash.reverse_bits().to_be_bytes()
        }
        fn decode(bytes: [u8; 4]) -> Result<u32, CodecError> {
            Ok(u32::from_be_bytes(bytes).reverse_bits())
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct ObjectKey {
        shard: i8,
        pool: i64,
        #[rowkey(codec = BitsReversed)]
        hash: u32,
        #[rowkey(codec = Escaped)]
        namespace: String,
        #[rowkey(codec = Escaped, after = "=")]
        name: String,
        snapshot: u64,
        #[rowkey(after = "o")]
        generation: u64,
    }

    let (namespace, name) = (String::new(), "rbd#1~é".to_string());
    let key = ObjectKey { shard: -1, pool: 1, hash: 3, namespace, name, snapshot: u64::MAX - 1, generation: u64::MAX };
    assert_row(&key, "7f 8000000000000001 c0000000 '!' 'rbd#231~7e#c3#a9!' '=' fffffffffffffffe ff*8 'o'");
    // All objects of a pool
    assert_prefix_range(
        &ObjectKey::prefix().shard(-1).pool(1).range(),
        "7f 8000000000000001",
        &["7f 8000000000000001 c0000000 '!'"],
        &["7f 8000000000000002 c0000000 '!'", "80 8000000000000001 c0000000 '!'"],
    );
}

/// `vitessio/vitess`, `go/vt/topo/shard.go` and `go/vt/topo/tablet.go`: the paths of shards and tablets, with the root
/// of a cell.
#[test]
fn vitess() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/vitess/global/keyspaces/", delimiter = '/')]
    struct ShardKey {
        keyspace: String,
        #[rowkey(before = "shards/", after = "Shard")]
        shard: String,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/vitess/global/keyspaces/", delimiter = '/')]
    struct KeyspaceKey {
        #[rowkey(after = "Keyspace")]
        keyspace: String,
    }
    #[derive(Debug, PartialEq, KeySpace)]
    enum TopologyKey {
        Shard(ShardKey),
        Keyspace(KeyspaceKey),
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "/vitess/zone1/tablets/")]
    struct TabletKey {
        #[unterminated]
        cell: String,
        #[pad(10)]
        #[rowkey(before = "-", after = "/Tablet")]
        uid: u32,
    }

    assert_row(
        &ShardKey { keyspace: "commerce".into(), shard: "-80".into() },
        "'/vitess/global/keyspaces/commerce/shards/-80/Shard'",
    );
    assert_prefix_range(
        &ShardKey::prefix().keyspace("commerce").range(),
        "'/vitess/global/keyspaces/commerce/shards/'",
        &["'/vitess/global/keyspaces/commerce/shards/80-/Shard'"],
        &["'/vitess/global/keyspaces/commerce2/shards/80-/Shard'"],
    );
    assert_row(&KeyspaceKey { keyspace: "commerce".into() }, "'/vitess/global/keyspaces/commerce/Keyspace'");
    assert_eq!(
        TopologyKey::decode(b"/vitess/global/keyspaces/commerce/Keyspace"),
        Ok(KeyspaceKey { keyspace: "commerce".into() }.into())
    );
    assert_row(&TabletKey { cell: "us-west".into(), uid: 100 }, "'/vitess/zone1/tablets/us-west-0000000100/Tablet'");
}

/// `chromium/chromium`, `components/services/storage/dom_storage/local_storage_impl.cc`: an item of an origin. The key
/// is in Latin-1 after 01.
#[test]
fn chromium_local_storage() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "_", terminator = '\0')]
    struct ItemKey {
        #[rowkey(after = 0x01)]
        origin: String,
        key: Vec<u8>,
    }

    assert_row(&ItemKey { origin: "https://a.org".into(), key: b"theme".to_vec() }, "'_https://a.org' 00 01 'theme'");
    assert_prefix_range(
        &ItemKey::prefix().origin("https://a.org").range(),
        "'_https://a.org' 00 01",
        &["'_https://a.org' 00 01 'theme'"],
        &["'_https://a.org.au' 00 01 'theme'"],
    );
}
