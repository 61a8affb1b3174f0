use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16)]
    version: u32,
    field: String,
}

fn main() {
    let key = FieldKey { version: 1, field: "a".into() };
    let _ = key.try_encode();
    let _ = FieldKey::decode(&[]);
    let _ = FieldKey::prefix().version(1).range();
}
