// errors: 7
use rowkey::RowKey;

#[derive(RowKey)]
struct BeyondUsizeKey {
    #[pad(99999999999999999999)]
    customer: String,
}

#[derive(RowKey)]
struct FortyDigitsKey {
    #[pad(40)]
    customer: u128,
}

#[derive(RowKey)]
struct NegativeKey {
    #[pad(-6)]
    customer: u32,
}

#[derive(RowKey)]
struct SumKey {
    #[pad(3 + 3)]
    customer: u32,
}

#[derive(RowKey)]
struct ThreeArgumentsKey {
    #[pad(20, 'x', 'y')]
    host: String,
}

#[derive(RowKey)]
struct WithoutNumberKey {
    #[pad]
    customer: u32,
}

#[derive(RowKey)]
struct ZeroKey {
    #[pad(0)]
    customer: u32,
}

fn main() {}
