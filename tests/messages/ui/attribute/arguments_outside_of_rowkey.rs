// errors: 9
use rowkey::RowKey;

#[derive(RowKey)]
#[namespace = "orders/"]
#[delimiter('_')]
#[terminator = '\0']
#[fingerprint = "0x0123456789abcdef"]
#[max_len = 4096]
#[prefix = "Orders"]
struct OrderKey {
    #[codec(Compact)]
    #[method = "of"]
    customer: u32,
    #[namespace = "orders/"]
    order: u32,
}

fn main() {}
