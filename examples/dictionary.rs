//! A dictionary table: long names stand in keys as two bytes, and are read back as names.
//!
//! `cargo run --example dictionary [FILE]`: without a file the tables are in memory and gone afterwards; with one, a second
//! run finds the ids of the first.

use std::sync::Arc;

use anyhow::{Context, Result};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use rowkey::{KeyField, KeySpace, RowKey};

type BytesTable = TableDefinition<'static, &'static [u8], &'static [u8]>;

const DICTIONARY: BytesTable = TableDefinition::new("dictionary");
const SAMPLES: BytesTable = TableDefinition::new("samples");

/// What keys hold in the place of a metric's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, KeyField)]
struct MetricId(u16);

/// Leads to the id.
#[derive(Debug, RowKey)]
#[rowkey(namespace = "n")]
struct NameKey<'a> {
    name: &'a str,
}

/// Leads to the name.
#[derive(Debug, RowKey)]
#[rowkey(namespace = "i")]
struct IdKey {
    id: MetricId,
}

/// Both ways share the table; that no key can be taken for one of the other kind, the compiler has checked.
#[derive(Debug, KeySpace)]
enum DictionaryKey<'a> {
    Name(NameKey<'a>),
    Id(IdKey),
}

/// A row of the large table, which the dictionary is for.
#[derive(Debug, PartialEq, RowKey)]
struct SampleKey {
    metric: MetricId,
    #[descending]
    at: i64, // seconds since 1970
}

/// The names of metrics and their ids. An id is given once and never again to another name.
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

    /// The id of a name, if it has one.
    fn id(&self, name: &str) -> Result<Option<MetricId>> {
        id_in(&self.database.begin_read()?.open_table(DICTIONARY)?, name)
    }

    /// The id of a name, which is a new one if it had none.
    fn id_or_new(&self, name: &str) -> Result<MetricId> {
        // Almost every name is known, and readers wait for nobody.
        if let Some(id) = self.id(name)? {
            return Ok(id);
        }
        // From here on this is the only writer: redb lets the others wait. A store without that needs a conditional put on
        // the id's row, and tries the next id where it finds one.
        let write = self.database.begin_write()?;
        let id = {
            let mut table = write.open_table(DICTIONARY)?;
            // Between the two looks another writer may have come first.
            if let Some(id) = id_in(&table, name)? {
                return Ok(id);
            }
            let last = match table.range(IdKey::all().as_ref())?.next_back() {
                Some(row) => Some(IdKey::decode(row?.0.value())?.id),
                None => None,
            };
            let next = last.map_or(Some(0), |MetricId(last)| last.checked_add(1));
            let id = MetricId(next.context("all 65,536 ids are given")?);
            let (by_name, by_id) = (DictionaryKey::Name(NameKey { name }), DictionaryKey::Id(IdKey { id }));
            table.insert(&*by_name.try_encode()?, &id.0.to_be_bytes()[..])?;
            table.insert(&*by_id.try_encode()?, name.as_bytes())?;
            id
        };
        // Both rows or none. No key may hold the id before this is on disk, or it could be given again after a crash.
        write.commit()?;
        Ok(id)
    }

    /// The name of an id, if it was given.
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
        println!("{name}, {} bytes, stands in a key of {} bytes: {}", name.len(), key.len(), SampleKey::explain(&key));
    }

    let metric = dictionary.id(names[0])?.context("it was given an id above")?;
    let samples = database.begin_read()?.open_table(SAMPLES)?;
    for row in samples.range(SampleKey::prefix().metric(metric).range().as_ref())? {
        let SampleKey { metric, at } = SampleKey::decode(row?.0.value())?;
        println!("at {at}: {}", dictionary.name(metric)?.context("an id in a key has a name")?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::{BTreeMap, BTreeSet};
    use std::thread;

    use super::*;

    fn dictionary() -> Dictionary {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        Dictionary::new(Arc::new(database)).unwrap()
    }

    fn rows(dictionary: &Dictionary) -> Vec<(Vec<u8>, Vec<u8>)> {
        let table = dictionary.database.begin_read().unwrap().open_table(DICTIONARY).unwrap();
        let rows = table.iter().unwrap().map(Result::unwrap);
        rows.map(|(key, value)| (key.value().to_vec(), value.value().to_vec())).collect()
    }

    /// "in case of limited set of large data string values, one can easily use a lookup table during run time to reference
    /// original large data strings from the small ones"
    #[test]
    fn technique_16_a_lookup_table_at_run_time() {
        let dictionary = dictionary();
        let large = ["Rotterdam, Maasvlakte II", "Frankfurt am Main, Gateway Gardens"];
        let small = large.map(|name| dictionary.id_or_new(name).unwrap());
        assert_eq!(small, [MetricId(0), MetricId(1)]);
        assert_eq!(large.map(|name| dictionary.id(name).unwrap()), small.map(Some));
        assert_eq!(small.map(|id| dictionary.name(id).unwrap()), large.map(|name| Some(name.to_owned())));
        assert_eq!((dictionary.id("Rotterdam").unwrap(), dictionary.name(MetricId(2)).unwrap()), (None, None));

        // Both ways, in one table.
        let expected: [(&[u8], &[u8]); 4] = [
            (b"i\0\0", b"Rotterdam, Maasvlakte II"),
            (b"i\0\x01", b"Frankfurt am Main, Gateway Gardens"),
            (b"nFrankfurt am Main, Gateway Gardens", b"\0\x01"),
            (b"nRotterdam, Maasvlakte II", b"\0\0"),
        ];
        assert_eq!(rows(&dictionary), expected.map(|(key, value)| (key.to_vec(), value.to_vec())));

        // A key of 10 bytes, for whichever name.
        let key: [u8; 10] = SampleKey { metric: small[1], at: 0 }.encode();
        assert_eq!(key, *b"\0\x01\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
        let SampleKey { metric, .. } = SampleKey::decode(&key).unwrap();
        assert_eq!(dictionary.name(metric).unwrap().unwrap(), large[1]);
    }

    #[test]
    fn technique_16_writers_at_the_same_time_agree_on_the_ids() {
        const WRITERS: usize = 8;
        const NAMES: usize = 40;
        let dictionary = dictionary();
        let seen: Vec<BTreeMap<String, MetricId>> = thread::scope(|scope| {
            let dictionary = &dictionary;
            let writer = |writer: usize| {
                // Each begins at another name, so that all of them are new to someone.
                let names = (0..NAMES).map(move |name| format!("metric {}", (name + writer * 5) % NAMES));
                scope.spawn(move || {
                    names.map(|name| (name.clone(), dictionary.id_or_new(&name).unwrap())).collect::<BTreeMap<_, _>>()
                })
            };
            let writers: Vec<_> = (0..WRITERS).map(writer).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        let (first, others) = seen.split_first().unwrap();
        assert!(others.iter().all(|ids| ids == first));
        let ids: BTreeSet<u16> = first.values().map(|id| id.0).collect();
        assert!(ids.into_iter().eq(0..40), "each name has its own id, and none is left out");
        for (name, id) in first {
            assert_eq!(dictionary.name(*id).unwrap().as_ref(), Some(name));
        }
        assert_eq!(rows(&dictionary).len(), 2 * NAMES);
    }

    #[test]
    fn the_last_id_is_given_once_and_then_there_is_none() {
        let dictionary = dictionary();
        let write = dictionary.database.begin_write().unwrap();
        let last_but_one = IdKey { id: MetricId(u16::MAX - 1) }.encode();
        write.open_table(DICTIONARY).unwrap().insert(&last_but_one[..], &b"zebra"[..]).unwrap();
        write.commit().unwrap();
        assert_eq!(dictionary.id_or_new("last").unwrap(), MetricId(u16::MAX));
        let before = rows(&dictionary);
        assert_eq!(dictionary.id_or_new("one more").unwrap_err().to_string(), "all 65,536 ids are given");
        assert_eq!(rows(&dictionary), before);
        assert_eq!(dictionary.id_or_new("last").unwrap(), MetricId(u16::MAX));
    }
}
