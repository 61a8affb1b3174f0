use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2, of(customer, payment))]
    customer: u32,
    payment: u64,
}

fn main() {}
