use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "o/")]
struct OrderKey {
    order: u64,
}

#[derive(KeySpace)]
enum Row {
    #[rowkey(namespace = "orders/")]
    Order(OrderKey),
}

fn main() {}
