use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(crc32, 8)]
    customer: u32,
}

fn main() {}
