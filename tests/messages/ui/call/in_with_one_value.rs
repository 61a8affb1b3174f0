use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    port: u16,
}

fn main() {
    let _ = HostKey::prefix().port_in(80).range();
}
