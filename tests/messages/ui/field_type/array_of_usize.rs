use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    parts: [usize; 2],
}

fn main() {}
