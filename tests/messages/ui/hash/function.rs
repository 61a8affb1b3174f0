// errors: 4
use rowkey::RowKey;

fn digest_by_a_function_of_another_type(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

#[derive(RowKey)]
struct ByAFunctionOfAnotherTypeKey {
    #[hash(with = digest_by_a_function_of_another_type, 8)]
    customer: u32,
}

fn digest_by_a_function_of_another_width(bytes: &[u8]) -> [u8; 8] {
    (bytes.len() as u64).to_be_bytes()
}

#[derive(RowKey)]
struct ByAFunctionOfAnotherWidthKey {
    #[hash(with = digest_by_a_function_of_another_width, 4)]
    customer: u32,
}

fn digest_by_a_function_to_no_bytes(_: &[u8]) -> [u8; 0] {
    []
}

#[derive(RowKey)]
struct ByAFunctionToNoBytesKey {
    #[hash(with = digest_by_a_function_to_no_bytes, 0)]
    customer: u32,
}

fn digest_by_a_function_without_size(bytes: &[u8]) -> [u8; 8] {
    (bytes.len() as u64).to_be_bytes()
}

#[derive(RowKey)]
struct ByAFunctionWithoutSizeKey {
    #[hash(with = digest_by_a_function_without_size)]
    customer: u32,
}

fn main() {}
