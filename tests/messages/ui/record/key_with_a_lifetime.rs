use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct MessageKey<'a> {
    conversation: &'a str,
}

fn main() {}
