use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[decimal]
    degrees: f64,
}

fn main() {}
