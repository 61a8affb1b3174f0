//! The law of removed indexes: `drop_index` deletes all entries and no other rows, for every kind of index, wherever it is
//! interrupted. While entries are missing, no program finds the index built. Its recorded layout is deleted last, and its name
//! is free afterwards.

use crate::cases;
use crate::memory::{AsyncMemory, Faults, run};
use fastrand::Rng;
use futures_lite::future::block_on;
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::RemovedIndex;
use rowkey_async::{AsyncDatabase, AsyncStore, RowByRow};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

/// The earlier version of the program, with an index of every kind that a store without transactions has.
mod earlier {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "visits")]
    #[rowkey(indexes(Plain, Sparse, ByWord, Covering, Salted, Sorted, Hashed, Shared))]
    pub(crate) struct VisitKey {
        pub(crate) visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.plain")]
    pub(crate) struct Plain {
        #[rowkey(from = value)]
        page: String,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.sparse")]
    pub(crate) struct Sparse {
        #[rowkey(from = value.strip_prefix('a')?.to_owned())]
        rest: String,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.word")]
    pub(crate) struct ByWord {
        #[rowkey(from_each = value.split(' '))]
        word: String,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.covering", stores = value)]
    pub(crate) struct Covering {
        #[rowkey(from = value.len() as u16)]
        length: u16,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.salted", salt(md5, buckets = 3), stores = String)]
    pub(crate) struct Salted {
        #[rowkey(from = value)]
        page: String,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.sorted")]
    pub(crate) struct Sorted {
        #[rowkey(from = value)]
        page: String,
        #[rowkey(sort_key)]
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.hashed")]
    pub(crate) struct Hashed {
        #[rowkey(from = value)]
        #[hash(md5, 4)]
        page: String,
        visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "shared", namespace = "v/")]
    pub(crate) struct Shared {
        #[rowkey(from = value)]
        page: String,
        visit: u16,
    }
}

/// The later version, which lists none of these indexes.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "visits")]
struct VisitKey {
    visit: u16,
}

/// Rows in the table of one of the indexes.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "w/")]
struct OtherKey {
    other: u16,
}

/// A version that uses the name of a removed index for another index.
mod reused {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "visits", indexes(ByLength))]
    pub(crate) struct VisitKey {
        pub(crate) visit: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = VisitKey, table = "visits.covering")]
    pub(crate) struct ByLength {
        #[rowkey(from = value.len() as u64)]
        length: u64,
        visit: u16,
    }
}

static REMOVED: [RemovedIndex; 8] = [
    RemovedIndex::new("visits.plain", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.sparse", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.word", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.covering", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.salted", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.sorted", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.hashed", b"", VisitKey::TABLE),
    RemovedIndex::new("shared", b"v/", VisitKey::TABLE),
];

const PAGES: [&str; 6] = ["", "a", "home", "a home page", "a longer page name", "ü"];

/// Returns the number of stored entries of all removed indexes.
fn count_entries(memory: &AsyncMemory) -> usize {
    let namespaces = ["", "", "", "", "", "", "", "v/"];
    let tables = REMOVED.iter().zip(namespaces);
    tables.map(|(index, namespace)| memory.count_rows(index.table().name(), namespace.as_bytes())).sum()
}

/// Drops all indexes in steps. A step that fails is tried again.
async fn drop_indexes<S: AsyncStore<Error: Debug>>(database: &AsyncDatabase<S>, batch: usize) -> u64 {
    for _ in 0..100 {
        match database.run_steps("drop", |rows, cursor| rows.drop_index(&REMOVED, cursor, batch)).await {
            Ok(dropped) => return dropped.stale,
            Err(error) => assert!(error.to_string().contains("does not answer"), "{error}"),
        }
    }
    panic!("no step succeeds");
}

fn check<S: AsyncStore<Error: Debug>>(store: &S, memory: &AsyncMemory, seed: u64, faults: Faults) {
    let open = || AsyncDatabase::new(store).remember_layouts_for(Duration::ZERO);
    let mut rng = Rng::with_seed(seed);
    let mut records = BTreeMap::new();
    let earlier = open();
    for _ in 0..60 {
        let (visit, page) = (rng.u16(..40), PAGES[rng.usize(..PAGES.len())]);
        let key = earlier::VisitKey { visit };
        if rng.u8(..8) == 0 {
            block_on(earlier.write(|rows| rows.take(&key))).unwrap();
            records.remove(&visit);
        } else {
            block_on(earlier.write(|rows| rows.put(&key, &page.to_owned()))).unwrap();
            records.insert(visit, page.to_owned());
        }
        block_on(earlier.write(|rows| rows.put(&OtherKey { other: visit }, &page.to_owned()))).unwrap();
    }
    let (others, entries) = (memory.count_rows("shared", b"w/"), count_entries(memory));
    assert!(entries > records.len() * 6);

    // The step is interrupted at every request, and started again.
    memory.faults.set(faults);
    for _ in 0..rng.u8(..30) {
        let later = open();
        let batch = rng.usize(1..12);
        run(
            memory,
            vec![Box::pin(async move {
                let _ = drop_indexes(&later, batch).await;
            })],
            &mut rng,
        );
        memory.faults.set(Faults::default());
        if count_entries(memory) < entries {
            let rows = open();
            let built = block_on(rows.read(|rows| rows.is_built::<earlier::VisitKey>())).unwrap();
            assert!(!built, "entries are missing, and the index counts as built");
        }
        memory.faults.set(faults);
    }
    memory.faults.set(Faults::default());
    let later = open();
    block_on(drop_indexes(&later, rng.usize(1..100)));

    assert_eq!((count_entries(memory), memory.count_rows("shared", b"w/")), (0, others));
    assert_eq!(block_on(later.read(|rows| rows.unlisted_indexes::<VisitKey>())).unwrap(), []);
    let stored = block_on(later.scan(VisitKey::prefix()).collect::<Vec<_>>()).unwrap();
    let stored: BTreeMap<_, _> = stored.into_iter().map(|(key, page)| (key.visit, page)).collect();
    assert_eq!(stored, records);
    assert_eq!(block_on(drop_indexes(&later, 5)), 0);

    let reused = open();
    let rebuild = reused.run_steps("length", |rows, cursor| rows.rebuild::<reused::ByLength>(cursor, 7));
    assert_eq!(block_on(rebuild).unwrap().missing, records.len() as u64);
    let found = block_on(reused.records(reused::ByLength::prefix()).collect::<Vec<_>>()).unwrap();
    assert!(found.is_sorted_by_key(|(_, page)| page.len()) && found.len() == records.len());
}

#[test]
fn a_removed_index_is_dropped_with_all_its_entries() {
    let interrupted = Faults { fails: 4, loses_answer: 4, stops: 4, skew: 5, delay: 1, short_pages: 10 };
    for seed in 0..cases(20) {
        for faults in [Faults::default(), interrupted] {
            let store = RowByRow::new(AsyncMemory::new(seed, Faults::default()));
            check(&store, store.rows(), seed, faults);
            let store = AsyncMemory::new(seed, Faults::default());
            check(&store, &store, seed, Faults { stops: 0, ..faults });
        }
    }
}
