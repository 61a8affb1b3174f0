use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16)]
    name: String,
}

fn main() {
    let _ = FieldKey { name: String::new() }.encode();
}
