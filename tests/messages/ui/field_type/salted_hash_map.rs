use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 4)]
    tags: HashMap<String, String>,
    payment: u64,
}

fn main() {}
