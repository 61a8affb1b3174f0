// errors: 3
use rowkey::KeyField;

#[derive(KeyField)]
#[rowkey(prefix = "Places")]
struct Place {
    city: String,
    floor: u8,
}

#[derive(KeyField)]
#[rowkey(prefix = "Channels")]
enum Channel {
    #[code(1)]
    Web,
}

#[derive(KeyField)]
#[rowkey(prefix = "Node")]
enum Node {
    #[code(1)]
    Named(String),
}

fn main() {}
