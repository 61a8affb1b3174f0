use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length()]
    name: String,
}

fn main() {}
