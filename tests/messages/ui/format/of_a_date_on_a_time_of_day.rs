use rowkey::RowKey;

#[derive(RowKey)]
struct AlarmKey {
    #[format("%Y-%m-%d")]
    at: jiff::civil::Time,
}

fn main() {}
