use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(modulo)]
    customer: u32,
}

fn main() {}
