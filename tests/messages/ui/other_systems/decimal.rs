// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '0')]
struct DecimalBeforeADigitKey {
    #[decimal]
    main: u64,
    #[decimal]
    sub: u64,
}

#[derive(RowKey)]
struct DecimalOnAFloatKey {
    #[decimal]
    degrees: f64,
}

#[derive(RowKey)]
struct DecimalWithPadKey {
    #[decimal]
    #[pad(6)]
    main: u64,
}

fn main() {}
