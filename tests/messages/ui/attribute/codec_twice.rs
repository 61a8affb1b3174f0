use rowkey::RowKey;

struct OneCodec;
struct OtherCodec;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = OneCodec)]
    #[rowkey(codec = OtherCodec)]
    customer: u32,
}

fn main() {}
