use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(max_len = 4096)]
struct HostKey {
    host: String,
    port: u16,
}

fn main() {}
