use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct HostKey {
    host: String,
    port: u16,
}

fn main() {
    let _ = HostKey::prefix().host_in("a".."b").range();
}
