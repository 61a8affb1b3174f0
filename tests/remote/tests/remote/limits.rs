//! The law of stores whose transactions have a limit: operations that work in steps have the same results as in memory, and
//! each step fits.

use crate::cases;
use crate::memory::{AsyncMemory, Fault, Faults};
use fastrand::Rng;
use futures_lite::future::block_on;
use rowkey::RowKey;
use rowkey::record::{Index, Record};
use rowkey::store::{Memory, RemovedIndex, Rows, Table};
use rowkey_async::{AsyncDatabase, AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue};
use std::time::Duration;

/// A store with a limit of 40 rows and 4,000 bytes.
struct Limited(AsyncMemory);

impl AsyncStore for Limited {
    type Error = Fault;

    const TRANSACTIONS: bool = true;
    const MAX_ROWS: usize = 40;
    const MAX_LEN: usize = 4000;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        AsyncStore::get(&self.0, keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        AsyncStore::range(&self.0, request).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Fault>> {
        assert!(commit.reads.len() + commit.writes.len() <= Self::MAX_ROWS);
        let len = |key: &[u8], value: Option<&Vec<u8>>| key.len() + value.map_or(0, Vec::len);
        let written: usize = commit.writes.iter().map(|write| len(&write.key, write.value.as_ref())).sum();
        let read: usize = commit.reads.iter().map(|read| len(&read.key, read.value.bytes.as_ref())).sum();
        assert!(written + read <= Self::MAX_LEN);
        self.0.commit(commit).await
    }
}

/// The version of the program that lists no index.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "posts")]
struct PlainKey {
    blog: u8,
    post: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "posts", indexes(ByWord, ByFirst))]
struct PostKey {
    blog: u8,
    post: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.word")]
struct ByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.first", stores = String, salt(md5, buckets = 3))]
struct ByFirst {
    #[rowkey(from = value.chars().next()?)]
    first: char,
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "articles", indexes(ByLength))]
struct ArticleKey {
    #[descending]
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = ArticleKey, table = "articles.length")]
struct ByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    post: u16,
    blog: u8,
}

/// Returns the indexes of [`PostKey`], and 25 removed indexes without entries.
fn removed_indexes() -> Vec<RemovedIndex> {
    let mut removed = vec![
        RemovedIndex::new("posts.word", b"", PlainKey::TABLE),
        RemovedIndex::new("posts.first", b"", PlainKey::TABLE),
    ];
    removed.extend((0..25).map(|number| RemovedIndex::new("posts.empty", Vec::leak(vec![number]), PlainKey::TABLE)));
    removed
}

const WORDS: [&str; 5] = ["tea", "milk", "jam", "bun", "a-rather-long-word"];

fn any_text(rng: &mut Rng) -> String {
    (0..rng.u8(..5)).map(|_| WORDS[rng.usize(..WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn archive(PostKey { blog, post }: PostKey, text: String) -> Option<(ArticleKey, String)> {
    (post % 5 > 0).then_some((ArticleKey { post, blog }, text))
}

/// Runs each job in one call in memory, and in steps in the limited store.
#[test]
fn steps_fit_into_transactions() {
    let removed_indexes: &[_] = removed_indexes().leak();
    for seed in 0..cases(50) {
        let mut rng = Rng::with_seed(seed);
        let faults = Faults { short_pages: rng.u8(..40), ..Faults::default() };
        let database = AsyncDatabase::new(Limited(AsyncMemory::new(seed, faults))).remember_layouts_for(Duration::ZERO);
        let mut memory = Rows::new(Memory::new());
        let batch = if rng.bool() { rng.usize(1..20) } else { 1000 };
        let put = |rng: &mut Rng, memory: &mut Rows<Memory>| {
            for _ in 0..60 {
                let (key, text) = (PlainKey { blog: rng.u8(..3), post: rng.u16(..30) }, any_text(rng));
                memory.put(&key, &text).unwrap();
                block_on(database.write(|rows| rows.put(&key, &text))).unwrap();
            }
        };
        let check = |memory: &Rows<Memory>| {
            for table in [PostKey::TABLE, ByWord::TABLE, ByFirst::TABLE, ArticleKey::TABLE, ByLength::TABLE] {
                let stored = memory.store().rows(table.name()).map(|(key, value)| (key.to_vec(), value.to_vec()));
                assert_eq!(database.store().0.stored_rows(table.name()), stored.collect::<Vec<_>>(), "seed {seed}");
            }
        };
        // The second time, most entries are stale.
        for _ in 0..2 {
            put(&mut rng, &mut memory);
            let built = memory.rebuild::<PostKey>(None, usize::MAX).unwrap();
            let steps = database.run_steps("build", |rows, cursor| rows.rebuild::<PostKey>(cursor, batch));
            assert_eq!(block_on(steps).unwrap(), built);
            check(&memory);
        }
        let checked = block_on(database.read(|rows| rows.verify::<PostKey>(None, usize::MAX))).unwrap();
        assert!(checked.is_clean() && checked.checked > 60);

        let expected = memory.remove_all(ByWord::prefix().word("milk")).unwrap();
        let mut removed = 0;
        loop {
            let remove = |rows: &mut Rows<_>| rows.remove_some(ByWord::prefix().word("milk"), batch as u64);
            match block_on(database.write(remove)).unwrap() {
                0 => break,
                count => removed += count,
            }
        }
        assert_eq!(removed, expected);
        check(&memory);

        let moved = memory.migrate(PostKey::prefix(), None, usize::MAX, archive).unwrap();
        let steps = database.run_steps("move", |rows, cursor| rows.migrate(PostKey::prefix(), cursor, batch, archive));
        assert_eq!(block_on(steps).unwrap(), moved);
        check(&memory);

        let dropped = memory.drop_index(removed_indexes, None, usize::MAX).unwrap();
        let steps = database.run_steps("drop", |rows, cursor| rows.drop_index(removed_indexes, cursor, batch));
        assert_eq!(block_on(steps).unwrap(), dropped);
        check(&memory);
    }
}

#[test]
fn a_step_reads_no_rows_that_cannot_fit() {
    let database = AsyncDatabase::new(Limited(AsyncMemory::new(0, Faults::default())));
    for post in 0..300 {
        block_on(database.write(|rows| rows.put(&PlainKey { blog: 1, post }, &"tea".into()))).unwrap();
    }
    database.store().0.requests.take();
    let removed = block_on(database.write(|rows| rows.remove_some(PlainKey::prefix(), 1000))).unwrap();
    let requests = database.store().0.requests.get();
    assert!(removed > 20 && requests.ranges == 1, "{removed} {requests:?}");
}
