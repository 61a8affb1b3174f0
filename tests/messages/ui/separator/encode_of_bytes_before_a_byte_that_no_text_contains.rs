use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct MemberKey {
    room: Vec<u8>,
    user: String,
}

fn main() {
    let _ = MemberKey { room: Vec::new(), user: String::new() }.encode();
}
