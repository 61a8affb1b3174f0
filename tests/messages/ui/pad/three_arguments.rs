use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[pad(20, 'x', 'y')]
    host: String,
}

fn main() {}
