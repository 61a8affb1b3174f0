// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(max_len = 12)]
struct MaxLenExceededPaymentKey {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

fn max_len_exceeded() {
    let _ = MaxLenExceededPaymentKey { customer: 1, payment: 2 }.encode();
}

const MAX_LEN: usize = 3;

#[derive(RowKey)]
#[rowkey(max_len = MAX_LEN)]
struct MaxLenFromAConstantExceededKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(max_len = "4096")]
struct MaxLenIsNotANumberKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(max_len = 4096)]
struct MaxLenOfAStringKey {
    host: String,
    port: u16,
}

fn main() {}
