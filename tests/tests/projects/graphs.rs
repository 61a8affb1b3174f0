//! Keys of graph databases on top of key-value stores. The comments name each project's functions that write the keys
//! or scan the ranges.

use crate::{assert_prefix_range, assert_row};
use rowkey::{Codec, CodecError, KeyField, RowKey};

/// `oxigraph/oxigraph`, `lib/oxigraph/src/storage/binary_encoder.rs`: `write_term` and `write_spo_quad`.
#[test]
fn oxigraph() {
    const IRI: u8 = 1;
    const NUMBERED_NODE: u8 = 8;
    const LONG_TEXT: u8 = 17;
    const LONG_TYPED: u8 = 25;
    const BOOLEAN: [u8; 2] = [28, 29];

    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Term {
        #[code(IRI)]
        Iri(u128),
        #[code(NUMBERED_NODE)]
        NumberedNode([u8; 16]),
        #[code(LONG_TEXT)]
        LongText(u128),
        #[code(LONG_TYPED)]
        LongTyped { datatype: u128, value: u128 },
        #[code({ BOOLEAN[0] })]
        True,
        #[code({ BOOLEAN[1] })]
        False,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct TripleKey {
        subject: Term,
        predicate: Term,
        object: Term,
    }

    let (subject, predicate) = (Term::NumberedNode([0xAA; 16]), Term::Iri(0xBB));
    let object = Term::LongTyped { datatype: 0xCC, value: 0xDD };
    assert_row(&TripleKey { subject, predicate, object }, "08 aa*16 01 00*15 bb 19 00*15 cc 00*15 dd");
    assert_row(&TripleKey { subject, predicate, object: Term::True }, "08 aa*16 01 00*15 bb 1c");
    assert!(TripleKey::decode(&crate::bytes("08 aa*16 01 00*15 bb 1e")).is_err());
    assert_eq!(TripleKey::prefix().subject(Term::LongText(1)).range().start()[0], 17);
    assert_eq!(TripleKey::prefix().subject(Term::False).range().start(), [29]);
    // `write_spog_quad`: four terms
    #[derive(Debug, PartialEq, RowKey)]
    struct QuadKey {
        terms: [Term; 4],
    }
    let quad = QuadKey { terms: [subject, predicate, object, Term::True] };
    assert_row(&quad, "08 aa*16 01 00*15 bb 19 00*15 cc 00*15 dd 1c");
    assert_prefix_range(
        &QuadKey::prefix().terms_starts_with(&[subject, predicate]).range(),
        "08 aa*16 01 00*15 bb",
        &["08 aa*16 01 00*15 bb 1c 1c", "08 aa*16 01 00*15 bb 01 00*16 1c"],
        &["08 aa*16 01 00*15 bc 1c 1c", "01 aa*16 01 00*15 bb 1c 1c"],
    );

    // `encode_term_pair`: all objects of a subject and a predicate
    assert_prefix_range(
        &TripleKey::prefix().subject(subject).predicate(predicate).range(),
        "08 aa*16 01 00*15 bb",
        &["08 aa*16 01 00*15 bb 1c", "08 aa*16 01 00*15 bb 01 00*16"],
        &["08 aa*16 01 00*15 bc 1c", "01 aa*16 01 00*15 bb 1c"],
    );
}

/// `dgraph-io/dgraph`, `x/keys.go`: `DataKey` and `IndexKey`.
#[test]
fn dgraph() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\0")]
    struct DataKey {
        namespace: u64,
        #[length(u16)]
        #[rowkey(after = 0x00)]
        predicate: String,
        node: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\0")]
    struct TermKey {
        namespace: u64,
        #[length(u16)]
        #[rowkey(after = 0x02)]
        predicate: String,
        term: Vec<u8>,
    }

    assert_row(
        &DataKey { namespace: 0, predicate: "name".into(), node: 258 },
        "00 00*8 0004 'name' 00 0000000000000102",
    );
    assert_row(
        &TermKey { namespace: 0, predicate: "name".into(), term: b"\x01ann".to_vec() },
        "00 00*8 0004 'name' 02 01 'ann'",
    );
    // `ParsedKey.DataPrefix` and `ParsedKey.IndexPrefix`
    assert_prefix_range(
        &DataKey::prefix().namespace(0).predicate("name").range(),
        "00 00*8 0004 'name' 00",
        &["00 00*8 0004 'name' 00 0000000000000102"],
        &["00 00*8 0004 'name' 02 01 'ann'", "00 00*8 0005 'names' 00 0000000000000102"],
    );
    assert_prefix_range(
        &TermKey::prefix().namespace(0).predicate("name").term_starts_with(b"\x01a").range(),
        "00 00*8 0004 'name' 02 01 'a'",
        &["00 00*8 0004 'name' 02 01 'ann'"],
        &["00 00*8 0004 'name' 02 01 'bob'", "00 00*8 0004 'name' 00 0000000000000102"],
    );
}

/// `vesoft-inc/nebula`, `src/common/utils/NebulaKeyUtils.cpp`: `tagKey` and `edgeKey`, with vertex ids of 8 bytes.
#[test]
fn nebula() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x01")]
    struct TagKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<3>)]
        part: u32,
        #[pad(8)]
        vertex: String,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        tag: i32,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x02")]
    struct EdgeKey {
        #[rowkey(codec = rowkey_formats::LittleEndian<3>)]
        part: u32,
        #[pad(8)]
        source: String,
        #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
        edge: i32,
        rank: i64,
        #[pad(8)]
        target: String,
        version: u8,
    }

    assert_row(&TagKey { part: 258, vertex: "ann".into(), tag: 7 }, "01 020100 'ann' 00*5 07000000");
    let key = EdgeKey { part: 258, source: "ann".into(), edge: -7, rank: -1, target: "bob".into(), version: 1 };
    assert_row(&key, "02 020100 'ann' 00*5 f9ffffff 7fffffffffffffff 'bob' 00*5 01");
    // `edgePrefix` with a source and a type
    assert_prefix_range(
        &EdgeKey::prefix().part(258).source("ann").edge(-7).range(),
        "02 020100 'ann' 00*5 f9ffffff",
        &["02 020100 'ann' 00*5 f9ffffff 7fffffffffffffff 'bob' 00*5 01"],
        &["02 020100 'anna' 00*4 f9ffffff", "02 020100 'ann' 00*5 07000000", "01 020100 'ann' 00*5 f9ffffff"],
    );
}

/// `JanusGraph/janusgraph`, `janusgraph-core/src/main/java/org/janusgraph/graphdb/idmanagement/IDManager.java`,
/// `getKey` of a normal vertex, with 5 bits for partitions.
#[test]
fn janusgraph() {
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Vertex {
        partition: u8,
        count: u64,
    }
    impl Codec<Vertex> for Vertex {
        type Encoded = Result<[u8; 8], &'static str>;
        const NAME: &'static str = "partition in 5 bits, count in 56 bits, 000";
        fn encode(vertex: &Vertex) -> Self::Encoded {
            let fits = vertex.partition < 32 && vertex.count < 1 << 56;
            fits.then(|| (u64::from(vertex.partition) << 59 | vertex.count << 3).to_be_bytes()).ok_or("too great")
        }
        fn decode(bytes: [u8; 8]) -> Result<Vertex, CodecError> {
            let id = u64::from_be_bytes(bytes);
            Ok(Vertex { partition: bytes[0] >> 3, count: (id << 5) >> 8 })
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct VertexKey {
        #[rowkey(codec = Vertex)]
        vertex: Vertex,
    }

    assert_row(&VertexKey { vertex: Vertex { partition: 31, count: 258 } }, "f800000000000810");
    assert_row(&VertexKey { vertex: Vertex { partition: 1, count: (1 << 56) - 1 } }, "0ffffffffffffff8");
    assert!(VertexKey::decode(&crate::bytes("f800000000000811")).is_err());
    assert!(VertexKey { vertex: Vertex { partition: 32, count: 1 } }.try_encode().is_err());
}

/// `arangodb/arangodb`, `arangod/RocksDBEngine/RocksDBKey.cpp`, `constructEdgeIndexValue`.
#[test]
fn arangodb() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct EdgeKey {
        index: u64,
        vertex: String,
        #[rowkey(after = 0xFF)]
        document: u64,
    }

    assert_row(
        &EdgeKey { index: 258, vertex: "users/ann".into(), document: 7 },
        "0000000000000102 'users/ann' 00 0000000000000007 ff",
    );
    // `RocksDBKeyBounds::EdgeIndexVertex`
    assert_prefix_range(
        &EdgeKey::prefix().index(258).vertex("users/ann").range(),
        "0000000000000102 'users/ann' 00",
        &["0000000000000102 'users/ann' 00 0000000000000007 ff"],
        &["0000000000000102 'users/anna' 00 0000000000000007 ff"],
    );
}

/// `apache/rya`, `WholeRowTripleResolver.java` in `org.apache.rya.api.resolver.triple.impl`: the row of the table of
/// subjects. After the object come 01 and a byte for its type.
#[test]
fn rya() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct SubjectKey {
        subject: String,
        predicate: String,
        #[unterminated]
        object: String,
        #[rowkey(before = 0x01)]
        kind: u8,
    }

    let key = SubjectKey { subject: "u:a".into(), predicate: "u:knows".into(), object: "u:b".into(), kind: 2 };
    assert_row(&key, "'u:a' 00 'u:knows' 00 'u:b' 01 02");
    assert_prefix_range(
        &SubjectKey::prefix().subject("u:a").predicate("u:knows").range(),
        "'u:a' 00 'u:knows' 00",
        &["'u:a' 00 'u:knows' 00 'u:b' 01 02"],
        &["'u:ab' 00 'u:knows' 00 'u:b' 01 02", "'u:a' 00 'u:knows2' 00 'u:b' 01 02"],
    );
}

/// `cozodb/cozo`, `cozo-core/src/data/tuple.rs`, `encode_as_key`, with the values of `cozo-core/src/data/memcmp.rs`.
/// The number of values and their types depend on the relation.
#[test]
fn cozo() {
    #[derive(Debug, Clone, PartialEq, KeyField)]
    enum State {
        #[code(0)]
        Asserted,
        #[code(1)]
        Retracted,
    }
    #[derive(Debug, Clone, PartialEq, KeyField)]
    enum DataValue {
        #[code(1)]
        Null,
        #[code(2)]
        False,
        #[code(3)]
        True,
        #[code(5)]
        Float(#[rowkey(after = 0x10)] f64),
        #[code(6)]
        Str(#[rowkey(codec = rowkey_formats::TidbBytes)] String),
        #[code(7)]
        Bytes(#[rowkey(codec = rowkey_formats::TidbBytes)] Vec<u8>),
        #[code(0x0C)]
        Validity {
            #[descending]
            timestamp: i64,
            state: State,
        },
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct RowOfRelation {
        relation: u64,
        #[rowkey(list)]
        values: Vec<DataValue>,
    }

    let text = |text: &str| DataValue::Str(text.into());
    let key = |values: &[DataValue]| RowOfRelation { relation: 9, values: values.to_vec() };
    assert_row(&key(&[]), "00*7 09");
    assert_row(&key(&[DataValue::Null, DataValue::False, DataValue::True]), "00*7 09 01 02 03");
    assert_row(&key(&[text("abc"), DataValue::Float(1.0)]), "00*7 09 06 'abc' 00*5 fa 05 bff0 00*6 10");
    assert_row(&key(&[DataValue::Bytes(vec![0; 8])]), "00*7 09 07 00*8 ff 00*8 f7");
    let at = |timestamp, state| DataValue::Validity { timestamp, state };
    assert_row(&key(&[at(1, State::Asserted), at(-1, State::Retracted)]), "00*7 09 0c 7f ff*6 fe 00 0c 80 00*7 01");
    // `scan_prefix` of the relation: all rows whose first value is "abc"
    assert_prefix_range(
        &RowOfRelation::prefix().relation(9).values_starts_with(&[text("abc")]).range(),
        "00*7 09 06 'abc' 00*5 fa",
        &["00*7 09 06 'abc' 00*5 fa", "00*7 09 06 'abc' 00*5 fa 01", "00*7 09 06 'abc' 00*5 fa 06 00*8 f7"],
        &["00*7 09 06 'abcd' 00*4 fb", "00*7 09 06 'ab' 00*6 f9", "00*7 09"],
    );
}
