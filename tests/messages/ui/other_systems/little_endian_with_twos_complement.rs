use rowkey::RowKey;

#[derive(RowKey)]
struct OutputKey {
    #[little_endian]
    #[twos_complement]
    output: i32,
}

fn main() {}
