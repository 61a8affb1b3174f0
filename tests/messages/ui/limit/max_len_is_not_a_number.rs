use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(max_len = "4096")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
