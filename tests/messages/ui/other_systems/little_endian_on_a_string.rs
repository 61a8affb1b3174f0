use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[little_endian]
    name: String,
}

fn main() {}
