use rowkey::KeyField;

#[derive(KeyField)]
struct Name<const N: usize>([u8; N]);

fn main() {}
