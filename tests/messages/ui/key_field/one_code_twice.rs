use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code("a")]
    Web,
    #[code("a")]
    Shop,
}

fn main() {}
