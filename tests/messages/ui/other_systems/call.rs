// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct FieldKey {
    #[length(u16)]
    name: String,
}

fn encode_after_a_short_length() {
    let _ = FieldKey { name: String::new() }.encode();
}

#[derive(RowKey)]
struct MetricKey {
    #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    metric: u32,
}

fn encode_of_a_number_in_few_bytes() {
    let _ = MetricKey { metric: 1 }.encode();
}

#[derive(RowKey)]
#[rowkey(delimiter = '-')]
struct RangeKey {
    #[decimal]
    first: i64,
    #[decimal]
    last: i64,
}

fn encode_of_a_signed_decimal_before_a_minus() {
    let _ = RangeKey { first: 1, last: 2 }.encode();
}

#[derive(RowKey)]
struct OutputKey {
    #[rowkey(codec = rowkey_formats::LittleEndian<4>)]
    output: u32,
}

fn in_on_a_little_endian_integer() {
    let _ = OutputKey::prefix().output_in(1..2).range();
}

fn main() {}
