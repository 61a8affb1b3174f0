// One mistake: without its codec, nothing is known of the field.
use rowkey::RowKey;

struct Degrees(f32);

#[derive(RowKey)]
struct ReadingKey {
    #[rowkey(codec = "HalfDegrees")]
    degrees: Degrees,
}

fn main() {}
