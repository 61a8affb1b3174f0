// errors: 9
use rowkey::{KeyField, RowKey};

#[derive(RowKey)]
#[rowkey(fingerprint = 0x0123456789abcdef)]
struct FingerprintAsNumberKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0123456789abcdef")]
struct FingerprintChangedKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "v1")]
struct FingerprintIsNotHexKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0")]
struct FingerprintNotPinnedYetKey {
    customer: u32,
    payment: u64,
}

// Fingerprint of another length.
#[derive(RowKey)]
#[rowkey(fingerprint = "0x1")]
struct FingerprintOfAnotherLengthPaymentKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0123456789abcdef0")]
struct OrderKey {
    customer: u32,
}

// Two fields have changed places.
#[derive(RowKey)]
#[rowkey(fingerprint = "0x4172cc7aa2c5e69d x y")]
struct PointKey {
    y: u16,
    x: u16,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x4172cc7aa2c5e69d, x, y")]
struct FingerprintWithCommasKey {
    x: u16,
    y: u16,
}

// The fingerprint of a key with a wrong field type is not known yet.
#[derive(KeyField)]
enum Region {
    Europe,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0")]
struct KeyOfWrongType {
    regions: [Option<Region>; 2],
}

fn main() {}
