use rowkey::{KeySpace, RowKey};

#[derive(Clone, Copy, RowKey)]
struct PaymentKey {
    customer: u32,
}

#[derive(KeySpace)]
union Row {
    payment: PaymentKey,
}

fn main() {}
