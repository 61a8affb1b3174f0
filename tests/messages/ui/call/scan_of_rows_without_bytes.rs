use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

/// A key as redb returns it: its bytes are one call away.
struct AccessGuard;

fn main() {
    let open = |_range| Ok::<_, String>(vec![Ok::<_, String>((AccessGuard, 1))].into_iter());
    for row in HostKey::prefix().scan(open) {
        drop(row);
    }
}
