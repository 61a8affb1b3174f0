// errors: 6
use rowkey::RowKey;
use rowkey_formats::IntegerBytes;

#[derive(RowKey)]
struct BytesAttributeKey {
    #[bytes(3)]
    metric: u64,
}

const TOO_WIDE: usize = 17;

const NONE: usize = 0;

const WIDTH: u64 = 3;

#[derive(RowKey)]
struct BytesOfAConstantMetricKey {
    #[rowkey(codec = IntegerBytes<TOO_WIDE>)]
    metric: u32,
}

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = IntegerBytes<NONE>)]
    customer: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[rowkey(codec = IntegerBytes<WIDTH>)]
    order: u32,
}

#[derive(RowKey)]
struct BytesOnBytesKey {
    #[rowkey(codec = IntegerBytes<3>)]
    metric: Vec<u8>,
}

#[derive(RowKey)]
struct NoBytesKey {
    #[rowkey(codec = IntegerBytes)]
    metric: u64,
}

fn main() {}
