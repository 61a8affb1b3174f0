use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    #[reverse]
    customer: u32,
}

fn main() {}
