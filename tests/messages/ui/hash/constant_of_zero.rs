use rowkey::RowKey;

const BYTES: usize = 0;

#[derive(RowKey)]
struct HostKey {
    #[hash(md5, BYTES)]
    host: String,
}

fn main() {}
