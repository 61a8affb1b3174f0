use rowkey::RowKey;

const BYTES: usize = 17;

#[derive(RowKey)]
struct HostKey {
    #[hash(md5, BYTES, hex)]
    host: String,
}

fn main() {}
