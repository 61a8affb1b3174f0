use rowkey::KeyField;

#[derive(KeyField)]
enum Channel {
    #[code("tb")]
    #[descending]
    Taobao,
    #[code("tm")]
    Tmall,
}

fn main() {}
