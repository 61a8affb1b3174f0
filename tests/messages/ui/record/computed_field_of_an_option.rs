// errors: 2 (one for each field)
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = [u8; 4], format = rowkey::Raw, indexes(MessageByFirst))]
struct MessageKey {
    thread: Option<u32>,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByFirst {
    #[rowkey(from = key.thread)]
    started_by: u32,
    #[rowkey(from = key.thread?)]
    answered_by: u64,
    thread: Option<u32>,
    message: u64,
}

fn main() {}
