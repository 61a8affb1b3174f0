// errors: 2
use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct WithPadKey {
    #[rowkey(codec = Compact)]
    #[pad(6)]
    customer: u32,
}

#[derive(RowKey)]
struct WithReverseKey {
    #[rowkey(codec = Compact)]
    #[reverse]
    customer: u32,
}

fn main() {}
