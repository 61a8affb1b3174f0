use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct HostKey {
    host: String,
    port: u16,
}

fn main() {
    let _ = HostKey { host: String::new(), port: 80 }.encode();
}
