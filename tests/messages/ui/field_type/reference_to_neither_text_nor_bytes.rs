// errors: 4
use rowkey::{KeyField, RowKey};

#[derive(Clone, KeyField)]
struct HostId(u32);

#[derive(RowKey)]
struct VisitKey<'a> {
    host: &'a HostId,
    digest: &'a [u8; 16],
    #[pad(6)]
    visitor: &'a u32,
    #[reverse]
    visit: &'a u64,
}

fn main() {
    let _ = VisitKey::prefix().range();
}
