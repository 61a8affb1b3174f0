use rowkey::KeySpace;

#[derive(KeySpace)]
enum Row {}

fn main() {}
