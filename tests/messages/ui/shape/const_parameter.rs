use rowkey::RowKey;

#[derive(RowKey)]
struct DigestKey<const N: usize> {
    digest: [u8; N],
}

fn main() {}
