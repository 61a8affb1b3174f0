// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fields = CockroachDb)]
struct OfAllFieldsThatDoesNotExist {
    table: u32,
    index: u32,
    name: String,
}

#[derive(RowKey)]
struct UnknownKey {
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
