// errors: 3
use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct DescendingTypeThatIsNotACodecKey {
    #[descending]
    #[rowkey(codec = Compact)]
    customer: u32,
}

// Misspelt and own type. One mistake: without its codec, nothing is known of the field.
struct Degrees(f32);

#[derive(RowKey)]
struct MisspeltAndOwnTypeKey {
    #[rowkey(codec = "HalfDegrees")]
    degrees: Degrees,
}

#[derive(RowKey)]
struct TypeThatIsNotACodecPaymentKey {
    #[rowkey(codec = Compact)]
    customer: u32,
    payment: u64,
}

fn type_that_is_not_a_codec() {
    let key = TypeThatIsNotACodecPaymentKey { customer: 1, payment: 2 };
    let _ = key.try_encode();
    let _ = TypeThatIsNotACodecPaymentKey::decode(&[]);
    let _ = TypeThatIsNotACodecPaymentKey::prefix().customer(1).payment_in(..).range();
}

fn main() {}
