use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    #[descending]
    tags: HashMap<String, String>,
}

fn main() {}
