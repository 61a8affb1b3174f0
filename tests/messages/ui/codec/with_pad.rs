use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    #[pad(6)]
    customer: u32,
}

fn main() {}
