/// A row as a skip map returns it.
struct Entry {
    key: Vec<u8>,
}

fn main() {
    let entries = vec![Entry { key: vec![0; 4] }].into_iter();
    let _ = rowkey::rows_by(entries, |entry: &Entry| &entry.key);
}
