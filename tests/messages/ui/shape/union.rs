use rowkey::RowKey;

#[derive(RowKey)]
union PaymentKey {
    signed: i64,
    unsigned: u64,
}

fn main() {}
