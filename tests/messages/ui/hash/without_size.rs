use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5)]
    customer: u32,
}

fn main() {}
