use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code("web")]
    Web,
    #[code("webshop")]
    Shop,
}

fn main() {}
