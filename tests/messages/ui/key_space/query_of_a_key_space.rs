// errors: 2
use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "o")]
struct OrderKey {
    order: u32,
}

#[derive(KeySpace)]
enum Row {
    Order(OrderKey),
}

fn main() {
    Row::prefix();
    Row::scan(|range| range);
}
