use rowkey::KeyField;

#[derive(KeyField)]
#[rowkey(fields = rowkey::formats::FoundationDb)]
enum Side {
    #[code(1)]
    Left,
    #[code(2)]
    Right,
}

fn main() {}
