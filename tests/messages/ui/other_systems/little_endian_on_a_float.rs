use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[little_endian]
    degrees: f64,
}

fn main() {}
