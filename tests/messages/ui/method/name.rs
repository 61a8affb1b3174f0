// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct BoundsNamedRangesKey {
    ranges: u64,
}

#[derive(RowKey)]
struct KeywordKey {
    #[rowkey(method = "type")]
    kind: u64,
}

#[derive(RowKey)]
struct GunKey {
    gun: u32,
    range: u32,
}

fn named_range() {
    let _ = GunKey::prefix().gun(1).range();
}

#[derive(RowKey)]
struct NamedScanKey {
    scan: u64,
}

#[derive(RowKey)]
struct NotANameKey {
    #[rowkey(method = "at time")]
    time: u64,
}

fn main() {}
