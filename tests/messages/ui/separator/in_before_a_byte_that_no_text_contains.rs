use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct MemberKey {
    room: String,
    user: String,
}

fn main() {
    let _ = MemberKey::prefix().room_in("a".."b").range();
}
