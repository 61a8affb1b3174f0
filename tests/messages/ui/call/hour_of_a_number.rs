// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    at: u64,
}

fn main() {
    ReadingKey::prefix().at_in(rowkey::period::hour(3_u64));
}
