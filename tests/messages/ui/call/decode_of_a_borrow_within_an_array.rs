use rowkey::RowKey;

#[derive(RowKey)]
struct PathKey<'a> {
    path: [&'a str; 2],
}

fn main() {
    let _ = PathKey::decode(b"a\0\0b\0\0");
}
