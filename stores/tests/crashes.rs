//! A crash test of every store: after a process ends at any moment, the store contains whole transactions and correct
//! indexes.
//!
//! The test starts its own program as a child process. The child writes batches 1, 2, 3 and so on: a batch is one write
//! transaction with up to 11 random operations. After each commit, the child prints the number of the batch, which
//! acknowledges the batch. The child either aborts within a batch, or the parent kills it at a random moment, usually
//! within a commit. The next child continues in the same database.
//!
//! A second test does the same with loads: a batch is the load of up to 40 new records.

use super::open;
use super::transactions::TestResult;
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{Memory, Read, Rows, RowsError, Table, Write};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, thread};

/// The key of a note, which is a text. Only 16 notes exist, so that most batches change notes of earlier batches.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "notes", indexes(NoteByWord, NoteByHandle, NoteByLength))]
struct NoteKey {
    note: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey)]
struct NoteByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    note: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey, unique)]
struct NoteByHandle {
    #[rowkey(from = value.split_whitespace().find(|word| word.starts_with('@')).map(str::to_owned)?)]
    handle: String,
}

#[derive(RowKey)]
#[rowkey(index_of = NoteKey, salt(md5, buckets = 3))]
struct NoteByLength {
    #[descending]
    #[rowkey(from = value.len() as u64)]
    length: u64,
    note: u8,
}

/// The key to which a migration moves the notes.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "archive", indexes(ArchiveByWord))]
struct ArchiveKey {
    #[descending]
    note: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = ArchiveKey)]
struct ArchiveByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    note: u8,
}

/// Returns the key and text with which the migration stores a note. Returns `None` for note 0, which the migration does
/// not move.
#[allow(clippy::needless_pass_by_value, reason = "a migration passes keys by value")]
fn to_archive(key: NoteKey, text: String) -> Option<(ArchiveKey, String)> {
    (key.note != 0).then_some((ArchiveKey { note: key.note }, text))
}

/// The key of a single record, the number of committed batches.
#[derive(RowKey)]
#[rowkey(value = [u8; 4], format = rowkey::Raw, table = "batches")]
struct BatchesKey {
    always: u8,
}

const BATCHES: BatchesKey = BatchesKey { always: 0 };

#[allow(dead_code, reason = "not every store opens its tables first")]
pub(crate) static TABLES: [&Table; 4] = [NoteKey::TABLE, ArchiveKey::TABLE, BatchesKey::TABLE, LoadedKey::TABLE];

/// A record of a load. The records of a later load are between those of the earlier loads.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "loaded", indexes(LoadedByWord, LoadedByText))]
struct LoadedKey {
    record: u8,
    batch: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = LoadedKey)]
struct LoadedByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    batch: u32,
    record: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = LoadedKey, unique)]
struct LoadedByText {
    #[rowkey(from = value)]
    text: String,
}

/// Returns the records of a load.
fn loaded(batch: u32) -> impl Iterator<Item = (LoadedKey, String)> {
    let count = fastrand::Rng::with_seed(batch.into()).u8(..40) + 1;
    (0..count).rev().map(move |record| (LoadedKey { record, batch }, format!("red record {record} of {batch}")))
}

// The parent passes these environment variables to the child.

/// The folder of the database. If this variable is not set, the process is the parent.
const FOLDER: &str = "ROWKEY_CRASH_FOLDER";
const ACKNOWLEDGED: &str = "ROWKEY_CRASH_ACKNOWLEDGED";
/// The number of operations after which the child aborts.
const ABORT_AFTER: &str = "ROWKEY_CRASH_ABORT_AFTER";

/// Runs the operations of a batch and a step of the migration, and writes the number of the batch. Only the number of
/// the batch decides which operations are run, so that [`check`] can repeat them. Calls `before_operation` before each
/// operation and before the last write.
fn write_batch<S: Write>(
    rows: &mut Rows<S>,
    batch: u32,
    mut before_operation: impl FnMut(),
) -> Result<(), RowsError<S::Error>> {
    let mut random = fastrand::Rng::with_seed(batch.into());
    let words = ["red", "green", "blue", "@ada", "@bob", "@eve"];
    for _ in 0..random.usize(1..12) {
        before_operation();
        let key = NoteKey { note: random.u8(..16) };
        // Removes the note from its new key, so that it is never stored under both keys.
        rows.take(&ArchiveKey { note: key.note })?;
        let word = random.choice(words).unwrap_or_default();
        let count = random.usize(..4);
        let text: Vec<_> = (0..count).filter_map(|_| random.choice(words)).collect();
        let written = match random.u8(..8) {
            0..4 => rows.put(&key, &text.join(" ")),
            4..6 => rows.update(&key, |text| *text = format!("{text} {word}")).map(drop),
            6 => rows.take(&key).map(drop),
            _ => rows.remove_some(NoteByWord::prefix().word(word), 2).map(drop),
        };
        match written {
            Err(RowsError::Taken { .. }) => {}
            written => written?,
        }
    }
    rows.run_step("archive", |rows, cursor| rows.migrate(NoteKey::prefix(), cursor, 2, to_archive))?;
    before_operation();
    rows.put(&BATCHES, &batch.to_be_bytes())
}

/// The notes that are stored under old keys, and the notes that are stored under new keys.
type Notes = (Vec<(NoteKey, String)>, Vec<(ArchiveKey, String)>);

fn notes<S: Read>(rows: &Rows<S>) -> Result<Notes, RowsError<S::Error>> {
    let old = rows.scan(NoteKey::prefix()).collect::<Result<Vec<_>, _>>()?;
    let new = rows.scan(ArchiveKey::prefix()).collect::<Result<Vec<_>, _>>()?;
    let is_old = |key: &ArchiveKey| old.iter().any(|(old, _)| old.note == key.note);
    assert!(!new.iter().any(|(key, _)| is_old(key)), "a note is stored under both keys");
    Ok((old, new))
}

/// Checks that the store contains the rows of the committed batches, and returns the number of these batches. One batch
/// more than the acknowledged batches can be committed, if the child ended before it could acknowledge the batch.
fn check<S: Read>(rows: &Rows<S>, acknowledged: u32) -> Result<u32, Box<dyn std::error::Error>> {
    let batches = rows.get(&BATCHES)?.map_or(0, u32::from_be_bytes);
    assert!((acknowledged..=acknowledged + 1).contains(&batches), "{batches} batches, {acknowledged} acknowledged");
    let mut expected = Rows::new(Memory::new());
    for batch in 1..=batches {
        write_batch(&mut expected, batch, || {})?;
    }
    assert_eq!(notes(rows)?, notes(&expected)?);
    for progress in [rows.verify::<NoteKey>(None, usize::MAX)?, rows.verify::<ArchiveKey>(None, usize::MAX)?] {
        assert!(progress.is_clean() && progress.next.is_none(), "{progress:?}");
    }
    Ok(batches)
}

/// Checks that the store contains the records of the acknowledged loads, and of one more at most. Returns the number of these
/// loads. If a store counts the indexes as not built after a load that was killed, they are not read.
fn check_loads<S: Read>(rows: &Rows<S>, acknowledged: u32) -> Result<u32, Box<dyn std::error::Error>> {
    let stored = rows.scan(LoadedKey::prefix()).collect::<Result<Vec<_>, _>>()?;
    let batches = stored.iter().map(|(key, _)| key.batch).max().unwrap_or_default();
    assert!((acknowledged..=acknowledged + 1).contains(&batches), "{batches} loads, {acknowledged} acknowledged");
    let mut expected: Vec<_> = (1..=batches).flat_map(loaded).collect();
    expected.sort_by_key(|(key, _)| (key.record, key.batch));
    assert_eq!(stored, expected);
    let found = rows.records(LoadedByWord::prefix().word("red")).collect::<Result<Vec<_>, _>>();
    match (rows.is_built::<LoadedKey>()?, found) {
        (true, found) => {
            assert_eq!(found?.len(), stored.len());
            assert!(rows.verify::<LoadedKey>(None, usize::MAX)?.is_clean());
        }
        (false, found) => assert!(matches!(found, Err(RowsError::NotBuilt { .. }))),
    }
    Ok(batches)
}

fn number(name: &str) -> Result<u32, Box<dyn std::error::Error>> {
    Ok(env::var(name)?.parse()?)
}

/// Runs in the child: checks the database, and then writes batches until the process ends.
fn child(folder: &Path) -> TestResult {
    let mut operations_before_abort = number(ABORT_AFTER)?;
    let database = open(folder)?;
    let batches = check(&database.read()?, number(ACKNOWLEDGED)?)?;
    eprintln!("{batches}");
    for batch in batches + 1.. {
        database.write(|rows| {
            write_batch(rows, batch, || match operations_before_abort.checked_sub(1) {
                Some(rest) => operations_before_abort = rest,
                None => std::process::abort(),
            })
        })?;
        eprintln!("{batch}");
    }
    Ok(())
}

/// Runs in the child: checks the database, and then loads batches until the process ends.
fn loading_child(folder: &Path) -> TestResult {
    let mut records_before_abort = number(ABORT_AFTER)?;
    let database = open(folder)?;
    let batches = check_loads(&database.read()?, number(ACKNOWLEDGED)?)?;
    eprintln!("{batches}");
    // After a load that was killed, the next load corrects the indexes of an empty table, and a rebuild those of other tables.
    if batches > 0 && !database.read()?.is_built::<LoadedKey>()? {
        database.write(|rows| rows.rebuild::<LoadedKey>(None, usize::MAX))?;
    }
    for batch in batches + 1.. {
        let records = loaded(batch).inspect(|_| match records_before_abort.checked_sub(1) {
            Some(rest) => records_before_abort = rest,
            None => std::process::abort(),
        });
        database.load(1000, records)?;
        eprintln!("{batch}");
    }
    Ok(())
}

#[test]
fn a_process_that_ends_at_any_moment_leaves_whole_batches_and_right_indexes() -> TestResult {
    let name = "a_process_that_ends_at_any_moment_leaves_whole_batches_and_right_indexes";
    end_processes(name, 3, child, |folder, acknowledged| check(&open(folder)?.read()?, acknowledged))
}

#[test]
fn a_process_that_ends_within_a_load_leaves_all_records_or_none() -> TestResult {
    let name = "a_process_that_ends_within_a_load_leaves_all_records_or_none";
    end_processes(name, 30, loading_child, |folder, acknowledged| check_loads(&open(folder)?.read()?, acknowledged))
}

/// Runs a test in children that end at random moments, up to some milliseconds after they have written a batch.
fn end_processes(
    name: &str,
    milliseconds: u64,
    child: fn(&Path) -> TestResult,
    check: impl Fn(&Path, u32) -> Result<u32, Box<dyn std::error::Error>>,
) -> TestResult {
    if let Some(folder) = env::var_os(FOLDER) {
        return child(Path::new(&folder));
    }
    let (_, module) = module_path!().split_once("::").ok_or("the tests are a module of a crate")?;
    let name = format!("{module}::{name}");
    // A change that is committed in two parts shows only if a child ends between them.
    let databases = if env::var_os("ROWKEY_THOROUGH").is_some() { 4 } else { 2 };
    (0..databases).try_for_each(|seed| end_children(seed, &name, milliseconds, &check))
}

/// Runs children one after the other in the same database.
fn end_children(
    seed: u64,
    name: &str,
    milliseconds: u64,
    check: &impl Fn(&Path, u32) -> Result<u32, Box<dyn std::error::Error>>,
) -> TestResult {
    let folder = tempfile::tempdir()?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut acknowledged = 0;
    for child_number in 0..CHILDREN {
        let is_killed = child_number % 2 == 0;
        let kill_at = acknowledged + random.u32(..12);
        let abort_after = if is_killed { u32::MAX } else { random.u32(..60) };
        let mut child = Command::new(env::current_exe()?)
            .args([name, "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .env(ACKNOWLEDGED, acknowledged.to_string())
            .env(ABORT_AFTER, abort_after.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut output = String::new();
        let stderr = child.stderr.take().ok_or("the child has a pipe")?;
        for line in BufReader::new(stderr).lines() {
            let line = line?;
            match line.parse() {
                Ok(batches) => acknowledged = batches,
                Err(_) => output.extend([&line, "\n"]),
            }
            if is_killed && acknowledged >= kill_at {
                thread::sleep(Duration::from_micros(random.u64(..1000 * milliseconds)));
                child.kill()?;
            }
        }
        assert!(child.wait()?.signal().is_some(), "the child ended by itself:\n{output}");
    }
    check(folder.path(), acknowledged)?;
    Ok(())
}

const CHILDREN: u32 = 8;
