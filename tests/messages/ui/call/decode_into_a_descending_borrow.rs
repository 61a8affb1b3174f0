use rowkey::RowKey;

#[derive(RowKey)]
struct BlobKey<'a> {
    #[descending]
    name: &'a [u8],
}

fn main() {
    let _ = BlobKey::decode(b"");
}
