use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[rowkey(codec = "HalfDegrees")]
    degrees: f32,
}

fn main() {}
