use rowkey::RowKey;
use rowkey::formats::FoundationDb;

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct CellKey {
    corner: [i16; 2],
}

fn main() {}
