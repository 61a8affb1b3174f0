// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespce = "orders/", max_length = 10)]
struct OrderKey {
    #[rowkey(cdoec = Compact, renamed = "x")]
    customer: u32,
    #[rowkey(padded(6))]
    order: u32,
    #[salt(md6, 2)]
    line: u32,
}

fn main() {}
