use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(modulo, 2)]
    customer: u32,
}

fn main() {}
