// errors: 7
use rowkey::RowKey;

#[derive(RowKey)]
struct OnArrayKey {
    #[pad(16)]
    #[reverse]
    name: [u8; 12],
}

#[derive(RowKey)]
struct OnBoolKey {
    #[pad(1)]
    set: bool,
}

#[derive(RowKey)]
struct OnBytesKey {
    #[pad(16)]
    name: Vec<u8>,
}

#[derive(RowKey)]
struct OnFloatReadingKey {
    #[pad(6)]
    degrees: f32,
    sensor: u16,
}

fn on_float() {
    let key = OnFloatReadingKey { degrees: 1.0, sensor: 2 };
    let _ = key.try_encode();
    let _ = OnFloatReadingKey::decode(&[]);
    let _ = OnFloatReadingKey::prefix().degrees(1.0).sensor_in(..).range();
}

type Degrees = f32;

#[derive(RowKey)]
struct OnFloatAliasKey {
    #[pad(6)]
    #[descending]
    degrees: Degrees,
}

#[derive(RowKey)]
struct OnOptionKey {
    #[pad(6)]
    customer: Option<u32>,
}

#[derive(RowKey)]
struct WideOnFloatKey {
    #[pad(64)]
    degrees: f64,
}

fn main() {}
