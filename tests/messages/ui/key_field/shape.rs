// errors: 9
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

#[derive(KeyField)]
#[repr(packed)]
struct Packed {
    a: u8,
    b: u64,
}

// Only the parameters are an error, and not the fields with these types.
#[derive(KeyField)]
enum WithTypeParameter<T> {
    #[code(1)]
    Web(T),
}

#[derive(KeyField)]
struct WithParameters<T: Copy, const N: usize>
where
    T: Clone,
{
    elements: [T; N],
}

#[derive(RowKey)]
struct ParametersKey {
    channel: WithTypeParameter<u32>,
    elements: WithParameters<u32, 2>,
}

fn main() {}
