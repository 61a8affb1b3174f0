// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: String,
    port: u16,
}

fn main() {
    let from = 1_u64;
    let _ = HostKey::prefix().host_in(String::from("a")..String::from("b")).range();
    let _ = HostKey::prefix().host("a").port_in(from..).range();
    let _ = HostKey::prefix().host("a").port_in((1, 5)).range();
}
