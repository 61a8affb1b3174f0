use rowkey::RowKey;

#[derive(RowKey)]
struct BlobKey {
    #[pad(16, 'x')]
    name: Vec<u8>,
}

fn main() {}
