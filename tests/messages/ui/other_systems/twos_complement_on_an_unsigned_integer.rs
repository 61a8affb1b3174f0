use rowkey::RowKey;

#[derive(RowKey)]
struct LedgerKey {
    #[twos_complement]
    ledger: u64,
}

fn main() {}
