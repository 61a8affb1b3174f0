use rowkey::RowKey;
use rowkey::formats::FoundationDb;

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct LoginKey<'a> {
    user: &'a str,
    at: i64,
}

fn main() {
    let bytes = LoginKey { user: "ann", at: 5 }.encode();
    let _ = LoginKey::decode(&bytes);
}
