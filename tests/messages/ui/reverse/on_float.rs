use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[reverse]
    degrees: f32,
}

fn main() {}
