// errors: 12
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct KeyWithALifetimeKey<'a> {
    conversation: &'a str,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "rowkey.layouts")]
struct NameOfATableOfTheLibraryKey {
    message: u64,
}

// Record and index at once.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, index_of = UserKey)]
struct RecordAndIndexAtOnceMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct UserKey {
    user: u64,
}

#[derive(RowKey)]
#[rowkey(format = rowkey::Raw, indexes(A, A), table = "a", unique, filter = value.open, stores = String)]
struct WordsOnTheWrongKindOfKeyKey {
    #[rowkey(from = value.author)]
    author: u64,
    #[rowkey(from_each = value.tags)]
    tag: u64,
}

fn main() {}
