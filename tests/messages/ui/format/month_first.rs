use rowkey::RowKey;

#[derive(RowKey)]
struct BirthdayKey {
    #[format("%m-%d")]
    day: jiff::civil::Date,
}

fn main() {}
