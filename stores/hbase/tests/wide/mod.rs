//! Laws of wide rows: they have the results of tall ones.

use crate::remote;
use crate::{TestResult, addresses, run_disturbed_writers, run_writers, take_all, turn};
use fastrand::Rng;
use futures_lite::future::block_on;
use hbase_thrift::hbase::{ColumnDescriptor, HbaseSyncClient, THbaseSyncClient};
use rowkey::record::Record;
use rowkey::store::{Direction, RowsError, Table};
use rowkey::{KeyRange, OwnedKey, Query, RowKey};
use rowkey_async::{AsyncDatabase, AsyncError, RangePage, RangeRequest, RowByRow, RowStore, Scanner, StoredValue};
use rowkey_hbase::{Database, Hbase, StoreError};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::TcpStream;
use std::time::Duration;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{TBufferedReadTransport, TBufferedWriteTransport, TIoChannel as _, TTcpChannel};

/// The layout of OpenTSDB with one tag. An hour of a series is a row, and each second in it is a column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_points", salt(md5, buckets = 3, of(metric, host)))]
struct PointKey {
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    metric: u32,
    hour: u32,
    host: String,
    #[rowkey(sort_key)]
    second: u16,
    kind: String,
}

/// A key whose sort key can have zero bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_names")]
struct NameKey {
    group: u16,
    kind: u8,
    #[rowkey(sort_key)]
    name: String,
}

/// The same keys, with a longer sort key.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_names")]
struct MovedKey {
    group: u16,
    #[rowkey(sort_key)]
    kind: u8,
    name: String,
}

/// The same keys without a sort key.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_names")]
struct UnmarkedKey {
    group: u16,
    kind: u8,
    name: String,
}

/// A key with a mark, in a table that is created without wide rows.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_tall_names")]
struct TallKey {
    group: u16,
    #[rowkey(sort_key)]
    name: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_others")]
struct ForeignKey {
    name: String,
}

/// A key that is any byte string, as for a program that does not know the key type.
#[derive(RowKey)]
struct AnyKey {
    bytes: Vec<u8>,
}

fn wide() -> Hbase {
    Hbase::new(addresses().0).with_wide_rows()
}

fn database() -> Database {
    AsyncDatabase::new(RowByRow::new(wide()))
}

/// The tables of `remote` as wide rows: tables with other names and the same keys, in which a field has `sort_key`. The keys
/// of `remote` cannot all have it, because stores with partitions do not compile all queries of such keys.
struct WideNotes(Hbase);

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_wide_notes", salt(md5, buckets = 3))]
struct WideNote {
    #[descending]
    folder: u8,
    #[rowkey(sort_key)]
    note: u16,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_wide_notes.word")]
struct WideWord {
    word: String,
    #[rowkey(sort_key)]
    note: u16,
    #[descending]
    folder: u8,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_wide_notes.length", salt(md5, buckets = 2))]
struct WideLength {
    #[descending]
    length: u64,
    #[rowkey(sort_key)]
    folder: u8,
    note: u16,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_wide_messages")]
struct WideMessage {
    room: String,
    #[descending]
    #[rowkey(sort_key)]
    sent_at: i16,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_wide_messages.author", salt(md5, buckets = 3, of(room)))]
struct WideAuthor {
    author: String,
    #[rowkey(sort_key)]
    sent_at: i16,
    room: String,
}

fn wide_table(table: &'static Table) -> &'static Table {
    match table.name() {
        "law_notes" => WideNote::TABLE,
        "law_notes.word" => WideWord::TABLE,
        "law_notes.length" => WideLength::TABLE,
        "law_messages" => WideMessage::TABLE,
        "law_messages.author" => WideAuthor::TABLE,
        _ => table,
    }
}

impl RowStore for WideNotes {
    type Error = StoreError;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let keys: Vec<_> = keys.iter().map(|(table, key)| (wide_table(table), key.clone())).collect();
        self.0.get(&keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        self.0.range(&RangeRequest { table: wide_table(request.table), ..request.clone() }).await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        let rows: Vec<_> = rows.iter().map(|(table, key, value)| (wide_table(table), *key, *value)).collect();
        self.0.put(&rows, timestamp).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        let rows: Vec<_> = rows.iter().map(|(table, key, timestamp)| (wide_table(table), *key, *timestamp)).collect();
        self.0.delete(&rows).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        self.0.check_and_put(wide_table(table), key, expected, value).await
    }

    async fn wait(&self, attempt: u32) {
        self.0.wait(attempt).await;
    }
}

/// Returns a database without notes, in wide rows.
fn notes() -> Result<AsyncDatabase<RowByRow<WideNotes>>, Box<dyn std::error::Error>> {
    let database = AsyncDatabase::new(RowByRow::new(WideNotes(wide())));
    block_on(super::empty(&database))?;
    Ok(database)
}

#[test]
fn operations_have_the_same_results_as_in_memory() -> TestResult {
    let _turn = turn();
    block_on(remote::operations_have_the_same_results_as_in_memory(&notes()?, 8, 80))
}

#[test]
fn partitions_have_the_same_results_as_in_memory() -> TestResult {
    let _turn = turn();
    block_on(remote::partitions_have_the_same_results_as_in_memory(&notes()?, 8, 60))
}

#[test]
fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    let _turn = turn();
    run_writers(&notes()?, 0..10, Duration::from_secs(1), |_| {})
}

#[test]
fn writers_lose_nothing_while_servers_are_killed_and_regions_split() -> TestResult {
    let _turn = turn();
    run_disturbed_writers(&notes()?, "law_wide_notes")
}

/// Reads a query forward and backward, and in pages of these sizes.
async fn check<K: Record + OwnedKey + Clone + Debug + PartialEq>(
    database: &Database,
    query: impl Query<Key = K> + Clone,
    sizes: &[usize],
    mut expected: Vec<(K, K::Value)>,
) -> TestResult
where
    K::Value: Clone + Debug + PartialEq,
{
    for is_backward in [false, true] {
        let scan = || {
            let scan = database.scan(query.clone());
            if is_backward { scan.rev() } else { scan }
        };
        let found: Vec<_> = scan().collect().await?;
        assert!(found == expected, "{is_backward}: {found:?}\nexpected {expected:?}");
        for size in sizes {
            let (mut cursor, mut found) = (None::<String>, Vec::new());
            loop {
                let page = scan().page(cursor.as_deref(), *size).await?;
                found.extend(page.rows);
                let Some(next) = page.next else { break };
                cursor = Some(next.as_str().into());
            }
            assert!(found == expected, "{is_backward}, pages of {size}: {found:?}\nexpected {expected:?}");
        }
        expected.reverse();
    }
    Ok(())
}

/// Seconds whose bytes have a meaning in HBase's names of columns and in its language of filters, and others.
const SECONDS: [u16; 12] = [0, 1, 0x27, 0x28, 0x29, 0x2C, 0x3A, 0x5C, 0xFF, 0x2727, 0x3A27, 0xFFFF];

fn any_point(random: &mut Rng) -> PointKey {
    let mut any = |choices: &[&str]| random.choice(choices).copied().unwrap_or_default().to_owned();
    let (host, kind) = (any(&["", "a", "a\0", "ab", "'"]), any(&["", "'", ":", "max"]));
    let second = random.choice(SECONDS).unwrap_or_default();
    PointKey { metric: random.u32(1..3), hour: random.choice([0, 1, 0x2700]).unwrap_or_default(), host, second, kind }
}

/// Queries of wide rows have the results of a map, whether they are in one row or in many.
#[test]
fn queries_have_the_results_of_a_map() -> TestResult {
    let _turn = turn();
    let (database, mut random) = (database(), Rng::with_seed(7));
    let mut expected = BTreeMap::new();
    block_on(async {
        take_all(&database, PointKey::prefix()).await?;
        for _ in 0..15 {
            // Half of the points are loaded, and those of a record are removed, and leave a header.
            let points: BTreeMap<_, _> = (0..30).map(|_| (any_point(&mut random), random.u8(..).to_string())).collect();
            let new: Vec<_> = points.into_iter().filter(|(point, _)| !expected.contains_key(point)).collect();
            database.load(new.iter().cloned()).await?;
            expected.extend(new);
            let (point, value) = (any_point(&mut random), random.u8(..).to_string());
            database.write(|rows| rows.put(&point, &value)).await?;
            expected.insert(point, value);
            for _ in 0..2 {
                let point = any_point(&mut random);
                let taken = database.write(|rows| rows.take(&point)).await?;
                assert_eq!(taken, expected.remove(&point));
            }
            let point = any_point(&mut random);
            let inserted = database.write(|rows| rows.insert(&point, &"new".into())).await;
            assert_eq!(inserted.is_err(), expected.contains_key(&point), "{inserted:?}");
            expected.entry(point).or_insert("new".into());
        }
        let matching = |matches: &dyn Fn(&PointKey) -> bool| {
            let found = expected.iter().filter(|(key, _)| matches(key));
            found.map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>()
        };
        let all = PointKey::prefix();
        check(&database, all.clone(), &[7, 50], matching(&|_| true)).await?;
        let metric = all.metric(1);
        check(&database, metric.clone(), &[7, 50], matching(&|key| key.metric == 1)).await?;
        check(&database, metric.clone().hour_in(1..), &[7], matching(&|key| key.metric == 1 && key.hour >= 1)).await?;
        check(&database, metric.clone().hour_in(..1), &[7], matching(&|key| key.metric == 1 && key.hour < 1)).await?;
        let row = metric.hour(0x2700).host("a");
        let in_row = |key: &PointKey| key.metric == 1 && key.hour == 0x2700 && key.host == "a";
        check(&database, row.clone(), &[1, 7], matching(&in_row)).await?;
        for (first, last) in SECONDS.into_iter().zip(SECONDS.into_iter().skip(1)) {
            let seconds = row.clone().second_in(first..last);
            check(&database, seconds, &[2], matching(&|key| in_row(key) && (first..last).contains(&key.second)))
                .await?;
            let second = row.clone().second(first);
            check(&database, second, &[2], matching(&|key| in_row(key) && key.second == first)).await?;
        }
        check(&database, row.second_in(0x29..), &[3], matching(&|key| in_row(key) && key.second >= 0x29)).await?;
        check(&database, PointKey::prefix().metric(9), &[3], vec![]).await?;
        for (key, value) in &expected {
            assert_eq!(database.read(|rows| rows.get(key)).await?.as_ref(), Some(value));
        }
        Ok(())
    })
}

/// A row with more cells than a page, and than what a reader keeps of it, between two others.
#[test]
fn a_long_row_is_read_in_both_directions() -> TestResult {
    let _turn = turn();
    let database = database();
    let cells = [(4, 3), (5, 5321), (6, 40)];
    let name = |number: u32| format!("{:x}'{number}", number % 256);
    let cells = cells.into_iter().flat_map(|(group, count)| (0..count).map(move |number| (group, number)));
    let records = cells.map(|(group, number)| (NameKey { group, kind: 0x27, name: name(number) }, number.to_string()));
    let mut records: Vec<_> = records.collect();
    // A name without bytes is a column without a name.
    records.push((NameKey { group: 5, kind: 0x27, name: String::new() }, "none".into()));
    block_on(async {
        database.load(records.iter().cloned()).await?;
        records.sort();
        let found = records.iter().filter(|(key, _)| key.group == 5).cloned().collect();
        check(&database, NameKey::prefix().group(5).kind(0x27), &[2000, 700], found).await?;
        let found = records.iter().filter(|(key, _)| key.group == 5 && key.name.starts_with('a')).cloned().collect();
        check(&database, NameKey::prefix().group(5).kind(0x27).name_starts_with("a"), &[50], found).await?;
        check(&database, NameKey::prefix().group_in(4..7), &[2000], records.clone()).await?;
        let found = records.iter().filter(|(key, _)| key.group != 6).cloned().collect();
        check(&database, NameKey::prefix().group_in(4..6), &[], found).await
    })
}

/// Reads a range in pages. `between` may change the scanner of the next page.
async fn read_range(
    hbase: &Hbase,
    request: &RangeRequest,
    mut between: impl FnMut(&mut Scanner),
) -> Result<Vec<(Vec<u8>, StoredValue)>, StoreError> {
    let (mut request, mut rows, mut scanner) = (request.clone(), Vec::new(), Scanner::default());
    while !request.range.is_empty() {
        request.scanner = Some(scanner.clone());
        let page = hbase.range(&request).await?;
        assert!(page.rows.len() <= request.limit);
        rows.extend(page.rows);
        if page.is_end {
            break;
        }
        if let Some((last, _)) = rows.last() {
            let rest = &request.range;
            request.range = if request.direction == Direction::Forward { rest.after(last) } else { rest.before(last) };
        }
        between(&mut scanner);
    }
    Ok(rows)
}

/// Without the key type, a program finds the rows of keys in HBase.
#[test]
fn a_table_without_a_key_type_has_the_same_rows() -> TestResult {
    static ANY: Table = Table::new("law_points", AnyKey::LAYOUT, "bytes");
    let _turn = turn();
    let (hbase, mut random) = (wide(), Rng::with_seed(7));
    let all = RangeRequest {
        table: PointKey::TABLE,
        range: KeyRange::beginning_with(b""),
        direction: Direction::Forward,
        limit: 1000,
        scanner: None,
    };
    block_on(async {
        let points: Vec<_> = (0..200).map(|_| (any_point(&mut random), "value".to_owned())).collect();
        take_all(&database(), PointKey::prefix()).await?;
        database().load(points.iter().cloned()).await?;
        let rows = read_range(&hbase, &all, |_| {}).await?;
        let mut keys = points.iter().map(|(key, _)| key.try_encode().unwrap());
        assert!(
            rows.is_sorted_by_key(|(key, _)| key)
                && keys.all(|key| rows.binary_search_by(|(other, _)| other.cmp(&key)).is_ok())
        );
        for _ in 0..150 {
            let mut bound = || {
                let (key, _) = random.choice(&rows).unwrap();
                let cut = key.get(..random.usize(..=key.len())).unwrap_or_default().to_vec();
                random.choice([key.clone(), cut, [&key[..], &[0]].concat()]).unwrap()
            };
            let [beginning, start, end] = [bound(), bound(), bound()];
            let range = random.choice([KeyRange::beginning_with(&beginning), all.range.after(&start).before(&end)]);
            let range = range.unwrap();
            let direction = random.choice([Direction::Forward, Direction::Backward]).unwrap();
            let limit = random.usize(1..60);
            let mut expected: Vec<_> = rows.iter().filter(|(key, _)| range.contains(key)).cloned().collect();
            if direction == Direction::Backward {
                expected.reverse();
            }
            for table in [PointKey::TABLE, &ANY] {
                let request = RangeRequest { table, range: range.clone(), direction, limit, scanner: None };
                // Sometimes the reader starts again without its scanner.
                let forget = |scanner: &mut Scanner| {
                    if random.u8(..3) == 0 {
                        *scanner = Scanner::default();
                    }
                };
                let found = read_range(&hbase, &request, forget).await?;
                assert!(found == expected, "{request:?}: {found:?}\nexpected {expected:?}");
            }
        }
        let some: Vec<_> = rows.iter().step_by(3).collect();
        let keys: Vec<_> = some.iter().map(|(key, _)| (&ANY, key.clone())).collect();
        let values: Vec<_> = some.iter().map(|(_, value)| value.clone()).collect();
        assert_eq!(hbase.get(&keys).await?, values);
        let deletes: Vec<_> =
            some.iter().map(|(key, value)| (&ANY, &key[..], value.version.try_into().unwrap())).collect();
        hbase.delete(&deletes).await?;
        assert_eq!(hbase.get(&keys).await?, vec![StoredValue::default(); keys.len()]);
        assert_eq!(read_range(&hbase, &all, |_| {}).await?.len(), rows.len() - some.len());
        let (table, key) = keys.first().unwrap();
        let put = hbase.put(&[(table, key, b"value")], None).await;
        assert!(matches!(put, Err(StoreError::SortKey { stored: 3, .. })), "{put:?}");
        Ok(())
    })
}

/// A table that exists is read and written as it is, whether the database creates wide rows or not.
#[test]
fn an_existing_table_keeps_its_form() -> TestResult {
    let _turn = turn();
    let (wide, tall) = (database(), rowkey_hbase::open(addresses().0));
    block_on(async {
        let name = |name: &str| NameKey { group: 3, kind: 1, name: name.into() };
        for (database, other) in [(&wide, &tall), (&tall, &wide)] {
            database.write(|rows| rows.put(&name("a"), &"wide".into())).await?;
            let found: Vec<_> = other.scan(NameKey::prefix().group(3)).collect().await?;
            assert_eq!(found, [(name("a"), "wide".to_owned())]);
            assert_eq!(other.write(|rows| rows.take(&name("a"))).await?.as_deref(), Some("wide"));
        }
        let name = |name: &str| TallKey { group: 3, name: name.into() };
        for (database, other) in [(&tall, &wide), (&wide, &tall)] {
            database.write(|rows| rows.put(&name("a"), &"tall".into())).await?;
            let found: Vec<_> = other.scan(TallKey::prefix().group(3)).collect().await?;
            assert_eq!(found, [(name("a"), "tall".to_owned())]);
            assert_eq!(other.write(|rows| rows.take(&name("a"))).await?.as_deref(), Some("tall"));
        }
        Ok(())
    })
}

/// The text of the error in HBase.
fn text<T: Debug>(result: Result<T, RowsError<AsyncError<StoreError>>>) -> String {
    match result.unwrap_err() {
        RowsError::Store(AsyncError::Store(error) | AsyncError::Unknown(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_key_with_another_sort_key_is_not_written() -> TestResult {
    let _turn = turn();
    let database = database();
    block_on(async {
        let name = NameKey { group: 2, kind: 1, name: "a".into() };
        database.write(|rows| rows.put(&name, &"a".into())).await?;

        let moved = MovedKey { group: 2, kind: 1, name: "a".into() };
        let new = MovedKey { group: 2, kind: 1, name: "b".into() };
        assert_eq!(database.read(|rows| rows.get(&moved)).await?.as_deref(), Some("a"));
        assert_eq!(
            text(database.load([(new, "b".into())]).await),
            "the wide rows of table `law_names` have columns that begin with the field `name`, and `sort_key` is on the field \
             `kind`\nhelp: write `#[rowkey(sort_key)]` on the field `name`, or migrate the records to a new table, \
             `#[rowkey(table = \"..\")]`"
        );
        let unmarked = UnmarkedKey { group: 2, kind: 1, name: "a".into() };
        assert_eq!(database.read(|rows| rows.get(&unmarked)).await?.as_deref(), Some("a"));
        let error = text(database.write(|rows| rows.put(&unmarked, &"b".into())).await);
        assert!(error.contains(", and no field of the key has `sort_key`\nhelp: "), "{error}");
        let found: Vec<_> = database.scan(NameKey::prefix().group(2)).collect().await?;
        assert_eq!(found, [(name, "a".to_owned())]);
        Ok(())
    })
}

/// Connects to the gateway as another program.
fn connect() -> thrift::Result<impl THbaseSyncClient> {
    let (input, output) = TTcpChannel::with_stream(TcpStream::connect(addresses().0)?).split()?;
    let input = TBinaryInputProtocol::new(TBufferedReadTransport::new(input), true);
    Ok(HbaseSyncClient::new(input, TBinaryOutputProtocol::new(TBufferedWriteTransport::new(output), true)))
}

/// A program that works for a minute between two pages goes on, although the gateway closes its scanner.
#[test]
fn a_scan_goes_on_without_its_scanner() -> TestResult {
    let _turn = turn();
    let (hbase, database, mut client) = (wide(), database(), connect()?);
    let names = (0..100).map(|number| (100 + number / 50, number.to_string()));
    let tall: Vec<_> = names.clone().map(|(group, name)| (TallKey { group, name }, String::new())).collect();
    let names: Vec<_> = names.map(|(group, name)| (NameKey { group, kind: 0, name }, String::new())).collect();
    block_on(rowkey_hbase::open(addresses().0).load(tall))?;
    block_on(database.load(names))?;
    for (table, direction) in [
        (TallKey::TABLE, Direction::Forward),
        (TallKey::TABLE, Direction::Backward),
        (NameKey::TABLE, Direction::Forward),
        (NameKey::TABLE, Direction::Backward),
    ] {
        let range = KeyRange::beginning_with(&[0]);
        let all = RangeRequest { table, range, direction, limit: 10_000, scanner: None };
        let expected = block_on(hbase.range(&all))?.rows;
        let request = RangeRequest { limit: 20, ..all };
        let found = read_range(&hbase, &request, |_| {
            // The gateway numbers scanners from 0.
            let newest = client.scanner_open(table.name().into(), Vec::new(), Vec::new(), BTreeMap::new());
            for scanner in (0..=newest.unwrap()).rev().take(20) {
                let _ = client.scanner_close(scanner);
            }
        });
        let found = block_on(found)?;
        assert!(found == expected && found.len() >= 100);
    }
    Ok(())
}

#[test]
fn a_table_of_another_program_is_refused() -> TestResult {
    let _turn = turn();
    let mut client = connect()?;
    let family = |name: &str| ColumnDescriptor {
        name: Some(name.into()),
        max_versions: Some(1),
        compression: Some("NONE".into()),
        bloom_filter_type: Some("NONE".into()),
        ..ColumnDescriptor::default()
    };
    if !client.get_table_names()?.contains(&b"law_others".to_vec()) {
        client.create_table(b"law_others".to_vec(), vec![family("r"), family("w1")])?;
    }
    let (database, key) = (database(), ForeignKey { name: "a".into() });
    let expected = "the table `law_others` of HBase has the column families `r`, `w1`, so another program has created it; a \
                    table of rowkey has one, `r` or `w` with a number\nhelp: give the records another table, \
                    `#[rowkey(table = \"..\")]`";
    assert_eq!(text(block_on(database.read(|rows| rows.get(&key)))), expected);
    let put = block_on(wide().put(&[(ForeignKey::TABLE, b"a", b"a")], None));
    assert_eq!(put.unwrap_err().to_string(), expected);
    Ok(())
}

#[test]
fn a_statement_has_the_family_of_the_form() {
    let statement = |hbase: Hbase| hbase.create_statement(PointKey::TABLE, &[[1]]);
    assert_eq!(statement(wide()), r"create 'law_points', {NAME => 'w3', VERSIONS => 1}, SPLITS => ['\x01']");
    assert_eq!(statement(Hbase::new("")), r"create 'law_points', {NAME => 'r', VERSIONS => 1}, SPLITS => ['\x01']");
}
