use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
