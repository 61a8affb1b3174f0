use rowkey::RowKey;

const WIDTH: usize = 6;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(WIDTH)]
    customer: Vec<u8>,
}

fn main() {}
