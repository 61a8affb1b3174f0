// errors: 8
use rowkey::RowKey;
use rowkey_formats::Tidb;

#[derive(RowKey)]
struct OptionalBeforeAnotherFieldKey {
    #[rowkey(optional)]
    mark: Option<u8>,
    main: u64,
}

#[derive(RowKey)]
struct OptionalBesideListKey {
    main: u64,
    #[rowkey(list, optional)]
    marks: Vec<u16>,
}

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

fn optional_in_a_format() {
    let _ = EntryKey { name: None, handle: None };
    let _ = EntriesKey { name: String::new(), handles: vec![] };
}

#[derive(RowKey)]
struct OptionalOnAStringKey {
    main: u64,
    #[rowkey(optional)]
    mark: Option<String>,
}

#[derive(RowKey)]
struct OptionalOnAnIntegerKey {
    main: u64,
    #[rowkey(optional)]
    mark: u8,
}

#[derive(RowKey)]
struct OptionalWithAConstantAfterItKey {
    main: u64,
    #[rowkey(optional, after = "t")]
    mark: Option<u8>,
}

#[derive(RowKey)]
struct OptionalWithDescendingKey {
    main: u64,
    #[descending]
    #[rowkey(optional)]
    mark: Option<u8>,
}

fn main() {}
