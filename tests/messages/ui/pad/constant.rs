// errors: 5
use rowkey::RowKey;

const CONSTANT_OF_ANOTHER_TYPE_DIGITS: u32 = 6;

#[derive(RowKey)]
struct ConstantOfAnotherTypeKey {
    #[pad(CONSTANT_OF_ANOTHER_TYPE_DIGITS)]
    customer: u32,
}

const CONSTANT_OF_FORTY_DIGITS_DIGITS: usize = 39;

#[derive(RowKey)]
struct ConstantOfFortyDigitsKey {
    #[descending]
    #[pad({ CONSTANT_OF_FORTY_DIGITS_DIGITS + 1 })]
    customer: u128,
}

#[derive(RowKey)]
struct ConstantOfSelfKey {
    #[pad(Self::DIGITS)]
    customer: u32,
}

impl ConstantOfSelfKey {
    const DIGITS: usize = 6;
}

const CONSTANT_OF_ZERO_DIGITS: usize = 0;

#[derive(RowKey)]
struct ConstantOfZeroKey {
    #[pad(CONSTANT_OF_ZERO_DIGITS)]
    customer: u32,
}

const WIDTH: usize = 6;

#[derive(RowKey)]
struct ConstantOnBytesKey {
    #[pad(WIDTH)]
    customer: Vec<u8>,
}

fn main() {}
