// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct OfADateOnATimeOfDayKey {
    #[format("%Y-%m-%d")]
    at: jiff::civil::Time,
}

#[derive(RowKey)]
struct OfHoursOnADateKey {
    #[format("%H:%M")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct OnAStringKey {
    #[format("%Y-%m-%d")]
    paid: String,
}

#[derive(RowKey)]
struct OnAZonedTimeKey {
    #[format("%Y-%m-%d")]
    paid: jiff::ZonedDateTime,
}

#[derive(RowKey)]
struct OnAnIntegerPaymentKey {
    #[format("%Y-%m-%d")]
    paid: i64,
    payment: u64,
}

fn on_an_integer() {
    let key = OnAnIntegerPaymentKey { paid: 1, payment: 2 };
    let _ = key.try_encode();
    let _ = OnAnIntegerPaymentKey::decode(b"");
    let _ = OnAnIntegerPaymentKey::prefix().paid_in(1..2).range();
}

fn main() {}
