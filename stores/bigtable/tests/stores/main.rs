//! Runs the tests that all async stores share, which are in `stores/tests`, on Bigtable's emulator:
//!
//! ```sh
//! go install cloud.google.com/go/bigtable/cmd/emulator@latest
//! emulator -port 8086 &
//! cd stores/bigtable && BIGTABLE=127.0.0.1:8086 cargo test
//! ```

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "these records have a unique index")]
#[path = "../../tests/records.rs"]
mod records;
#[path = "../../tests/remote.rs"]
mod remote;

use bigtable_rs::bigtable::BigTableConnection;
use fastrand::Rng;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{ColumnFamily, CreateTableRequest, Table};
use remote::{NoteByWord, NoteKey, Told};
use rowkey::RowKey;
use rowkey::store::LAYOUTS;
use rowkey_bigtable::Database;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tonic::transport::Endpoint;

type TestResult = Result<(), Box<dyn std::error::Error>>;

fn emulator() -> String {
    std::env::var("BIGTABLE").expect("the address of the emulator, see the head of this file")
}

/// Returns a database in an instance with new tables.
async fn database(instance: &str) -> Result<Database, Box<dyn std::error::Error>> {
    let channel = Endpoint::from_shared(format!("http://{}", emulator()))?.connect().await?;
    let mut admin = BigtableTableAdminClient::new(channel);
    for table in
        [LAYOUTS.name(), "law_notes", "law_notes.word", "law_notes.length", "law_messages", "law_messages.author"]
    {
        let families = [("r".to_owned(), ColumnFamily::default())];
        admin
            .create_table(CreateTableRequest {
                parent: format!("projects/test/instances/{instance}"),
                table_id: table.into(),
                table: Some(Table { column_families: families.into(), ..Table::default() }),
                ..CreateTableRequest::default()
            })
            .await?;
    }
    let connection = BigTableConnection::new_with_emulator(&emulator(), "test", instance, false, 2, None)?;
    Ok(rowkey_bigtable::open(connection.client()))
}

#[tokio::test]
async fn operations_have_the_same_results_as_in_memory() -> TestResult {
    remote::operations_have_the_same_results_as_in_memory(&database("operations").await?, 7, 80).await
}

#[tokio::test]
async fn partitions_have_the_same_results_as_in_memory() -> TestResult {
    remote::partitions_have_the_same_results_as_in_memory(&database("partitions").await?, 7, 60).await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    let database = Arc::new(database("writers").await?);
    let told = Arc::new(Mutex::new(Told::default()));
    let mut random = Rng::with_seed(7);
    for round in 0..10 {
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let (database, told, random) =
                    (Arc::clone(&database), Arc::clone(&told), Rng::with_seed(random.u64(..)));
                tokio::spawn(async move {
                    let writer = round * 4 + writer;
                    remote::write_words(&database, writer, 50, random, |tell| tell(&mut told.lock().unwrap())).await;
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(random.u64(200..1000))).await;
        writers.iter().for_each(tokio::task::JoinHandle::abort);
        for writer in writers {
            // An aborted task ends with an error. A panic of a task is a fault.
            assert!(writer.await.err().is_none_or(|error| error.is_cancelled()));
        }
        // Requests of killed writers can still be on their way.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let told_until_now = std::mem::take(&mut *told.lock().unwrap());
        remote::check_words(&database, &told_until_now).await?;
        assert!(told_until_now.count_written() > 5 && told_until_now.conflicts == 0);
        // The next writers begin without notes.
        while database.write(|rows| rows.remove_some(NoteKey::prefix(), 1)).await? > 0 {}
    }
    Ok(())
}

#[tokio::test]
async fn an_index_is_rebuilt_in_steps() -> TestResult {
    let database = database("rebuild").await?;
    for note in 0..30 {
        database.write(|rows| rows.put(&NoteKey { folder: 1, note }, &"red".into())).await?;
    }
    let built = database.run_steps("notes", |rows, cursor| rows.rebuild::<NoteKey>(cursor, 7)).await?;
    assert_eq!((built.missing, built.wrong, built.stale), (0, 0, 0));
    assert_eq!(database.read(|rows| rows.count(NoteByWord::prefix().word("red"))).await?, 30);
    Ok(())
}

#[tokio::test]
async fn a_missing_table_is_an_error_that_says_how_to_create_it() -> TestResult {
    let connection = BigTableConnection::new_with_emulator(&emulator(), "test", "missing", false, 1, None)?;
    let database = rowkey_bigtable::open(connection.client());
    let error = database.read(|rows| rows.get(&NoteKey { folder: 1, note: 1 })).await.unwrap_err();
    assert!(error.to_string().contains("cbt createtable NAME"), "{error}");
    Ok(())
}
