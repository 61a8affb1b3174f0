use rowkey::RowKey;

#[derive(RowKey)]
struct OrderKey {
    #[salt(md5, 2)]
    #[pad(10)]
    order: u32,
}

fn main() {
    let _ = OrderKey { order: 1 }.encode_text();
}
