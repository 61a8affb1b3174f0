use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespace = "next", salt(md5, 1))]
struct NextKey;

fn main() {}
