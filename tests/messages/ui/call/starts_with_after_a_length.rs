use rowkey::RowKey;

#[derive(RowKey)]
struct EntryKey {
    #[length(u16)]
    name: String,
    number: u32,
}

fn main() {
    let _ = EntryKey::prefix().name_starts_with("a").range();
}
