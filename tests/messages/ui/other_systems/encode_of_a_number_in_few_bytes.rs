use rowkey::RowKey;

#[derive(RowKey)]
struct MetricKey {
    #[bytes(3)]
    metric: u32,
}

fn main() {
    let _ = MetricKey { metric: 1 }.encode();
}
