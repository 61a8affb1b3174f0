use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByText))]
struct MessageKey(u64);

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, unique)]
struct MessageByText(#[rowkey(from = value)] String);

fn main() {}
