//! Records the layout of each table in a special table of the store. If a later program has another layout, it gets an
//! error and does not misread the rows. The recorded layouts also tell which indexes are built.

use super::changed::{LayoutChanged, Reason, have_changed_places};
use super::error::{ExpressionsChanged, RowsError, UnlistedIndex};
use super::{Direction, Read, Write};
use crate::codec::field_layout;
use crate::codec::variable::VariableLength;
use crate::layout::{Layout, Separator};
use crate::range::KeyRange;
use crate::record::description::Description;
use crate::record::shared_table::overlap;
use crate::record::table::Table;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;

/// The table in which a store records the layouts of its other tables, and the cursors of
/// [jobs](super::Rows::run_step).
///
/// The key of a layout is the name of the table. If the table has a namespace, a zero byte and the namespace follow the
/// name. The value consists of these parts. Numbers are big-endian:
///
/// 1. `01`, the version of this form.
/// 2. `01` if an index contains all entries, and `00` while it is built. Records have `01`.
/// 3. The [fingerprint of the rows](Table::rows_fingerprint) in 8 bytes.
/// 4. The [fingerprint](Table::fingerprint) of the records and of the indexes that the last writer of this table
///    listed, in 8 bytes. The writer is a version of the program.
/// 5. 8 bytes. For an index, the hash of its sources: the expressions of its fields and of its filter, and whether an
///    entry stores the whole value. For records, their generation, which changes when another version of the program
///    writes to them.
/// 6. The description of the table in canonical bytes: its name, the form of its values, the sources of an index, and
///    the [bytes](crate::Layout::to_bytes) of its layout.
///
/// If the last writer of the records did not list an index, the index has missed changes. The program notices this
/// because the fourth parts of the index and of the records then differ.
///
/// The hash and the description of an index describe how the stored entries were computed. If a later program has other
/// sources, they stay as they are until a rebuild has finished.
pub static LAYOUTS: Table = Table::new("rowkey.layouts", LAYOUT, "layouts");

const LAYOUT: &Layout = &Layout::__rowkey_new(
    "TableName",
    b"",
    Separator::Escape,
    None,
    const { &[field_layout::<VariableLength<str>, String>("table")] },
);

const VERSION: u8 = 1;

/// The recorded layout of a table.
pub(super) struct RecordedLayout {
    pub(super) state: State,
    pub(super) description: Description,
}

/// The parts of a recorded layout before the description.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) is_built: bool,
    rows_fingerprint: u64,
    pub(super) last_writer: u64,
    /// The hash of the sources of an index. 0 for records.
    sources: u64,
    /// The generation of records. 0 for an index.
    generation: u64,
}

impl State {
    /// Returns whether the entries of an index were computed from the same sources as in this program.
    fn has_sources_of(self, index: &Table) -> bool {
        self.sources == index.sources_fingerprint()
    }

    /// Returns the value that [`LAYOUTS`] stores.
    pub(super) fn with(self, description: &Description) -> Vec<u8> {
        let Self { is_built, rows_fingerprint, last_writer, sources, generation } = self;
        let last = if description.records_of_index().is_some() { sources } else { generation };
        let words = [rows_fingerprint, last_writer, last].map(u64::to_be_bytes);
        [&[VERSION, is_built.into()], words.as_flattened(), &description.to_bytes()].concat()
    }
}

impl RecordedLayout {
    /// Reads a value of the table [`LAYOUTS`].
    ///
    /// # Errors
    /// This library, or this release of it, has not written the value: what is wrong.
    pub(super) fn read(value: &[u8]) -> Result<Self, String> {
        let (VERSION, rest) = value.split_first().map(|(version, rest)| (*version, rest)).unwrap_or_default() else {
            return Err("the recorded layout is damaged, or written by another release of rowkey".into());
        };
        let (words, description) = rest.split_first_chunk::<25>().ok_or("the recorded layout is cut off")?;
        let [is_built, words @ ..] = *words;
        let word = |index: usize| {
            let bytes = words.as_chunks().0.get(index).copied();
            u64::from_be_bytes(bytes.unwrap_or_default())
        };
        let description = Description::from_bytes(description).map_err(|error| error.to_string())?;
        let is_index = description.records_of_index().is_some();
        let [sources, generation] = if is_index { [word(2), 0] } else { [0, word(2)] };
        let (is_built, rows_fingerprint, last_writer) = (is_built == 1, word(0), word(1));
        Ok(Self { state: State { is_built, rows_fingerprint, last_writer, sources, generation }, description })
    }

    /// Returns the recorded layout of a table. Returns `None` if the store has no layout of the table, or one that
    /// cannot be read.
    pub(super) fn of<S: Read>(store: &S, table: &'static Table) -> Result<Option<Self>, S::Error> {
        Ok(store.get(&LAYOUTS, &key(table))?.and_then(|value| Self::read(value.as_ref()).ok()))
    }
}

/// Returns whether a table is [`LAYOUTS`]. The layout of [`LAYOUTS`] itself is not recorded.
pub(super) fn is_layouts(table: &Table) -> bool {
    table.name() == LAYOUTS.name()
}

fn key(table: &Table) -> Vec<u8> {
    key_of(table.name(), table.namespace())
}

/// Returns the key in [`LAYOUTS`] of the table with this name and namespace.
pub(super) fn key_of(name: &str, namespace: &[u8]) -> Vec<u8> {
    match namespace {
        [] => name.into(),
        namespace => [name.as_bytes(), &[0], namespace].concat(),
    }
}

/// The inverse of [`key_of`]. Returns the bytes of the name, and the namespace.
pub(super) fn split_key(key: &[u8]) -> (&[u8], &[u8]) {
    // Names of tables contain no zero byte.
    let mut parts = key.splitn(2, |byte| *byte == 0);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

/// Returns whether two tables belong to the same records, with other indexes. One program can have several such `Table`s.
pub(super) fn are_other_indexes(table: &'static Table, other: &'static Table) -> bool {
    let (records, other) = (table.records(), other.records());
    records != other && key(records) == key(other)
}

/// Returns the state of records or of an index that this program has written.
fn current_state(table: &'static Table, is_built: bool, generation: u64) -> State {
    State {
        is_built,
        rows_fingerprint: table.rows_fingerprint(),
        last_writer: table.records().fingerprint(),
        sources: table.sources_fingerprint(),
        generation,
    }
}

/// Returns the expressions of an index that have changed since its entries were computed. Returns `None` if no
/// expression has changed, or if the layout of the index is not recorded.
pub(super) fn changed_expressions<S: Read>(
    store: &S,
    index: &'static Table,
) -> Result<Option<ExpressionsChanged>, S::Error> {
    let Some(recorded) = RecordedLayout::of(store, index)?.filter(|recorded| !recorded.state.has_sources_of(index))
    else {
        return Ok(None);
    };
    let (recorded, current) = (recorded.description, index.description());
    let changed = recorded.sources().zip(current.sources()).filter(|(old, new)| old != new);
    // A renamed field of the primary key does not make an index outdated. Show such a line only if nothing else has changed.
    let (renamed, mut changed): (Vec<_>, Vec<_>) = changed.partition(|(old, new)| {
        let is_in = |line: &str, description: &Description| description.sources().any(|other| other == line);
        is_field_of_primary_key(old) && is_field_of_primary_key(new) && !is_in(new, &recorded) && !is_in(old, &current)
    });
    if changed.is_empty() {
        changed = renamed;
    }
    let (stored, current) = changed.into_iter().map(|(old, new)| (old.into(), new.into())).unzip();
    Ok(Some(ExpressionsChanged { stored, current }))
}

/// Returns whether a printed source is a field of the primary key with the same name, such as `from  user = key.user`.
fn is_field_of_primary_key(line: &str) -> bool {
    Description::primary_field(line).is_some_and(|(name, field)| name == field)
}

fn compare_layout_and_namespaces<S: Read>(
    store: &S,
    table: &'static Table,
) -> Result<Option<State>, RowsError<S::Error>> {
    let state = compare_layout(store, table)?;
    check_namespaces(store, table)?;
    Ok(state)
}

/// Compares the recorded layout of a table with its layout in this program. Returns the recorded state, or `None` if no
/// layout is recorded.
fn compare_layout<S: Read>(store: &S, table: &'static Table) -> Result<Option<State>, RowsError<S::Error>> {
    let Some(value) = store.get(&LAYOUTS, &key(table)).map_err(RowsError::Store)? else { return Ok(None) };
    let recorded = RecordedLayout::read(value.as_ref());
    let (current, reason) = (table.description(), |reason| Err(changed(table, &recorded, reason)));
    let Ok(RecordedLayout { state, description }) = &recorded else { return reason(Reason::Layout) };
    // A store with partitions stores the same key elsewhere if its sort key begins with another field.
    let has_same_partitions = !S::HAS_PARTITIONS || description.layout().sort_key() == current.layout().sort_key();
    let has_same_layout = has_same_partitions && state.rows_fingerprint == table.rows_fingerprint();
    match (description.records_of_index(), current.records_of_index()) {
        (Some(stored), Some(current)) if stored != current => {
            reason(Reason::Records([stored.into(), current.into()].into()))
        }
        // If the fields of an index change places, their sources do too, and the index counts as not built.
        (None, None)
            if has_same_layout
                && have_changed_places(description.layout().field_names(), current.layout().field_names()) =>
        {
            reason(Reason::Places)
        }
        _ if has_same_layout => Ok(Some(*state)),
        _ => reason(Reason::Layout),
    }
}

fn changed<E>(table: &'static Table, recorded: &Result<RecordedLayout, String>, reason: Reason) -> RowsError<E> {
    let stored = match recorded {
        Ok(recorded) => recorded.description.to_string(),
        Err(error) => error.clone(),
    };
    RowsError::Changed(LayoutChanged::new(table, stored, reason))
}

/// Returns the name and the namespace of the records, if the layout is that of an index.
fn records_of_index(recorded: &Result<RecordedLayout, String>) -> Option<&str> {
    recorded.as_ref().ok()?.description.records_of_index()
}

/// Records the layout of an index. If `is_built` is false, keeps the sources that are already recorded, because the
/// stored entries were computed from these sources.
fn record_index<S: Write>(store: &mut S, index: &'static Table, is_built: bool) -> Result<(), S::Error> {
    let earlier = if is_built { None } else { RecordedLayout::of(store, index)? };
    let new = current_state(index, is_built, 0);
    let new = match earlier {
        Some(RecordedLayout { state, description }) => State { sources: state.sources, ..new }.with(&description),
        None => new.with(&index.description()),
    };
    store.put(&LAYOUTS, &key(index), &new)
}

/// Records that a removed index no longer has an entry for every record. A program that still lists the index must then
/// rebuild the index. Also increases the generation of the records, so that a running rebuild starts again.
pub(super) fn mark_incomplete<S: Write>(store: &mut S, removed: &'static Table) -> Result<(), S::Error> {
    if let Some(RecordedLayout { state, description }) = RecordedLayout::of(store, removed.records())? {
        let new = State { is_built: true, generation: state.generation.wrapping_add(1), ..state };
        store.put(&LAYOUTS, &key(removed.records()), &new.with(&description))?;
    }
    if let Some(RecordedLayout { state, description }) = RecordedLayout::of(store, removed)? {
        store.put(&LAYOUTS, &key(removed), &State { is_built: false, ..state }.with(&description))?;
    }
    Ok(())
}

/// Returns the indexes that the store has recorded for `records`, but that `records` does not list.
pub(super) fn unlisted_indexes<S: Read>(store: &S, records: &'static Table) -> Result<Vec<UnlistedIndex>, S::Error> {
    let records_name = records.name_and_namespace();
    let mut unlisted = Vec::new();
    for row in store.range(&LAYOUTS, &KeyRange::beginning_with(b""), Direction::Forward)? {
        let (recorded_key, value) = row?;
        let recorded_key = recorded_key.as_ref();
        let is_index = records_of_index(&RecordedLayout::read(value.as_ref())) == Some(&records_name);
        if is_index && records.indexes().iter().all(|index| key(index) != recorded_key) {
            let (table, namespace) = split_key(recorded_key);
            unlisted.push(UnlistedIndex {
                table: String::from_utf8_lossy(table).into_owned(),
                namespace: namespace.into(),
            });
        }
    }
    Ok(unlisted)
}

pub(super) fn is_recorded<S: Read>(store: &S, table: &'static Table) -> Result<bool, S::Error> {
    Ok(store.get(&LAYOUTS, &key(table))?.is_some())
}

pub(super) fn delete_layout<S: Write>(store: &mut S, table: &'static Table) -> Result<(), S::Error> {
    store.delete(&LAYOUTS, &key(table))
}

/// Checks that the rows of a removed index are entries of an index of the same records, and nothing else. Each recorded
/// layout with an overlapping namespace in the same table must have the same namespace, and be an index of the same
/// records.
fn check_removed<S: Read>(store: &S, table: &'static Table) -> Result<(), RowsError<S::Error>> {
    let records = table.records();
    let records_name = records.name_and_namespace();
    check_overlapping_layouts(store, table, |namespace, recorded| {
        if namespace == table.namespace() && records_of_index(recorded) == Some(&records_name) {
            return Ok(());
        }
        Err(RowsError::NotAnIndex { table: table.name(), records: records.name() })
    })
}

/// Checks that no other namespace that is recorded for the same table of the store overlaps with the namespace of
/// `table`.
fn check_namespaces<S: Read>(store: &S, table: &'static Table) -> Result<(), RowsError<S::Error>> {
    check_overlapping_layouts(store, table, |namespace, recorded| {
        if namespace == table.namespace() {
            return Ok(());
        }
        Err(changed(table, recorded, Reason::of_namespaces(namespace, table.namespace())))
    })
}

pub(super) fn has_rows<S: Read>(store: &S, table: &'static Table, namespace: &[u8]) -> Result<bool, S::Error> {
    let rows = KeyRange::beginning_with(namespace);
    Ok(store.range(table, &rows, Direction::Forward)?.next().transpose()?.is_some())
}

/// Calls `check` with each recorded layout in the same table of the store, and with its namespace, if this namespace
/// overlaps with the namespace of `table`. Two namespaces overlap if one of them is the beginning of the other.
fn check_overlapping_layouts<S: Read>(
    store: &S,
    table: &'static Table,
    mut check: impl FnMut(&[u8], &Result<RecordedLayout, String>) -> Result<(), RowsError<S::Error>>,
) -> Result<(), RowsError<S::Error>> {
    let range = KeyRange::beginning_with(table.name().as_bytes());
    for row in store.range(&LAYOUTS, &range, Direction::Forward).map_err(RowsError::Store)? {
        let (key, value) = row.map_err(RowsError::Store)?;
        let namespace = match key.as_ref().strip_prefix(table.name().as_bytes()) {
            Some([]) => &[][..],
            Some([0, namespace @ ..]) => namespace,
            // The key belongs to another table, whose longer name begins with the name of `table`.
            _ => continue,
        };
        if overlap(namespace, table.namespace()) {
            check(namespace, &RecordedLayout::read(value.as_ref()))?;
        }
    }
    Ok(())
}

/// The tables of an opened database whose layouts are compared with the recorded layouts, so that later transactions
/// need not compare them again.
///
/// An adapter keeps an `Arc<ComparedTables>` with its handle of the database for as long as the database is open: see
/// [how to write an adapter](super#to-write-an-adapter).
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{ComparedAtBegin, Memory, Rows, RowsError, Table};
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// #[derive(RowKey)]
/// struct WideHostKey {
///     host: u32,
/// }
///
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
/// static WIDE_HOSTS: Table = Table::new("hosts", WideHostKey::LAYOUT, "text");
///
/// let mut store = Memory::new();
/// Rows::with_layouts(&mut store, ComparedAtBegin::default()).record_layouts(&[&HOSTS])?;
///
/// // A later program opens the same store with another layout.
/// let error = Rows::with_layouts(&mut store, ComparedAtBegin::default()).record_layouts(&[&WIDE_HOSTS]).unwrap_err();
/// assert_eq!(error.to_string(), "\
/// the layout of table `hosts` has changed, so its rows cannot be read
/// help: give the new layout a table name of its own, and move the records with `Rows::migrate`; if two types of this program have this table name, rename the table of one of them
///
/// in the store                                     | in this program
/// hosts                                            | hosts
/// values  text                                     | values  text
/// HostKey                                          | WideHostKey
/// part  offset  width  encoding          order     | part  offset  width  encoding          order
/// host  0       2      unsigned integer  ascending | host  0       4      unsigned integer  ascending
/// ");
/// # Ok::<(), RowsError<rowkey::store::LayoutChanged>>(())
/// ```
#[derive(Debug, Default)]
pub struct ComparedTables {
    /// The first node of a linked list. The list contains the tables of records that need no further comparison, and
    /// the indexes that are known to be built.
    ///
    /// The list needs no lock: every transaction of every thread reads it, and no thread should wait for another.
    first: OnceLock<Box<ComparedTable>>,
    /// Increases when a transaction that has changed what is recorded is committed. All tables must then be compared again.
    version: AtomicU64,
    /// The number of these transactions that are being committed.
    commits: AtomicU64,
}

#[derive(Debug)]
struct ComparedTable {
    table: &'static Table,
    /// The version in which the table was compared last.
    version: AtomicU64,
    next: OnceLock<Box<Self>>,
}

impl ComparedTables {
    /// Calls a closure that begins a transaction. Returns the tables that the transaction need not compare, and the result of
    /// the closure.
    ///
    /// The tables are found before the transaction begins. Otherwise, another transaction could complete an index in
    /// between, and this one would read the index in its older, incomplete snapshot.
    pub fn begin<T>(self: &Arc<Self>, begin: impl FnOnce() -> T) -> (ComparedAtBegin, T) {
        let version = self.version.load(SeqCst);
        let compared = ComparedAtBegin {
            tables: Arc::clone(self),
            version: Some(version).filter(|_| self.commits.load(SeqCst) == 0),
            has_changes: false,
        };
        (compared, begin())
    }
}

/// The tables that a transaction need not compare: see [`ComparedTables::begin`]. With the default, it compares all tables.
#[derive(Debug, Clone, Default)]
pub struct ComparedAtBegin {
    tables: Arc<ComparedTables>,
    /// The version of `tables` before the transaction has begun. `None` if another transaction was being committed then, which
    /// has changed what is recorded.
    version: Option<u64>,
    /// True if this transaction has changed what is recorded. It must then compare all tables, and remember nothing for
    /// other transactions.
    has_changes: bool,
}

impl ComparedAtBegin {
    /// Returns the version, unless another transaction has changed what is recorded since this one has begun.
    fn current_version(&self) -> Option<u64> {
        let ComparedTables { version, commits, .. } = &*self.tables;
        let is_current = |began: &u64| commits.load(SeqCst) == 0 && version.load(SeqCst) == *began;
        self.version.filter(|began| !self.has_changes && is_current(began))
    }

    fn contains(&self, table: &'static Table) -> bool {
        let Some(version) = self.current_version() else { return false };
        let mut cell = &self.tables.first;
        while let Some(known) = cell.get() {
            if known.table == table {
                return known.version.load(SeqCst) == version;
            }
            cell = &known.next;
        }
        false
    }

    fn add(&self, table: &'static Table) {
        let Some(version) = self.current_version() else { return };
        let mut cell = &self.tables.first;
        loop {
            let new = || ComparedTable { table, version: version.into(), next: OnceLock::new() };
            let known = cell.get_or_init(|| Box::new(new()));
            if known.table == table {
                known.version.store(version, SeqCst);
                return;
            }
            cell = &known.next;
        }
    }

    /// This transaction changes what is recorded.
    pub(super) fn set_changed(&mut self) {
        self.has_changes = true;
    }

    /// Compares records and all their indexes with their recorded layouts. `table` can be any of them. A table without a
    /// recorded layout is accepted: usually it has no rows yet.
    pub(super) fn check_layouts<S: Read>(&self, store: &S, table: &'static Table) -> Result<(), RowsError<S::Error>> {
        if table.is_removed() {
            return check_removed(store, table);
        }
        let records = table.records();
        if is_layouts(table) || self.contains(records) {
            return Ok(());
        }
        let is_current = |state: Option<State>| state.is_some_and(|state| state.last_writer == records.fingerprint());
        let mut all_are_current = is_current(compare_layout_and_namespaces(store, records)?);
        for index in records.indexes() {
            all_are_current &= is_current(compare_layout_and_namespaces(store, index)?);
        }
        if all_are_current {
            self.add(records);
        }
        Ok(())
    }

    /// Like [`check_layouts`](Self::check_layouts), but also records the layouts that are not recorded. Marks an
    /// index as not built in these cases:
    ///
    /// - The last writer of the records did not list the index, so the index has missed changes.
    /// - The expressions of the index have changed, so its entries are outdated.
    /// - The table of the records has rows but no recorded layout, so another program has written the rows.
    ///
    /// The layout is recorded within the transaction of `store`. If the transaction is aborted, the next transaction
    /// that writes to the table records the layout.
    pub(super) fn check_and_record_layouts<S: Write>(
        &mut self,
        store: &mut S,
        table: &'static Table,
    ) -> Result<(), RowsError<S::Error>> {
        if table.is_removed() {
            // Another `Table` of these records may still list the index, which is not built from now on.
            self.set_changed();
            return check_removed(store, table);
        }
        let records = table.records();
        if !is_layouts(table) && !self.contains(records) {
            self.record_layouts(store, records)?;
            self.add(records);
        }
        Ok(())
    }

    /// Compares the layouts of records and of their indexes, and records those that are new. Returns the generation of
    /// the records.
    fn record_layouts<S: Write>(&mut self, store: &mut S, records: &'static Table) -> Result<u64, RowsError<S::Error>> {
        let recorded = compare_layout_and_namespaces(store, records)?;
        let last_writer = recorded.map(|state| state.last_writer);
        let is_current = last_writer == Some(records.fingerprint());
        for index in records.indexes() {
            let is_built = match compare_layout_and_namespaces(store, index)? {
                Some(state) if is_current && state.last_writer == records.fingerprint() => continue,
                Some(state) => state.is_built && Some(state.last_writer) == last_writer && state.has_sources_of(index),
                // A new index is built only if there are no records. If the layout of the records is recorded, earlier
                // versions of the program may have stored records. If no layout is recorded, another program may have
                // stored rows.
                None => {
                    recorded.is_none() && !has_rows(store, records, records.namespace()).map_err(RowsError::Store)?
                }
            };
            self.set_changed();
            record_index(store, index, is_built).map_err(RowsError::Store)?;
        }
        let generation = recorded.map_or(0, |state| state.generation.wrapping_add((!is_current).into()));
        if !is_current {
            self.set_changed();
            let new = current_state(records, true, generation).with(&records.description());
            store.put(&LAYOUTS, &key(records), &new).map_err(RowsError::Store)?;
        }
        Ok(generation)
    }

    /// Returns the generation of the records that `table` belongs to, which changes when another version of the program
    /// has written to them. Compares the recorded layouts in each call.
    pub(super) fn generation<S: Write>(
        &mut self,
        store: &mut S,
        table: &'static Table,
    ) -> Result<u64, RowsError<S::Error>> {
        self.record_layouts(store, table.records())
    }

    pub(super) fn set_built<S: Write>(
        &mut self,
        store: &mut S,
        index: &'static Table,
    ) -> Result<(), RowsError<S::Error>> {
        // Records the layouts of the index and of its records, if they are not recorded yet. When `Rows::clear` finds
        // no rows to delete, it calls this method for an index that was never opened for writing.
        self.check_and_record_layouts(store, index)?;
        self.set_changed();
        record_index(store, index, true).map_err(RowsError::Store)
    }

    /// Puts the recorded layout of each built index among these tables once more. Returns the keys of these rows, and the
    /// values which say that the indexes are not built.
    pub(super) fn put_built_indexes<S: Write>(
        &mut self,
        store: &mut S,
        tables: &[&'static Table],
    ) -> Result<Vec<[Vec<u8>; 2]>, S::Error> {
        let mut not_built = Vec::new();
        for index in tables.iter().filter(|table| table.is_index()) {
            let Some(RecordedLayout { state, description }) = RecordedLayout::of(store, index)? else { continue };
            if state.is_built {
                self.set_changed();
                store.put(&LAYOUTS, &key(index), &state.with(&description))?;
                not_built.push([key(index), State { is_built: false, ..state }.with(&description)]);
            }
        }
        Ok(not_built)
    }

    pub(super) fn is_built<S: Read>(&self, store: &S, index: &'static Table) -> Result<bool, RowsError<S::Error>> {
        if self.contains(index) {
            return Ok(true);
        }
        let (state, records) = (compare_layout(store, index)?, compare_layout(store, index.records())?);
        let is_built = match (state, records) {
            (Some(state), Some(records)) => {
                state.is_built && state.last_writer == records.last_writer && state.has_sources_of(index)
            }
            (Some(state), None) => state.is_built && state.has_sources_of(index),
            // The index is new, and records may lack entries.
            (None, Some(_)) => return Ok(false),
            // Neither layout is recorded. The index is built unless another program has written records.
            (None, None) => {
                for table in [index, index.records()] {
                    check_namespaces(store, table)?;
                }
                let records = index.records();
                return Ok(!has_rows(store, records, records.namespace()).map_err(RowsError::Store)?);
            }
        };
        if is_built {
            self.add(index);
        }
        Ok(is_built)
    }

    /// Ends the transaction, before its commit. `written` are its tables whose recorded layouts are those of this program.
    pub(super) fn into_new_layouts(self, written: Vec<&'static Table>) -> NewLayouts {
        if !self.has_changes {
            return NewLayouts::default();
        }
        self.tables.commits.fetch_add(1, SeqCst);
        NewLayouts { changed: Some((self, written)) }
    }
}

/// The layouts that a transaction has recorded: see [`Rows::into_store_and_layouts`](super::Rows::into_store_and_layouts).
#[derive(Debug, Default)]
#[must_use = "commit the transaction with `commit`"]
pub struct NewLayouts {
    /// `None` if what is recorded stays the same.
    changed: Option<(ComparedAtBegin, Vec<&'static Table>)>,
}

impl NewLayouts {
    /// Calls a closure that commits the transaction, and returns its result. If it is `Ok`, later transactions of the same
    /// `ComparedTables` use the tables without comparing their layouts.
    ///
    /// # Errors
    /// The error of the closure. The commit may have failed or not, so all tables are compared again.
    pub fn commit<T, E>(self, commit: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let committed = commit()?;
        self.set_committed();
        Ok(committed)
    }

    fn set_committed(mut self) {
        let Some((began, written)) = self.changed.take() else { return };
        let version = end_commit(&began.tables);
        // If another transaction has changed layouts meanwhile, these may be among them.
        let version = Some(version).filter(|version| began.version.is_some_and(|began| began + 1 == *version));
        let compared = ComparedAtBegin { version, has_changes: false, tables: began.tables };
        for table in written.into_iter().filter(|table| !is_layouts(table) && !table.is_removed()) {
            compared.add(table.records());
        }
    }
}

/// Without a successful commit, all tables are compared again.
impl Drop for NewLayouts {
    fn drop(&mut self) {
        if let Some((began, _)) = &self.changed {
            end_commit(&began.tables);
        }
    }
}

/// Returns the version after the end of a commit.
fn end_commit(tables: &ComparedTables) -> u64 {
    let version = tables.version.fetch_add(1, SeqCst) + 1;
    tables.commits.fetch_sub(1, SeqCst);
    version
}
