use rowkey::KeyField;

#[derive(KeyField)]
#[code("tb")]
struct Channel(u8);

fn main() {}
