use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16)]
    #[pad(20)]
    name: String,
}

fn main() {}
