use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[padd(6)]
    customer: u32,
}

fn main() {}
