use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Degrees(f32);

#[derive(RowKey)]
struct ReadingKey {
    #[pad(6)]
    degrees: Degrees,
}

fn main() {}
