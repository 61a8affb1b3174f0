use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[pad(20)]
    host: String,
}

fn main() {
    let _ = HostKey { host: String::new() }.encode();
}
