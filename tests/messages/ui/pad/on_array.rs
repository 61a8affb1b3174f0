use rowkey::RowKey;

#[derive(RowKey)]
struct BlobKey {
    #[pad(16)]
    #[reverse]
    name: [u8; 12],
}

fn main() {}
