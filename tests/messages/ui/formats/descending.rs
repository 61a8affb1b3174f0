// errors: 3
use rowkey::RowKey;
use rowkey_formats::FoundationDb;
use rowkey_formats::Phoenix;

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct DescendingBooleanVisitKey {
    #[descending]
    failed: bool,
}

fn descending_boolean() {
    let _ = DescendingBooleanVisitKey { failed: true }.try_encode();
}

#[derive(RowKey)]
#[rowkey(fields = Phoenix)]
struct DescendingNullVisitKey {
    #[descending]
    host: Option<String>,
}

fn descending_null() {
    let _ = DescendingNullVisitKey { host: None }.try_encode();
}

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct HostKey {
    #[descending]
    host: String,
}

fn descending_string() {
    HostKey { host: "a".into() }.encode();
}

fn main() {}
