// errors: 4
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

fn main() {}
