// errors: 4
use rowkey::RowKey;

struct OneCodec;

struct OtherCodec;

#[derive(RowKey)]
struct CodecTwiceKey {
    #[rowkey(codec = OneCodec)]
    #[rowkey(codec = OtherCodec)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(delimiter = '_', delimiter = '-')]
struct DelimiterTwiceKey {
    customer: u32,
}

#[derive(RowKey)]
struct DescendingTwiceKey {
    #[descending]
    #[descending]
    paid_at: i64,
}

#[derive(RowKey)]
struct PadTwiceKey {
    #[pad(6)]
    #[pad(8)]
    customer: u32,
}

fn main() {}
