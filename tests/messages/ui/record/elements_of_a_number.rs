use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = [u8; 4], format = rowkey::Raw, indexes(MessageByDigit))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByDigit {
    #[rowkey(from_each = key.message)]
    digit: u8,
    message: u64,
}

fn main() {}
