use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[pad(20, '·')]
    host: String,
}

fn main() {}
