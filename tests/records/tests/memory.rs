//! The memory that an operation holds does not depend on the number of rows in the table.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../counting.rs"]
mod counting;

use counting::most_held;
use rowkey::store::{Direction, LayoutChanged, Memory, MemoryError, NewRecords, Read, Rows, RowsError, Table, Write};
use rowkey::{KeyRange, RowKey};

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(NoteByText, NoteByStart), salt(md5, buckets = 256))]
struct NoteKey {
    number: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey, unique)]
struct NoteByText {
    #[rowkey(from = value)]
    text: String,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey)]
struct NoteByStart {
    #[rowkey(from = value.as_bytes()[0])]
    start: u8,
    number: u32,
}

fn note(number: u32) -> (NoteKey, String) {
    (NoteKey { number }, format!("{}{number:0100}", number % 10))
}

fn table(rows: u32) -> Rows<Memory> {
    let mut notes = Rows::new(Memory::new());
    for number in 0..rows {
        let (key, text) = note(number);
        notes.put(&key, &text).unwrap();
    }
    notes
}

const FEW: u32 = 1_200;
const MANY: u32 = 12_000;
/// The memory that the caller of a rebuild or of a load allows.
const MEMORY: usize = 1 << 20;
/// The most bytes that a rebuild and a load hold: the memory, a buffer of the temporary file, and a chunk that is not full.
const MOST_OF_SORT: isize = MEMORY.cast_signed() + (5 << 19);

/// Checks that an operation holds at most `limit` bytes, for a table of few rows and for a table of many rows.
fn check<T>(name: &str, limit: isize, operation: impl Fn(&mut Rows<Memory>) -> T) {
    for rows in [FEW, MANY] {
        let mut notes = table(rows);
        let most = most_held(|| operation(&mut notes));
        println!("{name}, {rows} rows: {most} bytes");
        assert!(most <= limit, "{name}, {rows} rows: {most} bytes are more than {limit}");
    }
}

#[test]
fn scans_hold_one_row_of_each_bucket() {
    check("scan of 256 buckets", 64 << 10, |notes| {
        assert!(notes.scan(NoteKey::prefix()).map(Result::unwrap).count() >= 1_200);
    });
    check("records through an index", 1 << 10, |notes| {
        assert!(notes.records(NoteByStart::prefix()).map(Result::unwrap).count() >= 1_200);
    });
    check("page", 64 << 10, |notes| notes.scan(NoteKey::prefix()).page(None, 20).unwrap().rows.len());
    check("count", 64 << 10, |notes| notes.count(NoteKey::prefix()).unwrap());
}

#[test]
fn checks_of_indexes_hold_the_rows_of_a_step() {
    check("verify in steps", 20 << 10, |notes| {
        let mut cursor = None;
        loop {
            let progress = notes.verify::<NoteKey>(cursor.as_deref(), 100).unwrap();
            let Some(next) = progress.next else { break };
            cursor = Some(next);
        }
    });
    check("step of a rebuild", 20 << 10, |notes| notes.rebuild::<NoteKey>(None, 100).unwrap());
}

#[test]
fn removals_hold_some_of_the_rows() {
    check("removal", 3 << 20, |notes| notes.remove_all(NoteByStart::prefix()).unwrap());
}

#[test]
fn rebuilds_hold_what_the_caller_allows() {
    check("rebuild at once", MOST_OF_SORT, |notes| {
        notes.rebuild_at_once::<NoteKey, MemoryError>(MEMORY, tempfile::tempfile, |_| Ok(())).unwrap()
    });
}

/// An empty store that counts the rows which it should write.
#[derive(Default)]
struct Discarding(u32);

impl Read for Discarding {
    type Error = LayoutChanged;
    type Bytes<'s> = Vec<u8>;
    type Range<'s> = std::iter::Empty<Result<(Vec<u8>, Vec<u8>), LayoutChanged>>;

    fn get(&self, _: &'static Table, _: &[u8]) -> Result<Option<Vec<u8>>, LayoutChanged> {
        Ok(None)
    }

    fn range(&self, _: &'static Table, _: &KeyRange, _: Direction) -> Result<Self::Range<'_>, LayoutChanged> {
        Ok(std::iter::empty())
    }
}

impl Write for Discarding {
    fn put(&mut self, _: &'static Table, _: &[u8], _: &[u8]) -> Result<(), LayoutChanged> {
        self.0 += 1;
        Ok(())
    }

    fn delete(&mut self, _: &'static Table, _: &[u8]) -> Result<(), LayoutChanged> {
        Ok(())
    }
}

#[test]
fn a_load_of_any_length_holds_what_the_caller_allows() {
    for count in [20_000, 100_000] {
        let mut rows = Rows::new(Discarding::default());
        let most = most_held(|| {
            let mut records = NewRecords::new(MEMORY, tempfile::tempfile);
            for (key, text) in (0..count).rev().map(note) {
                records.add::<LayoutChanged>(&key, &text).unwrap();
            }
            let sorted = records.sort::<LayoutChanged>().unwrap();
            let loaded: Result<_, RowsError<_>> = rows.load(sorted, |_| Ok(()));
            assert_eq!(loaded.unwrap(), u64::from(count));
        });
        assert_eq!(rows.store().0, 3 * count);
        assert!(most <= MOST_OF_SORT, "{count} records: {most} bytes");
    }
}
