use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    #[pad(6)]
    customer: u32,
}

fn main() {}
