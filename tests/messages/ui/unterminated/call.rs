// errors: 5
use rowkey::{Query, Ranges, RowKey};

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    key: String,
    at: u64,
}

fn bounds_of_the_field() {
    let _ = WindowKey::prefix().key_in("ann".."bob").range();
}

fn range_of_bounds() {
    let _ = WindowKey::prefix().key("ann").at_in(5..).range();
}

fn range_of_equality() {
    let _ = WindowKey::prefix().key("ann").range();
}

// Ranges of any query.
fn ranges<Q: Query>(query: Q) -> Ranges {
    query.ranges()
}

fn ranges_of_starts_with() {
    let _ = WindowKey::prefix().key_starts_with("ann").ranges();
}

fn main() {}
