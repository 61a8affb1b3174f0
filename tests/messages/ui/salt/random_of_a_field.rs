use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random, buckets = 16, of(customer)))]
struct PaymentKey {
    customer: u32,
}

fn main() {}
