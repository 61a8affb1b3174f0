use rowkey::RowKey;

struct Message {
    text: String,
}

#[derive(RowKey)]
#[rowkey(value = Message, format = rowkey::Raw)]
struct MessageKey {
    message: u64,
}

fn main() {}
