// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
struct BytesBeyondTheWidestIntegerKey {
    #[bytes(17)]
    metric: u64,
}

// Bytes of a constant.
const TOO_WIDE: usize = 17;

const NONE: usize = 0;

const WIDTH: u64 = 3;

#[derive(RowKey)]
struct BytesOfAConstantMetricKey {
    #[bytes(TOO_WIDE)]
    metric: u32,
}

#[derive(RowKey)]
struct PaymentKey {
    #[bytes(NONE)]
    customer: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[bytes(WIDTH)]
    order: u32,
}

#[derive(RowKey)]
struct BytesOnBytesKey {
    #[bytes(3)]
    metric: Vec<u8>,
}

#[derive(RowKey)]
struct BytesWithAByteOrderKey {
    #[bytes(3, little_endian)]
    metric: u64,
}

fn main() {}
