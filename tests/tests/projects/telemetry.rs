//! Keys of metrics, traces and other time series. The comments name each project's functions that write the keys or
//! scan the ranges.

use crate::{assert_prefix_range, assert_range, assert_row};
use rowkey::{
    Codec, CodecError, KeyField, RowKey,
    codecs::{SelfDelimited, StartsAlike, Without},
    testing,
};
use std::collections::BTreeMap;

/// `jaegertracing/jaeger`, `internal/storage/v1/badger/spanstore/writer.go`, `createTraceKV`.
#[test]
fn jaeger() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x80")]
    struct SpanKey {
        trace: u128,
        started: u64,
        span: u64,
    }

    let key = SpanKey { trace: 1 << 64 | 2, started: 1_485_467_191_639_875, span: 3 };
    assert_row(&key, "80 0000000000000001 0000000000000002 0005470648487f43 0000000000000003");
    // `createPrimaryKeySeekPrefix`
    assert_prefix_range(
        &SpanKey::prefix().trace(1 << 64 | 2).range(),
        "80 0000000000000001 0000000000000002",
        &["80 0000000000000001 0000000000000002 0005470648487f43 0000000000000003"],
        &["80 0000000000000001 0000000000000003 00*16", "80 0000000000000001 0000000000000001 ff*16", "81 ff*16"],
    );
}

/// `pinpoint-apm/pinpoint`,
/// `commons-server/src/main/java/com/navercorp/pinpoint/common/server/bo/serializer/agent/IdRowKeyEncoder.java`,
/// `encodeRowKey`.
#[test]
fn pinpoint() {
    #[derive(Debug, PartialEq, RowKey)]
    struct AgentKey {
        #[pad(24)]
        agent: String,
        #[descending]
        time: i64,
    }

    let key = AgentKey { agent: "agent-1".into(), time: 1_500_000_000_000 };
    // Long.MAX_VALUE - 1500000000000
    assert_row(&key, "'agent-1' 00*17 7ffffea2c10867ff");
    // The newest rows come first, so a scan runs from the end of the interval to its start.
    assert_range(
        &AgentKey::prefix().agent("agent-1").time_in(1_500_000_000_000..=1_500_000_001_000).range(),
        "'agent-1' 00*17 7ffffea2c1086417",
        "'agent-1' 00*17 7ffffea2c10868",
        &["'agent-1' 00*17 7ffffea2c10867ff"],
        &["'agent-1' 00*17 7ffffea2c1086800", "'agent-1' 00*17 7ffffea2c1086416", "'agent-12' 00*16 7ffffea2c10867ff"],
    );
}

/// `senx/warp10-platform`, `warp10/src/main/java/io/warp10/continuum/store/Store.java`: the row key of a reading.
#[test]
fn warp10() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = "R")]
    struct ReadingKey {
        class: u64,
        labels: u64,
        #[descending]
        time: i64,
    }

    let key = ReadingKey { class: 0xAAAA_AAAA_AAAA_AAAA, labels: 7, time: 1_500_000_000_000_000 };
    // Long.MAX_VALUE - 1500000000000000
    assert_row(&key, "'R' aaaaaaaaaaaaaaaa 0000000000000007 7ffaabc208d63fff");
    assert_prefix_range(
        &ReadingKey::prefix().class(0xAAAA_AAAA_AAAA_AAAA).labels(7).range(),
        "'R' aaaaaaaaaaaaaaaa 0000000000000007",
        &["'R' aaaaaaaaaaaaaaaa 0000000000000007 7ffaabc208d63fff"],
        &["'R' aaaaaaaaaaaaaaaa 0000000000000008 00*8", "'R' aaaaaaaaaaaaaaab 0000000000000007 00*8"],
    );
}

/// `apache/storm`, `storm-server/src/main/java/org/apache/storm/metricstore/rocksdb/RocksDbKey.java`,
/// `createMetricKey`.
#[test]
fn storm() {
    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    enum Aggregation {
        #[code(0)]
        None,
        #[code(1)]
        Minute,
        #[code(10)]
        TenMinutes,
        #[code(60)]
        Hour,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x80")]
    struct MetricKey {
        aggregation: Aggregation,
        topology: u32,
        time: u64,
        metric: u32,
        component: u32,
        executor: u32,
        host: u32,
        port: u32,
        stream: u32,
    }

    let key = MetricKey {
        aggregation: Aggregation::TenMinutes,
        topology: 2,
        time: 1_500_000_000_000,
        metric: 3,
        component: 4,
        executor: 5,
        host: 6,
        port: 6700,
        stream: 8,
    };
    assert_row(&key, "80 0a 00000002 0000015d3ef79800 00000003 00000004 00000005 00000006 00001a2c 00000008");
    // `RocksDbStore.scan` with one topology and an interval of time
    assert_range(
        &MetricKey::prefix()
            .aggregation(Aggregation::TenMinutes)
            .topology(2)
            .time_in(1_500_000_000_000..1_500_000_600_000)
            .range(),
        "80 0a 00000002 0000015d3ef79800",
        "80 0a 00000002 0000015d3f00bfc0",
        &["80 0a 00000002 0000015d3ef79800 00*24", "80 0a 00000002 0000015d3f00bfbf ff*24"],
        &["80 0a 00000002 0000015d3ef797ff ff*24", "80 0a 00000003 0000015d3ef79800 00*24", "80 3c 00000002"],
    );
    // The other codes of `AggLevel`
    for (code, aggregation) in [(0, Aggregation::None), (1, Aggregation::Minute), (60, Aggregation::Hour)] {
        assert_eq!(MetricKey::prefix().aggregation(aggregation).range().start(), [0x80, code]);
    }
}

/// `VictoriaMetrics/VictoriaMetrics`, `lib/storage/index_db.go`, `createPerDayIndexes`: from a day to the metrics of
/// the day.
#[test]
fn victoria_metrics() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x05")]
    struct DayKey {
        day: u64,
        metric: u64,
    }

    assert_row(&DayKey { day: 17_361, metric: 1_500_000_000_000_000_001 }, "05 00000000000043d1 14d1120d7b160001");
    assert_prefix_range(
        &DayKey::prefix().day(17_361).range(),
        "05 00000000000043d1",
        &["05 00000000000043d1 14d1120d7b160001"],
        &["05 00000000000043d2 00*8", "06 00000000000043d1 00*8"],
    );
}

/// `apache/hadoop`, `FlowRunRowKey.java` and `Separator.java` in the packages `storage.flow` and `storage.common` of
/// `hadoop-yarn-server-timelineservice-hbase-common`.
#[test]
fn hadoop_timeline() {
    /// Text in which the percent sign, the space, the tab and the exclamation mark are escaped.
    struct Name;
    const ESCAPES: [(&str, &str); 4] = [("%", "%9$"), (" ", "%2$"), ("\t", "%3$"), ("!", "%0$")];
    impl Codec<String> for Name {
        type Encoded = Without<'!', StartsAlike<Vec<u8>>>;
        const NAME: &'static str = "name with %9$ %2$ %3$ %0$";
        fn encode(name: &String) -> Self::Encoded {
            let escaped = ESCAPES.iter().fold(name.clone(), |name, (plain, escaped)| name.replace(plain, escaped));
            Without(StartsAlike(escaped.into()))
        }
        fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
            let name = String::from_utf8(bytes)?;
            Ok(ESCAPES.iter().rev().fold(name, |name, (plain, escaped)| name.replace(escaped, plain)))
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '!')]
    struct FlowRunKey {
        #[rowkey(codec = Name)]
        cluster: String,
        #[rowkey(codec = Name)]
        user: String,
        #[rowkey(codec = Name)]
        flow: String,
        #[descending]
        run: i64,
    }

    let key =
        FlowRunKey { cluster: "yarn cluster".into(), user: "ann".into(), flow: "50%!".into(), run: 1_500_000_000_000 };
    assert_row(&key, "'yarn%2$cluster!ann!50%9$%0$!' 7ffffea2c10867ff");
    assert_eq!(
        FlowRunKey { cluster: String::new(), user: String::new(), flow: "!".into(), run: i64::MAX }.encode(),
        b"!!%0$!\0\0\0\0\0\0\0\0"
    );
    testing::text_codec::<Name, String>(["yarn cluster", "50%!", "%9$", "\t"].map(String::from)).unwrap();
    assert_prefix_range(
        &FlowRunKey::prefix().cluster_starts_with("yarn c").range(),
        "'yarn%2$c'",
        &["'yarn%2$cluster!ann!50%9$%0$!' 7ffffea2c10867ff"],
        &["'yarn%2$d!ann!50%9$%0$!' 7ffffea2c10867ff"],
    );
    // All runs of a flow, the newest first: `getRowKey` of a key without a run
    assert_prefix_range(
        &FlowRunKey::prefix().cluster(&key.cluster).user(&key.user).flow(&key.flow).range(),
        "'yarn%2$cluster!ann!50%9$%0$!'",
        &["'yarn%2$cluster!ann!50%9$%0$!' 7ffffea2c10867ff"],
        &["'yarn%2$cluster!ann!50%9$!' 7ffffea2c10867ff", "'yarn%2$cluster!anna!50%9$%0$!' 7ffffea2c10867ff"],
    );
}

/// `grafana/loki`, `pkg/storage/config/schema_config.go`, `newerExternalKey`: the name of a chunk in an object store.
#[test]
fn loki() {
    /// A number in hexadecimal digits without leading zeros.
    struct Hex;
    impl Codec<u64> for Hex {
        type Encoded = Vec<u8>;
        const NAME: &'static str = "hex";
        fn encode(number: &u64) -> Vec<u8> {
            format!("{number:x}").into()
        }
        fn decode(bytes: Vec<u8>) -> Result<u64, CodecError> {
            Ok(u64::from_str_radix(&String::from_utf8_lossy(&bytes), 16)?)
        }
    }
    /// The start of a chunk, its end and its checksum, in hexadecimal digits with colons between them.
    struct Extent;
    impl Codec<[u64; 3]> for Extent {
        type Encoded = Vec<u8>;
        const NAME: &'static str = "hex:hex:hex";
        fn encode([from, through, checksum]: &[u64; 3]) -> Vec<u8> {
            format!("{from:x}:{through:x}:{checksum:x}").into()
        }
        fn decode(bytes: Vec<u8>) -> Result<[u64; 3], CodecError> {
            let numbers: Result<Vec<u64>, _> =
                bytes.split(|byte| *byte == b':').map(|hex| Hex::decode(hex.into())).collect();
            numbers?.try_into().map_err(|_| "not three numbers".into())
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '/')]
    struct ChunkKey {
        tenant: String,
        #[rowkey(codec = Hex)]
        fingerprint: u64,
        #[rowkey(codec = Extent)]
        extent: [u64; 3],
    }

    let extent = [1_500_000_000_000, 1_500_000_060_000, 0x0000_BEEF];
    let key = ChunkKey { tenant: "fake".into(), fingerprint: 0x0123_4567_89AB_CDEF, extent };
    assert_row(&key, "'fake/123456789abcdef/15d3ef79800:15d3ef88260:beef'");
    // All chunks of a stream
    assert_prefix_range(
        &ChunkKey::prefix().tenant("fake").fingerprint(0x0123_4567_89AB_CDEF).range(),
        "'fake/123456789abcdef/'",
        &["'fake/123456789abcdef/15d3ef79800:15d3ef88260:beef'"],
        &["'fake/123456789abcdef0/15d3ef79800:15d3ef88260:beef'", "'fak/123456789abcdef/1:2:3'"],
    );
}

/// `OpenTSDB/opentsdb`, `src/core/RowKey.java`, `rowKeyFromTSUID`, without a salt: the metric, the hour, and the tags.
#[test]
fn opentsdb() {
    #[derive(Debug, Clone, PartialEq, KeyField)]
    struct Tag {
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        name: u32,
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        value: u32,
    }
    #[derive(Debug, PartialEq, RowKey)]
    struct DataKey {
        #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
        metric: u32,
        hour: u32,
        #[rowkey(list)]
        tags: Vec<Tag>,
    }

    let tags = vec![Tag { name: 1, value: 258 }, Tag { name: 2, value: 3 }];
    assert_row(
        &DataKey { metric: 1, hour: 1_356_998_400, tags: tags.clone() },
        "000001 50e22700 000001 000102 000002 000003",
    );
    // All series of a metric in an hour
    assert_prefix_range(
        &DataKey::prefix().metric(1).hour(1_356_998_400).range(),
        "000001 50e22700",
        &["000001 50e22700 000001 000102", "000001 50e22700 000001 000102 000002 000003"],
        &["000001 50e23510 000001 000102", "000002 50e22700 000001 000102"],
    );
    // All series of a metric in an hour with a given first tag
    assert_prefix_range(
        &DataKey::prefix().metric(1).hour(1_356_998_400).tags_starts_with(&tags[..1]).range(),
        "000001 50e22700 000001 000102",
        &["000001 50e22700 000001 000102", "000001 50e22700 000001 000102 000002 000003"],
        &["000001 50e22700 000001 000103"],
    );
}

/// `kairosdb/kairosdb`, `src/main/java/org/kairosdb/datastore/cassandra/DataPointsRowKeySerializer.java`.
#[test]
fn kairosdb() {
    /// Stores names and values as `name=value:`.
    struct Tags;
    impl Codec<Vec<(String, String)>> for Tags {
        type Encoded = Result<Vec<u8>, &'static str>;
        const NAME: &'static str = "tags as name=value:";
        fn encode(tags: &Vec<(String, String)>) -> Self::Encoded {
            if tags.iter().any(|(name, value)| name.contains('=') || value.contains(':')) {
                return Err("a name contains =, or a value contains :");
            }
            Ok(tags.iter().flat_map(|(name, value)| format!("{name}={value}:").into_bytes()).collect())
        }
        fn decode(bytes: Vec<u8>) -> Result<Vec<(String, String)>, CodecError> {
            let mut tags = Vec::new();
            let mut rest = str::from_utf8(&bytes)?;
            while !rest.is_empty() {
                let (name, after) = rest.split_once('=').ok_or("a tag without =")?;
                let (value, after) = after.split_once(':').ok_or("a tag without :")?;
                tags.push((name.into(), value.into()));
                rest = after;
            }
            Ok(tags)
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct DataPointsKey {
        metric: String,
        time: u64, // never negative
        #[rowkey(before = 0x00)]
        #[length(u8)]
        data_type: String,
        #[rowkey(codec = Tags)]
        tags: Vec<(String, String)>,
    }

    let tag = |name: &str, value: &str| (name.to_string(), value.to_string());
    let key = DataPointsKey {
        metric: "cpu".into(),
        time: 258,
        data_type: "kairos_long".into(),
        tags: vec![tag("host", "a"), tag("path", "x=y")],
    };
    assert_row(&key, "'cpu' 00 0000000000000102 00 0b 'kairos_long' 'host=a:path=x=y:'");
    assert!(DataPointsKey { tags: vec![tag("a=b", "c")], ..key }.try_encode().is_err());
    assert_range(
        &DataPointsKey::prefix().metric("cpu").time_in(256..=258).range(),
        "'cpu' 00 0000000000000100",
        "'cpu' 00 0000000000000103",
        &["'cpu' 00 0000000000000102 00 0b 'kairos_long' 'host=a:'"],
        &["'cpu' 00 0000000000000103 00", "'cpus' 00 0000000000000102 00"],
    );
}

/// `jaegertracing/jaeger`, `internal/storage/v1/badger/spanstore/writer.go`, `createIndexKey`: an entry by the name of
/// the service.
#[test]
fn jaeger_index() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = b"\x81")]
    struct ServiceKey {
        #[unterminated]
        service: String,
        start: u64,
        trace: u128,
    }

    let key = |service: &str, start, trace| ServiceKey { service: service.into(), start, trace };
    let one = 0x0102_0000_0000_0000_0000_0000_0000_0003;
    assert_row(&key("api", 258, one), "81 'api' 0000000000000102 0102000000000000 0000000000000003");
    // The range of a service also contains the entries of services whose names begin with its name. `scan` skips these
    // entries.
    let keys = [key("api", 5, 1), key("api", 6, 2), key("api-gateway", 5, 3), key("ap", u64::MAX, 4)];
    let table: BTreeMap<_, _> = keys.iter().map(|key| (key.encode(), ())).collect();
    let traces = |query: &mut dyn Iterator<Item = ServiceKey>| query.map(|key| key.trace).collect::<Vec<_>>();
    let scan = ServiceKey::prefix().service("api").scan(|range| table.range(range));
    assert_eq!(traces(&mut scan.flatten().map(|(key, ())| key)), [1, 2]);
    let scan = ServiceKey::prefix().service_starts_with("api").scan(|range| table.range(range));
    assert_eq!(traces(&mut scan.flatten().map(|(key, ())| key)), [1, 2, 3]);
}

/// `VictoriaMetrics/VictoriaMetrics`, `lib/storage/index_db.go`, `createGlobalIndexes`, and
/// `lib/storage/metric_name.go`, `marshalTagValue`: from a label to the metrics with this label.
#[test]
fn victoria_metrics_labels() {
    /// Text with escapes for 00, 01 and 02. The terminator is 01.
    struct Label;
    const ESCAPES: [(&str, &str); 3] = [("\0", "\x000"), ("\x01", "\x001"), ("\x02", "\x002")];
    impl Codec<String> for Label {
        type Encoded = SelfDelimited;
        const NAME: &'static str = "label with 00 30, 00 31 and 00 32, then 01";
        fn encode(label: &String) -> SelfDelimited {
            let label = ESCAPES.iter().fold(label.clone(), |label, (plain, escaped)| label.replace(plain, escaped));
            SelfDelimited((label + "\x01").into())
        }
        fn end(bytes: &[u8]) -> Option<usize> {
            bytes.iter().position(|byte| *byte == 1).map(|end| end + 1)
        }
        fn decode(mut bytes: Vec<u8>) -> Result<String, CodecError> {
            bytes.pop();
            let label = String::from_utf8(bytes)?;
            Ok(ESCAPES.iter().rev().fold(label, |label, (plain, escaped)| label.replace(escaped, plain)))
        }
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(namespace = 0x01)]
    struct LabelKey {
        #[rowkey(codec = Label)]
        name: String,
        #[rowkey(codec = Label)]
        value: String,
        #[rowkey(list)]
        metrics: Vec<u64>,
    }

    let key = LabelKey { name: "host".into(), value: "a\x01b\0".into(), metrics: vec![7, 258] };
    assert_row(&key, "01 'host' 01 'a' 0031 'b' 0030 01 0000000000000007 0000000000000102");
    testing::codec::<Label, String>(["", "\0", "\x001", "\x01", "0\x02"].map(String::from)).unwrap();
    assert_prefix_range(
        &LabelKey::prefix().name(&key.name).value(&key.value).range(),
        "01 'host' 01 'a' 0031 'b' 0030 01",
        &["01 'host' 01 'a' 0031 'b' 0030 01 0000000000000007"],
        &["01 'host' 01 'a' 0031 'b' 0030 'c' 01 0000000000000007"],
    );
}

/// `cortexproject/cortex`, `pkg/chunk/gcp/bigtable_index_client.go`, `NewStorageClientV1`, with the hash value of
/// `dailyBuckets` in `pkg/chunk/schema_config.go`, and `encodeRangeKey` of `pkg/chunk/schema_util.go`: a chunk by the
/// end of its time range.
#[test]
fn cortex() {
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(terminator = '\0')]
    struct ChunkKey {
        #[rowkey(codec = rowkey_formats::Terminated<b':'>)]
        user: String,
        #[rowkey(codec = rowkey_formats::Terminated<b':'>, before = "d")]
        day: i64,
        metric: String,
        #[rowkey(codec = rowkey_formats::Hex, after = b"\0\0")]
        through: u32,
        #[rowkey(after = "3\0")]
        chunk: String,
    }

    let (user, metric) = (String::from("ann"), "cpu".into());
    let key = ChunkKey { user, day: 17_361, metric, through: 0x5A4B_3C2D, chunk: "u/1:2:3".into() };
    assert_row(&key, "'ann:d17361:cpu' 00 '5a4b3c2d' 00 00 'u/1:2:3' 00 '3' 00");
    assert_range(
        &ChunkKey::prefix().user(&key.user).day(17_361).metric("cpu").through_in(0x5A4B_3C2D..).range(),
        "'ann:d17361:cpu' 00 '5a4b3c2d'",
        "'ann:d17361:cpu' 01",
        &["'ann:d17361:cpu' 00 '5a4b3c2d' 00 00 'u/1:2:3' 00 '3' 00"],
        &["'ann:d17361:cpu' 00 '5a4b3c2c' 00 00 'u/1:2:3' 00 '3' 00"],
    );
}

/// `twitter/hraven`, `JobKeyConverter.java` and `JobIdConverter.java` in `com.twitter.hraven.datasource`.
#[test]
fn hraven() {
    #[derive(Debug, Clone, Copy, PartialEq, KeyField)]
    struct JobId {
        epoch: u64,
        sequence: u64,
    }
    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '!')]
    struct JobKey {
        cluster: String,
        user: String,
        app: String,
        #[descending]
        run: i64,
        job: JobId,
    }

    let job = JobId { epoch: 1_300_000_000_000, sequence: 258 };
    assert_row(
        &JobKey { cluster: "c1@dc".into(), user: "ann".into(), app: "wordcount".into(), run: 1_500_000_000_000, job },
        "'c1@dc!ann!wordcount!' 7ffffea2c10867ff '!' 0000012eae09c800 0000000000000102",
    );
    // The runs of an application, the newest first: `getFlowSeries` in `JobHistoryService.java`
    assert_prefix_range(
        &JobKey::prefix().cluster("c1@dc").user("ann").app("wordcount").range(),
        "'c1@dc!ann!wordcount!'",
        &["'c1@dc!ann!wordcount!' 7ffffea2c10867ff '!' 0000012eae09c800 0000000000000102"],
        &["'c1@dc!ann!wordcount2!' 7ffffea2c10867ff '!' 0000012eae09c800 0000000000000102"],
    );
}
