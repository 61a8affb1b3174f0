// errors: 5
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct ConstParameter<const N: usize>([u8; N]);

#[derive(KeyField)]
struct TypeParameter<T>(T);

#[derive(KeyField)]
union Union {
    number: u8,
}

#[derive(KeyField)]
struct UnitStruct;

#[derive(KeyField)]
enum VariantWithEmptyBracketsChannel {
    #[code(1)]
    Web(),
}

#[derive(RowKey)]
struct VisitKey {
    channel: VariantWithEmptyBracketsChannel,
    visit: u64,
}

fn variant_with_empty_brackets() {
    let _ = VisitKey { channel: VariantWithEmptyBracketsChannel::Web(), visit: 1 }.try_encode();
}

fn main() {}
