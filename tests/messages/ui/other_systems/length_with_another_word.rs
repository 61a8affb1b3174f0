use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16, big_endian)]
    name: String,
}

fn main() {}
