use rowkey::RowKey;
use rowkey::formats::FoundationDb;
use std::time::Duration;

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct CallKey {
    caller: String,
    length: Duration,
}

fn main() {}
