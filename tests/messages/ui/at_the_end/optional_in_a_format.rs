// errors: 2
use rowkey::RowKey;
use rowkey::formats::Tidb;

#[derive(RowKey)]
#[rowkey(fields = Tidb)]
struct EntryKey {
    name: Option<String>,
    #[rowkey(optional)]
    handle: Option<i64>,
}

#[derive(RowKey)]
#[rowkey(fields = Tidb)]
struct EntriesKey {
    name: String,
    #[rowkey(list)]
    handles: Vec<i64>,
}

fn main() {
    let _ = EntryKey { name: None, handle: None };
    let _ = EntriesKey { name: String::new(), handles: vec![] };
}
