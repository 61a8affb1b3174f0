use rowkey::RowKey;

#[derive(RowKey)]
struct MetricKey {
    #[bytes(3)]
    metric: Vec<u8>,
}

fn main() {}
