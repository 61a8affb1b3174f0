use rowkey::KeyField;

#[derive(KeyField)]
struct Sale {
    #[code("tb")]
    channel: u8,
}

fn main() {}
