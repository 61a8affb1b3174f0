use rowkey::RowKey;

#[derive(RowKey)]
struct InitialKey {
    #[reverse]
    initial: char,
}

fn main() {}
