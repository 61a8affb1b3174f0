//! File systems, object stores and trees of names.

use crate::{between, row, scan};
use rowkey::{KeySpace, RowKey};

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

    row(&EntryKey { folder: "/home/ann".into(), name: "a.txt".into() }, "'/home/ann' 00 'a.txt'");
    let hashed = HashedEntryKey { folder: "/home/ann".into(), name: "a.txt".into() };
    // md5("/home/ann")
    assert_eq!(hashed.encode(), crate::bytes("2fb69b2422a9e1a392dba754f4354dec 'a.txt'"));
    // `genDirectoryKeyPrefix`, with the beginning of a name
    scan(
        &EntryKey::prefix().folder("/home/ann").name_starts_with("a.").range(),
        "'/home/ann' 00 'a.'",
        &["'/home/ann' 00 'a.txt'"],
        &["'/home/ann' 00 'b'", "'/home/anna' 00 'a.txt'", "'/home/ann/a' 00 'a.txt'"],
    );
    scan(
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
    row(&key, "'/vol1/b1/a/b/c'");
    // `getBucketKeyPrefix`, and the keys of a folder
    let bucket = || ObjectKey::prefix().volume("vol1").bucket("b1");
    scan(&bucket().range(), "'/vol1/b1/'", &["'/vol1/b1/a/b/c'"], &["'/vol1/b10/a'", "'/vol1/b1'"]);
    scan(&bucket().key_starts_with("a/").range(), "'/vol1/b1/a/'", &["'/vol1/b1/a/b/c'"], &["'/vol1/b1/ab'"]);
}

/// `kubernetes/kubernetes`, `staging/src/k8s.io/apiserver/pkg/storage/util.go`, `NamespaceKeyFunc`, with etcd's `/registry`.
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
    row(&key, "'/registry/pods/default/web-0'");
    scan(
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

    row(&ProviderKey { content: "CIQFTFEE".into(), peer: "CIQA4T3T".into() }, "'/providers/CIQFTFEE/CIQA4T3T'");
    scan(
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

    row(&SublevelKey { name: "users".into(), key: b"a!".to_vec() }, "'!users!a!'");
    scan(
        &SublevelKey::prefix().name("users").range(),
        "'!users!'",
        &["'!users!a'", "'!users!' ff"],
        &["'!users2!a'", "'users!a'"],
    );
    // A sublevel of a sublevel is a key within its parent.
    scan(
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

    row(&CommitKey { version: 258 }, "'_delta_log/00000000000000000258.json'");
    // `listFrom` a version
    between(
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
        #[little_endian]
        #[rowkey(after = "I")]
        inode: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "A")]
    struct EntryKey {
        #[little_endian]
        #[rowkey(after = "D")]
        parent: u64,
        name: Vec<u8>,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "A")]
    struct ChunkKey {
        #[little_endian]
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

    row(&AttributeKey { inode: 258 }, "'A' 0201000000000000 'I'");
    row(&EntryKey { parent: 258, name: b"a.txt".to_vec() }, "'A' 0201000000000000 'Da.txt'");
    row(&ChunkKey { inode: 258, chunk: 3 }, "'A' 0201000000000000 'C' 00000003");
    for (row, bytes) in [
        (Row::Attribute(AttributeKey { inode: 258 }), "'A' 0201000000000000 'I'"),
        (Row::Entry(EntryKey { parent: 258, name: b"IC".to_vec() }), "'A' 0201000000000000 'DIC'"),
        (Row::Chunk(ChunkKey { inode: 258, chunk: 3 }), "'A' 0201000000000000 'C' 00000003"),
    ] {
        assert_eq!(Row::decode(&crate::bytes(bytes)), Ok(row));
    }
    // `doReaddir`: the entries of a folder
    scan(
        &EntryKey::prefix().parent(258).range(),
        "'A' 0201000000000000 'D'",
        &["'A' 0201000000000000 'Da.txt'"],
        &["'A' 0201000000000000 'C' 00000003", "'A' 0301000000000000 'Da.txt'"],
    );
    // `doRead`: the chunks of a file
    between(
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

    row(&PathKey { volume: 17, bucket: 258, parent: 1024, name: "a.txt".into() }, "'/17/258/1024/a.txt'");
    scan(
        &PathKey::prefix().volume(17).bucket(258).parent(1024).range(),
        "'/17/258/1024/'",
        &["'/17/258/1024/a.txt'"],
        &["'/17/258/10240/a.txt'", "'/17/258/1024'"],
    );
}
