// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct DescForDescendingKey {
    #[desc]
    paid_at: i64,
}

#[derive(RowKey)]
struct UnknownNameKey {
    #[padd(6)]
    customer: u32,
}

#[derive(RowKey)]
struct UnknownOnFieldKey {
    #[rowkey(skip)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(delimeter = '_')]
struct UnknownOnStructKey {
    customer: u32,
}

fn main() {}
