use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[descending]
    #[hash(md5, 4)]
    customer: u32,
}

fn main() {}
