use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    #[pad(6)]
    Payment(u64),
}

fn main() {}
