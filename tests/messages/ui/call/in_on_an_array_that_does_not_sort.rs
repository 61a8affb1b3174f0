use rowkey::{KeyField, RowKey};

#[derive(Clone, Copy, PartialEq, PartialOrd, KeyField)]
struct Amount {
    #[little_endian]
    amount: u32,
}

#[derive(RowKey)]
struct PaymentKey {
    amounts: [Amount; 2],
}

fn main() {
    let (low, high) = ([Amount { amount: 1 }; 2], [Amount { amount: 2 }; 2]);
    let _ = PaymentKey::prefix().amounts_in(low..high).range();
}
