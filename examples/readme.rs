//! The first example of the README.

use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, RowKey)]
struct VisitKey {
    host: String,
    #[descending] // newest first
    at: i64, // milliseconds since 1970; negative numbers sort first
    visit: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let key = VisitKey { host: "host1".into(), at: 1_364_248_490_000, visit: 7 };
    assert_eq!(VisitKey::decode(&key.encode())?, key);

    let mut table = BTreeMap::new();
    table.insert(key.encode(), "200 OK");
    table.insert(VisitKey { host: "host12".into(), ..key }.encode(), "404");

    // The rows of `host1` since a time, newest first. The rows of `host12` are in no range of `host1`.
    for row in VisitKey::prefix().host("host1").at_in(1_364_000_000_000..).scan(|range| table.range(range)) {
        let (key, status) = row?;
        println!("{key:?}: {status}");
    }
    Ok(())
}
