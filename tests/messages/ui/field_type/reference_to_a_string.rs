// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey<'a> {
    host: &'a String,
    #[descending]
    path: &'a Vec<u8>,
}

fn main() {
    let _ = HostKey::prefix().host("host1").path(b"index").range();
}
