use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16)]
    #[little_endian]
    name: String,
}

fn main() {}
