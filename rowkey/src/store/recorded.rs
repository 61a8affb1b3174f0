//! [`RecordedTable`]: what a store has recorded about a table, for programs that do not have its types.

use super::layouts::RecordedLayout;
use crate::layout::Layout;
use crate::record::table::{Shape, Table, name_and_namespace};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What a store has recorded about one of its tables, so that a program without the types can read the rows. The adapters
/// record each table in the table [`LAYOUTS`](super::LAYOUTS). [`Display`](fmt::Display) prints the kind of the table, the
/// expressions of an index, and the layout.
///
/// The command `rowkey` of the package `rowkey-cli` reads stores in this way.
///
/// ```
/// use rowkey::store::{LAYOUTS, Memory, OpenedTables, RecordedTable, Rows};
/// use rowkey::RowKey;
/// use std::sync::Arc;
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
/// let mut rows = Rows::with_layouts(Memory::new(), &Arc::<OpenedTables>::default());
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
    /// Reads a row of the table [`LAYOUTS`](super::LAYOUTS). The rows whose keys begin with `rowkey.job.` are the cursors of
    /// [jobs](super::Rows::run_step), and not tables.
    ///
    /// # Errors
    /// What is wrong with the row: it is damaged, or another release of rowkey has written it.
    pub fn read(key: &[u8], value: &[u8]) -> Result<Self, String> {
        // Names of tables contain no zero byte.
        let mut parts = key.splitn(2, |byte| *byte == 0);
        let [name, namespace] = [parts.next(), parts.next()].map(Option::unwrap_or_default);
        let name = core::str::from_utf8(name).map_err(|_| "the name of the table is not text")?;
        Ok(Self { name: name.into(), namespace: namespace.into(), recorded: RecordedLayout::read(value)? })
    }

    /// Returns the name of the table in the store.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes at the beginning of all keys. In a table of the store, each kind of rows has another namespace.
    pub fn namespace(&self) -> &[u8] {
        &self.namespace
    }

    /// Returns a [`Table`] to get, scan and put rows with the traits [`Read`](super::Read) and [`Write`](super::Write). The
    /// `Table` lives until the process ends: call this method once for each table.
    pub fn leak_table(&self) -> &'static Table {
        let has_values = self.records().is_none() || self.stores_primary() || self.format().is_some();
        let layout = Box::leak(Box::new(self.layout().clone()));
        let shape = Shape::new(layout, &self.namespace, has_values);
        Box::leak(Box::new(Table::of_shape(Box::leak(self.name.clone().into_boxed_str()), layout, shape)))
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

    /// Returns whether two records cannot have the same entry of this index.
    pub fn is_unique(&self) -> bool {
        self.recorded.description.is_unique()
    }

    /// Returns whether the value of an entry begins with the primary key of its record. If the entry also stores a part of
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

    /// Returns the expressions from which the entries of an index are computed, as the attributes have them: the filter,
    /// whether an entry stores the whole value, and a line such as `from  user = key.user` for each field.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.recorded.description.sources()
    }

    /// Returns whether this index has an entry for each record that should have one: it is built, and the last program
    /// that wrote `records` listed the index.
    pub fn is_complete(&self, records: &Self) -> bool {
        self.recorded.state.is_built && self.recorded.state.last_writer == records.recorded.state.last_writer
    }

    /// Returns the recorded value for an index that is not complete. With this value in the table
    /// [`LAYOUTS`](super::LAYOUTS), programs that read the index get [`RowsError::NotBuilt`](super::RowsError::NotBuilt)
    /// until it is rebuilt.
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
