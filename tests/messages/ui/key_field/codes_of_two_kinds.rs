use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code("web")]
    Web,
    #[code(2)]
    Shop,
}

fn main() {}
