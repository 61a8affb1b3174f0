// errors: 3
use rowkey::RowKey;

const TOO_WIDE: usize = 17;
const NONE: usize = 0;
const WIDTH: u64 = 3;

#[derive(RowKey)]
struct MetricKey {
    #[bytes(TOO_WIDE)]
    metric: u32,
}

#[derive(RowKey)]
struct PaymentKey {
    #[bytes(NONE)]
    customer: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[bytes(WIDTH)]
    order: u32,
}

fn main() {}
