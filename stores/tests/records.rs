//! Records with indexes of all kinds, random operations on them, and everything that can be read.

use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{Page, Read, Rows, RowsError, Scan, ScanRow, Table, Write};
use rowkey_formats::FoundationDb;
use std::fmt::Debug;

/// A key that is stored as a FoundationDB tuple. The records have three indexes of different kinds.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_files", fields = FoundationDb)]
#[rowkey(indexes(FileByWord, FileByHandle, FileByLength))]
pub(crate) struct FileKey {
    pub(crate) folder: String,
    #[descending]
    pub(crate) version: i64,
}

/// An index with one entry for each word of a record. The index has a namespace and a delimiter.
#[derive(Debug, RowKey)]
#[rowkey(index_of = FileKey, namespace = b"\xFF", delimiter = '|')]
struct FileByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    #[length(u8)]
    folder: String,
    #[rowkey(before = "v")]
    version: i64,
}

/// A unique index of words such as `@ada`. A record without such a word has no entry.
#[derive(Debug, RowKey)]
#[rowkey(index_of = FileKey, unique)]
pub(crate) struct FileByHandle {
    #[rowkey(from = value.split_whitespace().find(|word| word.starts_with('@')).map(str::to_owned)?)]
    pub(crate) handle: String,
}

/// A salted index, in descending order of the lengths.
#[derive(Debug, RowKey)]
#[rowkey(index_of = FileKey, salt(md5, buckets = 3))]
struct FileByLength {
    #[descending]
    #[rowkey(codec = rowkey_formats::IntegerBytes<2>)]
    #[rowkey(from = value.len() as u64)]
    length: u64,
    folder: String,
    version: i64,
}

/// A salted key that ends with a list.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_series", indexes(SeriesByName))]
struct SeriesKey {
    #[salt(md5, 1)]
    #[pad(3)]
    metric: u16,
    #[rowkey(list)]
    tags: Vec<u16>,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = SeriesKey)]
struct SeriesByName {
    #[rowkey(from = value)]
    name: String,
    #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
    metric: u16,
    #[rowkey(list)]
    tags: Vec<u16>,
}

#[allow(dead_code, reason = "not every store opens its tables first")]
pub(crate) static TABLES: [&Table; 2] = [FileKey::TABLE, SeriesKey::TABLE];

pub(crate) fn any_file(random: &mut fastrand::Rng) -> FileKey {
    let folder = random.choice(["a", "a\0", "ab", "b"]).unwrap_or_default().to_owned();
    FileKey { folder, version: random.i64(-2..3) }
}

fn any_series(random: &mut fastrand::Rng) -> SeriesKey {
    let count = random.usize(..3);
    SeriesKey { metric: random.u16(..3), tags: (0..count).map(|_| random.u16(255..258)).collect() }
}

pub(crate) fn any_text(random: &mut fastrand::Rng) -> String {
    let count = random.usize(..4);
    let words: Vec<_> =
        (0..count).filter_map(|_| random.choice(["red", "green", "blue", "@ada", "@bob", "@eve"])).collect();
    words.join(" ")
}

/// Runs a random operation, and returns its result as text, also if the operation is rejected because of a record that
/// exists.
pub(crate) fn run_operation<S: Read + Write>(
    rows: &mut Rows<S>,
    random: &mut fastrand::Rng,
) -> Result<String, RowsError<S::Error>> {
    let (file, series, text) = (any_file(random), any_series(random), any_text(random));
    let result = match random.u8(..9) {
        0..3 => rows.put(&file, &text).map(|()| String::new()),
        3 => rows.insert(&file, &text).map(|()| String::new()),
        4 => rows.update(&file, |old| *old = format!("{old} {text}")).map(|found| format!("{found:?}")),
        5 => rows.take(&file).map(|found| format!("{found:?}")),
        6 => rows.remove_some(FileByWord::prefix().word("red"), 2).map(|count| count.to_string()),
        7 => rows.put(&series, &text).map(|()| String::new()),
        _ => rows.take(&series).map(|found| format!("{found:?}")),
    };
    match result {
        Err(RowsError::Taken { record, .. }) => Ok(format!("taken by {record:?}")),
        Err(RowsError::Exists { .. }) => Ok("exists".into()),
        result => result,
    }
}

#[allow(dead_code, reason = "the tests of async stores call this function")]
pub(crate) fn run_operations<S: Read + Write>(
    rows: &mut Rows<S>,
    random: &mut fastrand::Rng,
    count: usize,
) -> Result<Vec<String>, RowsError<S::Error>> {
    (0..count).map(|_| run_operation(rows, random)).collect()
}

/// Returns all rows of a scan as text: forward, backward and in pages of two.
pub(crate) fn rows_as_text<'s, S: Read + 's, R: ScanRow<Row: Debug>>(
    scan: impl Fn() -> Scan<'s, S, R>,
) -> Result<String, RowsError<S::Error>> {
    let forward = scan().collect::<Result<Vec<_>, _>>()?;
    let backward = scan().rev().collect::<Result<Vec<_>, _>>()?;
    let mut texts = vec![format!("{forward:?}"), format!("{backward:?}")];
    let mut cursor = None;
    loop {
        let Page { rows, next } = scan().page(cursor.as_deref(), 2)?;
        texts.push(format!("{rows:?}"));
        let Some(next) = next else { return Ok(texts.join("\n")) };
        cursor = Some(next);
    }
}

/// Checks that all indexes are correct. Returns the results of all kinds of reads as text.
pub(crate) fn read_everything<S: Read>(rows: &Rows<S>) -> Result<Vec<String>, RowsError<S::Error>> {
    let found = rows.find(&FileByHandle { handle: "@ada".into() })?;
    assert!(rows.verify::<FileKey>(None, usize::MAX)?.is_clean());
    assert!(rows.verify::<SeriesKey>(None, usize::MAX)?.is_clean());
    Ok(vec![
        rows_as_text(|| rows.scan(FileKey::prefix()))?,
        rows_as_text(|| rows.scan(FileKey::prefix().folder("a").version_in(-1..=1)))?,
        rows_as_text(|| rows.records(FileByWord::prefix().word("red")))?,
        rows_as_text(|| rows.records(FileByWord::prefix().word_starts_with("@")))?,
        rows_as_text(|| rows.records(FileByHandle::prefix()))?,
        rows_as_text(|| rows.records(FileByLength::prefix()))?,
        rows_as_text(|| rows.scan(SeriesKey::prefix()))?,
        rows_as_text(|| rows.scan(SeriesKey::prefix().metric(1).tags_starts_with(&[256])))?,
        rows_as_text(|| rows.records(SeriesByName::prefix()))?,
        format!("{found:?}"),
    ])
}
