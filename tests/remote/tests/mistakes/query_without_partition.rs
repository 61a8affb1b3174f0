//! A store that splits keys cannot serve a query that leaves out a field of the partition key.

use rowkey::RowKey;
use rowkey::store::Table;
use rowkey_async::{AsyncDatabase, AsyncMemory, AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue};
use std::convert::Infallible;

struct Partitioned(AsyncMemory);

impl AsyncStore for Partitioned {
    type Error = Infallible;

    const TRANSACTIONS: bool = true;
    const PARTITIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Infallible> {
        self.0.get(keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Infallible> {
        self.0.range(request).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Infallible>> {
        self.0.commit(commit).await
    }
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct MessageKey {
    tenant: u32,
    room: u32,
    #[rowkey(sort_key)]
    sent_at: i64,
}

fn main() {
    let database = AsyncDatabase::new(Partitioned(AsyncMemory::default()));
    let query = MessageKey::prefix().tenant(1);
    #[cfg(feature = "mended")]
    let query = query.room(2).sent_at_in(5..);
    drop(database.scan(query));
}
