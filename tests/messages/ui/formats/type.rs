// errors: 6
use rowkey_formats::FoundationDb;
use rowkey::{KeyField, RowKey};
use std::time::Duration;

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct ArrayInAFormatKey {
    corner: [i16; 2],
}

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct LoginKey<'a> {
    user: &'a str,
    at: i64,
}

fn decode_of_a_borrowed_string() {
    let bytes = LoginKey { user: "ann", at: 5 }.encode();
    let _ = LoginKey::decode(&bytes);
}

#[derive(KeyField)]
#[rowkey(fields = rowkey_formats::FoundationDb)]
enum FieldsOfAnEnum {
    #[code(1)]
    Left,
    #[code(2)]
    Right,
}

#[derive(RowKey)]
struct OnAFieldKey {
    #[rowkey(fields = rowkey_formats::FoundationDb)]
    host: String,
}

struct Stamp(u64);

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct OwnTypeKey {
    topic: String,
    stamp: Stamp,
}

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct TypeThatTheFormatDoesNotHaveKey {
    caller: String,
    length: Duration,
}

fn main() {}
