use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code(300)]
    Web,
}

fn main() {}
