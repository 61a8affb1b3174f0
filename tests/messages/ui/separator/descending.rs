// errors: 3
use rowkey::RowKey;

type Name = Vec<u8>;

#[derive(RowKey)]
#[rowkey(terminator = '|')]
struct DescendingBytesBeforeTerminatorKey {
    payment: u64,
    #[descending]
    customer: Name,
}

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct DescendingOptionalStringBeforeDelimiterKey {
    #[descending]
    customer: Option<String>,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct DescendingStringBeforeDelimiterPaymentKey {
    #[descending]
    customer: String,
    payment: u64,
}

fn descending_string_before_delimiter() {
    let _ = DescendingStringBeforeDelimiterPaymentKey::prefix().customer("a").payment(1).range();
}

fn main() {}
