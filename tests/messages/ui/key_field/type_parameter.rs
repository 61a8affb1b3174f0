use rowkey::KeyField;

#[derive(KeyField)]
struct Id<T>(T);

fn main() {}
