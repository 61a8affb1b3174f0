// errors: 2 (one for each pair of tables)
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "messages")]
#[rowkey(indexes(MessageByText, MessageByLength, MessageByStart, MessageByEnd, MessageByName))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "messages")]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "lengths")]
struct MessageByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "lengths")]
struct MessageByStart {
    #[rowkey(from = value.chars().next()?)]
    start: char,
    message: u64,
}

// The namespace tells these rows apart from those of the other index.
#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "names", namespace = "a")]
struct MessageByEnd {
    #[rowkey(from = value.chars().last()?)]
    end: char,
    message: u64,
}


#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "names", namespace = "b")]
struct MessageByName {
    #[rowkey(from = value)]
    name: String,
    message: u64,
}

fn main() {}
