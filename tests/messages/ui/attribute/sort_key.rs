// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct FirstKey {
    #[rowkey(sort_key)]
    room: u32,
    sent_at: i64,
}

#[derive(RowKey)]
struct TwoKey {
    room: u32,
    #[rowkey(sort_key)]
    sent_at: i64,
    #[rowkey(sort_key)]
    number: u32,
}

#[derive(RowKey)]
struct UnterminatedKey {
    #[unterminated]
    room: String,
    #[rowkey(sort_key)]
    sent_at: i64,
}

#[derive(RowKey)]
struct ArgumentKey {
    room: u32,
    #[rowkey(sort_key = "sent_at")]
    sent_at: i64,
}

#[derive(RowKey)]
struct MisspelledKey {
    #[rowkey(partition_key)]
    room: u32,
    sent_at: i64,
}

fn main() {}
