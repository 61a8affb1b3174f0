use rowkey::RowKey;
use rowkey::formats::Phoenix;

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct VisitKey {
    host: Vec<u8>,
    port: i32,
}

fn main() {
    let _ = VisitKey { host: vec![1], port: 80 }.try_encode();
}
