// errors: 1
use rowkey::RowKey;
use std::ops::RangeBounds;

#[derive(RowKey)]
struct UserKey {
    #[salt(md5, 1)]
    user: u32,
}

/// Like the functions of stores.
fn read(_: impl RangeBounds<Vec<u8>>) {}

fn main() {
    read(UserKey::prefix().ranges());
}
