use rowkey::RowKey;
use rowkey::formats::Phoenix;

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct VisitKey {
    #[descending]
    failed: bool,
}

fn main() {
    let _ = VisitKey { failed: true }.try_encode();
}
