//! Concurrent writers on a store without transactions, such as HBase. The tests try all interleavings of writers that change one
//! record, and stop each writer after any of its steps. The order of writes with timestamps that `cookbook/indexes.md` advises
//! never loses an entry of the index. Writes without timestamps do.

use rowkey::RowKey;
use rowkey::record::{Index, Record};
use std::collections::{BTreeMap, BTreeSet};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(ByName))]
struct UserKey {
    user: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct ByName {
    #[rowkey(from = value)]
    name: String,
    user: u8,
}

const KEY: UserKey = UserKey { user: 7 };

type Value = Option<&'static str>;
type Row = (&'static str, Vec<u8>);

/// The versions of a row, as HBase keeps them: the puts by their timestamp, and the timestamp of the latest delete. A delete hides
/// the puts up to its timestamp.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Versions {
    puts: BTreeMap<u32, Vec<u8>>,
    deleted_to: u32,
}

impl Versions {
    /// Returns the newest value that is not deleted, and its timestamp.
    fn newest(&self) -> Option<(u32, &[u8])> {
        let (timestamp, value) = self.puts.last_key_value()?;
        (*timestamp > self.deleted_to).then_some((*timestamp, value))
    }
}

type Store = BTreeMap<Row, Versions>;

/// A write of a row: `Some` puts a value, `None` deletes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Write {
    row: Row,
    value: Option<Vec<u8>>,
    timestamp: u32,
}

/// A program that changes the record to `new`. `clock` is the time on its machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Writer {
    number: u32,
    new: Value,
    clock: u32,
    /// The writes that the writer has not done yet. `None` before the writer has read the record.
    writes: Option<Vec<Write>>,
}

/// Returns the rows to put and to delete.
fn rows(old: Value, new: Value) -> Vec<(Row, Option<Vec<u8>>)> {
    let [old, new] = [old, new].map(|value| value.map(str::to_owned));
    let changes = KEY.changes(old.as_ref(), new.as_ref()).unwrap();
    changes.iter().map(|change| ((change.table.name(), change.key.to_vec()), change.value.map(Into::into))).collect()
}

/// The record's row.
fn record() -> Row {
    (UserKey::TABLE.name(), KEY.encode().to_vec())
}

/// A way to compute the writes of a change from the old value, the timestamp of the old value, and the timestamp of the change.
type Order = fn(old: Value, old_timestamp: u32, new: Value, timestamp: u32) -> Vec<Write>;

/// Puts all entries and the record with the timestamp of the change, and then deletes the old entries up to the timestamp of the
/// old record.
fn with_timestamps(old: Value, old_timestamp: u32, new: Value, timestamp: u32) -> Vec<Write> {
    let puts = rows(None, new).into_iter().map(|(row, value)| Write { row, value, timestamp });
    let deletes = rows(old, new).into_iter().filter(|(_, value)| value.is_none());
    let deletes = deletes.map(|(row, value)| {
        let timestamp = if row == record() { timestamp } else { old_timestamp };
        Write { row, value, timestamp }
    });
    puts.chain(deletes).collect()
}

/// Like `with_timestamps`, but leaves out the entries that do not change.
fn changed_entries_with_timestamps(old: Value, old_timestamp: u32, new: Value, timestamp: u32) -> Vec<Write> {
    let delete_timestamp = |row: &Row| if *row == record() { timestamp } else { old_timestamp };
    let write = |(row, value): (Row, Option<Vec<u8>>)| {
        let timestamp = if value.is_some() { timestamp } else { delete_timestamp(&row) };
        Write { row, value, timestamp }
    };
    let record_put = rows(None, new).into_iter().find(|(row, _)| *row == record()).filter(|_| old == new);
    rows(old, new).into_iter().chain(record_put).map(write).collect()
}

impl Writer {
    /// Does the next step. Returns whether there was one.
    fn step(&mut self, store: &mut Store, order: Order, store_has_timestamps: bool) -> bool {
        let Some(writes) = &mut self.writes else {
            let newest = store.get(&record()).and_then(Versions::newest);
            // A reader does not see a delete.
            let (old_timestamp, old) = newest.map_or((0, None), |(timestamp, value)| (timestamp, name_of(value)));
            // Unique and greater than the old timestamp: the writer's number is in the last digit.
            let timestamp = self.clock.max(old_timestamp / 10 + 1) * 10 + self.number;
            self.writes = Some(order(old, old_timestamp, self.new, timestamp));
            return true;
        };
        if writes.is_empty() {
            return false;
        }
        let Write { row, value, timestamp } = writes.remove(0);
        let versions = store.entry(row).or_default();
        if !store_has_timestamps {
            // The store orders all writes of a row by their arrival.
            versions.puts = value.into_iter().map(|value| (timestamp.max(1), value)).collect();
            versions.deleted_to = 0;
            return true;
        }
        match value {
            Some(value) => {
                versions.puts.insert(timestamp, value);
            }
            None => versions.deleted_to = versions.deleted_to.max(timestamp),
        }
        true
    }
}

/// Returns whether the index has the entry of the stored record.
fn is_complete(store: &Store) -> bool {
    let Some(record) = store.get(&record()).and_then(Versions::newest) else { return true };
    let mut entries = rows(None, name_of(record.1)).into_iter().filter(|(row, _)| row.0 == ByName::TABLE.name());
    entries.all(|(row, _)| store.get(&row).is_some_and(|versions| versions.newest().is_some()))
}

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

fn name_of(value: &[u8]) -> Value {
    NAMES.into_iter().find(|name| name.as_bytes() == value)
}

/// Tries all interleavings of the writers. A writer that stops in the middle is one that does no further step. Returns the number
/// of different states, and of those in which the record lacks its entry.
fn explore(order: Order, store_has_timestamps: bool, changes: &[(Value, u32)]) -> (usize, usize) {
    let mut store = Store::new();
    let mut first = Writer { number: 9, new: Some("Ada"), clock: 1, writes: None };
    while first.step(&mut store, order, store_has_timestamps) {}
    let writers =
        changes.iter().zip(0..).map(|((new, clock), number)| Writer { number, new: *new, clock: *clock, writes: None });
    let mut unseen = vec![(store, writers.collect::<Vec<_>>())];
    let mut states = BTreeSet::new();
    while let Some(state) = unseen.pop() {
        if !states.insert(state.clone()) {
            continue;
        }
        for writer in 0..state.1.len() {
            let (mut store, mut writers) = state.clone();
            if writers[writer].step(&mut store, order, store_has_timestamps) {
                unseen.push((store, writers));
            }
        }
    }
    let incomplete = states.iter().filter(|(store, _)| !is_complete(store)).count();
    (states.len(), incomplete)
}

/// All pairs of changes, and some triples, with clocks that agree and clocks that do not.
fn all_changes() -> Vec<Vec<(Value, u32)>> {
    let values = [Some("Ada"), Some("Bob"), Some("Eve"), None];
    let one: Vec<_> = values.into_iter().flat_map(|value| [1, 3].map(|clock| (value, clock))).collect();
    let pairs = one.iter().flat_map(|a| one.iter().map(|b| vec![*a, *b]));
    let triples = pairs
        .clone()
        .flat_map(|pair| [(Some("Ada"), 1), (Some("Bob"), 2)].map(|third| [pair.clone(), vec![third]].concat()));
    pairs.clone().chain(triples).collect()
}

fn explore_all(order: Order, store_has_timestamps: bool) -> (usize, usize) {
    let results = all_changes().into_iter().map(|changes| explore(order, store_has_timestamps, &changes));
    results.fold((0, 0), |(states, incomplete), (more, more_incomplete)| (states + more, incomplete + more_incomplete))
}

#[test]
fn writes_with_timestamps_never_lose_an_entry() {
    let (states, incomplete) = explore_all(with_timestamps, true);
    assert!(states > 10_000, "{states}");
    assert_eq!(incomplete, 0, "of {states} states");
}

/// The test above would notice an order that loses entries.
#[test]
fn other_orders_lose_entries() {
    let in_order: Order =
        |old, _, new, _| rows(old, new).into_iter().map(|(row, value)| Write { row, value, timestamp: 0 }).collect();
    for (order, store_has_timestamps) in [(in_order, false), (changed_entries_with_timestamps as Order, true)] {
        let (states, incomplete) = explore_all(order, store_has_timestamps);
        assert!(incomplete > 0, "of {states} states");
    }
}
