// errors: 4
use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
enum VariantOfATypeThatIsNotAKeyRow {
    Payment(PaymentKey),
    Customer(u32),
}

fn variant_of_a_type_that_is_not_a_key() {
    let _ = VariantOfATypeThatIsNotAKeyRow::Customer(1).try_encode();
    let _ = VariantOfATypeThatIsNotAKeyRow::decode(b"p");
}

// Variant of two keys.
#[derive(KeySpace)]
enum VariantOfTwoKeysRow {
    Payment(PaymentKey, PaymentKey),
}

// Variant with named fields.
#[derive(KeySpace)]
enum VariantWithNamedFieldsRow {
    Payment { key: PaymentKey },
}

#[derive(KeySpace)]
enum VariantWithoutAKeyRow {
    Payment(PaymentKey),
    Header,
}

fn variant_without_a_key() {
    let _ = VariantWithoutAKeyRow::Header.try_encode();
}

fn main() {}
