// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct OnCharKey {
    #[reverse]
    initial: char,
}

#[derive(RowKey)]
struct OnFloatKey {
    #[reverse]
    degrees: f32,
}

#[derive(RowKey)]
struct OnOptionKey {
    #[reverse]
    customer: Option<u32>,
}

#[derive(RowKey)]
struct WithDescendingKey {
    #[reverse]
    #[descending]
    payment: u64,
}

fn main() {}
