use rowkey::RowKey;

#[derive(RowKey)]
struct BlobKey {
    #[pad(16)]
    name: Vec<u8>,
}

fn main() {}
