use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, 2, of(customer, country)))]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
