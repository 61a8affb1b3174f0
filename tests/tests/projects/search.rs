//! Keys of search engines on top of key-value stores. The comments name each project's functions that write the keys or
//! scan the ranges.

use crate::{assert_prefix_range, assert_row};
use rowkey::RowKey;

/// `meilisearch/meilisearch`, `crates/milli/src/heed_codec`: `U8StrStrCodec` and `StrBEU16Codec`.
#[test]
fn meilisearch() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct PairKey {
        proximity: u8,
        first: String,
        second: String,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct PositionKey {
        word: String,
        position: u16,
    }

    assert_row(&PairKey { proximity: 1, first: "good".into(), second: "day".into() }, "01 'good' 00 'day'");
    assert_row(&PositionKey { word: "good".into(), position: 258 }, "'good' 00 0102");
    // Pairs whose second word begins with the text that the user has typed
    assert_prefix_range(
        &PairKey::prefix().proximity(1).first("good").second_starts_with("da").range(),
        "01 'good' 00 'da'",
        &["01 'good' 00 'day'", "01 'good' 00 'da'"],
        &["01 'good' 00 'db'", "01 'goods' 00 'day'", "02 'good' 00 'day'"],
    );
    assert_prefix_range(
        &PositionKey::prefix().word("good").range(),
        "'good' 00",
        &["'good' 00 0000"],
        &["'goods' 00 0000", "'good' 01"],
    );
}

/// `valeriansaliou/sonic`, `core/src/store/keyer.rs`: `build_key` and `as_prefix`.
#[test]
fn sonic() {
    #[derive(Debug, PartialEq, RowKey)]
    struct StoreKey {
        index: u8,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        bucket: u32,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        route: u32,
    }

    assert_row(&StoreKey { index: 1, bucket: 0x0102_0304, route: 258 }, "01 04030201 02010000");
    assert_prefix_range(
        &StoreKey::prefix().index(1).bucket(0x0102_0304).range(),
        "01 04030201",
        &["01 04030201 02010000"],
        &["01 04030202 02010000", "02 04030201 02010000"],
    );
}

/// `blevesearch/bleve`, `index/upsidedown/row.go`, `TermFrequencyRow.KeyTo`.
#[test]
fn bleve() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "t", terminator = b'\xFF')]
    struct TermKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
        field: u16,
        term: String,
        document: String,
    }

    let key = TermKey { field: 258, term: "beer".into(), document: "d1".into() };
    assert_row(&key, "'t' 0201 'beer' ff 'd1'");
    // `ScanPrefixForFieldTerm`
    assert_prefix_range(
        &TermKey::prefix().field(258).term("beer").range(),
        "'t' 0201 'beer' ff",
        &["'t' 0201 'beer' ff 'd1'"],
        &["'t' 0201 'beers' ff 'd1'", "'t' 0301 'beer' ff 'd1'"],
    );
    // `ScanPrefixForFieldTermPrefix`
    assert_prefix_range(
        &TermKey::prefix().field(258).term_starts_with("be").range(),
        "'t' 0201 'be'",
        &["'t' 0201 'beer' ff 'd1'"],
        &["'t' 0201 'bf' ff 'd1'"],
    );
}

/// `typesense/typesense`, `src/collection.cpp`, `get_seq_id_key`.
#[test]
fn typesense() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '_')]
    struct DocumentKey {
        #[decimal]
        #[rowkey(after = "$SI_")]
        collection: u32,
        sequence: u32,
    }

    assert_row(&DocumentKey { collection: 12, sequence: 258 }, "'12_$SI_' 00000102");
    assert_prefix_range(
        &DocumentKey::prefix().collection(12).range(),
        "'12_$SI_'",
        &["'12_$SI_' 00000102"],
        &["'123_$SI_' 00000102", "'12_$DI_' 00000102"],
    );
}

/// `milvus-io/milvus`, `internal/metastore/kv/datacoord/util.go`, `buildSegmentPath`.
#[test]
fn milvus() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "datacoord-meta/s/", delimiter = '/')]
    struct SegmentKey {
        #[decimal]
        collection: i64,
        #[decimal]
        partition: i64,
        #[decimal]
        segment: i64,
    }

    assert_row(&SegmentKey { collection: 12, partition: -1, segment: 30 }, "'datacoord-meta/s/12/-1/30'");
    // `buildPartitionPrefix`
    assert_prefix_range(
        &SegmentKey::prefix().collection(12).partition(-1).range(),
        "'datacoord-meta/s/12/-1/'",
        &["'datacoord-meta/s/12/-1/30'"],
        &["'datacoord-meta/s/12/-10/30'", "'datacoord-meta/s/123/-1/30'"],
    );
}
