//! A store without transactions cannot keep an index unique.

mod no_rows;

use no_rows::NoRows;
use rowkey::RowKey;
use rowkey_async::{AsyncDatabase, RowByRow};

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
