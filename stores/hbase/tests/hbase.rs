//! Runs the tests that all async stores share, which are in `stores/tests`, on HBase:
//!
//! ```sh
//! stores/hbase/server/cluster start /tmp/cluster # prints the addresses
//! cd stores/hbase && HBASE=GATEWAY,CONTROL cargo test
//! ```
//!
//! With a control port, servers are killed and regions are split while writers run, for as many minutes as the variable `MINUTES`
//! says.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the cluster is not a process of a test")]
#[path = "../../tests/faults.rs"]
mod faults;
#[allow(dead_code, reason = "these records have a unique index")]
#[path = "../../tests/records.rs"]
mod records;
#[path = "../../tests/remote.rs"]
mod remote;
mod wide;

use fastrand::Rng;
use futures_lite::future::block_on;
use remote::{NoteByLength, NoteByWord, NoteKey, Told};
use rowkey::record::{Index as _, Record};
use rowkey::store::{Direction, RowsError};
use rowkey::{KeyRange, OwnedKey, Query, RowKey};
use rowkey_async::{AsyncDatabase, AsyncError, AsyncResult, AsyncStore, RangeRequest, RowByRow, RowStore};
use rowkey_hbase::{Database, StoreError};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

type TestResult = Result<(), Box<dyn std::error::Error>>;

/// All tests use the same tables, so they run one after the other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn addresses() -> (String, Option<String>) {
    let addresses =
        std::env::var("HBASE").expect("the addresses of a gateway and a control port, see the head of this file");
    match addresses.split_once(',') {
        Some((gateway, control)) => (gateway.to_owned(), Some(control.to_owned())),
        None => (addresses, None),
    }
}

/// Waits for the turn of a test.
fn turn() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a database without notes, and the turn of this test.
fn database() -> Result<(Database, MutexGuard<'static, ()>), rowkey_hbase::Error> {
    let turn = turn();
    let database = rowkey_hbase::open(addresses().0);
    block_on(empty(&database))?;
    Ok((database, turn))
}

/// Removes the notes, and the entries that writers of other tests have left, because a count includes them.
async fn empty<R: RowStore>(database: &AsyncDatabase<RowByRow<R>>) -> AsyncResult<(), RowByRow<R>> {
    take_all(database, NoteKey::prefix()).await?;
    let store_error = |error| RowsError::Store(AsyncError::Store(error));
    let rows = database.store().rows();
    for table in [NoteByWord::TABLE, NoteByLength::TABLE] {
        let range = KeyRange::beginning_with(b"");
        let mut request = RangeRequest { table, range, direction: Direction::Forward, limit: 1000, scanner: None };
        loop {
            let page = rows.range(&request).await.map_err(store_error)?;
            let entries = page.rows.iter().map(|(key, value)| (table, &key[..], value.version.try_into().unwrap()));
            rows.delete(&entries.collect::<Vec<_>>()).await.map_err(store_error)?;
            let Some((last, _)) = page.rows.last().filter(|_| !page.is_end) else { break };
            request.range = request.range.after(last);
        }
    }
    Ok(())
}

/// Removes the records of a query.
async fn take_all<S: AsyncStore, K: Record + OwnedKey>(
    database: &AsyncDatabase<S>,
    query: impl Query<Key = K>,
) -> AsyncResult<(), S> {
    let records: Vec<(K, K::Value)> = database.scan(query).collect().await?;
    for (key, _) in records {
        database.write(|rows| rows.take(&key)).await?;
    }
    Ok(())
}

#[test]
fn operations_have_the_same_results_as_in_memory() -> TestResult {
    let (database, _turn) = database()?;
    block_on(remote::operations_have_the_same_results_as_in_memory(&database, 7, 80))
}

#[test]
fn partitions_have_the_same_results_as_in_memory() -> TestResult {
    let (database, _turn) = database()?;
    block_on(remote::partitions_have_the_same_results_as_in_memory(&database, 7, 60))
}

#[test]
fn loads_have_the_same_results_as_in_memory() -> TestResult {
    let (database, _turn) = database()?;
    block_on(remote::loads_have_the_same_results_as_in_memory(&database, 7, 40))?;
    block_on(take_all(&database, NoteKey::prefix()))?;
    Ok(())
}

/// Sends a request to the control port of the cluster.
fn control(request: &str) -> Value {
    let (_, control) = addresses();
    let mut stream = TcpStream::connect(control.unwrap_or_default()).unwrap();
    writeln!(stream, "{request}").unwrap();
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).unwrap();
    println!("{request}: {answer}");
    serde_json::from_str(&answer).unwrap()
}

/// Kills the server of a table's rows and starts another, splits regions, or restarts the gateway.
fn disturb(notes: &str, round: u32) {
    match round % 3 {
        0 => {
            let answer = control(&format!("servers {notes}"));
            let mut servers = answer.get("servers").unwrap().as_array().unwrap().iter();
            let busy = servers.find(|server| server.get("regions").unwrap().as_u64() > Some(0)).unwrap();
            control(&format!("kill-server {}", busy.get("server").unwrap().as_str().unwrap()));
            control("start-server");
        }
        1 => {
            // The middle bucket of the records, and the entries of words that begin with `w`.
            control(&format!("split {notes} 01{round:02x}"));
            control(&format!("split {notes}.word 77{round:02x}"));
        }
        // On a busy machine, the gateway may not start within a minute.
        _ => assert!((0..10).any(|_| control("restart-gateway").get("ok") == Some(&Value::Bool(true)))),
    }
}

/// Runs four writers at the same time in each round, each for some seconds. A writer is stopped wherever it is, and then another
/// one begins.
fn run_writers<S: AsyncStore + Sync>(
    database: &AsyncDatabase<S>,
    rounds: impl Iterator<Item = u32>,
    duration: Duration,
    disturb: impl Fn(u32),
) -> TestResult {
    let (told, writers) = (Mutex::new(Told::default()), AtomicUsize::new(0));
    let (mut random, mut count, mut known, mut stale) = (Rng::with_seed(7), 0, 0, 0);
    for round in rounds {
        told.lock().unwrap().begin_round();
        let end = Instant::now() + duration;
        thread::scope(|scope| {
            for _ in 0..4 {
                let (told, writers, mut random) = (&told, &writers, random.fork());
                scope.spawn(move || {
                    loop {
                        let rest = end.saturating_duration_since(Instant::now());
                        if rest.is_zero() {
                            break;
                        }
                        let name = writers.fetch_add(1, Ordering::Relaxed);
                        let wait = rest.min(duration.mul_f64(random.f64().max(0.1)));
                        let words = remote::write_words(database, name, u32::MAX, random.fork(), |tell| {
                            tell(&mut told.lock().unwrap());
                        });
                        let end = blocking::unblock(move || thread::sleep(wait));
                        // The one that ends first drops the other, so the writer stops in the middle of a request.
                        block_on(futures_lite::future::or(words, end));
                    }
                });
            }
            disturb(round);
        });
        // Requests of stopped writers can still be on their way.
        thread::sleep(Duration::from_secs(1));
        // The regions of a killed server may not be open yet.
        let check = || block_on(remote::check_words(database, &told.lock().unwrap()));
        let mut checked = check();
        for _ in 0..10 {
            if checked.is_err() {
                thread::sleep(Duration::from_secs(5));
                checked = check();
            }
        }
        stale = checked.map_err(|error| format!("round {round}: {error}"))?;
        known += told.lock().unwrap().count_known();
        count += 1;
    }
    let (told, writers) = (told.into_inner()?, writers.into_inner());
    println!(
        "{count} rounds, {writers} writers stopped, {} written, {} unknown, {} failures, {} conflicts, {known} records checked for \
         lost updates, {stale} entries without a record",
        told.count_written(),
        told.count_unknown(),
        told.failures,
        told.conflicts
    );
    assert!(told.count_written() > 50 && told.conflicts == 0 && known > 0);
    Ok(())
}

#[test]
fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    let (database, _turn) = database()?;
    run_writers(&database, 0..10, Duration::from_secs(1), |_| {})
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_texts")]
struct TextKey {
    text: String,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law/texts")]
struct SlashKey {
    text: String,
}

/// Rows that HBase can look up are written and read, also by a gateway that does not know their region. Longer ones are errors,
/// and nothing is written.
#[test]
fn the_longest_rows_are_stored_and_longer_ones_are_rejected() -> TestResult {
    const LONGEST: usize = 32_751 - "law_texts".len();
    let (database, _turn) = database()?;
    let key = |length: usize| TextKey { text: "a".repeat(length) };
    block_on(async {
        database.write(|rows| rows.put(&key(LONGEST), &"a".into())).await?;
        for length in [0, LONGEST + 1, 32_767, 40_000] {
            let error = database.write(|rows| rows.put(&key(length), &"a".into())).await.unwrap_err();
            assert!(
                matches!(error, RowsError::Store(AsyncError::Store(StoreError::RowLength { length: found, limit: LONGEST, .. })) if found == length),
                "{error:?}"
            );
            assert!(!error.to_string().contains("written or not"), "{error}");
            assert_eq!(database.read(|rows| rows.get(&key(length))).await?, None);
        }
        let error = database.write(|rows| rows.put(&SlashKey { text: "a".into() }, &"a".into())).await.unwrap_err();
        assert!(matches!(error, RowsError::Store(AsyncError::Store(StoreError::TableName { .. }))), "{error:?}");
        Ok::<_, rowkey_hbase::Error>(())
    })?;
    if addresses().1.is_some() {
        assert!((0..10).any(|_| control("restart-gateway").get("ok") == Some(&Value::Bool(true))));
    }
    let database = rowkey_hbase::open(addresses().0);
    block_on(async {
        assert_eq!(database.read(|rows| rows.get(&key(LONGEST))).await?.as_deref(), Some("a"));
        // Bounds that no row can have give the right rows.
        let texts = [1, 2, LONGEST - 1, LONGEST];
        for length in texts {
            database.write(|rows| rows.put(&key(length), &"a".into())).await?;
        }
        let mut bounds: Vec<String> = [1, 2, 3, LONGEST - 1, LONGEST, LONGEST + 1, 32_767, 40_000]
            .into_iter()
            .flat_map(|length| ["a".repeat(length), "a".repeat(length) + "b"])
            .collect();
        bounds.sort();
        for start in &bounds {
            for end in bounds.iter().filter(|end| start < *end) {
                let query = || TextKey::prefix().text_in(start.as_str()..end.as_str());
                let mut expected: Vec<_> = texts
                    .into_iter()
                    .filter(|length| {
                        let text = "a".repeat(*length);
                        *start <= text && text < *end
                    })
                    .collect();
                let found: Vec<(TextKey, String)> = database.scan(query()).collect().await?;
                let found: Vec<_> = found.into_iter().map(|(key, _)| key.text.len()).collect();
                assert_eq!(found, expected, "{} to {}", start.len(), end.len());
                expected.reverse();
                let found: Vec<(TextKey, String)> = database.scan(query()).rev().collect().await?;
                let found: Vec<_> = found.into_iter().map(|(key, _)| key.text.len()).collect();
                assert_eq!(found, expected, "{} to {}, backward", start.len(), end.len());
            }
        }
        take_all(&database, TextKey::prefix()).await
    })?;
    Ok(())
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "new_users", indexes(NewUserByName))]
struct NewUserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = NewUserKey, table = "new_users.name")]
struct NewUserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

/// In a new cluster, the programs create the same tables at the same moment.
#[test]
fn several_programs_create_the_same_tables() -> TestResult {
    let _turn = turn();
    let programs = (0..8).map(|user| {
        let database = rowkey_hbase::open(addresses().0);
        thread::spawn(move || block_on(database.write(|rows| rows.put(&NewUserKey { user }, &"Ada".into()))))
    });
    for program in programs.collect::<Vec<_>>() {
        program.join().unwrap()?;
    }
    let users = block_on(rowkey_hbase::open(addresses().0).count(NewUserByName::prefix().name("Ada")))?;
    assert_eq!(users, 8);
    Ok(())
}

#[test]
fn several_records_in_a_write_are_rejected() -> TestResult {
    let (database, _turn) = database()?;
    let write = database.write(|rows| {
        rows.put(&NoteKey { folder: 1, note: 1 }, &"red".into())?;
        rows.put(&NoteKey { folder: 1, note: 2 }, &"red".into())
    });
    assert!(matches!(block_on(write), Err(RowsError::Store(AsyncError::SeveralRecords))));
    assert_eq!(block_on(database.read(|rows| rows.count(NoteKey::prefix())))?, 0);
    Ok(())
}

#[test]
fn an_index_is_rebuilt_in_steps() -> TestResult {
    let (database, _turn) = database()?;
    block_on(remote::an_index_is_rebuilt_in_steps(&database))
}

/// The messages of the gateway have no lengths, so what is read at once is a message.
fn frame(bytes: &[u8]) -> Option<(usize, bool)> {
    (!bytes.is_empty()).then_some((bytes.len(), true))
}

#[test]
fn answers_that_are_lost_lose_nothing() -> TestResult {
    let (other, _turn) = database()?;
    tokio::runtime::Runtime::new()?.block_on(async {
        take_all(&other, faults::LabelKey::prefix()).await?;
        let gateway = addresses().0.to_socket_addrs()?.next().unwrap();
        let proxy = faults::Proxy::start(gateway, frame).await?;
        let database = rowkey_hbase::open(proxy.address.to_string()).remember_layouts_for(Duration::from_secs(3600));
        faults::a_put_without_an_answer_is_not_sent_again(&database, &other, &proxy).await?;
        let settle = async || tokio::time::sleep(Duration::from_secs(1)).await;
        faults::writers_lose_nothing_while_answers_are_lost(&database, &proxy, 100, settle).await
    })
}

#[test]
fn writers_lose_nothing_while_servers_are_killed_and_regions_split() -> TestResult {
    let (database, _turn) = database()?;
    run_disturbed_writers(&database, "law_notes")
}

fn run_disturbed_writers<S: AsyncStore + Sync>(database: &AsyncDatabase<S>, notes: &str) -> TestResult {
    if addresses().1.is_none() {
        eprintln!("SKIPPED: there is no control port");
        return Ok(());
    }
    let minutes: u64 = std::env::var("MINUTES").map_or(Ok(1), |minutes| minutes.parse())?;
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    // Each kind of fault occurs at least once.
    let rounds = (0..).take_while(|round| *round < 3 || Instant::now() < end);
    run_writers(database, rounds, Duration::from_secs(20), |round| {
        thread::sleep(Duration::from_secs(2));
        disturb(notes, round);
    })
}
