use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    tags: Option<HashMap<String, String>>,
}

fn main() {}
