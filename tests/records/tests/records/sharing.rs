//! Tests several kinds of records in one table, where a kind is a key type with its indexes. A call for one kind never
//! reads or changes rows of another kind: it leaves them alone or is an error.

use crate::recorded::{IntoRows, Recorded};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{LAYOUTS, LayoutChanged, Memory, Read, RemovedIndex, Rows, RowsError, Write};

type RowsResult<T, S = Recorded> = Result<T, RowsError<<S as Read>::Error>>;

type TableRows = Vec<(Vec<u8>, Vec<u8>)>;

/// The number of records of each kind.
const COUNT: u64 = 5;

/// Calls a method for all records of a kind, and returns the number of these records.
type ReadCall<S> = fn(&Rows<S>) -> RowsResult<u64, S>;

type WriteCall<S> = fn(&mut Rows<S>) -> RowsResult<u64, S>;

/// The calls for one kind of records.
struct Kind<S: SharedStore = Recorded> {
    namespace: &'static [u8],
    put: fn(&mut Rows<S>, u16) -> RowsResult<(), S>,
    reads: &'static [(&'static str, ReadCall<S>)],
    writes: &'static [(&'static str, WriteCall<S>)],
    drop_table: fn(&mut Rows<S>) -> RowsResult<(), S>,
}

/// A store that notices kinds of records that share rows.
trait SharedStore: IntoRows + 'static {
    fn memory(&self) -> &Memory;

    /// Returns a copy of the store, as a program that opens the store for the first time finds it.
    fn reopened(&self) -> Self;

    /// Returns whether the error says that the layout of a table differs from the layout in the store.
    fn is_changed(error: &Self::Error) -> bool;
}

impl SharedStore for Recorded {
    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn reopened(&self) -> Self {
        let mut reopened = Self::default();
        reopened.memory = self.memory.clone();
        reopened
    }

    fn is_changed(error: &Self::Error) -> bool {
        matches!(error, LayoutChanged { .. })
    }
}

impl SharedStore for Memory {
    fn memory(&self) -> &Memory {
        self
    }

    fn reopened(&self) -> Self {
        self.clone()
    }

    fn is_changed(_: &LayoutChanged) -> bool {
        true
    }
}

/// The key to which the migrations of all kinds move their records.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "moved")]
struct MovedKey {
    id: u16,
}

/// Declares kinds of records in the given tables. The entries of all kinds share the table `all.text`.
macro_rules! kinds {
    ($($name:ident: $table:literal, $namespace:expr $(, $attribute:meta)?;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Debug, RowKey)]
            #[rowkey(value = String, format = rowkey::Raw, table = $table, indexes(ByText) $(, $attribute)?)]
            struct Key {
                id: u16,
            }

            #[derive(Debug, RowKey)]
            #[rowkey(index_of = Key, table = "all.text" $(, $attribute)?)]
            struct ByText {
                #[rowkey(from = value)]
                text: String,
                id: u16,
            }

            pub const fn kind<S: SharedStore>() -> Kind<S> {
                Kind {
                    namespace: $namespace,
                    put: |rows, id| rows.put(&Key { id }, &format!("text {}", id % 2)),
                    reads: &[
                        ("count", |rows| rows.count(Key::prefix())),
                        ("count entries", |rows| rows.count(ByText::prefix())),
                        ("scan", |rows| rows.scan(Key::prefix()).try_fold(0, |count, row| row.map(|_| count + 1))),
                        ("records", |rows| rows.records(ByText::prefix()).try_fold(0, |count, row| row.map(|_| count + 1))),
                        ("verify", |rows| {
                            let progress = rows.verify::<Key>(None, 100)?;
                            // Each record has one entry, so half of the checked rows are records.
                            Ok(if progress.is_clean() { progress.checked / 2 } else { 0 })
                        }),
                        ("plan_migration", |rows| {
                            let moved = |key: Key, text| Some((MovedKey { id: key.id }, text));
                            Ok(rows.plan_migration(Key::prefix(), None, 100, moved)?.moved)
                        }),
                    ],
                    writes: &[
                        ("clear", |rows| rows.clear::<Key>()),
                        ("remove_all", |rows| rows.remove_all(Key::prefix())),
                        ("remove_some", |rows| rows.remove_some(ByText::prefix(), 100)),
                        ("rebuild", |rows| Ok(rows.rebuild::<Key>(None, 100)?.checked / 2)),
                        ("migrate", |rows| {
                            let moved = |key: Key, text| Some((MovedKey { id: key.id }, text));
                            Ok(rows.migrate(Key::prefix(), None, 100, moved)?.moved)
                        }),
                        ("update", |rows| {
                            (0..100).try_fold(0, |count, id| {
                                let updated = rows.update(&Key { id }, |text| text.push('!'))?;
                                Ok(count + u64::from(updated.is_some()))
                            })
                        }),
                        ("take", |rows| {
                            (0..100).try_fold(0, |count, id| Ok(count + u64::from(rows.take(&Key { id })?.is_some())))
                        }),
                    ],
                    drop_table: |rows| rows.drop_table::<Key>(),
                }
            }
        })*

        const fn kinds<S: SharedStore>() -> [Kind<S>; 11] {
            [$($name::kind()),*]
        }
    };
}

kinds! {
    none: "all", b"";
    zero: "all", b"\0", namespace = b"\0";
    zeros: "all", b"\0\0", namespace = b"\0\0";
    a: "all", b"a", namespace = "a";
    ab: "all", b"ab", namespace = "ab";
    abc: "all", b"abc", namespace = "abc";
    b: "all", b"b", namespace = "b";
    t: "all", b"t", namespace = "t";
    last: "all", b"\xFF", namespace = b"\xFF";
    // Only the tables of the entries are shared.
    other_none: "others", b"";
    other_ab: "others", b"ab", namespace = "ab";
}

/// Puts the records of a kind. Returns the store, even if a put fails, and the result of the puts.
fn filled<S: SharedStore>(store: S, kind: &Kind<S>) -> (S, RowsResult<(), S>) {
    let mut rows = store.opened();
    let put = (0..COUNT).try_for_each(|id| (kind.put)(&mut rows, id as u16 * 11));
    (std::mem::take(rows.store_mut()), put)
}

/// Returns the rows of all tables whose keys begin with a namespace.
fn rows_of(memory: &Memory, namespace: &[u8]) -> [TableRows; 3] {
    ["all", "all.text", "others"].map(|table| {
        let rows = memory.rows(table).filter(|(key, _)| key.starts_with(namespace));
        rows.map(|(key, value)| (key.to_vec(), value.to_vec())).collect()
    })
}

fn is_changed<T, S: SharedStore>(result: RowsResult<T, S>) -> bool {
    match result {
        Err(RowsError::Changed(_)) => true,
        Err(RowsError::Store(error)) => S::is_changed(&error),
        _ => false,
    }
}

fn no_call_touches_another_kind<S: SharedStore>() {
    let kinds = kinds::<S>();
    let mut shared = 0;
    let all = || kinds.iter().enumerate();
    for ((i, first), (j, second)) in all().flat_map(|first| all().map(move |second| (first, second))) {
        if i == j {
            continue;
        }
        let names = format!("{i}, {:?}; {j}, {:?}", first.namespace, second.namespace);
        let (store, put) = filled(S::default(), first);
        put.unwrap();
        let before = store.memory().clone();
        let (store, put) = filled(store.reopened(), second);
        if first.namespace.starts_with(second.namespace) || second.namespace.starts_with(first.namespace) {
            assert!(is_changed::<_, S>(put), "{names}");
            assert_eq!(*store.memory(), before, "{names}");
            for (name, read) in second.reads {
                assert!(is_changed::<_, S>(read(&store.reopened().opened())), "{names}: {name}");
            }
            for (name, write) in second.writes {
                let mut rows = store.reopened().opened();
                assert!(is_changed::<_, S>(write(&mut rows)), "{names}: {name}");
                assert_eq!(*rows.store().memory(), before, "{names}: {name}");
            }
        } else {
            put.unwrap();
            shared += 1;
        }
        let other = rows_of(store.memory(), second.namespace);
        for (name, read) in first.reads {
            assert_eq!(read(&store.reopened().opened()).unwrap(), COUNT, "{names}: {name}");
        }
        for (name, write) in first.writes {
            let mut rows = store.reopened().opened();
            assert_eq!(write(&mut rows).unwrap(), COUNT, "{names}: {name}");
            if !first.namespace.starts_with(second.namespace) && !second.namespace.starts_with(first.namespace) {
                assert_eq!(rows_of(rows.store().memory(), second.namespace), other, "{names}: {name}");
            }
        }
    }
    assert!(shared > 40, "{shared}");
}

#[test]
fn no_call_for_one_kind_of_records_touches_another_kind() {
    no_call_touches_another_kind::<Recorded>();
}

#[test]
fn no_call_for_one_kind_of_records_in_memory_touches_another_kind() {
    no_call_touches_another_kind::<Memory>();
}

/// An earlier version of this library did not compare namespaces, so a store may have recorded both kinds in one table.
/// Every call for either kind is an error.
#[test]
fn kinds_that_share_rows_are_rejected_although_both_are_recorded() {
    let kinds = kinds::<Recorded>();
    for (first, second) in kinds.iter().flat_map(|first| kinds.iter().map(move |second| (first, second))) {
        if first.namespace == second.namespace || !second.namespace.starts_with(first.namespace) {
            continue;
        }
        let names = format!("{:?}, {:?}", first.namespace, second.namespace);
        let (mut store, put) = filled(Recorded::default(), first);
        put.unwrap();
        let (other, put) = filled(Recorded::default(), second);
        put.unwrap();
        for (key, value) in other.memory.rows(LAYOUTS.name()) {
            store.memory.put(&LAYOUTS, key, value).unwrap();
        }
        let before = store.memory.clone();
        for kind in [first, second] {
            for (name, read) in kind.reads {
                assert!(is_changed::<_, Recorded>(read(&SharedStore::reopened(&store).opened())), "{names}: {name}");
            }
            for (name, write) in kind.writes {
                let mut rows = SharedStore::reopened(&store).opened();
                assert!(is_changed::<_, Recorded>(write(&mut rows)), "{names}: {name}");
                assert_eq!(rows.store().memory, before, "{names}: {name}");
            }
        }
    }
}

/// `drop_table` is an error if rows are left. After it succeeds, every other kind of records can have the tables.
fn the_tables_are_free_after_drop_table<S: SharedStore>() {
    let kinds = kinds::<S>();
    for (first, second) in kinds.iter().flat_map(|first| kinds.iter().map(move |second| (first, second))) {
        let names = format!("{:?}, {:?}", first.namespace, second.namespace);
        let (store, put) = filled(S::default(), first);
        put.unwrap();
        let before = store.memory().clone();
        let mut rows = store.opened();
        assert!(matches!((first.drop_table)(&mut rows), Err(RowsError::NotEmpty { .. })), "{names}");
        assert_eq!(*rows.store().memory(), before, "{names}");
        let (_, migrate) = first.writes.iter().find(|(name, _)| *name == "migrate").unwrap();
        assert_eq!(migrate(&mut rows).unwrap(), COUNT, "{names}");
        for _ in 0..2 {
            (first.drop_table)(&mut rows).unwrap();
        }
        let (store, put) = filled(rows.into_store().unwrap().reopened(), second);
        put.unwrap();
        // `plan_migration` fails: the earlier migration has already stored records under their new keys.
        for (name, read) in second.reads.iter().filter(|(name, _)| *name != "plan_migration") {
            assert_eq!(read(&store.reopened().opened()).unwrap(), COUNT, "{names}: {name}");
        }
    }
}

#[test]
fn the_name_of_a_table_is_free_after_drop_table() {
    the_tables_are_free_after_drop_table::<Recorded>();
    the_tables_are_free_after_drop_table::<Memory>();
}

mod without_index {
    use super::*;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "all")]
    pub struct Key {
        id: u16,
    }

    pub static REMOVED: RemovedIndex = RemovedIndex::new("all.text", b"", Key::TABLE);
    pub static MISSPELLED: RemovedIndex = RemovedIndex::new("all.txet", b"", Key::TABLE);
    /// An index that is not in the store, and an index that is.
    pub static BOTH: [RemovedIndex; 2] =
        [RemovedIndex::new("all.txet", b"", Key::TABLE), RemovedIndex::new("all.text", b"", Key::TABLE)];

    /// Moves the records to another table, without their indexes.
    pub fn migrate(rows: &mut Rows<Recorded>) -> RowsResult<u64> {
        let moved = |key: Key, text| Some((MovedKey { id: key.id }, text));
        let plan = rows.plan_migration(Key::prefix(), None, 100, moved);
        assert_eq!(plan.is_ok(), rows.unlisted_indexes::<Key>()?.is_empty());
        Ok(rows.migrate(Key::prefix(), None, 100, moved)?.moved)
    }
}

/// A migration or `drop_table` would leave the entries of such an index in the store, so both are errors.
#[test]
fn an_index_that_the_old_key_does_not_list_is_not_left_behind() {
    use without_index::{BOTH, Key, MISSPELLED, REMOVED, migrate};
    let (store, put) = filled(Recorded::default(), &none::kind());
    put.unwrap();
    let mut rows = store.reopened().opened();
    let before = rows.store().memory.clone();
    let names = |rows: &Rows<Recorded>| {
        let unlisted = rows.unlisted_indexes::<Key>().unwrap();
        unlisted.into_iter().map(|index| (index.table, index.namespace)).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let error = rows.drop_index(&MISSPELLED, None, 100).unwrap_err();
        assert!(matches!(&error, RowsError::UnknownIndex { index, .. } if index.name() == "all.txet"), "{error}");
        assert_eq!(names(&rows), [("all.text".into(), Vec::new())]);
    }
    assert_eq!(
        migrate(&mut rows).unwrap_err().to_string(),
        "the store has recorded indexes of `all` that `indexes(..)` does not list: `all.text`\n\
         help: list them in `indexes(..)` of the old key, or delete their entries with `Rows::drop_index`"
    );
    assert!(matches!(rows.drop_table::<Key>(), Err(RowsError::Unlisted { .. })));
    for table in ["all", "all.text"] {
        assert!(rows.store().memory.rows(table).eq(before.rows(table)));
    }
    assert_eq!(rows.drop_index(&REMOVED, None, 1).unwrap().stale, 1);
    for stale in [COUNT - 1, 0] {
        assert_eq!(rows.drop_index(&BOTH, None, 100).unwrap().stale, stale);
        assert_eq!(names(&rows), []);
    }
    // A store without other indexes accepts every name: the index may be deleted already.
    assert_eq!(rows.drop_index(&MISSPELLED, None, 100).unwrap().stale, 0);
    assert_eq!(migrate(&mut rows).unwrap(), COUNT);
    rows.drop_table::<Key>().unwrap();
    assert_eq!(rows.store().memory.rows("all").count(), 0);
}

#[test]
fn a_namespace_that_is_added_to_a_key_needs_another_table() {
    let (store, put) = filled(Recorded::default(), &none::kind());
    put.unwrap();
    let (_, put) = filled(store.reopened(), &ab::kind());
    let text = put.unwrap_err().to_string();
    assert!(
        text.starts_with(
            "table `all` has rows with no namespace, so it cannot hold rows with the namespace \"ab\": \
             in one table, no namespace may be the beginning of another\n\
             help: give the new layout a table name of its own, and move the records with `Rows::migrate`\n"
        ),
        "{text}"
    );
}

/// The index has the same layout in both programs, so the layout alone would not show that the rows belong to other
/// records.
#[test]
fn an_index_of_other_records_needs_another_table() {
    let (store, put) = filled(Recorded::default(), &none::kind());
    put.unwrap();
    let (_, put) = filled(store.reopened(), &other_none::kind());
    let text = put.unwrap_err().to_string();
    assert!(
        text.starts_with(
            "table `all.text` is an index of all, so it cannot be an index of others\n\
             help: give the index a table name of its own with `table = \"..\"`, or, if the table of the records had another name \
             before, give this name back to it\n"
        ),
        "{text}"
    );
}

mod changed {
    use super::*;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "all", indexes(ByText))]
    pub struct Key {
        id: u16,
    }

    #[derive(Debug, RowKey)]
    #[rowkey(index_of = Key, table = "all.text")]
    pub struct ByText {
        id: u16,
        #[rowkey(from = value)]
        text: String,
    }

    pub fn put(rows: &mut Rows<Recorded>) -> RowsResult<()> {
        rows.put(&Key { id: 1 }, &String::new())
    }
}

/// The entries of an index are not moved by a migration, but written again by a rebuild.
#[test]
fn an_index_with_other_fields_needs_another_table() {
    let (store, put) = filled(Recorded::default(), &none::kind());
    put.unwrap();
    let text = changed::put(&mut store.reopened().opened()).unwrap_err().to_string();
    assert!(
        text.starts_with(
            "the layout of table `all.text` has changed, so its rows cannot be read\n\
             help: if the key of the records has changed, move the records with `Rows::migrate`; otherwise give the index a new \
             name with `table = \"..\"`, call `Rows::rebuild` for it, and delete the old entries with `Rows::drop_index`\n"
        ),
        "{text}"
    );
}
