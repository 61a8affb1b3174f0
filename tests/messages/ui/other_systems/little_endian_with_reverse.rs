use rowkey::RowKey;

#[derive(RowKey)]
struct OutputKey {
    #[little_endian]
    #[reverse]
    output: i32,
}

fn main() {}
