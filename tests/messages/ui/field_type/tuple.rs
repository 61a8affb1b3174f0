use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    payment: (u32, u64),
}

fn main() {}
