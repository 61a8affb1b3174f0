// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt = md5)]
struct PaymentKey {
    #[pad = "6"]
    customer: u32,
    #[salt = "md5"]
    country: u16,
    #[rowkey(separator = "-")]
    #[rowkey(newest_first)]
    paid_at: i64,
    #[format = "%Y-%m-%d"]
    day: String,
}

fn main() {}
