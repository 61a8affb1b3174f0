use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    tags: HashMap<String, String>,
}

fn main() {}
