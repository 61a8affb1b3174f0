use rowkey::RowKey;

#[derive(RowKey)]
struct MetricKey {
    #[bytes(3, little_endian)]
    metric: u64,
}

fn main() {}
