use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[pad(64)]
    degrees: f64,
}

fn main() {}
