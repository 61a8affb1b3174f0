use rowkey::RowKey;

#[derive(RowKey)]
struct LapKey {
    #[format("%M:%S")]
    at: jiff::civil::Time,
}

fn main() {}
