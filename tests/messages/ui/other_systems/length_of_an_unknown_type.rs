use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u24)]
    name: String,
}

fn main() {}
