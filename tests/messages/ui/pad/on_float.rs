use rowkey::RowKey;

#[derive(RowKey)]
struct ReadingKey {
    #[pad(6)]
    degrees: f32,
    sensor: u16,
}

fn main() {
    let key = ReadingKey { degrees: 1.0, sensor: 2 };
    let _ = key.try_encode();
    let _ = ReadingKey::decode(&[]);
    let _ = ReadingKey::prefix().degrees(1.0).sensor_in(..).range();
}
