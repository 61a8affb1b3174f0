use rowkey::RowKey;

#[derive(RowKey)]
enum Row {
    Payment(u64),
    Customer { id: u32 },
}

fn main() {
    let _ = Row::prefix().range();
}
