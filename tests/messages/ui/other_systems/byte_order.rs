// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct LittleEndianOnAFloatKey {
    #[little_endian]
    degrees: f64,
}

#[derive(RowKey)]
struct LittleEndianOnAStringKey {
    #[little_endian]
    name: String,
}

#[derive(RowKey)]
struct LittleEndianWithReverseKey {
    #[little_endian]
    #[reverse]
    output: i32,
}

#[derive(RowKey)]
struct LittleEndianWithTwosComplementKey {
    #[little_endian]
    #[twos_complement]
    output: i32,
}

#[derive(RowKey)]
struct TwosComplementOnAnUnsignedIntegerKey {
    #[twos_complement]
    ledger: u64,
}

fn main() {}
