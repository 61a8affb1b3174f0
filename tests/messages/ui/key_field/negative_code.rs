use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code(-1)]
    Taobao,
    #[code(1)]
    Tmall,
}

fn main() {}
