use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    #[reverse]
    customer: u32,
}

fn main() {}
