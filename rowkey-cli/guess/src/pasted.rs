//! Written by the test of `guess`: the structs that are guessed from keys of projects.

mod solana {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        bytes_1: [u8; 32],
        number_2: u64,
        number_3: u32,
        bytes_4: [u8; 64],
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod btcwallet {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        bytes_1: [u8; 32],
        number_2: u32,
        bytes_3: [u8; 32],
        number_4: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod pinpoint {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        #[pad(24)]
        text_1: String,
        #[descending]
        time_2: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod warp10 {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "R")]
    struct GuessedKey {
        number_1: u64,
        number_2: u64,
        #[descending]
        time_3: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod kubernetes {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "/registry/pods/", delimiter = '/')]
    struct GuessedKey {
        text_1: String,
        text_2: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod meilisearch {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(terminator = '\0')]
    struct GuessedKey {
        number_1: u8,
        text_2: String,
        text_3: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod tidb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "t", delimiter = '_')]
    struct GuessedKey {
        number_1: i64,
        #[rowkey(before = "r")]
        number_2: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod ozone {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "/", delimiter = '/')]
    struct GuessedKey {
        text_1: String,
        text_2: String,
        text_3: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod delta {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "_delta_log/", delimiter = '.')]
    struct GuessedKey {
        #[rowkey(after = "json")]
        #[pad(20)]
        number_1: u128,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod hadoop {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '!')]
    struct GuessedKey {
        text_1: String,
        text_2: String,
        text_3: String,
        #[descending]
        time_4: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod surrealdb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "/*", terminator = '\0')]
    struct GuessedKey {
        number_1: u32,
        #[rowkey(before = "*")]
        number_2: u32,
        #[rowkey(before = "*")]
        text_3: String,
        #[rowkey(before = "!fd")]
        text_4: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod dragonboat {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\x01\x01\x00\x00")]
    struct GuessedKey {
        number_1: u64,
        number_2: u64,
        number_3: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod jaeger {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\x80")]
    struct GuessedKey {
        bytes_1: [u8; 16],
        time_2: u64,
        number_3: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod libp2p {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "/providers/", delimiter = '/')]
    struct GuessedKey {
        text_1: String,
        text_2: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod kvrocks {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\t__default")]
    struct GuessedKey {
        #[length(u32)]
        text_1: String,
        time_2: u64,
        text_3: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod nebula {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\x01", delimiter = '\0')]
    struct GuessedKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
        number_1: u16,
        #[pad(31)]
        text_2: String,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        number_3: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod influxdb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        #[rowkey(codec = rowkey_formats::Hex)]
        number_1: u64,
        #[rowkey(codec = rowkey_formats::Hex)]
        number_2: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod kiji {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(terminator = '\0')]
    struct GuessedKey {
        #[salt(md5, 2)]
        text_1: String,
        number_2: i32,
        time_3: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod phoenix {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(salt(phoenix, buckets = 10))]
    struct GuessedKey {
        number_1: i32,
        text_2: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod ckb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\xe0")]
    struct GuessedKey {
        number_1: u64,
        bytes_2: [u8; 32],
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod cometbft {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "P:", delimiter = ':')]
    struct GuessedKey {
        #[decimal]
        number_1: u64,
        #[decimal]
        number_2: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod dash {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "a")]
    struct GuessedKey {
        number_1: u8,
        bytes_2: [u8; 20],
        number_3: u32,
        number_4: u32,
        bytes_5: [u8; 32],
        number_6: u8,
        number_7: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod sui {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        bytes_1: [u8; 32],
        number_2: u64,
        #[rowkey(before = "0x")]
        #[pad(1)]
        number_3: u32,
        #[rowkey(before = "::coin::")]
        #[rowkey(codec = rowkey_formats::IntegerBytes<5>)]
        number_4: u64,
        #[descending]
        number_5: u32,
        #[descending]
        number_6: u32,
        number_7: u64,
        bytes_8: [u8; 20],
        bytes_9: Vec<u8>,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod bookkeeper {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        number_1: u64,
        #[descending]
        number_2: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod typesense {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '_')]
    struct GuessedKey {
        #[decimal]
        number_1: u64,
        #[rowkey(before = "$SI_")]
        number_2: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod milvus {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "datacoord-meta/s/", delimiter = '/')]
    struct GuessedKey {
        #[pad(18)]
        number_1: u64,
        #[pad(18)]
        number_2: u64,
        #[pad(18)]
        number_3: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod juicefs {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "A")]
    struct GuessedKey {
        #[rowkey(after = "I")]
        #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
        number_1: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod ozone_folders {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "/", delimiter = '/')]
    struct GuessedKey {
        #[decimal]
        number_1: u64,
        #[decimal]
        number_2: u64,
        #[decimal]
        number_3: u64,
        text_4: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod ssdb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "h", delimiter = '=')]
    struct GuessedKey {
        #[length(u8)]
        text_1: String,
        text_2: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod arangodb {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(terminator = '\0')]
    struct GuessedKey {
        number_1: u64,
        text_2: String,
        #[rowkey(after = b"\xff")]
        number_3: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod bleve {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "t", terminator = b'\xFF')]
    struct GuessedKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
        number_1: u16,
        text_2: String,
        text_3: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod pika {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        #[length(u32, little_endian)]
        text_1: String,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        time_2: u32,
        text_3: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod lnd {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        time_1: u64,
        number_2: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod milliseconds {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '#')]
    struct GuessedKey {
        text_1: String,
        #[pad(13)]
        time_2: u64,
        #[pad(10)]
        time_3: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod java_times {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '/')]
    struct GuessedKey {
        text_1: String,
        #[rowkey(codec = rowkey_formats::MaxMinus)]
        time_2: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod nines {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '#')]
    struct GuessedKey {
        #[pad(8)]
        number_1: u32,
        #[pad(13)]
        #[descending]
        time_2: u64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod percent {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(delimiter = '#')]
    struct GuessedKey {
        #[rowkey(codec = rowkey_formats::PercentEscaped<'#'>)]
        text_1: String,
        text_2: String,
        #[pad(6)]
        number_3: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod varint {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    struct GuessedKey {
        #[length(varint)]
        text_1: String,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        number_2: u32,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

mod foundation_db {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = b"\xfd\x02prod\x00", fields = rowkey_formats::FoundationDb)]
    struct GuessedKey {
        text_1: String,
        number_2: i64,
        time_3: i64,
        text_4: String,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;
}

mod tidb_index {
    #[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
    #[rowkey(namespace = "t")]
    struct GuessedKey {
        number_1: i64,
        #[rowkey(before = "_i")]
        number_2: i64,
        #[rowkey(codec = rowkey_formats::Tidb)]
        text_3: Option<String>,
        #[rowkey(codec = rowkey_formats::Tidb)]
        number_4: i64,
    }

    pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;

    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
}

pub(super) const LAYOUTS: [&rowkey::Layout; 40] = [
    solana::LAYOUT,
    btcwallet::LAYOUT,
    pinpoint::LAYOUT,
    warp10::LAYOUT,
    kubernetes::LAYOUT,
    meilisearch::LAYOUT,
    tidb::LAYOUT,
    ozone::LAYOUT,
    delta::LAYOUT,
    hadoop::LAYOUT,
    surrealdb::LAYOUT,
    dragonboat::LAYOUT,
    jaeger::LAYOUT,
    libp2p::LAYOUT,
    kvrocks::LAYOUT,
    nebula::LAYOUT,
    influxdb::LAYOUT,
    kiji::LAYOUT,
    phoenix::LAYOUT,
    ckb::LAYOUT,
    cometbft::LAYOUT,
    dash::LAYOUT,
    sui::LAYOUT,
    bookkeeper::LAYOUT,
    typesense::LAYOUT,
    milvus::LAYOUT,
    juicefs::LAYOUT,
    ozone_folders::LAYOUT,
    ssdb::LAYOUT,
    arangodb::LAYOUT,
    bleve::LAYOUT,
    pika::LAYOUT,
    lnd::LAYOUT,
    milliseconds::LAYOUT,
    java_times::LAYOUT,
    nines::LAYOUT,
    percent::LAYOUT,
    varint::LAYOUT,
    foundation_db::LAYOUT,
    tidb_index::LAYOUT,
];

pub(super) fn decodes(name: &str, key: &[u8]) -> bool {
    match name {
        "nebula" => nebula::decodes(key),
        "influxdb" => influxdb::decodes(key),
        "sui" => sui::decodes(key),
        "juicefs" => juicefs::decodes(key),
        "bleve" => bleve::decodes(key),
        "pika" => pika::decodes(key),
        "java_times" => java_times::decodes(key),
        "percent" => percent::decodes(key),
        "varint" => varint::decodes(key),
        "tidb_index" => tidb_index::decodes(key),
        _ => true,
    }
}
