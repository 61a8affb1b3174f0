// One mistake: what the codec would make of the type is not known.
use rowkey::RowKey;

struct Degrees(f32);

#[derive(RowKey)]
struct ReadingKey {
    #[rowkey(codec = "HalfDegrees")]
    degrees: Degrees,
}

fn main() {}
