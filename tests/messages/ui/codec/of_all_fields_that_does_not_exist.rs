use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fields = CockroachDb)]
struct NameRow {
    table: u32,
    index: u32,
    name: String,
}

fn main() {}
