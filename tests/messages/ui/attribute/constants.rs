// errors: 3
use rowkey::RowKey;

const NAMESPACE: &str = "orders/";
const WIDTH: usize = 6;

#[derive(RowKey)]
#[rowkey(namespace = NAMESPACE, max_len = 10 * WIDTH)]
struct OrderKey {
    #[pad(WIDTH)]
    customer: u32,
    #[salt(md5, buckets = 2 * WIDTH)]
    order: u32,
}

#[derive(RowKey)]
#[rowkey(namespace = concat!("orders", "/"))]
struct LineKey {
    #[pad(WIDTH, 'x')]
    line: String,
}

const DELIMITER: char = '_';

#[derive(RowKey)]
#[rowkey(delimiter = DELIMITER)]
struct UserKey {
    user: u32,
}

fn main() {}
