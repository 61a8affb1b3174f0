use rowkey::RowKey;

#[derive(RowKey)]
struct GunKey {
    gun: u32,
    range: u32,
}

fn main() {
    let _ = GunKey::prefix().gun(1).range();
}
