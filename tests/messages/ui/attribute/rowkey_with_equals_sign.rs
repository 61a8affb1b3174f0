// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey = "orders/"]
struct PaymentKey {
    #[rowkey = "customer"]
    customer: u32,
}

fn main() {}
