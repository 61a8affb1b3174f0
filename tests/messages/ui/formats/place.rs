// errors: 4
use rowkey::RowKey;
use rowkey_formats::FoundationDb;
use rowkey_formats::Phoenix;

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct VisitKey {
    host: Vec<u8>,
    port: i32,
}

fn binary_before_a_field() {
    let _ = VisitKey { host: vec![1], port: 80 }.try_encode();
}

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct DelimiterFfAfterAFoundationDbStringKey {
    #[rowkey(codec = rowkey_formats::FoundationDb)]
    name: String,
    main: u64,
}

#[derive(RowKey)]
struct StringBeforeADescendingOptionKey {
    #[rowkey(codec = FoundationDb)]
    user: String,
    #[descending]
    device: Option<u8>,
}

#[derive(RowKey)]
struct HostKey {
    #[rowkey(codec = FoundationDb)]
    host: String,
    port: u16,
}

fn string_before_a_number() {
    HostKey { host: "a".into(), port: 80 }.encode();
}

fn main() {}
