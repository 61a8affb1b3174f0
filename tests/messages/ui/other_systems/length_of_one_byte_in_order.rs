use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u8, little_endian)]
    name: String,
}

fn main() {}
