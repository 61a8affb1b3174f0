use rowkey::RowKey;

struct CustomerId(u32);

#[derive(RowKey)]
struct PaymentKey {
    customer: CustomerId,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer(CustomerId(1)).payment(2).range();
}
