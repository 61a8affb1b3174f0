use rowkey::RowKey;

#[derive(RowKey)]
struct FlagKey {
    #[pad(1)]
    set: bool,
}

fn main() {}
