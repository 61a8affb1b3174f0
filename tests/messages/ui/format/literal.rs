// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct EmptyKey {
    #[format("")]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct NotAStringKey {
    #[format(iso)]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct WithPadKey {
    #[format("%Y-%m-%d")]
    #[pad(10)]
    paid: jiff::civil::Date,
}

#[derive(RowKey)]
struct WithReverseKey {
    #[format("%Y-%m-%d")]
    #[reverse]
    paid: jiff::civil::Date,
}

fn main() {}
