//! [`RecordedTable`], the description of a table that a store has recorded, for programs without the types of the table.

use super::layouts::{RecordedLayout, key_of, split_key};
use super::steps::{JOB, job_key};
use crate::layout::Layout;
use crate::record::description::Description;
use crate::record::table::{Shape, SortKeyOffset, Table, name_and_namespace};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The description of a table that a store has recorded. With it, a program without the types can read the rows. The
/// adapters record each table in the table [`LAYOUTS`](super::LAYOUTS). [`Display`](fmt::Display) prints the kind of the table, the
/// expressions of an index, and the layout.
///
/// The command `rowkey` of the package `rowkey-cli` reads stores in this way.
///
/// ```
/// use rowkey::store::{ComparedAtBegin, LAYOUTS, Memory, RecordedTable, Rows};
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
/// struct UserKey {
///     user: u32,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(index_of = UserKey, table = "users.name")]
/// struct UserByName {
///     #[rowkey(from = value)]
///     name: String,
///     user: u32,
/// }
///
/// let mut rows = Rows::with_layouts(Memory::new(), ComparedAtBegin::default());
/// rows.put(&UserKey { user: 7 }, &"Ada".into())?;
///
/// let (store, _) = rows.into_store_and_layouts()?;
/// let tables = store.rows(LAYOUTS.name()).map(|(key, value)| RecordedTable::read(key, value));
/// let tables = tables.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(tables.iter().map(|table| table.name()).collect::<Vec<_>>(), ["users", "users.name"]);
/// assert_eq!(tables[0].format(), Some("text"));
/// assert_eq!(tables[1].records(), Some("users"));
/// assert!(tables[1].is_complete(&tables[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordedTable {
    name: String,
    namespace: Vec<u8>,
    recorded: RecordedLayout,
}

impl RecordedTable {
    /// Reads a row of the table [`LAYOUTS`](super::LAYOUTS). Some rows belong to [jobs](Self::job_of) and not to tables.
    ///
    /// # Errors
    /// Says why the row cannot be read: the row is damaged, or another release of rowkey has written it.
    pub fn read(key: &[u8], value: &[u8]) -> Result<Self, String> {
        let (name, namespace) = split_key(key);
        let name = core::str::from_utf8(name).map_err(|_| "the name of the table is not text")?;
        Ok(Self { name: name.into(), namespace: namespace.into(), recorded: RecordedLayout::read(value)? })
    }

    /// Returns the name of the [job](super::Rows::run_step) whose cursor is stored under this key of the table
    /// [`LAYOUTS`](super::LAYOUTS), or `None` if the key belongs to a table.
    pub fn job_of(key: &[u8]) -> Option<&str> {
        core::str::from_utf8(key).ok()?.strip_prefix(JOB)
    }

    /// Returns the key of the job with this name in the table [`LAYOUTS`](super::LAYOUTS).
    pub fn key_of_job(name: &str) -> Vec<u8> {
        job_key(name)
    }

    /// Returns the key of this table in the table [`LAYOUTS`](super::LAYOUTS).
    pub fn key(&self) -> Vec<u8> {
        key_of(&self.name, &self.namespace)
    }

    /// Returns the name of the table in the store.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes at the beginning of all keys. In a table of the store, each kind of rows has another namespace.
    pub fn namespace(&self) -> &[u8] {
        &self.namespace
    }

    /// Returns a [`Table`] to get, scan and put rows with the traits [`Read`](super::Read) and [`Write`](super::Write). Call
    /// this method once for each table, because the memory of the `Table` is never freed.
    ///
    /// `sort_key_offset` finds the sort key in a key of the layout, which stores such as DynamoDB need. The crate `rowkey-explain`
    /// has this function.
    pub fn leak_table(&self, sort_key_offset: Option<SortKeyOffset>) -> &'static Table {
        let is_index = self.records().is_some();
        let has_values = !is_index || self.stores_primary() || self.format().is_some();
        let layout = Box::leak(Box::new(self.layout().clone()));
        let shape = Shape::new(layout, &self.namespace, has_values);
        let leak = |text: &str| -> &'static str { Box::leak(Box::from(text)) };
        let (name, format) = (leak(&self.name), leak(self.format().unwrap_or_default()));
        Box::leak(Box::new(Table::of_recorded(name, layout, format, is_index, shape, sort_key_offset)))
    }

    /// Returns the name and the namespace as text, as [`records`](Self::records) of an index returns them.
    pub fn name_and_namespace(&self) -> String {
        name_and_namespace(&self.name, &self.namespace)
    }

    /// Returns the layout of the keys.
    pub fn layout(&self) -> &Layout {
        self.recorded.description.layout()
    }

    /// Returns the name of the format of the values. For an index, returns the format of the part of the record's value
    /// that each entry stores, or `None` if the entries store no part.
    pub fn format(&self) -> Option<&str> {
        self.recorded.description.format()
    }

    /// Returns the name and the namespace of the records, if this table is an index.
    pub fn records(&self) -> Option<&str> {
        self.recorded.description.records_of_index()
    }

    /// Checks whether this index is unique: no two records have the same entry.
    pub fn is_unique(&self) -> bool {
        self.recorded.description.is_unique()
    }

    /// Checks whether the value of an entry begins with the primary key of its record. If the entry also stores a part of
    /// the record's value, the length of the primary key comes first, in 4 bytes.
    pub fn stores_primary(&self) -> bool {
        self.recorded.description.stores_primary()
    }

    /// Splits the value of an index entry into the primary key and the stored part of the record's value. Returns `None` if
    /// the entry stores no primary key, or if the value is damaged.
    pub fn split_entry<'v>(&self, value: &'v [u8]) -> Option<(&'v [u8], &'v [u8])> {
        match (self.stores_primary(), self.format()) {
            (false, _) => None,
            (true, None) => Some((value, &[])),
            (true, Some(_)) => {
                let (len, rest) = value.split_first_chunk()?;
                rest.split_at_checked(usize::try_from(u32::from_be_bytes(*len)).ok()?)
            }
        }
    }

    /// Returns the fields of an index that are fields of the primary key. Each item is the name of the field in the index,
    /// and its name in the primary key.
    pub fn primary_fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.recorded.description.sources().filter_map(Description::primary_field)
    }

    /// Checks whether this index has all its entries: the index is built, and the last program that wrote `records` listed
    /// the index.
    pub fn is_complete(&self, records: &Self) -> bool {
        self.recorded.state.is_built && self.recorded.state.last_writer == records.recorded.state.last_writer
    }

    /// Returns the recorded value for an index that is not complete. With this value in the table
    /// [`LAYOUTS`](super::LAYOUTS), programs that read the index get [`RowsError::NotBuilt`](super::RowsError::NotBuilt)
    /// until they rebuild the index.
    pub fn to_incomplete(&self) -> Vec<u8> {
        let mut state = self.recorded.state;
        state.is_built = false;
        state.with(&self.recorded.description)
    }
}

impl fmt::Display for RecordedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.recorded.description.fmt(f)
    }
}

impl fmt::Debug for RecordedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RecordedTable").field(&self.name_and_namespace()).finish()
    }
}
