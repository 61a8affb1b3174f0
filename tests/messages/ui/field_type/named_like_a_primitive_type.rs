// errors: 2
use rowkey::RowKey;

#[allow(non_camel_case_types)]
struct u32(u8);

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
