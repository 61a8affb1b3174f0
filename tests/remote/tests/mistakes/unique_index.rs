//! A store without transactions cannot keep an index unique.

use rowkey::RowKey;
use rowkey::store::Table;
use rowkey_remote::{AsyncDatabase, RangePage, RangeRequest, RowByRow, RowStore, StoredValue};
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

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
#[cfg_attr(not(feature = "mended"), rowkey(unique))]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

fn main() {
    let database = AsyncDatabase::new(RowByRow::new(NoRows));
    let put = database.write(|rows| rows.put(&UserKey { user: 7 }, &"Ada".into()));
    futures_lite::future::block_on(put).unwrap();
}
