//! [`Description`]: what a store records about a table, so that a program without its types can read the rows.

use super::table::Table;
use crate::layout::Layout;
use crate::layout::read::bytes::{self, InvalidLayout, enums, structs};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

type Text = Cow<'static, str>;

/// The description of a table: its name, the form of its values, and the layout of its keys. [`Display`](fmt::Display)
/// prints it, as it prints the [`Table`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Description {
    name: Text,
    rows: DescribedRows,
    layout: Layout,
}

/// The rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DescribedRows {
    /// Records, whose values have this format.
    Records { format: Text },
    /// The entries of an index.
    Entries { index: DescribedIndex },
    /// The entries of a removed index of these records.
    Removed { records: Text },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DescribedIndex {
    /// The name and the namespace of the table of the records.
    pub(super) records: Text,
    pub(super) unique: bool,
    pub(super) stores_primary: bool,
    /// The type of the stored part of the record's value, and its format.
    pub(super) stored: Option<Stored>,
    /// The expressions from which the entries are computed, as they are printed.
    pub(super) sources: Cow<'static, [Text]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) part: Text,
    pub(super) format: Text,
}

structs! {
    Description { name, rows, layout }
    DescribedIndex { records, unique, stores_primary, stored, sources }
    Stored { part, format }
}

enums! {
    DescribedRows {
        1 Records { format },
        2 Entries { index },
        3 Removed { records },
    }
}

impl Description {
    pub(super) fn new(table: &Table, rows: DescribedRows) -> Self {
        Self { name: Cow::Borrowed(table.name()), rows, layout: table.layout().clone() }
    }

    /// Returns the canonical bytes, which [`from_bytes`](Self::from_bytes) reads.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        bytes::write(self)
    }

    /// Reads a description. Takes time in proportion to the length of the bytes.
    ///
    /// # Errors
    /// The bytes are not a description, or written by a later release of rowkey.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidLayout> {
        bytes::read(bytes)
    }

    /// Returns the layout of the keys.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the name and the namespace of the records, if the rows are entries of an index.
    pub(crate) fn records_of_index(&self) -> Option<&str> {
        match &self.rows {
            DescribedRows::Entries { index } => Some(&index.records),
            DescribedRows::Records { .. } | DescribedRows::Removed { .. } => None,
        }
    }

    /// Returns the sources of the entries of an index: the filter, whether they store the whole value, and the fields.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &str> {
        let sources: &[Text] = match &self.rows {
            DescribedRows::Entries { index } => &index.sources,
            DescribedRows::Records { .. } | DescribedRows::Removed { .. } => &[],
        };
        let first = |start: &str, otherwise: &'static str| {
            sources.iter().find(|source| source.starts_with(start)).map_or(otherwise, |source| &**source)
        };
        let [filter, stores] = [("filter", "no filter"), ("stores", "stores  not the whole value")]
            .map(|(start, otherwise)| first(start, otherwise));
        let fields = sources.iter().filter(|source| source.starts_with("from"));
        [filter, stores].into_iter().chain(fields.map(|source| &**source))
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        match &self.rows {
            DescribedRows::Records { format } => writeln!(f, "values  {format}")?,
            DescribedRows::Removed { records } => return writeln!(f, "removed index of {records}"),
            DescribedRows::Entries { index } => {
                let unique = if index.unique { "unique index" } else { "index" };
                writeln!(f, "{unique} of {}", index.records)?;
                match (index.stores_primary, &index.stored) {
                    (false, None) => writeln!(f, "values  empty")?,
                    (true, None) => writeln!(f, "values  primary key")?,
                    (false, Some(Stored { part, format })) => writeln!(f, "values  {part} as {format}")?,
                    (true, Some(Stored { part, format })) => writeln!(f, "values  primary key, {part} as {format}")?,
                }
                for source in index.sources.iter() {
                    writeln!(f, "{source}")?;
                }
            }
        }
        self.layout.fmt(f)
    }
}
