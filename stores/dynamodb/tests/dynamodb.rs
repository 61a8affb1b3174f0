//! Runs the tests that all async stores share, which are in `stores/tests`, on dynoxide, a server of DynamoDB's protocol. The
//! server is a thread of the tests, or in `restarts` a process. With `DYNAMODB=URL`, the tests run on the server at this URL.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

mod errors;
#[path = "../../tests/faults.rs"]
mod faults;
mod limits;
#[path = "../../tests/records.rs"]
mod records;
#[path = "../../tests/remote.rs"]
mod remote;
mod removed;
mod restarts;
mod service;
mod text;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{self, Credentials, Region};
use aws_sdk_dynamodb::types::AttributeValue;
use fastrand::Rng;
use remote::{NoteByWord, NoteKey, Told};
use rowkey::RowKey;
use rowkey::store::{RowsError, Step as _};
use rowkey_async::AsyncError;
use rowkey_dynamodb::{Database, StoreError, create_table, create_text_table, open, open_text};
use std::collections::{BTreeMap, HashMap};
use std::net::TcpListener;
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;
use tokio::runtime::Runtime;

type TestResult = Result<(), Box<dyn std::error::Error>>;

/// The URL of the server.
static ENDPOINT: LazyLock<String> = LazyLock::new(|| std::env::var("DYNAMODB").unwrap_or_else(|_| start_server()));

/// Starts a server in a thread, with tables in memory. Returns its URL.
fn start_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(|| {
        // The server must not wait for the runtime of a test.
        Runtime::new().unwrap().block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            dynoxide::server::serve_on(listener, dynoxide::Database::memory().unwrap()).await;
        });
    });
    endpoint
}

fn endpoint() -> String {
    ENDPOINT.clone()
}

fn config(endpoint: String) -> config::Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version_latest()
        .endpoint_url(endpoint)
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("a", "b", None, None, "test"))
        .interceptor(service::Refused)
}

fn client(endpoint: String) -> Client {
    Client::from_conf(config(endpoint).build())
}

/// Returns a new table whose key attributes are binary.
async fn database(name: &str) -> Result<Database, StoreError> {
    let client = client(endpoint());
    create_table(&client, name).await?;
    Ok(open(client, name))
}

/// Returns a new table whose key attributes are text.
async fn text_database(name: &str) -> Result<Database, StoreError> {
    let client = client(endpoint());
    create_text_table(&client, name).await?;
    Ok(open_text(client, name))
}

/// The bytes or the text of an attribute.
fn shown(attribute: &AttributeValue) -> String {
    match attribute {
        AttributeValue::B(bytes) => bytes.as_ref().escape_ascii().to_string(),
        AttributeValue::S(text) => text.clone(),
        other => panic!("{other:?}"),
    }
}

/// Returns all items of a table: their keys, each a partition key and a sort key, and their values.
async fn items(table: &str) -> Result<BTreeMap<(String, String), String>, Box<dyn std::error::Error>> {
    let mut pages = client(endpoint()).scan().table_name(table).consistent_read(true).into_paginator().items().send();
    let mut items = BTreeMap::new();
    while let Some(item) = pages.next().await {
        let item: HashMap<_, _> = item?;
        items.insert((shown(&item["p"]), shown(&item["s"])), shown(&item["v"]));
    }
    Ok(items)
}

#[tokio::test]
async fn operations_have_the_same_results_as_in_memory() -> TestResult {
    remote::operations_have_the_same_results_as_in_memory(&database("operations").await?, 7, 80).await?;
    remote::operations_have_the_same_results_as_in_memory(&text_database("text_operations").await?, 8, 80).await
}

#[tokio::test]
async fn partitions_have_the_same_results_as_in_memory() -> TestResult {
    remote::partitions_have_the_same_results_as_in_memory(&database("partitions").await?, 7, 100).await?;
    remote::partitions_have_the_same_results_as_in_memory(&text_database("text_partitions").await?, 8, 100).await
}

#[tokio::test]
async fn transactions_have_the_same_results_as_in_memory() -> TestResult {
    remote::transactions_have_the_same_results_as_in_memory(&database("transactions").await?, 7, 20).await?;
    remote::transactions_have_the_same_results_as_in_memory(&text_database("text_transactions").await?, 8, 20).await
}

#[tokio::test]
async fn two_loads_of_the_same_keys_do_not_both_succeed() -> TestResult {
    faults::two_loads_of_the_same_keys_do_not_both_succeed(&database("two_loads").await?).await
}

#[tokio::test]
async fn loads_have_the_same_results_as_in_memory() -> TestResult {
    remote::loads_have_the_same_results_as_in_memory(&database("loads").await?, 7, 12).await?;
    remote::loads_keep_indexes_unique(&database("unique_loads").await?, 7, 25).await?;
    remote::loads_keep_indexes_unique(&text_database("text_loads").await?, 8, 25).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    killed_writers_lose_nothing(database("writers").await?, 6).await?;
    killed_writers_lose_nothing(text_database("text_writers").await?, 3).await
}

async fn killed_writers_lose_nothing(database: Database, rounds: usize) -> TestResult {
    let database = Arc::new(database);
    let told = Arc::new(Mutex::new(Told::default()));
    let mut random = Rng::with_seed(7);
    let mut writer = 0;
    for _ in 0..rounds {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                writer += 1;
                let (database, told, random) =
                    (Arc::clone(&database), Arc::clone(&told), Rng::with_seed(random.u64(..)));
                tokio::spawn(async move {
                    remote::write_words(&database, writer, 40, random, |tell| tell(&mut told.lock().unwrap())).await;
                })
            })
            .collect();
        wait_for_words(&told, 5).await;
        tokio::time::sleep(Duration::from_millis(random.u64(..1000))).await;
        writers.iter().for_each(tokio::task::JoinHandle::abort);
        for writer in writers {
            // An aborted task ends with an error. A panic of a task is a fault.
            assert!(writer.await.err().is_none_or(|error| error.is_cancelled()));
        }
        // Requests of killed writers can still be on their way.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let told = std::mem::take(&mut *told.lock().unwrap());
        remote::check_words(&database, &told).await?;
        assert_eq!(told.conflicts, 0);
        // The next writers begin without notes.
        while database.write(|rows| rows.remove_some(NoteKey::prefix(), 1)).await? > 0 {}
    }
    Ok(())
}

/// Waits until `goal` words are written, up to a minute. Returns the number of written words.
async fn wait_for_words(told: &Mutex<Told>, goal: usize) -> usize {
    for _ in 0..1200 {
        if told.lock().unwrap().count_written() >= goal {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let written = told.lock().unwrap().count_written();
    assert!(written >= goal, "{written} words are written, and not {goal}");
    written
}

#[tokio::test]
async fn an_index_is_rebuilt_in_steps() -> TestResult {
    remote::an_index_is_rebuilt_in_steps(&database("rebuild").await?).await
}

#[tokio::test]
async fn a_transaction_has_at_most_a_hundred_rows() -> TestResult {
    let database = database("limit").await?;
    for first in [0, 30, 60] {
        database
            .write(|rows| {
                (first..first + 30).try_for_each(|note| rows.put(&NoteKey { folder: 1, note }, &"red".into()))
            })
            .await?;
    }
    let error = database.write(|rows| rows.remove_all(NoteKey::prefix())).await.unwrap_err();
    assert!(matches!(error, RowsError::Store(AsyncError::Store(StoreError::TooManyRows { rows: 270, .. }))), "{error}");
    assert_eq!(database.read(|rows| rows.count(NoteByWord::prefix())).await?, 90);

    let built = database.run_steps("notes", |rows, cursor| rows.rebuild::<NoteKey>(cursor, 20)).await?;
    assert_eq!((built.checked, built.missing, built.next()), (270, 0, None));
    while database.write(|rows| rows.remove_some(NoteByWord::prefix().word("red"), 25)).await? > 0 {}
    assert_eq!(database.read(|rows| rows.count(NoteByWord::prefix())).await?, 0);
    Ok(())
}
