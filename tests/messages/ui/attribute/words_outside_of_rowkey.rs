// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct OptionalKey {
    customer: u32,
    #[optional]
    part: Option<u8>,
}

#[derive(RowKey)]
struct ListKey {
    customer: u32,
    #[list]
    parts: Vec<u8>,
}

#[derive(RowKey)]
struct CodeKey {
    #[code(1)]
    customer: u32,
}

fn main() {}
