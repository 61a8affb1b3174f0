// errors: 2
use rowkey::RowKey;
use std::time::SystemTime;
use time::OffsetDateTime;

#[derive(RowKey)]
struct SystemTimeKey {
    at: SystemTime,
}

#[derive(RowKey)]
struct TimeWithOffsetKey {
    at: OffsetDateTime,
}

fn main() {}
