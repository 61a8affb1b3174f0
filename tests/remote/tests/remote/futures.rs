//! Laws of the futures that a program awaits: any thread can run them, and they are small.

use crate::memory::{AsyncMemory, Fault, Faults};
use crate::remote::{NoteByLength, NoteByWord, NoteKey};
use crate::{database, row_by_row};
use futures_lite::StreamExt as _;
use rowkey::RowKey;
use rowkey::store::{RowsError, Table};
use rowkey_async::{AsyncDatabase, AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue};
use std::hint::black_box;
use std::mem::size_of_val;
use std::sync::Arc;

/// The futures of functions that are generic over the store are `Send`. This test fails by not compiling.
#[test]
fn futures_of_generic_functions_are_send() {
    fn is_send(_: impl Future<Output: Send> + Send + 'static) {}

    fn check<S: AsyncStore + 'static>(database: Arc<AsyncDatabase<S>>) {
        let note = || NoteKey { folder: 1, note: 7 };
        is_send({
            let database = Arc::clone(&database);
            async move {
                let words = database.read(|rows| rows.get(&note())).await?;
                database.write(|rows| rows.put(&note(), &words.clone().unwrap_or_default())).await?;
                database.try_write(|rows| Ok::<_, RowsError<_>>(rows.take(&note())?.is_some())).await?;
                database.run_steps("notes", |rows, cursor| rows.rebuild::<NoteByWord>(cursor, 5)).await
            }
        });
        is_send(async move {
            let mut notes = database.scan(NoteKey::prefix()).rev();
            while let Some(note) = notes.next().await {
                note?;
            }
            let page = database.records(NoteByWord::prefix().word("red")).page(None, 5).await?;
            let entries: Vec<_> = database.covered(NoteByLength::prefix()).collect().await?;
            let streamed = database.scan(NoteKey::prefix()).into_stream().count().await;
            Ok::<_, RowsError<_>>((page.rows.len(), entries.len(), streamed))
        });
    }
    check(Arc::new(database(0, Faults::default())));
    check(Arc::new(row_by_row(0, Faults::default())));
}

/// A store whose futures have 100 kilobytes. Those of some clients have ten.
struct Large(AsyncMemory);

async fn large<T>(future: impl Future<Output = T>) -> T {
    let space = [1_u8; 100_000];
    let result = future.await;
    black_box(space);
    result
}

impl AsyncStore for Large {
    type Error = Fault;

    const TRANSACTIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        large(AsyncStore::get(&self.0, keys)).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        large(AsyncStore::range(&self.0, request)).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Fault>> {
        large(AsyncStore::commit(&self.0, commit)).await
    }

    async fn wait(&self, attempt: u32) {
        large(AsyncStore::wait(&self.0, attempt)).await;
    }
}

/// The futures of a store are on the heap. Otherwise, each async function of a program would contain them, once for each call.
#[test]
fn futures_of_a_program_are_small() {
    let database = AsyncDatabase::new(Large(AsyncMemory::new(0, Faults::default())));
    let (note, words) = (NoteKey { folder: 1, note: 7 }, "red".to_owned());
    let mut scan = database.scan(NoteKey::prefix());
    let sizes = [
        size_of_val(&database.read(|rows| rows.get(&note))),
        size_of_val(&database.write(|rows| rows.put(&note, &words))),
        size_of_val(&database.load([(NoteKey { folder: 1, note: 8 }, words.clone())])),
        size_of_val(&database.run_steps("words", |rows, cursor| rows.rebuild::<NoteByWord>(cursor, 5))),
        size_of_val(&scan.next()),
        size_of_val(&database.records(NoteByWord::prefix()).page(None, 5)),
        size_of_val(&database.covered(NoteByLength::prefix()).collect::<Vec<_>>()),
        size_of_val(&database.count(NoteKey::prefix())),
        size_of_val(&database.recorded_layouts()),
    ];
    assert!(sizes.iter().all(|size| *size < 2000), "{sizes:?}");
}
