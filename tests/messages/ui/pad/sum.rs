use rowkey::RowKey;

#[derive(RowKey)]
struct CustomerKey {
    #[pad(3 + 3)]
    customer: u32,
}

fn main() {}
