use rowkey::RowKey;

#[derive(RowKey)]
struct MetricKey {
    #[bytes(17)]
    metric: u64,
}

fn main() {}
