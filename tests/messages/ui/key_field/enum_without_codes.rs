use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    Web,
    #[code("shop")]
    Shop,
}

fn main() {}
