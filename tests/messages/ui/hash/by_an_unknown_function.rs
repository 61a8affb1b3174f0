use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(with = digest, 4)]
    customer: u32,
}

fn main() {}
