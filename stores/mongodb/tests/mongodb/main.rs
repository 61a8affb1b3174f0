//! Runs the tests that all async stores share, which are in `stores/tests`, on FerretDB, a server of MongoDB's protocol:
//!
//! ```sh
//! cd stores/mongodb/server && go run . 127.0.0.1:27017 /tmp/ferretdb &
//! cd stores/mongodb && MONGODB=mongodb://127.0.0.1:27017 cargo test
//! ```

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/faults.rs"]
mod faults;
mod limits;
#[allow(dead_code, reason = "these records have a unique index")]
#[path = "../../../tests/records.rs"]
mod records;
#[path = "../../../tests/remote.rs"]
mod remote;
mod server_faults;

use fastrand::Rng;
use mongodb::Client;
use mongodb::bson::{Bson, Document, doc};
use rowkey::record::Record;
use rowkey::store::{Direction, RowsError, Table};
use rowkey::{Json, KeyRange, RowKey};
use rowkey_async::{AsyncDatabase, AsyncError, RangePage, RangeRequest, RowByRow, RowStore, Scanner, StoredValue};
use rowkey_mongodb::{Database, MongoDb, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

type TestResult = Result<(), Box<dyn std::error::Error>>;

/// Returns an empty database.
async fn client_database(name: &str) -> Result<mongodb::Database, Box<dyn std::error::Error>> {
    let server = std::env::var("MONGODB").expect("the address of the server, see the head of this file");
    let database = Client::with_uri_str(server).await?.database(name);
    database.drop().await?;
    Ok(database)
}

async fn database(name: &str) -> Result<Database, Box<dyn std::error::Error>> {
    Ok(rowkey_mongodb::open(client_database(name).await?))
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
    remote::loads_have_the_same_results_as_in_memory(&database("loads").await?, 7, 30).await
}

/// Sends one write at a time, and to its end if the writer is killed meanwhile. FerretDB does not write atomically: it reads a
/// document, compares it with the condition, and then replaces it. Of 600 conditional replacements of one document by six
/// writers, it called 413 successful, and made 84. MongoDB makes the two steps one.
#[derive(Clone)]
struct OneAtATime {
    store: Arc<MongoDb>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl OneAtATime {
    fn new(store: MongoDb) -> Self {
        Self { store: Arc::new(store), turn: Arc::default() }
    }

    /// Waits until the writes of killed writers have ended.
    async fn settle(&self) {
        // Their tasks wait for their turns, which come in the order of the writes.
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop(self.turn.lock().await);
    }
}

type OwnedRow = (&'static Table, Vec<u8>, Vec<u8>);

impl RowStore for OneAtATime {
    type Error = StoreError;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        self.store.get(keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        self.store.range(request).await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        for (table, key, value) in rows {
            let (this, (table, key, value)): (_, OwnedRow) = (self.clone(), (table, key.to_vec(), value.to_vec()));
            let put = tokio::spawn(async move {
                let _turn = this.turn.lock().await;
                this.store.put(&[(table, &key, &value)], timestamp).await
            });
            put.await.unwrap()?;
        }
        Ok(())
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        for (table, key, timestamp) in rows {
            let (this, (table, key, timestamp)) = (self.clone(), (*table, key.to_vec(), *timestamp));
            let delete = tokio::spawn(async move {
                let _turn = this.turn.lock().await;
                this.store.delete(&[(table, &key, timestamp)]).await
            });
            delete.await.unwrap()?;
        }
        Ok(())
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        let (this, expected) = (self.clone(), expected.map(<[u8]>::to_vec));
        let (key, value) = (key.to_vec(), value.to_vec());
        let put = tokio::spawn(async move {
            let _turn = this.turn.lock().await;
            this.store.check_and_put(table, &key, expected.as_deref(), &value).await
        });
        put.await.unwrap()
    }

    async fn wait(&self, attempt: u32) {
        self.store.wait(attempt).await;
    }
}

#[tokio::test]
async fn concurrent_writers_that_are_killed_lose_nothing() -> TestResult {
    let store = OneAtATime::new(MongoDb::new(client_database("writers").await?));
    let database = AsyncDatabase::new(RowByRow::new(store));
    let disturb = async |random: &mut Rng| {
        tokio::time::sleep(Duration::from_millis(random.u64(500..1500))).await;
        Ok(())
    };
    let sum = faults::writers_lose_nothing(&database, 6, 20, disturb, async || database.store().rows().settle().await)
        .await?;
    assert!(sum.failures == 0, "{sum:?}");
    Ok(())
}

#[tokio::test]
async fn an_index_is_rebuilt_in_steps() -> TestResult {
    remote::an_index_is_rebuilt_in_steps(&database("rebuild").await?).await
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_', value = Order, format = Json, table = "orders")]
struct OrderKey {
    shop: String,
    #[pad(4)]
    order: u16,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Order {
    goods: Vec<String>,
    price: f64,
    paid: Option<bool>,
    number: u64,
}

fn order(number: u64) -> Order {
    Order { goods: vec!["tea".into(), "süß".into()], price: 1.25, paid: None, number }
}

/// Values in JSON are documents, whose keys are text. A value that BSON does not have is stored as bytes.
#[tokio::test]
async fn records_in_json_are_documents() -> TestResult {
    let inner = client_database("documents").await?;
    let database = rowkey_mongodb::open(inner.clone());
    let keys = ["ulm", "üm", "a b"].map(|shop| OrderKey { shop: shop.into(), order: 7 });
    for key in &keys {
        database.write(|rows| rows.put(key, &order(1 << 40))).await?;
    }
    database.write(|rows| rows.update(&keys[0], |order| order.paid = Some(true))).await?;
    let document = inner.collection::<Document>("orders").find_one(doc! { "_id": "ulm_0007" }).await?.unwrap();
    let expected = doc! { "goods": ["tea", "süß"], "price": 1.25, "paid": true, "number": 1_i64 << 40 };
    assert_eq!(document.get_document("v")?, &expected);

    let large = OrderKey { shop: "zoo".into(), order: 1 };
    database.write(|rows| rows.put(&large, &order(u64::MAX))).await?;
    let document = inner.collection::<Document>("orders").find_one(doc! { "_id": "zoo_0001" }).await?.unwrap();
    assert!(matches!(document.get("v"), Some(Bson::Binary(_))));
    assert_eq!(database.read(|rows| rows.get(&large)).await?, Some(order(u64::MAX)));
    assert_eq!(database.write(|rows| rows.take(&large)).await?, Some(order(u64::MAX)));

    let found: Vec<(OrderKey, Order)> = database.scan(OrderKey::prefix()).collect().await?;
    let mut sorted = keys.to_vec();
    sorted.sort_by_key(|key| key.shop.clone());
    assert_eq!(found.into_iter().map(|(key, _)| key).collect::<Vec<_>>(), sorted);
    Ok(())
}

/// Bounds of a range can be bytes that are not text.
#[tokio::test]
async fn ranges_with_any_bounds_have_the_right_documents() -> TestResult {
    let inner = client_database("bounds").await?;
    let store = MongoDb::new(inner);
    let keys = ["a_0001", "ü_0001", "ü_0002", "ÿ_0001", "\u{7FF}_0001", "\u{FFFF}_0001", "\u{10FFFF}_0001"];
    let rows: Vec<_> = keys.iter().map(|key| (OrderKey::TABLE, key.as_bytes(), &b"\0\0\0\0\0\0\0\x08{}"[..])).collect();
    store.put(&rows, None).await?;
    let mut bounds: Vec<Vec<u8>> =
        vec![vec![], vec![0], vec![0xFF], vec![0xC3], vec![0xC3, 0xC0], vec![0xF4, 0x90], vec![0x80]];
    bounds.extend(keys.iter().flat_map(|key| {
        let key = key.as_bytes();
        [key.to_vec(), [key, &[0xFF]].concat(), [&key[..key.len() - 5], &[0xFF]].concat(), key[..1].to_vec()]
    }));
    for start in &bounds {
        for end in bounds.iter().filter(|end| start < *end) {
            let [forward, backward] = [Direction::Forward, Direction::Backward];
            // With a scanner, a cursor is kept between the pages.
            let scans = [(forward, false), (forward, true), (backward, false), (backward, true)];
            for (direction, is_kept) in scans {
                let range = KeyRange::beginning_with(b"").after(start).before(end);
                let mut expected: Vec<_> = keys.iter().filter(|key| range.contains(key.as_bytes())).collect();
                if direction == Direction::Backward {
                    expected.reverse();
                }
                let scanner = is_kept.then(Scanner::default);
                let mut request = RangeRequest { table: OrderKey::TABLE, range, direction, limit: 2, scanner };
                let mut found = Vec::new();
                loop {
                    let page = store.range(&request).await?;
                    let Some((last, _)) = page.rows.last() else { break };
                    request.range = match direction {
                        Direction::Forward => request.range.after(last),
                        Direction::Backward => request.range.before(last),
                    };
                    found.extend(page.rows.into_iter().map(|(key, _)| String::from_utf8(key).unwrap()));
                    if page.is_end || request.range.is_empty() {
                        break;
                    }
                }
                assert!(found.iter().eq(expected), "{start:x?} to {end:x?}: {found:?}");
            }
        }
    }
    Ok(())
}

/// A document of another program is an error that names it.
#[tokio::test]
async fn a_document_of_another_program_is_an_error() -> TestResult {
    let inner = client_database("foreign").await?;
    inner.collection("orders").insert_one(doc! { "_id": 7, "price": 2 }).await?;
    inner.collection("orders").insert_one(doc! { "_id": "zoo_0001", "price": 2 }).await?;
    let error =
        rowkey_mongodb::open(inner).read(|rows| rows.scan(OrderKey::prefix()).next().transpose()).await.unwrap_err();
    assert!(
        matches!(&error, RowsError::Store(AsyncError::Store(StoreError::ForeignDocument { table: "orders", .. }))),
        "{error}"
    );
    Ok(())
}
