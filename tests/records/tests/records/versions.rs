//! Every short sequence of operations of three versions of a program that share one store: one version lists no index, and
//! two list the same indexes with different expressions.

use crate::expressions::{Found, Model, Version, case_kept, expected, lower, plain};
use crate::recorded::{IntoRows, Recorded};
use rowkey::store::{ComparedTables, LAYOUTS, Memory, Rows, RowsError};
use std::collections::HashMap;
use std::sync::Arc;

const VERSIONS: [&Version; 2] = [&lower::VERSION, &case_kept::VERSION];

#[derive(Debug, Clone, Copy)]
enum Operation {
    /// A write of the version without indexes.
    PutWithoutIndexes,
    Put(usize),
    Take(usize),
    /// One step of a rebuild, which continues the version's last step.
    Step(usize),
    /// A rebuild from its first step to its last.
    Rebuild(usize),
    /// The program ends, and the next one opens the store.
    Reopen,
}

/// All operations.
const ALL: &[Operation] = &[
    Operation::PutWithoutIndexes,
    Operation::Put(0),
    Operation::Put(1),
    Operation::Take(0),
    Operation::Take(1),
    Operation::Step(0),
    Operation::Step(1),
    Operation::Rebuild(0),
    Operation::Rebuild(1),
    Operation::Reopen,
];

/// One version rebuilds in steps, and the others write between the steps.
const INTERRUPTED: &[Operation] =
    &[Operation::PutWithoutIndexes, Operation::Put(0), Operation::Put(1), Operation::Step(1), Operation::Reopen];

/// The rows that each version should find, by the stored records. Many sequences store the same records, so the rows are
/// computed once.
#[derive(Default)]
struct Expected(HashMap<(usize, Records), Found>);

type Records = Vec<((u16, u16), String)>;

impl Expected {
    fn of(&mut self, version: usize, model: &Model) -> &Found {
        let records = model.iter().map(|(key, text)| (*key, text.clone())).collect();
        self.0.entry((version, records)).or_insert_with(|| expected(VERSIONS[version], model))
    }
}

struct Run<'e> {
    rows: Rows<Recorded>,
    model: Model,
    cursors: [Option<String>; 2],
    expected: &'e mut Expected,
}

impl Run<'_> {
    /// Two records are enough for a rebuild that another version interrupts. The order of the texts depends on their case.
    fn next_record(&self, step: usize) -> ((u16, u16), String) {
        ((0, u16::from(step % 2 == 1)), ["b", "Ada", "ada B", "C"][step % 4].into())
    }

    fn step(&mut self, version: usize, batch: usize) {
        let cursor = self.cursors[version].take();
        let step = (VERSIONS[version].rebuild)(&mut self.rows, cursor.as_deref(), batch).unwrap();
        self.cursors[version] = step.next.map(String::from);
        if self.cursors[version].is_none() {
            // After its last step, a rebuild has left nothing to do.
            assert_eq!((VERSIONS[version].found)(&self.rows).unwrap(), *self.expected.of(version, &self.model));
            assert!((VERSIONS[version].is_clean)(&self.rows));
        }
    }

    fn run(mut self, operations: &[Operation]) {
        for (step, operation) in operations.iter().enumerate() {
            let ((folder, note), text) = self.next_record(step);
            match *operation {
                Operation::PutWithoutIndexes => {
                    self.rows.put(&plain::NoteKey { folder, note }, &text).unwrap();
                    self.model.insert((folder, note), text);
                }
                Operation::Put(version) => {
                    (VERSIONS[version].put)(&mut self.rows, folder, note, text.clone()).unwrap();
                    self.model.insert((folder, note), text);
                }
                Operation::Take(version) => {
                    let taken = (VERSIONS[version].take)(&mut self.rows, folder, note).unwrap();
                    assert_eq!(taken, self.model.remove(&(folder, note)));
                }
                Operation::Step(version) => self.step(version, 1),
                Operation::Rebuild(version) => {
                    self.cursors[version] = None;
                    self.step(version, 100);
                }
                Operation::Reopen => self.rows = self.rows.into_store().unwrap().reopened().opened(),
            }
            // A read through an index finds exactly what a filter over all records finds, or is an error.
            for (index, version) in VERSIONS.iter().enumerate() {
                match (version.found)(&self.rows) {
                    Ok(found) => assert_eq!(found, *self.expected.of(index, &self.model)),
                    Err(RowsError::NotBuilt { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// Runs every sequence of `length` operations after two writes of the first version.
fn check_all(operations: &[Operation], length: usize) {
    let mut expected = Expected::default();
    let mut sequence = vec![0; length];
    loop {
        let written = [Operation::Put(0); 2].into_iter();
        let run = written.chain(sequence.iter().map(|index| operations[*index])).collect::<Vec<_>>();
        let expected = &mut expected;
        let new = Run { rows: Recorded::default().opened(), model: Model::new(), cursors: [None, None], expected };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| new.run(&run)));
        assert!(result.is_ok(), "{run:?}");
        let Some(place) = sequence.iter().rposition(|index| index + 1 < operations.len()) else { return };
        sequence[place] += 1;
        sequence[place + 1..].fill(0);
    }
}

fn is_thorough() -> bool {
    std::env::var_os("ROWKEY_THOROUGH").is_some()
}

/// No sequence loses an entry silently: a read through an index is right or is the error
/// [`NotBuilt`](RowsError::NotBuilt), in every mixture of versions.
#[test]
fn no_mixture_of_versions_loses_an_entry() {
    check_all(ALL, if is_thorough() { 4 } else { 3 });
}

/// One version starts a rebuild, others write, and the first continues.
#[test]
fn no_interrupted_rebuild_loses_an_entry() {
    check_all(INTERRUPTED, if is_thorough() { 6 } else { 4 });
}

/// A version without an index, and one with a unique index.
mod unique {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = u8, format = rowkey::Postcard, table = "users")]
    pub(crate) struct OlderKey {
        pub(crate) user: u8,
    }

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = u8, format = rowkey::Postcard, table = "users", indexes(ByName))]
    pub(crate) struct UserKey {
        pub(crate) user: u8,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(index_of = UserKey, unique)]
    pub(crate) struct ByName {
        #[rowkey(from = *value)]
        pub(crate) name: u8,
    }
}

/// An older version leaves entries that no record has. They reject no write: a write is rejected only if the record that the
/// error names has the entry.
#[test]
fn a_rejected_write_names_a_record_that_has_the_entry() {
    use unique::{ByName, OlderKey, UserKey};
    let mut rejected = [0, 0];
    for seed in 0..crate::cases(500) {
        fastrand::seed(seed.into());
        let (mut rows, mut model) = (Recorded::default().opened(), std::collections::BTreeMap::new());
        for _ in 0..20 {
            let (user, name) = (fastrand::u8(..4), fastrand::u8(..4));
            let key = UserKey { user };
            let is_built = rows.is_built::<ByName>().unwrap();
            let holder =
                model.iter().find(|(other, stored)| **other != user && **stored == name).map(|(other, _)| *other);
            let result = match fastrand::u8(..8) {
                0 | 1 => {
                    rows.put(&OlderKey { user }, &name).unwrap();
                    model.insert(user, name);
                    continue;
                }
                2 => {
                    rows.take(&OlderKey { user }).unwrap();
                    model.remove(&user);
                    continue;
                }
                3 => {
                    rows = rows.into_store().unwrap().reopened().opened();
                    continue;
                }
                4 => {
                    // Fails if two records have the same name.
                    drop(rows.rebuild::<ByName>(None, 100));
                    continue;
                }
                5 => rows.batch(|batch| batch.put(&key, &name)),
                _ => rows.put(&key, &name),
            };
            match result {
                Ok(()) => {
                    assert!(!is_built || holder.is_none());
                    model.insert(user, name);
                }
                Err(error) => {
                    let record = error.taken::<ByName>().unwrap().record;
                    assert_eq!(model.get(&record.user), Some(&name), "{error}");
                    rejected[usize::from(is_built)] += 1;
                }
            }
            if rows.is_built::<ByName>().unwrap() {
                for (&user, &name) in &model {
                    assert_eq!(rows.find(&ByName { name }).unwrap(), Some((UserKey { user }, name)));
                }
            }
        }
    }
    assert!(rejected.iter().all(|count| *count > 20), "{rejected:?}");
}

/// A transaction that began before another one has built an index does not trust the index, because its snapshot lacks the
/// entries. [`ComparedTables::begin`] finds the tables before its closure begins the transaction, so the commit of the other
/// one is within the closure here. A failed commit makes no layout known.
#[test]
fn a_transaction_trusts_no_index_that_was_built_after_it_began() {
    use unique::{ByName, OlderKey, UserKey};
    for commit_succeeds in [true, false] {
        let compared = Arc::<ComparedTables>::default();
        let mut store = Memory::new();
        let (began, ()) = compared.begin(|| ());
        let mut rows = Rows::with_layouts(&mut store, began);
        rows.put(&OlderKey { user: 1 }, &7).unwrap();
        drop(rows);

        let snapshot = store.clone();
        let (began, ()) = compared.begin(|| {
            let (began, ()) = compared.begin(|| ());
            let mut rows = Rows::with_layouts(&mut store, began);
            rows.rebuild::<ByName>(None, 100).unwrap();
            let (_, layouts) = rows.into_store_and_layouts().unwrap();
            let result = if commit_succeeds { Ok(()) } else { Err(()) };
            assert_eq!(layouts.commit(|| result), result);
            // Others have found the index built before this transaction begins in the store.
            let (began, ()) = compared.begin(|| ());
            let committed = if commit_succeeds { &store } else { &snapshot };
            assert_eq!(Rows::with_layouts(committed, began).is_built::<ByName>().unwrap(), commit_succeeds);
        });
        let rows = Rows::with_layouts(&snapshot, began);
        assert!(!rows.is_built::<ByName>().unwrap());
        assert!(rows.find(&ByName { name: 7 }).is_err());
        drop(rows);

        // After a failed commit, the next write records the layouts, which the store does not have.
        if !commit_succeeds {
            let (began, mut store) = compared.begin(|| snapshot.clone());
            Rows::with_layouts(&mut store, began).put(&UserKey { user: 2 }, &8).unwrap();
            assert_eq!([&snapshot, &store].map(|store| store.rows(LAYOUTS.name()).count()), [1, 2]);
        }
    }
}
