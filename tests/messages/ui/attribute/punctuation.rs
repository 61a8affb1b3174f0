// errors: 8
use rowkey::RowKey;

#[derive(RowKey)]
struct DescendingWithArgumentsKey {
    #[descending(true)]
    paid_at: i64,
}

#[derive(RowKey)]
#[rowkey(delimiter = '_' namespace = "payments")]
struct MissingCommaKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey = "orders/"]
struct RowkeyWithEqualsSignKey {
    #[rowkey = "customer"]
    customer: u32,
}

#[derive(RowKey)]
struct TwoCommasKey {
    #[pad(6,, 'x')]
    customer: String,
}

#[derive(RowKey)]
struct WithEqualsSignKey {
    #[pad = 6]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey]
struct WithoutWordsKey {
    customer: u32,
}

#[derive(RowKey)]
struct WithoutWordsOnAFieldKey {
    #[rowkey]
    order: u64,
}

fn main() {}
