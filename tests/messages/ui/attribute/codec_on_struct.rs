use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(codec = Degrees)]
struct ReadingKey {
    degrees: f32,
}

fn main() {}
