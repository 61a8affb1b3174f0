use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(2)]
    name: String,
}

fn main() {}
