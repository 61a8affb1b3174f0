//! A store without transactions, for the programs that must not compile.

use rowkey::store::Table;
use rowkey_async::{RangePage, RangeRequest, RowStore, StoredValue};
use std::io::Error;

pub(crate) struct NoRows;

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
