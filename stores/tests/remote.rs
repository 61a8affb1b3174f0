//! Laws of records that every async store keeps: reads and writes have the results of a store in memory, and concurrent
//! writers that stop at any point lose nothing.
//!
//! The tests of each async store include this file as a module.

use super::records::{self, rows_as_text};
use fastrand::Rng;
use rowkey::record::Record;
use rowkey::store::{Memory, MemoryError, Read, Rows, RowsError, ScanRow, Table, Write};
use rowkey::{OwnedKey, RowKey};
use rowkey_async::{AsyncDatabase, AsyncError, AsyncResult, AsyncScan, AsyncStore};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A salted key. None of its indexes is unique, so that stores without transactions accept it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_notes", salt(md5, buckets = 3), indexes(NoteByWord, NoteByLength))]
pub(crate) struct NoteKey {
    #[descending]
    pub(crate) folder: u8,
    pub(crate) note: u16,
}

/// An index with an entry for each word.
#[derive(Debug, RowKey)]
#[rowkey(index_of = NoteKey, table = "law_notes.word")]
pub(crate) struct NoteByWord {
    #[rowkey(from_each = value.lines().take(1).flat_map(str::split_whitespace))]
    pub(crate) word: String,
    pub(crate) note: u16,
    #[descending]
    pub(crate) folder: u8,
}

/// A salted and covering index.
#[derive(Debug, RowKey)]
#[rowkey(index_of = NoteKey, table = "law_notes.length", stores = String, salt(md5, buckets = 2))]
pub(crate) struct NoteByLength {
    #[descending]
    #[rowkey(from = value.len() as u64)]
    pub(crate) length: u64,
    pub(crate) folder: u8,
    pub(crate) note: u16,
}

/// A key with a partition key of variable length.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "law_messages", indexes(MessageByAuthor))]
struct MessageKey {
    room: String,
    #[descending]
    #[rowkey(sort_key)]
    sent_at: i16,
}

/// An index whose partition key is in the value, after a salt.
#[derive(Debug, RowKey)]
#[rowkey(index_of = MessageKey, table = "law_messages.author", salt(md5, buckets = 3, of(room)))]
struct MessageByAuthor {
    #[rowkey(from = value)]
    author: String,
    #[rowkey(sort_key)]
    sent_at: i16,
    room: String,
}

#[allow(dead_code, reason = "not every store creates its tables first")]
pub(crate) static TABLES: [&Table; 2] = [NoteKey::TABLE, MessageKey::TABLE];

fn any_note(random: &mut Rng) -> NoteKey {
    NoteKey { folder: random.u8(..3), note: random.u16(..4) }
}

fn any_text(random: &mut Rng) -> String {
    let words = (0..random.usize(..4)).filter_map(|_| random.choice(["red", "green", "blue"])).collect::<Vec<_>>();
    words.join(" ")
}

/// Runs a random operation on one record, and returns its result as text.
fn run_operation<S: Read + Write>(rows: &mut Rows<S>, random: &mut Rng) -> Result<String, RowsError<S::Error>> {
    let (note, text) = (any_note(random), any_text(random));
    let result = match random.u8(..8) {
        0..3 => rows.put(&note, &text).map(|()| String::new()),
        3 => rows.insert(&note, &text).map(|()| String::new()),
        4 => rows.update(&note, |old| *old = format!("{old} {text}")).map(|found| format!("{found:?}")),
        5 => rows.upsert(&note, String::new, |old| old.push_str(&text)).map(|()| String::new()),
        6 => rows.remove_some(NoteByWord::prefix().word("red"), 1).map(|count| count.to_string()),
        _ => rows.take(&note).map(|found| format!("{found:?}")),
    };
    match result {
        Err(RowsError::Exists { .. }) => Ok("exists".into()),
        result => result,
    }
}

fn read_notes<S: Read>(rows: &Rows<S>) -> Result<Vec<String>, RowsError<S::Error>> {
    Ok(vec![
        rows_as_text(|| rows.scan(NoteKey::prefix()))?,
        rows_as_text(|| rows.scan(NoteKey::prefix().folder(1)))?,
        rows_as_text(|| rows.records(NoteByWord::prefix().word("red")))?,
        rows_as_text(|| rows.records(NoteByWord::prefix()))?,
        rows_as_text(|| rows.records(NoteByLength::prefix().length_in(3..)))?,
        rows_as_text(|| rows.covered(NoteByLength::prefix()))?,
    ])
}

/// The rows of an async scan in the form of [`rows_as_text`].
async fn scan_as_text<'d, S: AsyncStore + 'd, R: ScanRow<Row: Debug>>(
    scan: impl Fn() -> AsyncScan<'d, S, R>,
) -> AsyncResult<String, S> {
    let forward: Vec<_> = scan().collect().await?;
    let backward: Vec<_> = scan().rev().collect().await?;
    let mut texts = vec![format!("{forward:?}"), format!("{backward:?}")];
    let mut cursor = None;
    loop {
        let page = scan().page(cursor.as_deref(), 2).await?;
        texts.push(format!("{:?}", page.rows));
        let Some(next) = page.next else { return Ok(texts.join("\n")) };
        cursor = Some(next);
    }
}

async fn scan_notes<S: AsyncStore>(database: &AsyncDatabase<S>) -> AsyncResult<Vec<String>, S> {
    Ok(vec![
        scan_as_text(|| database.scan(NoteKey::prefix())).await?,
        scan_as_text(|| database.scan(NoteKey::prefix().folder(1))).await?,
        scan_as_text(|| database.records(NoteByWord::prefix().word("red"))).await?,
        scan_as_text(|| database.records(NoteByWord::prefix())).await?,
        scan_as_text(|| database.records(NoteByLength::prefix().length_in(3..))).await?,
        scan_as_text(|| database.covered(NoteByLength::prefix())).await?,
    ])
}

/// Runs random operations on the records of an empty database and in memory.
pub(crate) async fn operations_have_the_same_results_as_in_memory<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    seed: u64,
    rounds: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Rng::with_seed(seed);
    let mut memory = Rows::new(Memory::new());
    for round in 0..rounds {
        let repeated = random.clone();
        let expected = run_operation(&mut memory, &mut random)?;
        // The closure runs more than once, so each run starts with the same random numbers.
        let result = database.write(|rows| run_operation(rows, &mut repeated.clone())).await?;
        assert_eq!(result, expected, "operation {round}");
        if round % 4 == 0 {
            let expected = read_notes(&memory)?;
            let (read, scanned) = (database.read(read_notes).await?, scan_notes(database).await?);
            assert_eq!(database.count(NoteKey::prefix()).await?, memory.count(NoteKey::prefix())?);
            let by_word = || NoteByWord::prefix().word("red");
            assert_eq!(database.count(by_word()).await?, memory.count(by_word())?);
            for (number, (expected, (read, scanned))) in expected.iter().zip(read.iter().zip(&scanned)).enumerate() {
                assert_eq!(read, expected, "read {number} after operation {round}");
                assert_eq!(scanned, expected, "scan {number} after operation {round}");
            }
        }
    }
    Ok(())
}

fn read_rooms<S: Read>(rows: &Rows<S>) -> Result<Vec<String>, RowsError<S::Error>> {
    let mut texts = Vec::new();
    for room in ROOMS {
        texts.push(rows_as_text(|| rows.scan(MessageKey::prefix().room(room)))?);
        texts.push(rows_as_text(|| rows.scan(MessageKey::prefix().room(room).sent_at_in(-1..3)))?);
    }
    for author in AUTHORS {
        texts.push(rows_as_text(|| rows.records(MessageByAuthor::prefix().author(author)))?);
    }
    Ok(texts)
}

const ROOMS: [&str; 4] = ["", "a", "a\0", "ab"];
const AUTHORS: [&str; 3] = ["", "ada", "bob"];

/// Runs random operations on records whose keys have a sort key, in an empty database and in memory. Then reads and rebuilds
/// all partitions.
pub(crate) async fn partitions_have_the_same_results_as_in_memory<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    seed: u64,
    rounds: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Rng::with_seed(seed);
    let mut memory = Rows::new(Memory::new());
    for round in 0..rounds {
        let room = random.choice(ROOMS).unwrap_or_default().to_owned();
        let message = MessageKey { room, sent_at: random.i16(-3..5) };
        if random.u8(..4) == 0 {
            let expected = memory.take(&message)?;
            assert_eq!(database.write(|rows| rows.take(&message)).await?, expected);
        } else {
            let author = random.choice(AUTHORS).unwrap_or_default().to_owned();
            memory.put(&message, &author)?;
            database.write(|rows| rows.put(&message, &author)).await?;
        }
        if round % 8 == 0 {
            let expected = read_rooms(&memory)?;
            assert_eq!(database.read(read_rooms).await?, expected, "after operation {round}");
            for (room, expected) in ROOMS.iter().zip(expected.chunks(2)) {
                let all = scan_as_text(|| database.scan(MessageKey::prefix().room(room))).await?;
                let some = scan_as_text(|| database.scan(MessageKey::prefix().room(room).sent_at_in(-1..3))).await?;
                assert_eq!([all, some], expected);
            }
        }
    }
    let built = database.run_steps("messages", |rows, cursor| rows.rebuild::<MessageByAuthor>(cursor, 5)).await?;
    assert_eq!((built.missing, built.wrong), (0, 0));
    let checked = database.read(|rows| rows.verify::<MessageKey>(None, usize::MAX)).await?;
    let expected = memory.verify::<MessageKey>(None, usize::MAX)?;
    assert_eq!(checked.missing, 0);
    // Without transactions, entries that no record has can be left.
    assert_eq!(checked.checked - checked.stale, expected.checked, "all partitions are read");
    for room in ROOMS {
        // Without transactions, one record is removed at a time.
        while database.write(|rows| rows.remove_some(MessageKey::prefix().room(room), 20)).await? > 0 {}
    }
    let checked = database.read(|rows| rows.verify::<MessageKey>(None, usize::MAX)).await?;
    assert_eq!(checked.checked, checked.stale);
    Ok(())
}

/// Runs random transactions of several operations on the records of an empty database and in memory.
#[allow(dead_code, reason = "not every store has transactions")]
pub(crate) async fn transactions_have_the_same_results_as_in_memory<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    seed: u64,
    rounds: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Rng::with_seed(seed);
    let mut memory = Memory::new();
    for _ in 0..rounds {
        let (count, repeated) = (random.usize(..8), random.clone());
        let mut expected = Rows::new(&mut memory);
        let results = records::run_operations(&mut expected, &mut random, count)?;
        let everything = records::read_everything(&expected)?;
        let written = database.write(|rows| {
            let results = records::run_operations(rows, &mut repeated.clone(), count)?;
            Ok((results, records::read_everything(rows)?))
        });
        let everything_written = database.read(records::read_everything);
        assert_eq!(written.await?, (results, everything.clone()), "in the transaction");
        assert_eq!(everything_written.await?, everything, "after the transaction");
    }
    Ok(())
}

/// Inserts records in memory. Returns the records that memory has afterwards, and leaves out those that conflict with others. A
/// record that was stored before with the same value does not conflict.
fn insert_new<K: Record<Value = String> + Clone>(
    memory: &mut Rows<Memory>,
    records: &[(K, String)],
) -> Result<Vec<(K, String)>, MemoryError> {
    let mut stored = Vec::new();
    for (key, value) in records {
        match memory.insert(key, value) {
            Err(RowsError::Exists { .. }) if memory.get(key)?.as_ref() != Some(value) => {}
            Err(RowsError::Taken { .. }) => {}
            Err(RowsError::Exists { .. }) | Ok(()) => stored.push((key.clone(), value.clone())),
            Err(error) => return Err(error),
        }
    }
    Ok(stored)
}

/// Loads records, and inserts them in memory. If one of them cannot be stored, the load is an error that names it, and the load of
/// the others goes on. The records fit into one batch. Returns whether there was a conflict.
async fn load_as_in_memory<S: AsyncStore, K: Record<Value = String> + OwnedKey + Clone + PartialEq>(
    database: &AsyncDatabase<S>,
    memory: &mut Rows<Memory>,
    records: &[(K, String)],
) -> Result<bool, Box<dyn std::error::Error>> {
    let stored = insert_new(memory, records)?;
    let loaded = database.load(records.iter().cloned()).await;
    if stored.len() == records.len() {
        assert_eq!(loaded?, records.len() as u64);
        return Ok(false);
    }
    match loaded.unwrap_err() {
        RowsError::Taken { .. } => {}
        error => {
            let existing: K = error.existing().ok_or(error)?;
            let value = memory.get(&existing)?;
            assert!(records.iter().any(|(key, other)| *key == existing && Some(other) != value.as_ref()));
        }
    }
    assert_eq!(database.load(stored.iter().cloned()).await?, stored.len() as u64);
    Ok(true)
}

/// Loads random records between random operations, in an empty database and in memory.
pub(crate) async fn loads_have_the_same_results_as_in_memory<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    seed: u64,
    rounds: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let (mut random, mut memory) = (Rng::with_seed(seed), Rows::new(Memory::new()));
    let mut conflicts = 0;
    for round in 0..rounds {
        let records: Vec<_> = (0..random.usize(..4)).map(|_| (any_note(&mut random), any_text(&mut random))).collect();
        conflicts += u32::from(load_as_in_memory(database, &mut memory, &records).await?);
        // A load that is repeated changes nothing.
        let notes: Vec<_> = memory.scan(NoteKey::prefix()).collect::<Result<_, _>>()?;
        database.load(notes).await?;
        assert_eq!(database.read(read_notes).await?, read_notes(&memory)?, "after load {round}");

        for _ in 0..2 {
            let repeated = random.clone();
            let expected = run_operation(&mut memory, &mut random)?;
            assert_eq!(database.write(|rows| run_operation(rows, &mut repeated.clone())).await?, expected);
        }
        let note = any_note(&mut random);
        assert_eq!(database.write(|rows| rows.take(&note)).await?, memory.take(&note)?);
    }
    assert!(0 < conflicts && conflicts < rounds, "{conflicts} conflicts");
    // More rows than a batch has, and two values for one key, in different batches.
    let folder = |text: &'static str| {
        move |note| (NoteKey { folder: 200, note }, format!("{text} {}", "long ".repeat(usize::from(note) % 7)))
    };
    let count = database.load((0..80).map(folder("red"))).await?;
    assert_eq!(count, 80);
    let all = (0..150).map(folder("red"));
    let error = database.load(all.clone().chain([folder("blue")(7)])).await.unwrap_err();
    assert_eq!(error.existing(), Some(NoteKey { folder: 200, note: 7 }));
    assert_eq!(database.load(all.clone()).await?, 150);
    let stored: Vec<_> = database.scan(NoteKey::prefix().folder(200)).collect().await?;
    assert!(stored.into_iter().eq(all.clone()));
    let red: Vec<_> = database.records(NoteByWord::prefix().word("red")).collect().await?;
    assert!(red.into_iter().filter(|(key, _)| key.folder == 200).eq(all));
    assert_eq!(database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX)).await?.missing, 0);
    interrupted_loads_go_on(database).await
}

/// Ends loads while some of their batches are on their way, and repeats them.
async fn interrupted_loads_go_on<S: AsyncStore>(database: &AsyncDatabase<S>) -> Result<(), Box<dyn std::error::Error>> {
    // About thirty of these records fit into a batch, because their covering entries store the value again. The index has
    // the words of the first line only.
    let long = " ".repeat(17_000);
    let notes =
        (0..80).map(|note| (NoteKey { folder: 201, note }, format!("green {note}\n{long}"))).collect::<Vec<_>>();
    let stored = || database.scan(NoteKey::prefix().folder(201)).collect::<Vec<_>>();
    let mut most = 0;
    for count in [40, 70, 79] {
        let some = notes.iter().take(count).cloned().map(Ok::<_, Box<dyn std::error::Error>>);
        let loaded = database.try_load(some.chain([Err("interrupted".into())])).await;
        assert_eq!(loaded.unwrap_err().to_string(), "interrupted");
        let stored: Vec<_> = stored().await?;
        assert!(stored.iter().all(|note| notes.contains(note)));
        most = most.max(stored.len());
        assert_eq!(database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX)).await?.missing, 0);
    }
    assert!(most < notes.len());
    assert_eq!(database.load(notes.clone()).await?, 80);
    assert!(stored().await? == notes);
    let green: Vec<_> = database.records(NoteByWord::prefix().word("green")).collect().await?;
    assert!(green.into_iter().filter(|(key, _)| key.folder == 201).eq(notes));
    Ok(())
}

/// Loads random records that have a unique index.
#[allow(dead_code, reason = "not every store has transactions")]
pub(crate) async fn loads_keep_indexes_unique<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    seed: u64,
    rounds: u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let (mut random, mut memory) = (Rng::with_seed(seed), Rows::new(Memory::new()));
    let mut conflicts = 0;
    for round in 0..rounds {
        let count = random.usize(..4);
        let records: Vec<_> =
            (0..count).map(|_| (records::any_file(&mut random), records::any_text(&mut random))).collect();
        conflicts += u32::from(load_as_in_memory(database, &mut memory, &records).await?);
        let found = database.read(records::read_everything).await?;
        assert_eq!(found, records::read_everything(&memory)?, "after load {round}");
        let file = records::any_file(&mut random);
        assert_eq!(database.write(|rows| rows.take(&file)).await?, memory.take(&file)?);
    }
    assert!(0 < conflicts && conflicts < rounds, "{conflicts} conflicts");
    Ok(())
}

/// A rebuild in steps changes nothing. The pages of an index, whose requests can continue earlier ones, have each record once.
#[allow(dead_code, reason = "embedded stores have other tests of rebuilds")]
pub(crate) async fn an_index_is_rebuilt_in_steps<S: AsyncStore>(
    database: &AsyncDatabase<S>,
) -> Result<(), Box<dyn std::error::Error>> {
    for note in 0..30 {
        database.write(|rows| rows.put(&NoteKey { folder: 1, note }, &"red".into())).await?;
    }
    let built = database.run_steps("notes", |rows, cursor| rows.rebuild::<NoteKey>(cursor, 7)).await?;
    // Another test can have left stale entries.
    assert_eq!((built.missing, built.wrong), (0, 0));
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = database.records(NoteByWord::prefix().word("red")).rev().page(cursor.as_deref(), 12).await?;
        found.extend(page.rows.into_iter().map(|(key, _)| key.note));
        let Some(next) = page.next else { break };
        cursor = Some(next);
    }
    assert_eq!(found, (0..30).rev().collect::<Vec<_>>());
    Ok(())
}

/// The number of records that the writers change.
const NOTES: u16 = 3;

/// The results of all writers. No two updates write the same word.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Words of updates that succeeded, with the numbers of their notes.
    written: BTreeMap<String, u16>,
    /// Words of updates that may have been written, or are being written.
    pub(crate) unknown: BTreeSet<String>,
    /// Words in the records that were taken.
    taken: Vec<String>,
    /// For each note, the number of takes that may have succeeded, and whose words the writer does not know.
    unknown_takes: BTreeMap<u16, u32>,
    /// The number of updates of earlier rounds that succeeded, and whose words may have been taken.
    count_before: usize,
    pub(crate) conflicts: u32,
    pub(crate) failures: u32,
}

impl Told {
    /// Returns the number of updates that succeeded.
    #[allow(dead_code, reason = "not every test counts")]
    pub(crate) fn count_written(&self) -> usize {
        self.count_before + self.written.len()
    }

    /// Returns the number of records whose takes all have a known result. Only these can show that an update was lost.
    #[allow(dead_code, reason = "not every test counts")]
    pub(crate) fn count_known(&self) -> u32 {
        (0..NOTES).map(|note| u32::from(self.is_known(note))).sum()
    }

    fn is_known(&self, note: u16) -> bool {
        self.unknown_takes.get(&note).is_none_or(|count| *count == 0)
    }

    /// Begins another round with the same records. A take of the round before, whose result is not known, can have removed words
    /// that were written until now, but no later ones.
    #[allow(dead_code, reason = "not every test has several rounds with the same records")]
    pub(crate) fn begin_round(&mut self) {
        let written = std::mem::take(&mut self.written);
        let (known, unknown): (BTreeMap<_, _>, _) = written.into_iter().partition(|(_, note)| self.is_known(*note));
        self.count_before += unknown.len();
        self.unknown.extend(unknown.into_keys());
        self.written = known;
        self.unknown_takes.clear();
    }

    /// Returns the number of updates of which the writer does not know whether they were written.
    #[allow(dead_code, reason = "not every test counts")]
    pub(crate) fn count_unknown(&self) -> usize {
        self.unknown.len() - self.count_before
    }
}

/// Appends words to few records, and sometimes takes a record. `tell` receives what the writer was told.
pub(crate) async fn write_words<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    writer: usize,
    count: u32,
    mut random: Rng,
    mut tell: impl FnMut(&mut dyn FnMut(&mut Told)),
) {
    for number in 0..count {
        let note = NoteKey { folder: 0, note: random.u16(..NOTES) };
        // The writer may be killed, so it says before each write what it tries.
        if random.u8(..8) == 0 {
            tell(&mut |told| *told.unknown_takes.entry(note.note).or_default() += 1);
            let taken = database.write(|rows| rows.take(&note)).await;
            let is_known = |told: &mut Told| *told.unknown_takes.entry(note.note).or_default() -= 1;
            tell(&mut |told| match &taken {
                Ok(taken) => {
                    is_known(told);
                    told.taken.extend(taken.iter().flat_map(|text| written_words(text)).map(str::to_owned));
                }
                Err(error) if is_certain(error, told) => is_known(told),
                Err(_) => {}
            });
        } else {
            let word = format!("w{writer}n{number}");
            tell(&mut |told| {
                told.unknown.insert(word.clone());
            });
            // The first word is a colour, so that entries go and come back.
            let colour = if random.bool() { "red" } else { "blue" };
            let append = |text: &mut String| {
                let words = text.split_once(' ').map_or("", |(_, words)| words);
                let space = if words.is_empty() { "" } else { " " };
                *text = format!("{colour} {words}{space}{word}");
            };
            let written = database.write(|rows| rows.upsert(&note, String::new, append)).await;
            tell(&mut |told| match &written {
                Ok(()) => {
                    told.unknown.remove(&word);
                    told.written.insert(word.clone(), note.note);
                }
                Err(error) if is_certain(error, told) => {
                    told.unknown.remove(&word);
                }
                Err(_) => {}
            });
        }
    }
}

/// Counts an error. Returns whether nothing was written.
fn is_certain<E: Debug>(error: &RowsError<AsyncError<E>>, told: &mut Told) -> bool {
    match error {
        RowsError::Store(AsyncError::Unknown(_) | AsyncError::Overtaken) => false,
        RowsError::Store(AsyncError::Store(_)) => {
            told.failures += 1;
            true
        }
        RowsError::Store(AsyncError::Conflict { .. }) => {
            told.conflicts += 1;
            true
        }
        other => panic!("{other:?}"),
    }
}

/// Checks the records after concurrent writers: no word is lost or written twice, and no entry is missing. Returns the number of
/// entries that no record has.
pub(crate) async fn check_words<S: AsyncStore>(
    database: &AsyncDatabase<S>,
    told: &Told,
) -> Result<u64, Box<dyn std::error::Error>> {
    let notes: Vec<(NoteKey, String)> = database.scan(NoteKey::prefix()).collect().await?;
    let stored = notes.iter().flat_map(|(_, text)| written_words(text));
    let mut found = BTreeMap::<&str, u32>::new();
    for word in stored.chain(told.taken.iter().map(String::as_str)) {
        *found.entry(word).or_default() += 1;
    }
    for (word, count) in &found {
        assert_eq!(*count, 1, "{word} is there twice");
        assert!(told.written.contains_key(*word) || told.unknown.contains(*word), "{word} was refused, and is there");
    }
    let known = told.written.iter().filter(|(_, note)| told.is_known(**note));
    let lost: Vec<_> = known.filter(|(word, _)| !found.contains_key(word.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?} are lost");

    let checked = database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX)).await?;
    assert_eq!(checked.missing, 0);
    if S::TRANSACTIONS {
        assert!(checked.is_clean(), "{checked:?}");
    }
    // Without transactions, the entry of a writer that has lost can cover the one of the writer that has won.
    let mut covered: Vec<(NoteByLength, String)> = database.covered(NoteByLength::prefix()).collect().await?;
    covered.sort_by_key(|(entry, _)| (entry.folder, entry.note));
    let key = |entry: &NoteByLength| NoteKey { folder: entry.folder, note: entry.note };
    let covered: Vec<_> = covered.iter().map(|(entry, text)| (key(entry), text.clone())).collect();
    let mut expected = notes.clone();
    expected.sort_by_key(|(note, _)| (note.folder, note.note));
    assert_eq!(covered, expected);

    // A query of an index returns exactly the records with this entry, even if stale entries are left.
    let mut through_index: Vec<(NoteKey, String)> = database.records(NoteByLength::prefix()).collect().await?;
    through_index.sort();
    let mut expected = notes.clone();
    expected.sort();
    assert_eq!(through_index, expected);
    // Not all words that were taken, because a test can take a million.
    let taken = told.taken.iter().rev().take(500).map(String::as_str);
    let words = notes.iter().flat_map(|(_, text)| text.split_whitespace()).chain(taken).chain(["red", "blue"]);
    for word in words.collect::<BTreeSet<_>>() {
        let mut through_index: Vec<(NoteKey, String)> =
            database.records(NoteByWord::prefix().word(word)).collect().await?;
        through_index.sort();
        let has_word = |(_, text): &&(NoteKey, String)| text.split(' ').any(|other| other == word);
        assert_eq!(through_index, expected.iter().filter(has_word).cloned().collect::<Vec<_>>(), "{word}");
    }
    Ok(checked.stale)
}

/// The words of writers in the text of a note.
fn written_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| word.starts_with('w'))
}
