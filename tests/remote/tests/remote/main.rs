//! The laws of records on async stores, over a store in memory that fails, delays and reorders as a seed says.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod futures;
mod jobs;
mod limits;
mod memory;
mod on_threads;
#[path = "../../../../stores/tests/records.rs"]
mod records;
#[path = "../../../../stores/tests/remote.rs"]
mod remote;
mod removed;

use fastrand::Rng;
use futures_lite::future::block_on;
use memory::{AsyncMemory, Fault, Faults, Requests, Shared, run};
use remote::{NoteByLength, NoteByWord, NoteKey, Told};
use rowkey::RowKey;
use rowkey::record::{Index, Record};
use rowkey::store::{RowsError, ScanRow, Table};
use rowkey_async::{
    AsyncDatabase, AsyncError, AsyncScan, AsyncStore, Commit, CommitError, RangePage, RangeRequest, RowByRow, RowStore,
    StoredValue,
};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::process::Command;
use std::time::Duration;

fn cases(count: u64) -> u64 {
    if std::env::var_os("ROWKEY_THOROUGH").is_some() { count } else { count.div_ceil(5) }
}

fn database(seed: u64, faults: Faults) -> AsyncDatabase<AsyncMemory> {
    AsyncDatabase::new(AsyncMemory::new(seed, faults))
}

fn row_by_row(seed: u64, faults: Faults) -> AsyncDatabase<RowByRow<AsyncMemory>> {
    AsyncDatabase::new(RowByRow::new(AsyncMemory::new(seed, faults)))
}

const SHORT_PAGES: Faults = Faults { short_pages: 30, delay: 1, fails: 0, loses_answer: 0, stops: 0, skew: 0 };

#[test]
fn operations_have_the_same_results_as_in_memory() {
    for seed in 0..cases(20) {
        block_on(remote::operations_have_the_same_results_as_in_memory(&database(seed, SHORT_PAGES), seed, 60))
            .unwrap();
        block_on(remote::operations_have_the_same_results_as_in_memory(&row_by_row(seed, SHORT_PAGES), seed, 60))
            .unwrap();
    }
}

#[test]
fn partitions_have_the_same_results_as_in_memory() {
    for seed in 0..cases(20) {
        block_on(remote::partitions_have_the_same_results_as_in_memory(&database(seed, SHORT_PAGES), seed, 80))
            .unwrap();
        block_on(remote::partitions_have_the_same_results_as_in_memory(&row_by_row(seed, SHORT_PAGES), seed, 80))
            .unwrap();
    }
}

#[test]
fn an_index_is_rebuilt_in_steps() {
    for seed in 0..cases(10) {
        block_on(remote::an_index_is_rebuilt_in_steps(&database(seed, SHORT_PAGES))).unwrap();
        block_on(remote::an_index_is_rebuilt_in_steps(&row_by_row(seed, SHORT_PAGES))).unwrap();
    }
}

#[test]
fn transactions_have_the_same_results_as_in_memory() {
    for seed in 0..cases(20) {
        block_on(remote::transactions_have_the_same_results_as_in_memory(&database(seed, SHORT_PAGES), seed, 12))
            .unwrap();
    }
}

/// Reads a scan to its end. After some rows, another program changes values, and puts and takes notes of the folder 9. Returns
/// the other notes.
async fn read_while_others_write<S: AsyncStore<Error: std::fmt::Debug>, R>(
    database: &AsyncDatabase<S>,
    mut scan: AsyncScan<'_, S, R>,
    random: &mut Rng,
) -> Vec<NoteKey>
where
    R: ScanRow<Row = (NoteKey, String)>,
{
    let mut notes = Vec::new();
    while let Some(row) = scan.next().await {
        let (note, text) = row.unwrap();
        assert!(text.contains("red"));
        if note.folder != 9 {
            notes.push(note);
        }
        if random.u8(..) < 5 {
            let other = NoteKey { folder: 9, note: random.u16(..1000) };
            database.write(|rows| rows.put(&other, &"red".into())).await.unwrap();
            let taken = NoteKey { folder: 9, note: random.u16(..1000) };
            database.write(|rows| rows.take(&taken)).await.unwrap();
            let changed = notes.get(random.usize(..notes.len().max(1))).cloned();
            if let Some(changed) = changed {
                database.write(|rows| rows.update(&changed, |text| text.push_str(" blue"))).await.unwrap();
            }
        }
    }
    notes
}

async fn long_scans_return_every_record_once<S: AsyncStore<Error: std::fmt::Debug>>(
    database: &AsyncDatabase<S>,
    random: &mut Rng,
) {
    // More than the first three requests of a bucket return.
    let mut expected: Vec<_> = (0..random.u16(..2500)).map(|note| NoteKey { folder: 1, note }).collect();
    for note in &expected {
        database.write(|rows| rows.put(note, &"red".into())).await.unwrap();
    }
    assert_eq!(database.count(NoteKey::prefix()).await.unwrap(), expected.len() as u64);
    let reversed: Vec<_> = expected.iter().rev().cloned().collect();
    let notes = |backward| if backward { reversed.clone() } else { expected.clone() };
    for backward in [false, true] {
        let scan = database.scan(NoteKey::prefix());
        let scan = if backward { scan.rev() } else { scan };
        assert!(read_while_others_write(database, scan, random).await == notes(backward));
        let scan = database.records(NoteByWord::prefix().word("red"));
        let scan = if backward { scan.rev() } else { scan };
        assert!(read_while_others_write(database, scan, random).await == notes(backward));
    }

    let (mut in_pages, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let scan = database.records(NoteByLength::prefix());
        let page = scan.page(cursor.as_deref(), random.usize(1..700)).await.unwrap();
        in_pages.extend(page.rows.into_iter().map(|(note, _)| note).filter(|note| note.folder != 9));
        cursor = page.next.map(|next| next.as_str().into());
        if cursor.is_none() {
            break;
        }
    }
    in_pages.sort();
    expected.sort();
    assert!(in_pages == expected);
}

#[test]
fn long_scans_return_every_record_once_while_others_write() {
    for seed in 0..cases(15) {
        let mut random = Rng::with_seed(seed);
        block_on(long_scans_return_every_record_once(&database(seed, SHORT_PAGES), &mut random));
        block_on(long_scans_return_every_record_once(&row_by_row(seed, SHORT_PAGES), &mut random));
    }
}

/// Returns four writers of the same notes.
fn writers<'t, S: AsyncStore>(
    database: &'t AsyncDatabase<S>,
    told: &'t RefCell<Told>,
    random: &mut Rng,
) -> Vec<Pin<Box<dyn Future<Output = ()> + 't>>> {
    let writers = (0..4).map(|writer| {
        let random = Rng::with_seed(random.u64(..));
        let words = remote::write_words(database, writer, 15, random, |tell| tell(&mut told.borrow_mut()));
        Box::pin(words) as Pin<Box<dyn Future<Output = ()>>>
    });
    writers.collect()
}

/// Runs writers at the same time, and checks what they leave. Adds what they were told to `sum`.
fn run_writers<S: AsyncStore>(seed: u64, database: &AsyncDatabase<S>, memory: &AsyncMemory, sum: &mut Told) {
    let mut random = Rng::with_seed(seed);
    let told = RefCell::new(Told::default());
    run(memory, writers(database, &told, &mut random), &mut Rng::with_seed(seed + 1));
    let told = told.into_inner();
    memory.faults.set(Faults::default());
    if let Err(error) = block_on(remote::check_words(database, &told)) {
        panic!("seed {seed}: {error}");
    }
    sum.conflicts += told.conflicts;
    sum.failures += told.failures;
}

fn run_writers_on_both(seed: u64, faults: Faults, sum: &mut Told) {
    let transactional = database(seed, faults);
    run_writers(seed, &transactional, transactional.store(), sum);
    let row_by_row = row_by_row(seed, faults);
    run_writers(seed, &row_by_row, row_by_row.store().rows(), sum);
}

#[test]
fn concurrent_writers_lose_nothing() {
    let mut sum = Told::default();
    for seed in 0..cases(300) {
        run_writers_on_both(seed, Faults { delay: 3, skew: 50, ..Faults::default() }, &mut sum);
    }
    assert!(sum.conflicts < 10, "{} writes gave up", sum.conflicts);
}

#[test]
fn failed_requests_lost_answers_and_programs_that_stop_lose_nothing() {
    let mut sum = Told::default();
    for seed in 0..cases(500) {
        let [fails, loses_answer, stops] = [seed % 3, seed / 3 % 3, seed / 9 % 3].map(|fault| 5 * fault as u8);
        run_writers_on_both(
            seed,
            Faults { fails, loses_answer, stops: stops / 5, delay: 3, short_pages: 20, skew: 50 },
            &mut sum,
        );
    }
    assert!(sum.failures > 500, "{}", sum.failures);
}

/// A store that splits keys.
struct Partitioned(AsyncMemory);

impl AsyncStore for Partitioned {
    type Error = Fault;

    const TRANSACTIONS: bool = true;
    const PARTITIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        AsyncStore::get(&self.0, keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        AsyncStore::range(&self.0, request).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Fault>> {
        self.0.commit(commit).await
    }
}

/// The key [`RoomKey`] with a sort key.
mod split {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "rooms")]
    pub(crate) struct RoomKey {
        pub(crate) house: u16,
        #[rowkey(sort_key)]
        pub(crate) room: u16,
    }
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "rooms")]
struct RoomKey {
    house: u16,
    room: u16,
}

/// Where a store with partitions has a row depends on the sort key, so another sort key is another layout. All other stores have
/// the same rows.
#[test]
fn a_changed_sort_key_is_an_error_in_a_store_with_partitions() {
    fn rows_after_change<S: AsyncStore<Error: std::fmt::Debug>>(store: &S) -> Result<usize, String> {
        let put = AsyncDatabase::new(store);
        block_on(put.write(|rows| rows.put(&RoomKey { house: 1, room: 2 }, &"kitchen".into()))).unwrap();
        let rooms = block_on(AsyncDatabase::new(store).scan(split::RoomKey::prefix().house(1)).collect::<Vec<_>>());
        rooms.map(|rooms| rooms.len()).map_err(|error| error.to_string())
    }
    assert_eq!(rows_after_change(&AsyncMemory::new(0, Faults::default())), Ok(1));
    let error = rows_after_change(&Partitioned(AsyncMemory::new(0, Faults::default()))).unwrap_err();
    assert!(
        error.starts_with("the layout of table `rooms` has changed") && error.contains("sort key: from room"),
        "{error}"
    );
}

/// Rows that are left of removed records, and entries without a record, are deleted once no program can still write to them.
#[test]
fn remains_are_deleted_after_a_while() {
    let database = row_by_row(0, Faults::default());
    let (store, memory) = (database.store(), database.store().rows());
    let note = NoteKey { folder: 1, note: 7 };
    let put = || block_on(database.write(|rows| rows.put(&note, &"red".into()))).unwrap();
    let remains = || block_on(store.remove_remains::<NoteKey>()).unwrap();
    let later = || memory.clock.set(memory.clock.get() + 11 * 60 * 1_000_000);
    put();
    assert!(block_on(database.write(|rows| rows.take(&note))).unwrap().is_some());
    assert_eq!(remains(), 0, "a program may still write with the old timestamp");
    later();
    assert_eq!(remains(), 1);
    put();
    later();
    assert_eq!(remains(), 0, "a record is kept");
    assert_eq!(block_on(database.read(|rows| rows.get(&note))).unwrap().as_deref(), Some("red"));

    let entry = NoteByWord { word: "blue".into(), note: 7, folder: 1 }.encode();
    block_on(RowStore::put(memory, &[(NoteByWord::TABLE, &entry, b"")], Some(memory.clock.get()))).unwrap();
    let rebuild = || block_on(database.write(|rows| rows.rebuild::<NoteByWord>(None, 1000))).unwrap().stale;
    assert_eq!((rebuild(), rebuild()), (1, 1), "it may be the beginning of a change");
    later();
    assert_eq!((rebuild(), rebuild()), (1, 0));
}

#[derive(Debug, Clone, Copy)]
enum Lost {
    Request,
    Answer,
}

/// A store that loses the next conditional write, and runs `others` before it. Its clock moves only if a test moves it.
struct Losing<'m, F> {
    memory: &'m AsyncMemory,
    next: Shared<Option<Lost>>,
    others: F,
}

impl<'m, F: Fn() + Send + Sync> Losing<'m, F> {
    fn database(memory: &'m AsyncMemory, others: F) -> AsyncDatabase<RowByRow<Self>> {
        AsyncDatabase::new(RowByRow::new(Self { memory, next: Shared::default(), others }))
    }
}

impl<F: Fn() + Send + Sync> RowStore for Losing<'_, F> {
    type Error = Fault;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        RowStore::get(self.memory, keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        RowStore::range(self.memory, request).await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), Fault> {
        RowStore::put(self.memory, rows, timestamp).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), Fault> {
        RowStore::delete(self.memory, rows).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, Fault> {
        let lost = self.next.take();
        if lost.is_some() {
            (self.others)();
        }
        match lost {
            Some(Lost::Request) => Err(Fault),
            Some(Lost::Answer) => self.memory.check_and_put(table, key, expected, value).await.and(Err(Fault)),
            None => self.memory.check_and_put(table, key, expected, value).await,
        }
    }

    fn now(&self) -> u64 {
        self.memory.clock.get()
    }
}

/// A store does not answer for eleven minutes. Meanwhile, another program deletes the old entries that no record has. Then the
/// write must not be tried again, because its new entry can be among them.
#[test]
fn a_write_is_not_tried_again_after_its_entries_are_deleted() {
    let memory = AsyncMemory::new(0, Faults::default());
    let other = Losing::database(&memory, || {});
    let database = Losing::database(&memory, || {
        memory.clock.set(memory.clock.get() + 11 * 60 * 1_000_000);
        block_on(other.write(|rows| rows.rebuild::<NoteByWord>(None, 1000))).unwrap();
    });
    let note = NoteKey { folder: 1, note: 7 };
    block_on(database.write(|rows| rows.put(&note, &"red".into()))).unwrap();
    database.store().rows().next.set(Some(Lost::Request));
    let written = block_on(database.write(|rows| rows.put(&note, &"blue".into())));
    assert_eq!(block_on(database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX))).unwrap().missing, 0);
    assert!(matches!(written, Err(RowsError::Store(AsyncError::Unknown(Fault)))), "{written:?}");
}

/// Two programs read a record at the same time, and make the same change. The answer to the one that is later is lost. It must
/// not believe that the record is its own, however often this happens.
#[test]
fn of_two_equal_changes_at_the_same_time_only_one_succeeds() {
    let memory = AsyncMemory::new(0, Faults::default());
    let room = || RoomKey { house: 1, room: 7 };
    let other = Losing::database(&memory, || {});
    let take = || assert!(block_on(other.write(|rows| rows.take(&room()))).unwrap().is_some());
    let database = Losing::database(&memory, take);
    for _ in 0..cases(50_000) {
        block_on(other.write(|rows| rows.put(&room(), &"kitchen".into()))).unwrap();
        database.store().rows().next.set(Some(Lost::Answer));
        let taken = block_on(database.write(|rows| rows.take(&room())));
        assert!(matches!(taken, Err(RowsError::Store(AsyncError::Unknown(Fault)))), "{taken:?}");
    }
}

/// Earlier programs have stored records with a header of eight bytes: ten random bits, the timestamp, and a bit that says whether
/// the record is removed. Such records are read, changed, removed, and loaded again.
#[test]
fn records_with_short_headers_are_read_and_changed() {
    const RANDOM: u64 = 0x2A5 << 54;
    let memory = AsyncMemory::new(0, Faults::default());
    let database = Losing::database(&memory, || {});
    let room = |room| RoomKey { house: 1, room };
    for number in 0..4 {
        let header = RANDOM | 900 << 1 | u64::from(number == 3);
        let value = if number == 3 { "" } else { "kitchen" };
        let row = [&header.to_be_bytes(), value.as_bytes()].concat();
        block_on(RowStore::put(&memory, &[(RoomKey::TABLE, &room(number).encode(), &row)], Some(900))).unwrap();
    }
    let stored = |number| block_on(database.read(|rows| rows.get(&room(number)))).unwrap();
    assert_eq!([0, 1, 2, 3].map(|number| stored(number).is_some()), [true, true, true, false]);
    block_on(database.write(|rows| rows.update(&room(0), |text| text.push_str(" and hall")))).unwrap();
    assert_eq!(stored(0).as_deref(), Some("kitchen and hall"));
    assert_eq!(block_on(database.write(|rows| rows.take(&room(1)))).unwrap().as_deref(), Some("kitchen"));
    assert_eq!(stored(1), None);
    assert_eq!(block_on(database.load([(room(3), "attic".to_owned())])).unwrap(), 1);
    assert_eq!(stored(3).as_deref(), Some("attic"));
    memory.clock.set(memory.clock.get() + 11 * 60 * 1_000_000);
    assert_eq!(block_on(database.store().remove_remains::<RoomKey>()).unwrap(), 1);
    assert_eq!([0, 1, 2, 3].map(|number| stored(number).is_some()), [true, false, true, true]);
}

/// Another layout of [`RoomKey`].
mod renumbered {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "rooms")]
    pub(crate) struct RoomKey {
        pub(crate) house: u32,
        pub(crate) room: u16,
    }
}

#[test]
fn loads_have_the_same_results_as_in_memory() {
    for seed in 0..cases(10) {
        block_on(remote::loads_have_the_same_results_as_in_memory(&database(seed, SHORT_PAGES), seed, 40)).unwrap();
        block_on(remote::loads_have_the_same_results_as_in_memory(&row_by_row(seed, SHORT_PAGES), seed, 40)).unwrap();
        block_on(remote::loads_keep_indexes_unique(&database(seed, SHORT_PAGES), seed, 40)).unwrap();
    }
}

#[test]
fn a_load_into_another_layout_is_refused() {
    let database = row_by_row(0, Faults::default());
    block_on(database.load([(RoomKey { house: 1, room: 2 }, "kitchen".to_owned())])).unwrap();
    let other = renumbered::RoomKey { house: 1, room: 2 };
    let changed = block_on(database.load([(other, "other".to_owned())]));
    assert!(matches!(changed, Err(RowsError::Changed(_))), "{changed:?}");
    assert_eq!(block_on(database.read(|rows| rows.count(RoomKey::prefix()))).unwrap(), 1);
}

/// Two records with one key are found in different batches, which are stored at the same time.
#[test]
fn a_load_of_many_batches_stores_every_record_once() {
    let store = RowByRow::new(AsyncMemory::new(0, SHORT_PAGES));
    let room = |room| (RoomKey { house: 1, room }, format!("room {room}"));
    let database = AsyncDatabase::new(&store);
    assert_eq!(block_on(database.load((0..20_000).map(room))).unwrap(), 20_000);
    let twice = (20_000..40_000).map(room).chain([(RoomKey { house: 1, room: 20_001 }, "attic".to_owned())]);
    let error = block_on(database.load(twice)).unwrap_err();
    assert_eq!(error.existing::<RoomKey>().map(|key| key.room), Some(20_001));
    let attic = (RoomKey { house: 1, room: 20_001 }, "attic".to_owned());
    let stored = block_on(database.load((0..40_000).map(room)));
    if stored.is_err() {
        // The last batch was the first that was stored.
        assert_eq!(block_on(database.read(|rows| rows.get(&attic.0))).unwrap(), Some(attic.1));
    }
    assert!(store.rows().requests.get().keys < 130_000);
}

/// Loads the same notes in several programs at the same time, while others change some of these notes. Then repeats the load, as
/// after programs that were killed.
fn run_loads<S: AsyncStore>(seed: u64, database: &AsyncDatabase<S>, memory: &AsyncMemory) {
    let mut random = Rng::with_seed(seed);
    let told = RefCell::new(Told::default());
    let notes =
        |folder| (0..40).map(move |note| (NoteKey { folder, note }, format!("green {}", "long ".repeat(note.into()))));
    let loads = (0..2).map(|_| {
        let load = async {
            // The writers write to three notes of this folder. A word that they were told to have written is not lost.
            let _ = database.load(notes(0)).await;
            let _ = database.load(notes(1)).await;
        };
        Box::pin(load) as Pin<Box<dyn Future<Output = ()>>>
    });
    let writers = (0..2).map(|writer| {
        let random = Rng::with_seed(random.u64(..));
        let words = remote::write_words(database, writer, 15, random, |tell| tell(&mut told.borrow_mut()));
        Box::pin(words) as Pin<Box<dyn Future<Output = ()>>>
    });
    run(memory, loads.chain(writers).collect(), &mut Rng::with_seed(seed + 1));
    memory.faults.set(Faults::default());
    block_on(async {
        remote::check_words(database, &told.into_inner()).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(database.load(notes(1)).await.unwrap(), 40);
        let stored: Vec<_> = database.scan(NoteKey::prefix().folder(1)).collect().await.unwrap();
        assert!(stored.into_iter().eq(notes(1)), "seed {seed}");
        let missing = database.read(|rows| rows.verify::<NoteKey>(None, usize::MAX)).await.unwrap().missing;
        assert_eq!(missing, 0, "seed {seed}");
    });
}

#[test]
fn loads_that_fail_or_stop_lose_nothing_and_go_on() {
    for seed in 0..cases(135) {
        let [fails, loses_answer, stops] = [seed % 3, seed / 3 % 3, seed / 9 % 3].map(|fault| fault as u8);
        let faults = Faults { fails, loses_answer: 5 * loses_answer, stops, delay: 3, short_pages: 20, skew: 50 };
        let transactional = database(seed, faults);
        run_loads(seed, &transactional, transactional.store());
        let row_by_row = row_by_row(seed, faults);
        run_loads(seed, &row_by_row, row_by_row.store().rows());
    }
}

/// Every key begins with exactly one of the partition keys of its table, whatever its salt is.
#[test]
fn every_key_is_in_one_partition() {
    macro_rules! check {
        ($name:ident, $count:literal, $($salt:tt)*) => {{
            #[derive(RowKey)]
            #[rowkey(value = String, format = rowkey::Raw, namespace = "n", $($salt)*)]
            struct $name {
                id: u32,
            }
            let partitions = $name::TABLE.partitions().unwrap();
            assert_eq!(partitions.len(), $count);
            assert!(partitions.is_sorted());
            let mut found = BTreeSet::new();
            for id in 0..5000 {
                let key = $name { id }.encode();
                let len = $name::TABLE.partition_key_len(&key).unwrap();
                assert!(partitions.contains(&key[..len].to_vec()));
                found.insert(key[..len].to_vec());
            }
            assert_eq!(found.len(), $count, "all partitions have keys");
        }};
    }
    check!(Unsalted, 1, table = "unsalted");
    check!(OneByte, 256, salt(md5, 1));
    check!(TwoBytes, 256, salt(md5, 2));
    check!(TenBytes, 256, salt(md5, 10));
    check!(TwoDigits, 256, salt(md5, 1, hex));
    check!(FourDigits, 16, salt(md5, 2, hex));
    check!(ManyDigits, 16, salt(md5, 12, hex));
    check!(FewBuckets, 10, salt(md5, buckets = 10));
    check!(ManyBuckets, 4, salt(md5, buckets = 1000));
}

/// A query or an index that a store does not support is an error of the build. Each mistake is an example of this package. With
/// the feature `mended`, the same example compiles.
#[test]
fn what_a_store_cannot_serve_does_not_compile() {
    let build = |example: &str, features: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        // With `--workspace`, cargo uses the libraries that it has compiled for the tests.
        cargo.args(["build", "--quiet", "--workspace", "--example", example, "--features", features]);
        let built = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        (built.status.success(), String::from_utf8(built.stderr).unwrap())
    };
    let mistakes = [
        ("query_without_partition", "help: set all fields before the one with `sort_key`"),
        ("unique_index", "so it cannot keep an index unique: remove `unique` from the indexes of this record"),
        ("store_without_transactions", "`RowByRow<NoRows>` has no transactions, so it cannot keep an index unique"),
    ];
    for (example, message) in mistakes {
        let (is_built, messages) = build(example, "rowkey-tests-remote/mistakes");
        assert!(!is_built && messages.contains(message), "{messages}");
        let (is_built, messages) = build(example, "rowkey-tests-remote/mistakes,rowkey-tests-remote/mended");
        assert!(is_built, "{messages}");
    }
}

/// The error of a closure.
#[derive(Debug)]
struct Aborted(&'static str);

impl From<RowsError<AsyncError<Fault>>> for Aborted {
    fn from(_: RowsError<AsyncError<Fault>>) -> Self {
        Self("the store")
    }
}

/// The costs of operations in requests, when the layouts are known already.
#[test]
fn operations_send_few_requests() {
    let database = database(0, Faults::default());
    for note in 0..300 {
        let text = if note % 3 == 0 { "red" } else { "green" };
        block_on(database.write(|rows| rows.put(&NoteKey { folder: 1, note }, &text.into()))).unwrap();
    }
    // The first reads also learn that the indexes are built.
    block_on(database.records(NoteByWord::prefix().word("")).collect::<Vec<_>>()).unwrap();
    block_on(database.records(NoteByLength::prefix().length(0)).collect::<Vec<_>>()).unwrap();
    let requests_of = |run: &dyn Fn()| {
        database.store().requests.set(Requests::default());
        run();
        let Requests { gets, keys, ranges, rows, commits, .. } = database.store().requests.get();
        (gets, keys, ranges, rows, commits)
    };
    let note = NoteKey { folder: 1, note: 7 };
    let get = || drop(block_on(database.read(|rows| rows.get(&note))).unwrap());
    assert_eq!(requests_of(&get), (1, 1, 0, 0, 0));
    let put = || block_on(database.write(|rows| rows.put(&note, &"blue green".into()))).unwrap();
    assert_eq!(requests_of(&put), (1, 1, 0, 0, 1));
    let take = || drop(block_on(database.write(|rows| rows.take(&note))).unwrap());
    assert_eq!(requests_of(&take), (1, 1, 0, 0, 1));
    // A new record is not read, because the commit fails if it exists. Then it is read.
    let insert = || block_on(database.write(|rows| rows.insert(&note, &"blue green".into())));
    assert_eq!(requests_of(&|| insert().unwrap()), (0, 0, 0, 0, 1));
    assert_eq!(requests_of(&|| assert!(insert().is_err())), (1, 1, 0, 0, 1));
    let load = || {
        assert_eq!(
            block_on(database.load((300..400).map(|note| (NoteKey { folder: 2, note }, String::new())))).unwrap(),
            100
        )
    };
    assert_eq!(requests_of(&load), (0, 0, 0, 0, 1));
    block_on(database.write(|rows| rows.remove_all(NoteKey::prefix().folder(2)))).unwrap();
    assert_eq!(requests_of(&take), (1, 1, 0, 0, 1));
    // The error of a closure can depend on the record.
    let aborted = database.try_write(|rows| {
        let error = |inserted| if inserted { "aborted" } else { "exists" };
        Err::<(), _>(Aborted(error(rows.insert(&NoteKey { folder: 1, note: 8 }, &"red".into()).is_ok())))
    });
    assert_eq!(block_on(aborted).unwrap_err().0, "exists");

    // The 300 notes are in three buckets, which are read at the same time, as often as the fullest one needs.
    let scan = || drop(block_on(database.scan(NoteKey::prefix()).collect::<Vec<_>>()).unwrap());
    let (gets, _, ranges, rows, _) = requests_of(&scan);
    assert!(gets == 0 && ranges <= 6 && rows == 299, "{ranges} ranges, {rows} rows");
    // The hundred entries are read with one request, and their records with another.
    let through_index = || {
        let red = database.records(NoteByWord::prefix().word("red"));
        assert_eq!(block_on(red.collect::<Vec<_>>()).unwrap().len(), 100);
    };
    assert_eq!(requests_of(&through_index), (1, 100, 1, 100, 0));
    // The first page stops early.
    let page = || {
        let page = block_on(database.records(NoteByLength::prefix()).page(None, 10)).unwrap();
        assert!(page.next.is_some());
    };
    let (gets, keys, ranges, ..) = requests_of(&page);
    // One record more than the page has shows whether there is another page.
    assert_eq!((gets, keys, ranges), (1, 11, 2));
    // A closure that stops at the first error finds the records of an index together as well.
    let in_closure = || {
        let read = block_on(
            database.read(|rows| rows.records(NoteByWord::prefix().word("red")).collect::<Result<Vec<_>, _>>()),
        );
        assert_eq!(read.unwrap().len(), 100);
    };
    let (gets, keys, ..) = requests_of(&in_closure);
    assert_eq!((gets, keys), (1, 100));
    let remove_some = || {
        let removed = block_on(database.write(|rows| rows.remove_some(NoteByWord::prefix().word("green"), 10)));
        assert_eq!(removed.unwrap(), 10);
    };
    let (gets, keys, _, _, commits) = requests_of(&remove_some);
    assert_eq!((gets, keys, commits), (1, 10, 1));
    let remove =
        || assert_eq!(block_on(database.write(|rows| rows.remove_all(NoteByWord::prefix().word("red")))).unwrap(), 100);
    let (gets, keys, _, _, commits) = requests_of(&remove);
    assert_eq!((gets, keys, commits), (1, 100, 1));
}

/// The first rows of a scan are fetched while the recorded layouts are compared, and the first page asks for no more of them.
#[test]
fn the_first_page_of_a_scan_does_not_wait_for_the_layouts() {
    let database = database(0, Faults { delay: 100, ..Faults::default() }).remember_layouts_for(Duration::ZERO);
    block_on(database.load((0..300).map(|note| (NoteKey { folder: 1, note }, "red".into())))).unwrap();
    let find = || database.records(NoteByWord::prefix().word("red"));
    database.store().requests.take();
    block_on(find().next()).unwrap().unwrap();
    let Requests { gets, ranges, rows, beside_reads, .. } = database.store().requests.take();
    // The layouts, the entries, and then their records.
    assert_eq!((gets, ranges, beside_reads), (1, 2, 1), "{rows} rows");
    let page = block_on(find().page(None, 20)).unwrap();
    let Requests { gets, ranges, beside_reads, .. } = database.store().requests.take();
    assert_eq!((gets, ranges, beside_reads), (1, 2, 1));
    let next = block_on(find().page(page.next.as_deref(), 20)).unwrap();
    assert_eq!([page, next].map(|page| page.rows.len()), [20, 20]);
    // All rows are needed, so the first request asks for many.
    database.store().requests.take();
    assert_eq!(block_on(find().collect::<Vec<_>>()).unwrap().len(), 300);
    let Requests { gets, ranges, .. } = database.store().requests.take();
    assert_eq!((gets, ranges), (1, 2));
}

/// Some clients send and receive only while their future is polled. So the first rows arrive while the layouts do, and not after them:
/// the longer one of two waits of 0 to 100 polls has 67 on average, and the two one after the other have 100. Then the records are
/// fetched with 50.
#[test]
fn requests_that_are_sent_early_go_on_while_others_are_awaited() {
    let database = database(0, Faults { delay: 100, ..Faults::default() }).remember_layouts_for(Duration::ZERO);
    block_on(database.write(|rows| rows.put(&NoteKey { folder: 1, note: 1 }, &"red".into()))).unwrap();
    let (mut polls, pages) = (0, 100);
    for _ in 0..pages {
        let mut page = pin!(database.records(NoteByWord::prefix().word("red")).page(None, 10));
        let page = block_on(poll_fn(|context| {
            polls += 1;
            page.as_mut().poll(context)
        }));
        assert_eq!(page.unwrap().rows.len(), 1);
    }
    assert!(polls < 134 * pages, "{polls} polls for {pages} pages");
}

/// A scan keeps a cursor of each bucket. It is dropped with the scan. A page, and the first rows that a closure reads, need no cursor.
#[test]
fn scans_that_stop_early_drop_their_cursors() {
    let database = database(0, Faults::default());
    let notes = (0..5000).map(|note| (NoteKey { folder: 1, note }, "red".to_owned()));
    block_on(database.load(notes)).unwrap();
    let store = database.store();
    block_on(database.scan(NoteKey::prefix()).page(None, 10)).unwrap();
    block_on(database.read(|rows| rows.scan(NoteKey::prefix()).take(10).collect::<Result<Vec<_>, _>>())).unwrap();
    assert_eq!((store.count_cursors(), store.kept.take()), (0, 0));
    let mut scan = database.scan(NoteKey::prefix());
    block_on(scan.next()).unwrap().unwrap();
    assert_eq!((store.count_cursors(), store.kept.take()), (3, 3));
    drop(scan);
    assert_eq!(store.count_cursors(), 0);
    // The second request of a bucket keeps a cursor for the third.
    let all = block_on(database.read(|rows| rows.scan(NoteKey::prefix()).collect::<Result<Vec<_>, _>>())).unwrap();
    assert_eq!((all.len(), store.count_cursors(), store.kept.take()), (5000, 0, 3));
}
