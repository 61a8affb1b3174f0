//! A program with a unique index says that it needs a store with transactions, and chooses another one.

use rowkey::store::Table;
use rowkey_remote::{
    AsyncDatabase, AsyncMemory, RangePage, RangeRequest, RowByRow, RowStore, StoredValue, Transactional,
};
use std::io::Error;

struct NoRows;

impl RowStore for NoRows {
    type Error = Error;

    async fn get(&self, _: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Error> {
        Ok(Vec::new())
    }

    async fn range(&self, _: &RangeRequest) -> Result<RangePage, Error> {
        Ok(RangePage::default())
    }

    async fn put(&self, _: &[(&'static Table, &[u8], &[u8])], _: Option<u64>) -> Result<(), Error> {
        Ok(())
    }

    async fn delete(&self, _: &[(&'static Table, &[u8], u64)]) -> Result<(), Error> {
        Ok(())
    }

    async fn check_and_put(&self, _: &'static Table, _: &[u8], _: Option<&[u8]>, _: &[u8]) -> Result<bool, Error> {
        Ok(true)
    }
}

fn run<S: Transactional>(_: AsyncDatabase<S>) {}

fn main() {
    run(AsyncDatabase::new(AsyncMemory::default()));
    #[cfg(not(feature = "mended"))]
    run(AsyncDatabase::new(RowByRow::new(NoRows)));
    #[cfg(feature = "mended")]
    let _ = RowByRow::new(NoRows);
}
