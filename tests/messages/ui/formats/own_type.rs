use rowkey::RowKey;
use rowkey::formats::FoundationDb;

struct Stamp(u64);

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct EventKey {
    topic: String,
    stamp: Stamp,
}

fn main() {}
