//! Records the layout of each table in a special table of the store. If a later program has another layout, it gets an
//! error and does not misread the rows. The recorded layouts also tell which indexes are built.

use super::changed::{LayoutChanged, Reason, have_changed_places};
use super::error::{ExpressionsChanged, RowsError, UnlistedIndex};
use super::{Direction, Read, Write};
use crate::codec::field_layout;
use crate::codec::variable::VariableLength;
use crate::layout::{Layout, Separator};
use crate::range::KeyRange;
use crate::record::shared_table::overlap;
use crate::record::table::Table;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The table in which a store records the layouts of its other tables, and the cursors of
/// [jobs](super::Rows::run_step).
///
/// The key of a layout is the name of the table. If the table has a namespace, a zero byte and the namespace follow the
/// name. The value is text. Its first line consists of four words:
///
/// 1. The [fingerprint of the rows](Table::rows_fingerprint).
/// 2. `built` or `building`. Records are always `built`.
/// 3. The [fingerprint](Table::fingerprint) of the records and of the indexes that the last writer of this table
///    listed. The writer is a version of the program.
/// 4. For an index, the hash of its sources: the expressions of its fields and of its filter, and whether an entry
///    stores the whole value. For records, their [generation](Write::generation).
///
/// The other lines are the table as text, as its `Display` prints it.
///
/// If the last writer of the records did not list an index, the index has missed changes. The program notices this
/// because the third words of the index and of the records then differ.
///
/// The hash and the printed sources of an index describe how the stored entries were computed. If a later program has
/// other sources, the recorded hash and sources stay as they are until a rebuild has finished.
pub static LAYOUTS: Table = Table::new("rowkey.layouts", LAYOUT, "text");

const LAYOUT: &Layout = &Layout::__rowkey_new(
    "TableName",
    b"",
    Separator::Escape,
    None,
    const { &[field_layout::<VariableLength<str>, String>("table")] },
);

const BUILT: &str = "built";
const BUILDING: &str = "building";

/// The recorded layout of a table.
struct RecordedLayout<'t> {
    /// The first word, or `None` if the value has not been written by this library.
    fingerprint: Option<u64>,
    state: State,
    printed: &'t str,
}

/// The second, the third and the fourth word of a recorded layout.
#[derive(Clone, Copy)]
struct State {
    is_built: bool,
    /// The third word: the [fingerprint](Table::fingerprint) of the records and of the indexes that the last writer
    /// listed.
    last_writer: Option<u64>,
    /// The fourth word, or `None` if an earlier version of this library has recorded the layout.
    version: Option<RowsVersion>,
}

/// The fourth word of a recorded layout.
#[derive(Clone, Copy)]
enum RowsVersion {
    /// For an index, the hash of its sources when the entries were computed.
    Sources(u64),
    /// For records, their [generation](Write::generation).
    Generation(u64),
}

impl RowsVersion {
    fn word(self) -> u64 {
        match self {
            Self::Sources(word) | Self::Generation(word) => word,
        }
    }
}

impl State {
    /// Returns whether the entries of an index were computed from the same sources as in this program. Returns true if
    /// the sources are not recorded.
    fn has_sources_of(self, index: &Table) -> bool {
        match self.version {
            Some(RowsVersion::Sources(sources)) => sources == index.sources_fingerprint(),
            Some(RowsVersion::Generation(_)) => false,
            None => true,
        }
    }

    fn has_recorded_sources(self) -> bool {
        self.version.is_some()
    }

    fn generation(self) -> u64 {
        match self.version {
            Some(RowsVersion::Generation(generation)) => generation,
            Some(RowsVersion::Sources(_)) | None => 0,
        }
    }
}

impl<'t> RecordedLayout<'t> {
    fn records_of_index(&self) -> Option<&'t str> {
        records_of_index(self.printed)
    }

    /// Reads a value of the table [`LAYOUTS`]. If this library has not written the value, the fingerprint is `None`,
    /// which differs from the fingerprint of every table.
    fn read(value: &'t [u8]) -> Self {
        let text = core::str::from_utf8(value).unwrap_or_default();
        let (line, printed) = text.split_once('\n').unwrap_or_default();
        let mut words = line.split(' ');
        let fingerprint = words.next().and_then(read_fingerprint);
        let is_built = words.next() == Some(BUILT);
        let [last_writer, version] = [words.next(), words.next()].map(|word| word.and_then(read_fingerprint));
        let is_index = records_of_index(printed).is_some();
        let version = version.map(if is_index { RowsVersion::Sources } else { RowsVersion::Generation });
        Self { fingerprint, state: State { is_built, last_writer, version }, printed }
    }
}

fn read_fingerprint(word: &str) -> Option<u64> {
    u64::from_str_radix(word.strip_prefix("0x")?, 16).ok()
}

/// Returns whether a table is [`LAYOUTS`]. The layout of [`LAYOUTS`] is not recorded: the store would compare the
/// recorded layout whenever it reads [`LAYOUTS`], and each comparison would read [`LAYOUTS`] again, endlessly.
pub(super) fn is_layouts(table: &Table) -> bool {
    table.name() == LAYOUTS.name()
}

fn key(table: &Table) -> Vec<u8> {
    let mut key = table.name().as_bytes().to_vec();
    let namespace = table.namespace();
    if !namespace.is_empty() {
        key.push(0);
        key.extend_from_slice(namespace);
    }
    key
}

fn value_of_records(records: &'static Table, generation: u64) -> Vec<u8> {
    value(records.rows_fingerprint(), true, records.fingerprint(), Some(RowsVersion::Generation(generation)), records)
}

/// Returns the value that [`LAYOUTS`] stores for an index. `sources` is the hash of its sources and `printed` is the
/// printed table, both from when the stored entries were computed.
fn value_of_index(index: &'static Table, is_built: bool, sources: u64, printed: &impl fmt::Display) -> Vec<u8> {
    let version = Some(RowsVersion::Sources(sources));
    value(index.rows_fingerprint(), is_built, index.records().fingerprint(), version, printed)
}

fn value(
    rows_fingerprint: u64,
    is_built: bool,
    last_writer: u64,
    version: Option<RowsVersion>,
    printed: &impl fmt::Display,
) -> Vec<u8> {
    let state = if is_built { BUILT } else { BUILDING };
    let version = version.map_or(0, RowsVersion::word);
    format!("0x{rows_fingerprint:016x} {state} 0x{last_writer:016x} 0x{version:016x}\n{printed}").into_bytes()
}

/// Reads the [name and the namespace](Table::name_and_namespace) of the records from a printed table. The second line
/// of an index is `index of` or `unique index of`, and this name. Returns `None` for other tables.
fn records_of_index(printed: &str) -> Option<&str> {
    let role = printed.lines().nth(1)?;
    role.strip_prefix("unique ").unwrap_or(role).strip_prefix("index of ")
}

/// Returns the lines of a printed index that show its sources: the filter, whether an entry stores the whole value, and
/// the expressions of its fields. A missing line for the filter or for the whole value is replaced, so that two
/// versions of the index can be compared line by line.
fn printed_sources(printed: &str) -> impl Iterator<Item = &str> {
    // The first three lines are the name of the table, its kind, and the format of its values.
    let mut lines = printed.lines().skip(3).peekable();
    let filter = lines.next_if(|line| line.starts_with("filter")).unwrap_or("no filter");
    let stored = lines.next_if(|line| line.starts_with("stores")).unwrap_or("stores  not the whole value");
    [filter, stored].into_iter().chain(lines.take_while(|line| line.starts_with("from")))
}

/// Returns the expressions of an index that have changed since its entries were computed. Returns `None` if no
/// expression has changed, or if the layout of the index is not recorded.
pub(super) fn changed_expressions<S: Read>(
    store: &S,
    index: &'static Table,
) -> Result<Option<ExpressionsChanged>, S::Error> {
    let Some(value) = store.get(&LAYOUTS, &key(index))? else { return Ok(None) };
    let recorded = RecordedLayout::read(value.as_ref());
    if recorded.state.has_sources_of(index) {
        return Ok(None);
    }
    let current = index.to_string();
    let changed = printed_sources(recorded.printed).zip(printed_sources(&current)).filter(|(old, new)| old != new);
    // A renamed field of the primary key does not make an index outdated. Show such a line only if nothing else has changed.
    let (renamed, mut changed): (Vec<_>, Vec<_>) = changed.partition(|(old, new)| {
        let is_in = |line: &str, printed| printed_sources(printed).any(|other| other == line);
        is_field_of_primary_key(old)
            && is_field_of_primary_key(new)
            && !is_in(new, recorded.printed)
            && !is_in(old, &current)
    });
    if changed.is_empty() {
        changed = renamed;
    }
    let (stored, current) = changed.into_iter().map(|(old, new)| (old.into(), new.into())).unzip();
    Ok(Some(ExpressionsChanged { stored, current }))
}

/// Returns whether a printed source is a field of the primary key with the same name, such as `from  user = key.user`.
fn is_field_of_primary_key(line: &str) -> bool {
    let source = line.strip_prefix("from  ").and_then(|line| line.split_once(" = key."));
    source.is_some_and(|(name, field)| name == field)
}

fn compare_layout_and_namespaces<S: Read>(
    store: &S,
    table: &'static Table,
) -> Result<Option<State>, RowsError<S::Error>> {
    let state = compare_layout(store, table)?;
    // Check the namespaces even if the layout is recorded: an earlier version of this library, which did not check
    // them, may have recorded the layout.
    check_namespaces(store, table)?;
    Ok(state)
}

/// Compares the recorded layout of a table with its layout in this program. Returns the recorded state, or `None` if no
/// layout is recorded.
fn compare_layout<S: Read>(store: &S, table: &'static Table) -> Result<Option<State>, RowsError<S::Error>> {
    let Some(value) = store.get(&LAYOUTS, &key(table)).map_err(RowsError::Store)? else { return Ok(None) };
    let recorded = RecordedLayout::read(value.as_ref());
    let has_same_layout = recorded.fingerprint == Some(table.rows_fingerprint());
    let current = table.to_string();
    let reason = match (recorded.records_of_index(), records_of_index(&current)) {
        (Some(stored), Some(current)) if stored != current => Reason::Records([stored.into(), current.into()].into()),
        // If the fields of an index change places, their sources do too, and the index counts as not built.
        (None, None)
            if has_same_layout && have_changed_places(field_names(recorded.printed), field_names(&current)) =>
        {
            Reason::Places
        }
        _ if has_same_layout => return Ok(Some(recorded.state)),
        _ => Reason::Layout,
    };
    Err(RowsError::Changed(LayoutChanged::new(table, recorded.printed.into(), reason)))
}

/// Returns the first column of a printed table: the names of the fields, `namespace`, and `salt`.
fn field_names(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().skip_while(|line| !line.starts_with("part ")).filter_map(|line| line.split(' ').next())
}

/// Records the layout of an index. If `is_built` is false, keeps the sources that are already recorded, because the
/// stored entries were computed from these sources.
fn record_index<S: Write>(store: &mut S, index: &'static Table, is_built: bool) -> Result<(), S::Error> {
    let mut new = value_of_index(index, is_built, index.sources_fingerprint(), index);
    if let Some(value) = store.get(&LAYOUTS, &key(index))? {
        let RecordedLayout { state, printed, .. } = RecordedLayout::read(value.as_ref());
        if let Some(version) = state.version.filter(|_| !is_built) {
            new = value_of_index(index, is_built, version.word(), &printed);
        }
    }
    store.put(&LAYOUTS, &key(index), &new)
}

/// Records that a removed index no longer has an entry for every record. A program that still lists the index must then
/// rebuild the index. Also increases the generation of the records, so that a running rebuild starts again.
pub(super) fn mark_incomplete<S: Write>(store: &mut S, removed: &'static Table) -> Result<(), S::Error> {
    for (table, is_index) in [(removed.records(), false), (removed, true)] {
        let Some(recorded) = store.get(&LAYOUTS, &key(table))? else { continue };
        let RecordedLayout { fingerprint, state, printed } = RecordedLayout::read(recorded.as_ref());
        let Some(rows_fingerprint) = fingerprint else { continue };
        let next_generation = RowsVersion::Generation(state.generation().wrapping_add(1));
        let version = if is_index { state.version } else { Some(next_generation) };
        let new = value(rows_fingerprint, !is_index, state.last_writer.unwrap_or_default(), version, &printed);
        drop(recorded);
        store.put(&LAYOUTS, &key(table), &new)?;
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
        let is_index = RecordedLayout::read(value.as_ref()).records_of_index() == Some(&records_name);
        if is_index && records.indexes().iter().all(|index| key(index) != recorded_key) {
            // Names of tables contain no zero byte.
            let mut parts = recorded_key.splitn(2, |byte| *byte == 0);
            let [table, namespace] = [parts.next(), parts.next()].map(Option::unwrap_or_default);
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
        if namespace == table.namespace() && recorded.records_of_index() == Some(&records_name) {
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
        let reason = Reason::of_namespaces(namespace, table.namespace());
        Err(RowsError::Changed(LayoutChanged::new(table, recorded.printed.into(), reason)))
    })
}

fn has_rows<S: Read>(store: &S, records: &'static Table) -> Result<bool, S::Error> {
    let rows = KeyRange::beginning_with(records.namespace());
    Ok(store.range(records, &rows, Direction::Forward)?.next().transpose()?.is_some())
}

/// Calls `check` with each recorded layout in the same table of the store, and with its namespace, if this namespace
/// overlaps with the namespace of `table`. Two namespaces overlap if one of them is the beginning of the other.
fn check_overlapping_layouts<S: Read>(
    store: &S,
    table: &'static Table,
    mut check: impl FnMut(&[u8], &RecordedLayout<'_>) -> Result<(), RowsError<S::Error>>,
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

/// Compares the tables of a program with the layouts that a database has recorded. Remembers the compared tables, so
/// that later transactions need not compare them again.
///
/// An adapter keeps a `OpenedTables` with its handle of the database for as long as the database is open. See [how to
/// write an adapter](super#to-write-an-adapter).
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{OpenedTables, Memory, RowsError, Table};
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
/// OpenedTables::new().open_for_writing(&mut store, &HOSTS)?;
///
/// // A later program opens the same store with another layout.
/// let error = OpenedTables::new().open_for_reading(&store, &WIDE_HOSTS).unwrap_err();
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
pub struct OpenedTables {
    /// The first node of a linked list. The list contains the tables of records that need no further comparison, and
    /// the indexes that are known to be built. A table is added only after its recorded layout is committed, because an
    /// aborted transaction would remove the layout again.
    ///
    /// The list needs no lock: every transaction of every thread reads it, and no thread should wait for another.
    first: OnceLock<Box<OpenedTable>>,
}

#[derive(Debug)]
struct OpenedTable {
    table: &'static Table,
    /// False after the program has opened another `Table` of the same records for writing, with different indexes. The
    /// layouts must then be compared again.
    is_valid: AtomicBool,
    next: OnceLock<Box<Self>>,
}

impl OpenedTables {
    /// Returns a `OpenedTables` that has compared no tables yet.
    pub const fn new() -> Self {
        Self { first: OnceLock::new() }
    }

    fn contains(&self, table: &'static Table) -> bool {
        let mut cell = &self.first;
        while let Some(known) = cell.get() {
            if known.table == table {
                return known.is_valid.load(Ordering::Acquire);
            }
            cell = &known.next;
        }
        false
    }

    fn add(&self, table: &'static Table) {
        let mut cell = &self.first;
        loop {
            let new = || OpenedTable { table, is_valid: AtomicBool::new(true), next: OnceLock::new() };
            let known = cell.get_or_init(|| Box::new(new()));
            if known.table == table {
                known.is_valid.store(true, Ordering::Release);
                return;
            }
            cell = &known.next;
        }
    }

    /// Forgets the comparisons of all other `Table`s with the same name and namespace as `records`, and of their
    /// indexes. One program can have several such `Table`s, with different indexes.
    fn forget_others(&self, records: &'static Table) {
        let mut cell = &self.first;
        while let Some(known) = cell.get() {
            let other = known.table.records();
            if other != records && key(other) == key(records) {
                known.is_valid.store(false, Ordering::Release);
            }
            cell = &known.next;
        }
    }

    /// Compares a table with its recorded layout. Call this method when a transaction reads the table for the first
    /// time. The records and all their indexes are compared together, so `table` can be any of them.
    ///
    /// A table without a recorded layout is accepted: usually it has no rows yet. The table [`LAYOUTS`] is always
    /// accepted.
    ///
    /// # Errors
    /// The stored rows of the table do not fit this program: see [`RowsError`]. Also fails if the store could not read.
    pub(super) fn open_for_reading<S: Read>(
        &self,
        store: &S,
        table: &'static Table,
        sees_only_committed: bool,
    ) -> Result<(), RowsError<S::Error>> {
        if table.is_removed() {
            return check_removed(store, table);
        }
        let records = table.records();
        if is_layouts(table) || self.contains(records) {
            return Ok(());
        }
        let is_current =
            |state: Option<State>| state.is_some_and(|state| state.last_writer == Some(records.fingerprint()));
        let mut all_are_current = is_current(compare_layout_and_namespaces(store, records)?);
        for index in records.indexes() {
            let state = compare_layout_and_namespaces(store, index)?;
            all_are_current &= is_current(state) && state.is_some_and(State::has_recorded_sources);
        }
        if all_are_current && sees_only_committed {
            self.add(records);
        }
        Ok(())
    }

    /// Compares a table with its recorded layout, or records the layout if none is recorded. Call this method when a
    /// transaction writes to the table for the first time. The records and all their indexes are compared together, so
    /// `table` can be any of them.
    ///
    /// Marks an index as not built in these cases:
    ///
    /// - The last writer of the records did not list the index, so the index has missed changes.
    /// - The expressions of the index have changed, so its entries are outdated.
    /// - The table of the records has rows but no recorded layout, so another program has written the rows.
    ///
    /// The layout is recorded within the transaction of `store`. If the transaction is aborted, the next transaction
    /// that writes to the table records the layout.
    ///
    /// # Errors
    /// The stored rows of the table do not fit this program: see [`RowsError`]. Also fails if the store could not read
    /// or write.
    pub(super) fn open_for_writing<S: Write>(
        &self,
        store: &mut S,
        table: &'static Table,
    ) -> Result<(), RowsError<S::Error>> {
        if table.is_removed() {
            // Another `Table` of these records may still list the index. Without this call, `is_built` could still
            // return true for the index.
            self.forget_others(table.records());
            return check_removed(store, table);
        }
        let records = table.records();
        if !is_layouts(table) && !self.contains(records) {
            // Do not remember the table here: if the transaction is aborted, the store loses the recorded layout. The
            // adapter calls `set_committed` after the commit.
            self.record_layouts(store, records)?;
        }
        Ok(())
    }

    /// Compares the layouts of records and of their indexes, and records those that are new. Returns the generation of
    /// the records.
    fn record_layouts<S: Write>(&self, store: &mut S, records: &'static Table) -> Result<u64, RowsError<S::Error>> {
        let current = Some(records.fingerprint());
        let recorded_state = compare_layout_and_namespaces(store, records)?;
        let last_writer = recorded_state.and_then(|state| state.last_writer);
        let is_current = recorded_state.is_some() && last_writer == current;
        for index in records.indexes() {
            let is_built = match compare_layout_and_namespaces(store, index)? {
                Some(state) if is_current && state.last_writer == current && state.has_recorded_sources() => continue,
                Some(state) => state.is_built && state.last_writer == last_writer && state.has_sources_of(index),
                // A new index is built only if there are no records. If the layout of the records is recorded, earlier
                // versions of the program may have stored records. If no layout is recorded, another program may have
                // stored rows.
                None => recorded_state.is_none() && !has_rows(store, records).map_err(RowsError::Store)?,
            };
            record_index(store, index, is_built).map_err(RowsError::Store)?;
        }
        let mut generation = recorded_state.map_or(0, State::generation);
        if !is_current {
            self.forget_others(records);
            generation = generation.wrapping_add(recorded_state.is_some().into());
            store.put(&LAYOUTS, &key(records), &value_of_records(records, generation)).map_err(RowsError::Store)?;
        }
        Ok(generation)
    }

    /// Returns the generation of the records that `table` belongs to: see [`Write::generation`]. First records the
    /// layouts of these records and of their indexes, like [`open_for_writing`](Self::open_for_writing).
    ///
    /// Compares the recorded layouts in each call, even if `open_for_writing` has already compared them.
    ///
    /// # Errors
    /// The layout of the table has changed, or the store could not read or write.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey::store::{OpenedTables, LayoutChanged, Memory, RowsError};
    ///
    /// /// The key in an earlier version of the program, without the index.
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    /// struct EarlierUserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey)]
    /// struct UserByName {
    ///     #[rowkey(from = value)]
    ///     name: String,
    ///     user: u32,
    /// }
    ///
    /// let mut store = Memory::new();
    /// // Each version of the program has its own `OpenedTables`.
    /// assert_eq!(OpenedTables::new().generation(&mut store, EarlierUserKey::TABLE)?, 0);
    /// assert_eq!(OpenedTables::new().generation(&mut store, UserKey::TABLE)?, 1);
    /// assert_eq!(OpenedTables::new().generation(&mut store, UserKey::TABLE)?, 1);
    /// // The earlier version writes again. Its records have no entries in the index.
    /// assert_eq!(OpenedTables::new().generation(&mut store, EarlierUserKey::TABLE)?, 2);
    /// # Ok::<(), RowsError<LayoutChanged>>(())
    /// ```
    pub(super) fn generation<S: Write>(
        &self,
        store: &mut S,
        table: &'static Table,
    ) -> Result<u64, RowsError<S::Error>> {
        self.record_layouts(store, table.records())
    }

    /// Remembers a table, so that later transactions do not compare it again. The transaction that opened the table for
    /// writing must be committed.
    ///
    /// Call this method after the commit, for each table that was passed to
    /// [`open_for_writing`](Self::open_for_writing). Without this call, each write transaction compares the table
    /// again, until a read transaction has compared the table.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{OpenedTables, Memory, RowsError, Table};
    ///
    /// #[derive(RowKey)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
    ///
    /// let checked = OpenedTables::new();
    /// let mut store = Memory::new();
    /// checked.open_for_writing(&mut store, &HOSTS)?;
    /// // Here an adapter commits the transaction.
    /// checked.set_committed(&HOSTS);
    ///
    /// // The table is not compared again, and not recorded again.
    /// let mut store = Memory::new();
    /// checked.open_for_writing(&mut store, &HOSTS)?;
    /// assert_eq!(store, Memory::new());
    /// # Ok::<(), RowsError<rowkey::store::LayoutChanged>>(())
    /// ```
    pub(super) fn set_committed(&self, table: &'static Table) {
        let records = table.records();
        if !is_layouts(table) && !table.is_removed() && !self.contains(records) {
            self.forget_others(records);
            self.add(records);
        }
    }

    /// Marks an index as built: see [`Write::set_built`].
    ///
    /// # Errors
    /// The layout of the index has changed, or the store could not read or write.
    pub(super) fn set_built<S: Write>(&self, store: &mut S, index: &'static Table) -> Result<(), RowsError<S::Error>> {
        // Records the layouts of the index and of its records, if they are not recorded yet. When `Rows::clear` finds
        // no rows to delete, it calls this method for an index that was never opened for writing.
        self.open_for_writing(store, index)?;
        let value = value_of_index(index, true, index.sources_fingerprint(), index);
        store.put(&LAYOUTS, &key(index), &value).map_err(RowsError::Store)
    }

    /// Returns whether an index is built: see [`Read::is_built`].
    ///
    /// # Errors
    /// The layout of the index has changed, or the store could not read.
    pub(super) fn is_built<S: Read>(
        &self,
        store: &S,
        index: &'static Table,
        sees_only_committed: bool,
    ) -> Result<bool, RowsError<S::Error>> {
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
                return Ok(!has_rows(store, index.records()).map_err(RowsError::Store)?);
            }
        };
        if is_built && sees_only_committed {
            self.add(index);
        }
        Ok(is_built)
    }
}
