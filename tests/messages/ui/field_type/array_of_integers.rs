use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    parts: [u32; 2],
}

fn main() {}
