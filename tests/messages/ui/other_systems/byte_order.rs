// errors: 7
use rowkey::RowKey;
use rowkey_formats::{LittleEndian, TwosComplement};

#[derive(RowKey)]
struct LittleEndianAttributeKey {
    #[little_endian]
    output: u32,
    #[rowkey(little_endian)]
    index: u16,
}

#[derive(RowKey)]
struct TwosComplementAttributeKey {
    #[twos_complement]
    ledger: i64,
}

#[derive(RowKey)]
struct LittleEndianOnAFloatKey {
    #[rowkey(codec = LittleEndian<8>)]
    degrees: f64,
}

#[derive(RowKey)]
struct LittleEndianWithReverseKey {
    #[rowkey(codec = LittleEndian<4>)]
    #[reverse]
    output: i32,
}

#[derive(RowKey)]
struct LittleEndianInOneByteKey {
    #[rowkey(codec = LittleEndian<1>)]
    output: u32,
}

#[derive(RowKey)]
struct TwosComplementInTooManyBytesKey {
    #[rowkey(codec = TwosComplement<17>)]
    output: i32,
}

fn main() {}
