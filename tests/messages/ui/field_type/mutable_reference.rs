use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey<'a> {
    host: &'a mut str,
}

fn main() {
    let _ = HostKey::prefix().host("host1").range();
}
