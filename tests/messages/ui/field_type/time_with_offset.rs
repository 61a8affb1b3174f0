use rowkey::RowKey;
use time::OffsetDateTime;

#[derive(RowKey)]
struct EventKey {
    at: OffsetDateTime,
}

fn main() {}
