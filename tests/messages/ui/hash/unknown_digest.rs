use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(phoenix, 4)]
    customer: u32,
}

fn main() {}
