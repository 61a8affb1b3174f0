//! Jobs in steps, such as rebuilds, while other programs and other versions of a program write.

use super::memory::{AsyncMemory, Fault, Faults, Requests, run};
use super::remote::{self, NoteByWord, NoteKey, Told};
use super::{cases, database, row_by_row, writers};
use fastrand::Rng;
use futures_lite::future::block_on;
use rowkey::RowKey;
use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncStore, RowByRow};
use std::cell::RefCell;
use std::time::Duration;

/// The keys of an older version of the program, which does not list the indexes.
mod older {
    use rowkey::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    pub(crate) struct UserKey {
        pub(crate) user: u16,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "law_notes", salt(md5, buckets = 3))]
    pub(crate) struct NoteKey {
        #[descending]
        pub(crate) folder: u8,
        pub(crate) note: u16,
    }
}

mod newer {
    use rowkey::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
    pub(crate) struct UserKey {
        pub(crate) user: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = UserKey, table = "users.name")]
    pub(crate) struct UserByName {
        #[rowkey(from = value)]
        name: String,
        user: u16,
    }
}

/// A query of a new index finds all records or is an error, also while the older version of the program goes on writing.
fn an_older_version_goes_on<S: AsyncStore<Error: std::fmt::Debug>>(store: &S) {
    let open = || AsyncDatabase::new(store).remember_layouts_for(Duration::ZERO);
    let (older, newer) = (open(), open());
    let write = |user| block_on(older.write(|rows| rows.put(&older::UserKey { user }, &"Ada".into()))).unwrap();
    let find = || block_on(newer.records(newer::UserByName::prefix().name("Ada")).collect::<Vec<_>>());
    let rebuild = || {
        let built = newer.run_steps("names", |rows, cursor| rows.rebuild::<newer::UserByName>(cursor, 2));
        block_on(built).unwrap().missing
    };
    (0..5).for_each(write);
    assert!(matches!(find(), Err(RowsError::NotBuilt { .. })));
    assert_eq!(rebuild(), 5);
    assert_eq!(find().unwrap().len(), 5);
    write(5);
    assert!(matches!(find(), Err(RowsError::NotBuilt { .. })), "the older version has written without the index");
    assert_eq!(rebuild(), 1);
    assert_eq!(find().unwrap().len(), 6);
    block_on(newer.write(|rows| rows.put(&newer::UserKey { user: 6 }, &"Ada".into()))).unwrap();
    assert_eq!(find().unwrap().len(), 7);
}

#[test]
fn an_older_version_of_the_program_can_go_on_writing() {
    an_older_version_goes_on(&AsyncMemory::new(0, Faults::default()));
    an_older_version_goes_on(&RowByRow::new(AsyncMemory::new(0, Faults::default())));
}

/// The first steps of a job learn how many rows a step reads. So the later ones neither read a range in several requests, nor rows of
/// the next steps.
#[test]
fn steps_of_a_job_send_few_requests() {
    let database = database(0, Faults { delay: 2, ..Faults::default() });
    let notes = (0..4000).map(|note| (NoteKey { folder: 1, note }, "red green".to_owned()));
    assert_eq!(block_on(database.load(notes)).unwrap(), 4000);
    database.store().requests.set(Requests::default());
    let built = database.run_steps("words", |rows, cursor| rows.rebuild::<NoteByWord>(cursor, 1000));
    assert_eq!(block_on(built).unwrap().checked, 12_000);
    let Requests { gets, keys, ranges, rows, commits, beside_commits, .. } = database.store().requests.get();
    assert_eq!((keys, commits), (16_000, 13));
    assert!(gets < 20 && ranges < 32 && rows < 13_500, "{gets} gets, {ranges} ranges, {rows} rows");
    // Only the first two steps, and the first of the entries, wait for rows that they read.
    assert!(beside_commits >= 15, "{beside_commits}");
}

/// While a step is committed, the rows of the next step are fetched. But a row that the first step writes is fetched after it.
#[test]
fn a_step_reads_what_the_step_before_has_written() {
    let database = database(0, Faults { delay: 2, ..Faults::default() });
    block_on(database.load((0..20).map(|note| (NoteKey { folder: 1, note }, "red".into())))).unwrap();
    database.store().requests.take();
    // Each step writes a user whose number is that of the users before.
    let built = database.run_steps("words", |rows, cursor| {
        let user = rows.count(older::UserKey::prefix())? as u16;
        rows.put(&older::UserKey { user }, &String::new())?;
        rows.rebuild::<NoteByWord>(cursor, 3)
    });
    assert_eq!(block_on(built).unwrap().checked, 40);
    let Requests { commits, beside_commits, .. } = database.store().requests.get();
    let users = block_on(database.count(older::UserKey::prefix())).unwrap();
    assert!(users == u64::from(commits) && users > 10 && beside_commits > 10, "{users} {commits} {beside_commits}");
}

/// An older version of the program has stored the notes, so their entries are missing. While writers change the notes, a job
/// rebuilds the indexes. Returns whether it has succeeded.
fn rebuild_while_others_write<S: AsyncStore<Error = Fault>>(
    seed: u64,
    database: &AsyncDatabase<S>,
    memory: &AsyncMemory,
    faults: Faults,
) -> bool {
    let mut random = Rng::with_seed(seed);
    for note in 0..random.u16(3..12) {
        let key = older::NoteKey { folder: 0, note };
        block_on(database.write(|rows| rows.put(&key, &"blue".into()))).unwrap();
    }
    memory.faults.set(faults);
    let (told, built) = (RefCell::new(Told::default()), RefCell::new(None));
    let batch = random.usize(1..6);
    let job = || database.run_steps("notes", |rows, cursor| rows.rebuild::<NoteKey>(cursor, batch));
    let mut tasks = writers(database, &told, &mut random);
    tasks.push(Box::pin(async { drop(built.replace(Some(job().await))) }));
    run(memory, tasks, &mut random);
    memory.faults.set(Faults::default());
    let built = match built.take() {
        Some(Ok(_)) => true,
        // The program was killed, or its store has not answered. The next run of the job continues.
        None | Some(Err(RowsError::Store(_))) => {
            block_on(job()).unwrap();
            false
        }
        Some(Err(error)) => panic!("seed {seed}: {error}"),
    };
    if let Err(error) = block_on(remote::check_words(database, &told.into_inner())) {
        panic!("seed {seed}: {error}");
    }
    built
}

#[test]
fn a_rebuild_while_others_write_misses_no_entry() {
    let mut built = 0;
    for seed in 0..cases(100) {
        let [fails, loses_answer, stops] = [seed % 2, seed / 2 % 2, seed / 4 % 2].map(|fault| 2 * fault as u8);
        let faults = Faults { fails, loses_answer, stops, delay: 3, short_pages: 20, skew: 50 };
        let transactional = database(seed, Faults::default());
        built += u64::from(rebuild_while_others_write(seed, &transactional, transactional.store(), faults));
        let row_by_row = row_by_row(seed, Faults::default());
        built += u64::from(rebuild_while_others_write(seed, &row_by_row, row_by_row.store().rows(), faults));
    }
    assert!(built > cases(100) / 2, "{built}");
}
