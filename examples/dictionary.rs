//! A dictionary: keys hold an id of two bytes instead of a long name. A separate table maps names to ids and ids to
//! names.
//!
//! `cargo run --example dictionary [FILE]`. Without a file, the tables are in memory. With a file, a second run finds the ids
//! of the first.

use std::sync::Arc;

use anyhow::{Context, Result};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use rowkey::{KeyField, KeySpace, RowKey};

type BytesTable = TableDefinition<'static, &'static [u8], &'static [u8]>;

const DICTIONARY: BytesTable = TableDefinition::new("dictionary");
const SAMPLES: BytesTable = TableDefinition::new("samples");

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, KeyField)]
struct MetricId(u16);

/// The key of a row whose value is the id of `name`.
#[derive(Debug, RowKey)]
#[rowkey(namespace = "n")]
struct NameKey<'a> {
    name: &'a str,
}

/// The key of a row whose value is the name of `id`.
#[derive(Debug, RowKey)]
#[rowkey(namespace = "i")]
struct IdKey {
    id: MetricId,
}

/// The keys of the dictionary table. The compiler checks that the two kinds of keys have different namespaces.
#[derive(Debug, KeySpace)]
enum DictionaryKey<'a> {
    Name(NameKey<'a>),
    Id(IdKey),
}

/// The key of a sample. The table of samples is large, so short ids save much space there.
#[derive(Debug, PartialEq, RowKey)]
struct SampleKey {
    metric: MetricId,
    #[descending]
    at: i64, // seconds since 1970
}

/// The names of metrics and their ids. An id is never reused for another name.
#[derive(Debug, Clone)]
struct Dictionary {
    database: Arc<Database>,
}

impl Dictionary {
    fn new(database: Arc<Database>) -> Result<Self> {
        let write = database.begin_write()?;
        write.open_table(DICTIONARY)?;
        write.commit()?;
        Ok(Self { database })
    }

    fn id(&self, name: &str) -> Result<Option<MetricId>> {
        id_in(&self.database.begin_read()?.open_table(DICTIONARY)?, name)
    }

    /// Returns the id of a name. Assigns a new id if the name has none.
    fn id_or_new(&self, name: &str) -> Result<MetricId> {
        // Almost every name already has an id, and a read transaction does not wait for the writer.
        if let Some(id) = self.id(name)? {
            return Ok(id);
        }
        // redb runs one write transaction at a time. In a store without such a lock, write the id's row with a
        // conditional put, and try the next id if the row exists.
        let write = self.database.begin_write()?;
        let id = {
            let mut table = write.open_table(DICTIONARY)?;
            // Another writer may have assigned an id after the lookup above.
            if let Some(id) = id_in(&table, name)? {
                return Ok(id);
            }
            let last = match table.range(IdKey::all().as_ref())?.next_back() {
                Some(row) => Some(IdKey::decode(row?.0.value())?.id),
                None => None,
            };
            let next = last.map_or(Some(0), |MetricId(last)| last.checked_add(1));
            let id = MetricId(next.context("all 65,536 ids are used")?);
            let (by_name, by_id) = (DictionaryKey::Name(NameKey { name }), DictionaryKey::Id(IdKey { id }));
            table.insert(&*by_name.try_encode()?, &id.0.to_be_bytes()[..])?;
            table.insert(&*by_id.try_encode()?, name.as_bytes())?;
            id
        };
        // Commits both rows or none. No key may use the id before the commit: after a crash, the id could be assigned again.
        write.commit()?;
        Ok(id)
    }

    fn name(&self, id: MetricId) -> Result<Option<String>> {
        let table = self.database.begin_read()?.open_table(DICTIONARY)?;
        let name = table.get(&IdKey { id }.encode()[..])?;
        name.map(|name| Ok(str::from_utf8(name.value())?.to_owned())).transpose()
    }
}

fn id_in(table: &impl ReadableTable<&'static [u8], &'static [u8]>, name: &str) -> Result<Option<MetricId>> {
    let id = table.get(&*NameKey { name }.encode())?;
    id.map(|id| Ok(MetricId(u16::from_be_bytes(id.value().try_into()?)))).transpose()
}

fn main() -> Result<()> {
    let database = match std::env::args_os().nth(1) {
        Some(path) => Database::create(path)?,
        None => Database::builder().create_with_backend(InMemoryBackend::new())?,
    };
    let database = Arc::new(database);
    let dictionary = Dictionary::new(Arc::clone(&database))?;

    let names = ["proc.stat.cpu.percpu.guest_nice", "proc.net.tcp.retransmits", "proc.stat.cpu.percpu.guest_nice"];
    for (at, name) in (1_364_248_490..).zip(names) {
        let key = SampleKey { metric: dictionary.id_or_new(name)?, at }.encode();
        let write = database.begin_write()?;
        write.open_table(SAMPLES)?.insert(&key[..], &[0; 8][..])?;
        write.commit()?;
        println!("{name} has {} bytes, its key has {} bytes: {}", name.len(), key.len(), SampleKey::explain(&key));
    }

    let metric = dictionary.id(names[0])?.context("the loop above assigned an id")?;
    let samples = database.begin_read()?.open_table(SAMPLES)?;
    for row in samples.range(SampleKey::prefix().metric(metric).range().as_ref())? {
        let SampleKey { metric, at } = SampleKey::decode(row?.0.value())?;
        println!("at {at}: {}", dictionary.name(metric)?.context("an id in a key has a name")?);
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests/dictionary/mod.rs"]
mod tests;
