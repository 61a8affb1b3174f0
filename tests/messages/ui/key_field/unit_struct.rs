use rowkey::KeyField;

#[derive(KeyField)]
struct Channel;

fn main() {}
