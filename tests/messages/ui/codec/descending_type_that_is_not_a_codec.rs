use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct PaymentKey {
    #[descending]
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
