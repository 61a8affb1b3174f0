//! Bulk work on files: loads a million messages with three indexes into an empty store in chunks or at once, scans the
//! messages, rebuilds an index, and removes the messages that expire first, through an index. Each contender runs in a separate process, so that the memory
//! of each contender can be measured.

use crate::keys::{by_author, by_expiry, by_topic, primary, read_message, read_primary};
use crate::message::{Message, Row, message_of};
use crate::records::{ByAuthor, ByExpiry, ByTopic, WithThree};
use crate::{TENANTS, digest};
use rowkey::record::{Index as _, Record as _};
use rowkey::store::{Progress, RemovedIndex};
use rowkey::{Postcard, RowKey};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

/// The argument that makes this program run one contender.
pub const CHILD: &str = "--bulk-child";

/// The number of rows that one transaction writes or removes.
const CHUNK: u64 = 10_000;

/// A program that does the bulk work.
trait Bulk {
    fn open(folder: &Path) -> Self;

    /// Stores new messages in one transaction.
    fn load(&self, rows: Vec<Row>);

    /// Stores all messages at once, if the program can, and returns true.
    fn load_all(&self, _: u64) -> bool {
        false
    }

    /// Reads all messages, and returns the sum of their digests.
    fn scan(&self) -> u64;

    /// Deletes the index by author and builds it again. Returns the time of the rebuild, if the program can rebuild an index.
    fn rebuild(&self) -> Option<Duration> {
        None
    }

    /// Removes up to [`CHUNK`] messages that expire before this time, in one transaction. Returns their number.
    fn expire(&self, before: u64) -> u64;
}

/// A program on rowkey. `$batch` is true if the rows of a transaction are collected and written in the order of the keys.
macro_rules! on_rowkey {
    ($app:ident, $adapter:ident $(<$lifetime:lifetime>)?, $batch:literal, |$folder:ident| $open:expr) => {
        struct $app($adapter::Database$(<$lifetime>)?);

        impl Bulk for $app {
            fn open($folder: &Path) -> Self {
                Self($open)
            }

            fn load(&self, rows: Vec<Row>) {
                let key = |row: &Row| WithThree { tenant: row.tenant, id: row.id };
                let load = self.0.write(|store| match $batch {
                    true => store.batch(|batch| rows.iter().try_for_each(|row| batch.put(&key(row), &row.message))),
                    false => rows.iter().try_for_each(|row| store.put(&key(row), &row.message)),
                });
                load.unwrap();
            }

            fn scan(&self) -> u64 {
                let store = self.0.read().unwrap();
                let rows = store.scan(WithThree::prefix()).map(Result::unwrap);
                rows.fold(0, |sum, (key, message)| sum.wrapping_add(digest(key.id, &message)))
            }

            fn rebuild(&self) -> Option<Duration> {
                self.rebuild_with(|| {
                    self.0.run_steps("rebuild", |rows, cursor| rows.rebuild::<ByAuthor>(cursor, CHUNK as usize)).unwrap()
                })
            }

            fn expire(&self, before: u64) -> u64 {
                let expired = ByExpiry::prefix().expires_at_in(..before);
                self.0.write(|store| store.remove_some(expired, CHUNK)).unwrap()
            }
        }

        impl $app {
            fn rebuild_with(&self, rebuild: impl FnOnce() -> Progress) -> Option<Duration> {
                let dropped = self.0.run_steps("drop", |rows, cursor| rows.drop_index(&DROPPED, cursor, CHUNK as usize)).unwrap();
                let start = Instant::now();
                let built = rebuild();
                let time = start.elapsed();
                assert_eq!(built.missing, dropped.stale);
                self.0.write(|rows| rows.set_built::<WithThree>()).unwrap();
                Some(time)
            }
        }
    };
}

/// The messages in a version of the program without indexes.
#[derive(RowKey)]
#[rowkey(value = Message, format = Postcard, table = "WithThree")]
struct WithoutIndexes {
    tenant: u32,
    id: u64,
}

static DROPPED: RemovedIndex = RemovedIndex::new("ByAuthor", b"", WithoutIndexes::TABLE);

on_rowkey!(RedbRows, rowkey_redb, false, |folder| rowkey_redb::Database::create(folder.join("rows.redb")).unwrap());
on_rowkey!(RedbBatches, rowkey_redb, true, |folder| rowkey_redb::Database::create(folder.join("rows.redb")).unwrap());
on_rowkey!(FjallRows, rowkey_fjall, false, |folder| {
    rowkey_fjall::Database::open(folder).unwrap().durability(Some(fjall::PersistMode::Buffer))
});
on_rowkey!(LmdbRows, rowkey_heed<'static>, false, |folder| {
    let tables = [WithThree::TABLE, ByAuthor::TABLE, ByTopic::TABLE, ByExpiry::TABLE];
    rowkey_heed::Database::new(open_lmdb(folder), &tables).unwrap()
});
#[cfg(feature = "rocksdb")]
on_rowkey!(RocksRows, rowkey_rocksdb, false, |folder| rowkey_rocksdb::Database::open(folder).unwrap().sync(false));

/// The tables of a hand-written program. Entries have empty values.
#[derive(Clone, Copy)]
enum Name {
    Messages,
    Author,
    Topic,
    Expiry,
}

const NAMES: [Name; 4] = [Name::Messages, Name::Author, Name::Topic, Name::Expiry];

type Pairs = Vec<(Vec<u8>, Vec<u8>)>;

/// The calls of a store that the hand-written programs share.
trait Engine {
    fn open(folder: &Path) -> Self;

    /// Puts and removes sorted rows in one transaction.
    fn write(&self, put: [Pairs; 4], removed: [Vec<Vec<u8>>; 4]);

    fn get(&self, keys: &[[u8; 12]]) -> Vec<Message>;

    /// The first keys in the index by expiry that are less than `end`.
    fn first_expired(&self, end: &[u8], limit: u64) -> Vec<Vec<u8>>;

    fn scan(&self, read: impl FnMut(&[u8], &[u8]));
}

struct Hand<E>(E);

fn entries(row: &Row) -> [Vec<u8>; 4] {
    let Row { tenant, id, message } = row;
    let mut topic = Vec::new();
    by_topic::<()>(*tenant, &message.topic, *id, &mut topic).unwrap();
    [
        primary(*tenant, *id).to_vec(),
        by_author(*tenant, message.author, *id).to_vec(),
        topic,
        by_expiry(message.expires_at, *tenant, *id).to_vec(),
    ]
}

impl<E: Engine> Bulk for Hand<E> {
    fn open(folder: &Path) -> Self {
        Self(E::open(folder))
    }

    fn load(&self, rows: Vec<Row>) {
        let mut put = NAMES.map(|_| Pairs::with_capacity(rows.len()));
        for row in &rows {
            let [key, entries @ ..] = entries(row);
            put[0].push((key, postcard::to_stdvec(&row.message).unwrap()));
            for (entries, entry) in put[1..].iter_mut().zip(entries) {
                entries.push((entry, Vec::new()));
            }
        }
        put.iter_mut().for_each(|rows| rows.sort_unstable());
        self.0.write(put, NAMES.map(|_| Vec::new()));
    }

    fn scan(&self) -> u64 {
        let mut sum = 0_u64;
        self.0.scan(|key, value| {
            let (_, id) = read_primary::<()>(key).unwrap();
            sum = sum.wrapping_add(digest(id, &read_message::<()>(value).unwrap()));
        });
        sum
    }

    fn expire(&self, before: u64) -> u64 {
        let expired = self.0.first_expired(&before.to_be_bytes(), CHUNK);
        let keys: Vec<[u8; 12]> = expired.iter().map(|entry| entry[8..].try_into().unwrap()).collect();
        let mut removed = NAMES.map(|_| Vec::new());
        for (key, message) in keys.iter().zip(self.0.get(&keys)) {
            let (tenant, id) = read_primary::<()>(key).unwrap();
            for (removed, key) in removed.iter_mut().zip(entries(&Row { tenant, id, message })) {
                removed.push(key);
            }
        }
        removed.iter_mut().for_each(|rows| rows.sort_unstable());
        self.0.write(NAMES.map(|_| Pairs::new()), removed);
        keys.len() as u64
    }
}

mod on_redb {
    use super::{Engine, Message, Name, Pairs, Path, message_of};
    use redb::{ReadableDatabase, ReadableTable, TableDefinition};

    type Entries<K> = TableDefinition<'static, K, ()>;

    const MESSAGES: TableDefinition<'_, &[u8; 12], &[u8]> = TableDefinition::new("messages");
    const BY_AUTHOR: Entries<&[u8; 16]> = TableDefinition::new("by_author");
    const BY_TOPIC: Entries<&[u8]> = TableDefinition::new("by_topic");
    const BY_EXPIRY: Entries<&[u8; 20]> = TableDefinition::new("by_expiry");

    pub struct Redb(redb::Database);

    impl Engine for Redb {
        fn open(folder: &Path) -> Self {
            Self(redb::Database::create(folder.join("rows.redb")).unwrap())
        }

        fn write(&self, put: [Pairs; 4], removed: [Vec<Vec<u8>>; 4]) {
            let transaction = self.0.begin_write().unwrap();
            {
                let mut messages = transaction.open_table(MESSAGES).unwrap();
                let mut authors = transaction.open_table(BY_AUTHOR).unwrap();
                let mut topics = transaction.open_table(BY_TOPIC).unwrap();
                let mut expiries = transaction.open_table(BY_EXPIRY).unwrap();
                for (key, value) in &put[Name::Messages as usize] {
                    messages.insert(key.first_chunk().unwrap(), &**value).unwrap();
                }
                for (key, _) in &put[Name::Author as usize] {
                    authors.insert(key.first_chunk().unwrap(), ()).unwrap();
                }
                for (key, _) in &put[Name::Topic as usize] {
                    topics.insert(&**key, ()).unwrap();
                }
                for (key, _) in &put[Name::Expiry as usize] {
                    expiries.insert(key.first_chunk().unwrap(), ()).unwrap();
                }
                for key in &removed[Name::Messages as usize] {
                    messages.remove(key.first_chunk().unwrap()).unwrap();
                }
                for key in &removed[Name::Author as usize] {
                    authors.remove(key.first_chunk().unwrap()).unwrap();
                }
                for key in &removed[Name::Topic as usize] {
                    topics.remove(&**key).unwrap();
                }
                for key in &removed[Name::Expiry as usize] {
                    expiries.remove(key.first_chunk().unwrap()).unwrap();
                }
            }
            transaction.commit().unwrap();
        }

        fn get(&self, keys: &[[u8; 12]]) -> Vec<Message> {
            let messages = self.0.begin_read().unwrap().open_table(MESSAGES).unwrap();
            keys.iter().map(|key| message_of(messages.get(key).unwrap().unwrap().value())).collect()
        }

        fn first_expired(&self, end: &[u8], limit: u64) -> Vec<Vec<u8>> {
            let mut full = [0; 20];
            full[..end.len()].copy_from_slice(end);
            let entries = self.0.begin_read().unwrap().open_table(BY_EXPIRY).unwrap();
            let expired = entries.range::<&[u8; 20]>(..&full).unwrap().take(limit as usize);
            expired.map(|entry| entry.unwrap().0.value().to_vec()).collect()
        }

        fn scan(&self, mut read: impl FnMut(&[u8], &[u8])) {
            let messages = self.0.begin_read().unwrap().open_table(MESSAGES).unwrap();
            for row in messages.iter().unwrap() {
                let (key, value) = row.unwrap();
                read(key.value(), value.value());
            }
        }
    }
}

mod on_fjall {
    use super::{Engine, Message, NAMES, Name, Pairs, Path, message_of};
    use fjall::{Guard, KeyspaceCreateOptions, PersistMode, Readable, SingleWriterTxDatabase, SingleWriterTxKeyspace};

    pub struct Fjall {
        database: SingleWriterTxDatabase,
        keyspaces: [SingleWriterTxKeyspace; 4],
    }

    impl Engine for Fjall {
        fn open(folder: &Path) -> Self {
            let database = SingleWriterTxDatabase::builder(folder).open().unwrap();
            let open =
                |name| database.keyspace(&format!("table {}", name as usize), KeyspaceCreateOptions::default).unwrap();
            Self { keyspaces: NAMES.map(open), database }
        }

        fn write(&self, put: [Pairs; 4], removed: [Vec<Vec<u8>>; 4]) {
            let mut transaction = self.database.write_tx().durability(Some(PersistMode::Buffer));
            for ((keyspace, rows), removed) in self.keyspaces.iter().zip(put).zip(removed) {
                rows.into_iter().for_each(|(key, value)| transaction.insert(keyspace, key, value));
                removed.into_iter().for_each(|key| transaction.remove(keyspace, key));
            }
            transaction.commit().unwrap();
        }

        fn get(&self, keys: &[[u8; 12]]) -> Vec<Message> {
            let snapshot = self.database.read_tx();
            let messages = &self.keyspaces[Name::Messages as usize];
            keys.iter().map(|key| message_of(&snapshot.get(messages, key).unwrap().unwrap())).collect()
        }

        fn first_expired(&self, end: &[u8], limit: u64) -> Vec<Vec<u8>> {
            let snapshot = self.database.read_tx();
            let expired = snapshot.range::<&[u8], _>(&self.keyspaces[Name::Expiry as usize], ..end);
            expired.take(limit as usize).map(|entry| entry.key().unwrap().to_vec()).collect()
        }

        fn scan(&self, mut read: impl FnMut(&[u8], &[u8])) {
            for row in self.database.read_tx().iter(&self.keyspaces[Name::Messages as usize]) {
                let (key, value) = Guard::into_inner(row).unwrap();
                read(&key, &value);
            }
        }
    }
}

/// Opens LMDB without a sync of each commit, as fjall and RocksDB are opened here.
fn open_lmdb(folder: &Path) -> &'static heed::Env<heed::WithoutTls> {
    let mut options = heed::EnvOpenOptions::new().read_txn_without_tls();
    options.max_dbs(16).map_size(8 << 30);
    // SAFETY: only this process opens the folder. After a loss of power, nobody reads it.
    let env = unsafe {
        options.flags(heed::EnvFlags::NO_SYNC);
        options.open(folder)
    };
    Box::leak(Box::new(env.unwrap()))
}

mod on_lmdb {
    use super::{Engine, Message, NAMES, Name, Pairs, Path, message_of, open_lmdb};
    use heed::types::Bytes;
    use heed::{CommitOrAbort, Env, WithoutTls};
    use std::ops::Bound;

    type Table = heed::Database<'static, Bytes, Bytes>;

    pub struct Lmdb {
        env: &'static Env<WithoutTls>,
        tables: [Table; 4],
    }

    impl Engine for Lmdb {
        fn open(folder: &Path) -> Self {
            let env = open_lmdb(folder);
            let tables = NAMES.map(|name| {
                let name = format!("table {}", name as usize);
                let created = env.create_databases_and_commit(env.write_txn().unwrap(), |databases, transaction| {
                    databases.create_database(transaction, Some(&name)).map(CommitOrAbort::<_, ()>::Commit)
                });
                created.unwrap().unwrap_commit()
            });
            Self { env, tables }
        }

        fn write(&self, put: [Pairs; 4], removed: [Vec<Vec<u8>>; 4]) {
            let mut transaction = self.env.write_txn().unwrap();
            for ((table, rows), removed) in self.tables.iter().zip(put).zip(removed) {
                rows.iter().for_each(|(key, value)| table.put(&mut transaction, key, value).unwrap());
                for key in removed {
                    table.delete(&mut transaction, &key).unwrap();
                }
            }
            transaction.commit().unwrap();
        }

        fn get(&self, keys: &[[u8; 12]]) -> Vec<Message> {
            let transaction = self.env.read_txn().unwrap();
            let messages = &self.tables[Name::Messages as usize];
            keys.iter().map(|key| message_of(messages.get(&transaction, key).unwrap().unwrap())).collect()
        }

        fn first_expired(&self, end: &[u8], limit: u64) -> Vec<Vec<u8>> {
            let transaction = self.env.read_txn().unwrap();
            let entries = self.tables[Name::Expiry as usize]
                .range(&transaction, &(Bound::Unbounded, Bound::Excluded(end)))
                .unwrap();
            entries.take(limit as usize).map(|entry| entry.unwrap().0.to_vec()).collect()
        }

        fn scan(&self, mut read: impl FnMut(&[u8], &[u8])) {
            let transaction = self.env.read_txn().unwrap();
            for row in self.tables[Name::Messages as usize].iter(&transaction).unwrap() {
                let (key, value) = row.unwrap();
                read(key, value);
            }
        }
    }
}

#[cfg(feature = "rocksdb")]
mod on_rocksdb {
    use super::{Engine, Message, NAMES, Name, Pairs, Path, message_of};
    use rocksdb::{
        BlockBasedOptions, BoundColumnFamily, Cache, IteratorMode, MultiThreaded, OptimisticTransactionDB, Options,
        ReadOptions,
    };
    use std::sync::Arc;

    pub struct Rocks(OptimisticTransactionDB<MultiThreaded>);

    impl Rocks {
        fn family(&self, name: Name) -> Arc<BoundColumnFamily<'_>> {
            self.0.cf_handle(&format!("table {}", name as usize)).unwrap()
        }
    }

    impl Engine for Rocks {
        fn open(folder: &Path) -> Self {
            let mut blocks = BlockBasedOptions::default();
            blocks.set_block_cache(&Cache::new_lru_cache(64 << 20));
            blocks.set_bloom_filter(10.0, false);
            let mut options = Options::default();
            options.create_if_missing(true);
            options.set_block_based_table_factory(&blocks);
            let database = OptimisticTransactionDB::open(&options, folder).unwrap();
            for name in NAMES {
                database.create_cf(format!("table {}", name as usize), &options).unwrap();
            }
            Self(database)
        }

        fn write(&self, put: [Pairs; 4], removed: [Vec<Vec<u8>>; 4]) {
            let transaction = self.0.transaction();
            for ((name, rows), removed) in NAMES.into_iter().zip(put).zip(removed) {
                let family = self.family(name);
                rows.iter().for_each(|(key, value)| transaction.put_cf(&family, key, value).unwrap());
                removed.iter().for_each(|key| transaction.delete_cf(&family, key).unwrap());
            }
            transaction.commit().unwrap();
        }

        fn get(&self, keys: &[[u8; 12]]) -> Vec<Message> {
            let (snapshot, messages) = (self.0.snapshot(), self.family(Name::Messages));
            let get = |key| message_of(&snapshot.get_pinned_cf(&messages, key).unwrap().unwrap());
            keys.iter().map(get).collect()
        }

        fn first_expired(&self, end: &[u8], limit: u64) -> Vec<Vec<u8>> {
            let mut options = ReadOptions::default();
            options.set_iterate_upper_bound(end);
            let snapshot = self.0.snapshot();
            let entries = snapshot.iterator_cf_opt(&self.family(Name::Expiry), options, IteratorMode::Start);
            entries.take(limit as usize).map(|entry| entry.unwrap().0.into_vec()).collect()
        }

        fn scan(&self, mut read: impl FnMut(&[u8], &[u8])) {
            let mut rows = self.0.raw_iterator_cf(&self.family(Name::Messages));
            rows.seek_to_first();
            while let Some((key, value)) = rows.item() {
                read(key, value);
                rows.next();
            }
        }
    }
}

/// `native_db` has its own code, in the module `native`.
impl Bulk for crate::native::Native {
    fn open(folder: &Path) -> Self {
        Self::in_folder(folder)
    }

    fn load(&self, rows: Vec<Row>) {
        crate::App::put(self, &rows);
    }

    fn scan(&self) -> u64 {
        (0..TENANTS).fold(0, |sum, tenant| sum.wrapping_add(crate::App::scan(self, tenant)))
    }

    fn expire(&self, before: u64) -> u64 {
        self.remove_expired(before, CHUNK)
    }
}

type Run = fn(&Path, u64);

/// The store, the program, and the function that runs it.
const CONTENDERS: &[(&str, &str, Run)] = &[
    ("redb", "hand-written, sorted", run::<Hand<on_redb::Redb>>),
    ("redb", "**rowkey**, `put`", run::<RedbRows>),
    ("redb", "**rowkey**, `load`", run::<Loaded<RedbRows>>),
    ("redb", "**rowkey**, `batch`", run::<RedbBatches>),
    ("redb", "`native_db` 0.8", run::<crate::native::Native>),
    ("fjall", "hand-written, sorted", run::<Hand<on_fjall::Fjall>>),
    ("fjall", "**rowkey**, `put`", run::<FjallRows>),
    ("fjall", "**rowkey**, `load`", run::<Loaded<FjallRows>>),
    ("LMDB", "hand-written, sorted", run::<Hand<on_lmdb::Lmdb>>),
    ("LMDB", "**rowkey**, `put`", run::<LmdbRows>),
    ("LMDB", "**rowkey**, `load`", run::<Loaded<LmdbRows>>),
    #[cfg(feature = "rocksdb")]
    ("RocksDB", "hand-written, sorted", run::<Hand<on_rocksdb::Rocks>>),
    #[cfg(feature = "rocksdb")]
    ("RocksDB", "**rowkey**, `put`", run::<RocksRows>),
    #[cfg(feature = "rocksdb")]
    ("RocksDB", "**rowkey**, `load`", run::<Loaded<RocksRows>>),
];

/// A program on rowkey, which stores all messages with `Database::load`.
struct Loaded<B>(B);

macro_rules! loaded {
    ($($app:ty),*) => {$(
        impl Bulk for Loaded<$app> {
            fn open(folder: &Path) -> Self {
                Self(<$app>::open(folder))
            }

            fn load(&self, rows: Vec<Row>) {
                self.0.load(rows);
            }

            fn load_all(&self, count: u64) -> bool {
                let rows = (0..count).step_by(CHUNK as usize).flat_map(|first| rows_of(first..count.min(first + CHUNK)));
                let records = rows.map(|row| (WithThree { tenant: row.tenant, id: row.id }, row.message));
                self.0.0.load(MEMORY, records).unwrap() == count
            }

            fn scan(&self) -> u64 {
                self.0.scan()
            }

            fn rebuild(&self) -> Option<Duration> {
                self.0.rebuild_with(|| self.0.0.rebuild::<ByAuthor>(MEMORY).unwrap())
            }

            fn expire(&self, before: u64) -> u64 {
                self.0.expire(before)
            }
        }
    )*};
}

/// The memory that `Database::load` may use to sort.
const MEMORY: usize = 64 << 20;

loaded!(RedbRows, FjallRows, LmdbRows);
#[cfg(feature = "rocksdb")]
loaded!(RocksRows);

fn rows_of(ids: std::ops::Range<u64>) -> Vec<Row> {
    ids.map(|id| Row { tenant: (id % u64::from(TENANTS)) as u32, id, message: Message::random(id) }).collect()
}

/// Runs a contender, and prints the seconds of each part, the peak of the memory, and the size of the files.
fn run<B: Bulk>(folder: &Path, count: u64) {
    let app = B::open(folder);
    let mut load = Duration::ZERO;
    let mut expected = 0_u64;
    let start = Instant::now();
    let is_loaded = app.load_all(count);
    if is_loaded {
        load = start.elapsed();
    }
    let mut making = Duration::ZERO;
    for first in (0..count).step_by(CHUNK as usize) {
        let start = Instant::now();
        let rows = rows_of(first..count.min(first + CHUNK));
        making += start.elapsed();
        expected = rows.iter().fold(expected, |sum, row| sum.wrapping_add(digest(row.id, &row.message)));
        if !is_loaded {
            let start = Instant::now();
            app.load(rows);
            load += start.elapsed();
        }
    }
    if is_loaded {
        // The other programs receive messages that are made already.
        load -= making;
    }
    let start = Instant::now();
    assert_eq!(app.scan(), expected);
    let scan = start.elapsed();
    let size = size_of_folder(folder);
    let rebuild = app.rebuild();
    // The expiries are spread evenly, so a tenth of the messages expires.
    let (before, start) = (Message::FIRST_EXPIRY + Message::EXPIRIES / 10, Instant::now());
    let mut expired = 0;
    loop {
        match app.expire(before) {
            0 => break,
            removed => expired += removed,
        }
    }
    let expire = start.elapsed();
    assert!(expired > count / 20, "{expired} messages expired");
    let rate = |rows: u64, time: Duration| rows as f64 / time.as_secs_f64();
    let rates =
        [rate(count, load), rate(count, scan), rebuild.map_or(0.0, |time| rate(count, time)), rate(expired, expire)];
    println!("{} {} {size}", rates.map(|rate| rate.to_string()).join(" "), peak_memory());
}

fn size_of_folder(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |file: fs::DirEntry| match file.metadata() {
        Ok(metadata) if metadata.is_dir() => size_of_folder(&file.path()),
        Ok(metadata) => {
            use std::os::unix::fs::MetadataExt;
            metadata.blocks() * 512
        }
        Err(_) => 0,
    };
    files.map(size).sum()
}

fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() * 1024
}

pub fn run_child(arguments: &[&str]) {
    let [index, folder, count] = arguments else { panic!("the arguments of a child") };
    let (_, _, run) = CONTENDERS[index.parse::<usize>().unwrap()];
    run(Path::new(folder), count.parse().unwrap());
}

/// Runs all contenders in turns, and prints a table with the best rates.
pub fn print(count: u64, rounds: usize) {
    let mut best = vec![[0.0_f64, 0.0, 0.0, 0.0, f64::MAX, f64::MAX]; CONTENDERS.len()];
    for _ in 0..rounds {
        for (index, best) in best.iter_mut().enumerate() {
            let folder = tempfile::tempdir().expect("a folder for temporary files");
            let output = Command::new(env::current_exe().expect("this program has a path"))
                .args([CHILD, &index.to_string(), &folder.path().display().to_string(), &count.to_string()])
                .output()
                .expect("this program starts again");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).expect("numbers");
            for (part, (best, value)) in best.iter_mut().zip(text.split_whitespace()).enumerate() {
                let value: f64 = value.parse().expect("a number");
                *best = if part < 4 { best.max(value) } else { best.min(value) };
            }
        }
    }
    println!(
        "| store | program | load, rows/s | scan, rows/s | rebuild, rows/s | expire, rows/s | memory, MiB | files, MiB |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    let mib = |bytes: f64| bytes / f64::from(1 << 20);
    for ((store, name, _), [load, scan, rebuild, expire, memory, files]) in CONTENDERS.iter().zip(&best) {
        let (memory, files) = (mib(*memory), mib(*files));
        let rebuild = if *rebuild == 0.0 { String::new() } else { format!("{rebuild:.0}") };
        println!("| {store} | {name} | {load:.0} | {scan:.0} | {rebuild} | {expire:.0} | {memory:.0} | {files:.0} |");
    }
}
