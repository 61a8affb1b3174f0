use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    names: Vec<String>,
}

fn main() {}
