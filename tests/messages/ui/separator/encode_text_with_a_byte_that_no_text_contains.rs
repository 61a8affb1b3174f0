use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct MemberKey {
    room: String,
    user: String,
}

fn main() {
    let _ = MemberKey { room: String::new(), user: String::new() }.encode_text();
}
