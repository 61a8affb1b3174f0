use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey;

fn main() {}
