//! The memory that commands hold does not depend on the number of rows in a store. The tests read and write LMDB, because it keeps no
//! rows in memory that the allocator counts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rowkey::record::Record;
use rowkey::store::Table;
use rowkey::{Raw, RowKey};
use tempfile::TempDir;

use crate::counting::most_held;
use crate::store_tests::{open_lmdb, run_ok};

#[derive(RowKey)]
#[rowkey(value = String, format = Raw, table = "notes", indexes(NoteByText))]
struct NoteKey {
    number: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey, table = "notes.text", unique)]
struct NoteByText {
    #[rowkey(from = value)]
    text: String,
}

const TABLES: [&Table; 1] = [NoteKey::TABLE];

/// The memory of the arguments of a command, and of its buffers.
const COMMAND: isize = 128 << 10;

/// The bytes of rows that an import keeps: with `--memory 1`, and with the list of these rows when it has just grown.
const ROWS: isize = 2 << 20;

#[test]
fn exports_imports_and_checks_hold_what_they_may() {
    for count in [1_000, 100_000] {
        let folder = TempDir::new().unwrap();
        let env = open_lmdb(&folder.path().join("notes.lmdb"));
        let notes = (0..count).map(|number| (NoteKey { number }, format!("note {number:0100}")));
        rowkey_heed::Database::new(&env, &TABLES).unwrap().load(1 << 20, notes).unwrap();
        drop(env);
        let check = |limit: isize, args: &[&str]| {
            let most = most_held(|| run_ok(folder.path(), args));
            println!("{}, {count} records: {most} bytes", args[0]);
            assert!(most <= limit, "{}, {count} records: {most} bytes are more than {limit}", args[0]);
        };
        check(COMMAND, &["export", "notes.lmdb", "--output", "notes.jsonl"]);
        check(ROWS + COMMAND, &["import", "copy.lmdb", "notes.jsonl", "--kind", "lmdb", "--memory", "1"]);
        check(COMMAND + (256 << 10), &["diff", "notes.lmdb", "copy.lmdb"]);
        // The keys of 1,000 entries and of their records.
        check(COMMAND + (256 << 10), &["verify", "copy.lmdb"]);
    }
}
