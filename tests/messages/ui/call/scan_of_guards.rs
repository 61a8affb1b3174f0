use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

/// An item as fjall returns it: one call away from a row.
struct Guard;

fn main() {
    let open = |_range| vec![Guard].into_iter();
    let _ = HostKey::prefix().scan(open).rev().map(|row| row.unwrap()).count();
}
