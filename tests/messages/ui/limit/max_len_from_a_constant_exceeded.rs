use rowkey::RowKey;

const MAX_LEN: usize = 3;

#[derive(RowKey)]
#[rowkey(max_len = MAX_LEN)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
