// errors: 2
use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    Web = 1,
    Shop = 2,
}

fn main() {}
