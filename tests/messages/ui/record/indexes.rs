// errors: 9
use rowkey::RowKey;

// The index has the table of the records. It gives an error for each pair of tables.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "messages")]
#[rowkey(indexes(MessageByWord, MessageByLength, MessageByStart, MessageByEnd, MessageByName))]
struct IndexInTheTableOfTheRecordsMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexInTheTableOfTheRecordsMessageKey, table = "messages")]
struct MessageByWord {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexInTheTableOfTheRecordsMessageKey, table = "lengths")]
struct MessageByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexInTheTableOfTheRecordsMessageKey, table = "lengths")]
struct MessageByStart {
    #[rowkey(from = value.chars().next()?)]
    start: char,
    message: u64,
}

// The namespace tells these rows apart from those of the other index.
#[derive(RowKey)]
#[rowkey(index_of = IndexInTheTableOfTheRecordsMessageKey, table = "names", namespace = "a")]
struct MessageByEnd {
    #[rowkey(from = value.chars().last()?)]
    end: char,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexInTheTableOfTheRecordsMessageKey, table = "names", namespace = "b")]
struct MessageByName {
    #[rowkey(from = value)]
    name: String,
    message: u64,
}

// Index listed under another record.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(IndexListedUnderAnotherRecordMessageByText))]
struct IndexListedUnderAnotherRecordMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(IndexListedUnderAnotherRecordMessageByText))]
struct DraftKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexListedUnderAnotherRecordMessageKey)]
struct IndexListedUnderAnotherRecordMessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

// Indexes of an index.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, indexes(UserByName))]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

// Mistakes in an index.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "", indexes(MistakesInAnIndexMessageByText))]
struct MistakesInAnIndexMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MistakesInAnIndexMessageKey, unique, salt(random, buckets = 4), stores = 5)]
struct MistakesInAnIndexMessageByText {
    #[rowkey(from_each = value.chars(), from = value)]
    text: String,
    #[rowkey(from_each = value.bytes())]
    byte: u8,
    message: u64,
}

fn main() {}
