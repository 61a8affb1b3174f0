use rowkey::RowKey;

#[derive(RowKey)]
struct DigestKey {
    digest: &[u8],
}

fn main() {}
