use rowkey::RowKey;

type Degrees = f32;

#[derive(RowKey)]
struct ReadingKey {
    #[pad(6)]
    #[descending]
    degrees: Degrees,
}

fn main() {}
