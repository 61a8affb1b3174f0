use rowkey::RowKey;
use rowkey::formats::Phoenix;

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct VisitKey {
    #[descending]
    host: Option<String>,
}

fn main() {
    let _ = VisitKey { host: None }.try_encode();
}
