use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 2, last)]
    customer: u32,
}

fn main() {}
