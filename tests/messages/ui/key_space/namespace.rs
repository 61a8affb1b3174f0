// errors: 6
use rowkey::{KeySpace, RowKey};

// Key without a namespace.
#[derive(RowKey)]
struct KeyWithoutANamespacePaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "c")]
struct CustomerKey {
    customer: String,
}

#[derive(KeySpace)]
enum KeyWithoutANamespaceRow {
    Payment(KeyWithoutANamespacePaymentKey),
    Customer(CustomerKey),
}

// Namespace on a variant.
#[derive(RowKey)]
#[rowkey(namespace = "o/")]
struct OrderKey {
    order: u64,
}

#[derive(KeySpace)]
enum NamespaceOnAVariantRow {
    #[rowkey(namespace = "orders/")]
    Order(OrderKey),
}

// Namespace on the enum.
#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct NamespaceOnTheEnumPaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
#[rowkey(namespace = "rows/")]
enum NamespaceOnTheEnumRow {
    Payment(NamespaceOnTheEnumPaymentKey),
}

// One namespace begins another.
#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct OneNamespaceBeginsAnotherPaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "pp")]
struct PartKey {
    part: String,
}

#[derive(KeySpace)]
enum OneNamespaceBeginsAnotherRow {
    Payment(OneNamespaceBeginsAnotherPaymentKey),
    Part(PartKey),
}

// The first fields tell the kinds apart.
#[derive(RowKey)]
struct KindOfAccountKey {
    kind: u8,
    account: u64,
}

#[derive(RowKey)]
struct KindOfOrderKey {
    kind: u8,
    order: u64,
}

#[derive(KeySpace)]
enum KindInAByteRow {
    Account(KindOfAccountKey),
    Order(KindOfOrderKey),
}

#[derive(RowKey)]
#[rowkey(delimiter = ':')]
struct UserKey {
    table: String,
    user: String,
}

#[derive(RowKey)]
#[rowkey(delimiter = ':')]
struct CartKey {
    table: String,
    cart: String,
    item: u32,
}

#[derive(KeySpace)]
enum KindInATextRow {
    User(UserKey),
    Cart(CartKey),
}

fn main() {}
