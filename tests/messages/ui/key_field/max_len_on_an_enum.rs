use rowkey::KeyField;

#[derive(KeyField)]
#[rowkey(max_len = 2)]
enum Channel {
    #[code("tb")]
    Taobao,
}

fn main() {}
