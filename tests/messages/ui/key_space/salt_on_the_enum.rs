use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "o/")]
struct OrderKey {
    order: u64,
}

#[derive(KeySpace)]
#[rowkey(salt(md5, 1))]
enum Row {
    Order(OrderKey),
}

fn main() {}
