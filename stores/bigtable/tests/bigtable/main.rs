//! Runs the tests that all async stores share, which are in `stores/tests`, on Bigtable's emulator:
//!
//! ```sh
//! go install cloud.google.com/go/bigtable/cmd/emulator@latest
//! emulator -port 8086 &
//! cd stores/bigtable && BIGTABLE=127.0.0.1:8086 cargo test
//! ```

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/faults.rs"]
mod faults;
mod limits;
#[allow(dead_code, reason = "these records have a unique index")]
#[path = "../../../tests/records.rs"]
mod records;
#[path = "../../../tests/remote.rs"]
mod remote;
mod server_faults;

use bigtable_rs::bigtable::BigTableConnection;
use fastrand::Rng;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{ColumnFamily, CreateTableRequest, Table};
use remote::NoteKey;
use rowkey::store::LAYOUTS;
use rowkey_bigtable::Database;
use std::time::Duration;
use tonic::transport::Endpoint;

type TestResult = Result<(), Box<dyn std::error::Error>>;

fn emulator() -> String {
    std::env::var("BIGTABLE").expect("the address of the emulator, see the head of this file")
}

/// Creates the tables of an instance.
async fn create_tables(emulator: &str, instance: &str) -> TestResult {
    let channel = Endpoint::from_shared(format!("http://{emulator}"))?.connect().await?;
    let mut admin = BigtableTableAdminClient::new(channel);
    let notes = ["law_notes", "law_notes.word", "law_notes.length"];
    let others = ["law_messages", "law_messages.author", "law_labels", "law_blobs", "law_blobs.length"];
    for table in notes.into_iter().chain([LAYOUTS.name()]).chain(others) {
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
    Ok(())
}

/// Opens the records of an instance. `timeout` is the longest time that a request takes.
fn open(emulator: &str, instance: &str, timeout: Option<Duration>) -> Result<Database, bigtable_rs::bigtable::Error> {
    let connection = BigTableConnection::new_with_emulator(emulator, "test", instance, false, 2, timeout)?;
    Ok(rowkey_bigtable::open(connection.client()))
}

/// Returns a database in an instance with new tables.
async fn database(instance: &str) -> Result<Database, Box<dyn std::error::Error>> {
    create_tables(&emulator(), instance).await?;
    Ok(open(&emulator(), instance, None)?)
}

#[tokio::test]
async fn operations_have_the_same_results_as_in_memory() -> TestResult {
    remote::operations_have_the_same_results_as_in_memory(&database("operations").await?, 7, 80).await
}

#[tokio::test]
async fn partitions_have_the_same_results_as_in_memory() -> TestResult {
    remote::partitions_have_the_same_results_as_in_memory(&database("partitions").await?, 7, 60).await
}

#[tokio::test]
async fn two_loads_of_the_same_keys_do_not_both_succeed() -> TestResult {
    faults::two_loads_of_the_same_keys_do_not_both_succeed(&database("two_loads").await?).await
}

#[tokio::test]
async fn loads_have_the_same_results_as_in_memory() -> TestResult {
    remote::loads_have_the_same_results_as_in_memory(&database("loads").await?, 7, 40).await
}

/// Waits for the requests of killed writers. The emulator cancels them, or they end soon.
async fn settle() {
    tokio::time::sleep(Duration::from_millis(500)).await;
}

#[tokio::test]
async fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    let disturb = async |random: &mut Rng| {
        tokio::time::sleep(Duration::from_millis(random.u64(200..1000))).await;
        Ok(())
    };
    let sum = faults::writers_lose_nothing(&database("writers").await?, 10, 100, disturb, settle).await?;
    assert!(sum.failures == 0, "{sum:?}");
    Ok(())
}

#[tokio::test]
async fn an_index_is_rebuilt_in_steps() -> TestResult {
    remote::an_index_is_rebuilt_in_steps(&database("rebuild").await?).await
}

#[tokio::test]
async fn a_missing_table_is_an_error_that_says_how_to_create_it() -> TestResult {
    let database = open(&emulator(), "missing", None)?;
    let error = database.read(|rows| rows.get(&NoteKey { folder: 1, note: 1 })).await.unwrap_err();
    assert!(error.to_string().contains("cbt createtable NAME"), "{error}");
    Ok(())
}
