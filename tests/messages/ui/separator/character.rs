// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_', terminator = '\0')]
struct DelimiterBesideTerminatorKey {
    customer: String,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(delimiter = '§')]
struct DelimiterNotAsciiKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(delimiter = "__")]
struct DelimiterOfTwoCharactersKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(terminator = 0)]
struct TerminatorAsByteKey {
    customer: String,
    payment: u64,
}

fn main() {}
