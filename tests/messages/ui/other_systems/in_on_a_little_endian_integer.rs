use rowkey::RowKey;

#[derive(RowKey)]
struct OutputKey {
    #[little_endian]
    output: u32,
}

fn main() {
    let _ = OutputKey::prefix().output_in(1..2).range();
}
