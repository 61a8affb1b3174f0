//! [`Description`]: what a store records about a table, so that a program without its types can read the rows.

use super::table::{Role, Table};
use crate::layout::Layout;
use crate::layout::read::bytes::{self, InvalidLayout, enums, structs};
use alloc::borrow::Cow;
use alloc::string::ToString;
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
enum DescribedRows {
    /// Records, whose values have this format.
    Records { format: Text },
    /// The entries of an index.
    Entries { index: DescribedIndex },
    /// The entries of a removed index of these records.
    Removed { records: Text },
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct DescribedIndex {
    /// The name and the namespace of the table of the records.
    records: Text,
    unique: bool,
    stores_primary: bool,
    /// The type of the stored part of the record's value, and its format.
    stored: Option<Stored>,
    /// The expressions from which the entries are computed, as they are printed.
    sources: Cow<'static, [Text]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stored {
    part: Text,
    format: Text,
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

impl Table {
    /// Returns what a store records about the table.
    pub(crate) fn description(&self) -> Description {
        let rows = match &self.role {
            Role::Records { .. } => DescribedRows::Records { format: self.format.into() },
            Role::Removed { records, .. } => DescribedRows::Removed { records: records.name().into() },
            // Not reached: nothing is recorded about such a table.
            Role::Recorded => DescribedRows::Removed { records: self.name().into() },
            Role::Entries(entries) => DescribedRows::Entries {
                index: DescribedIndex {
                    records: (entries.records)().name_and_namespace().into(),
                    unique: entries.unique,
                    stores_primary: entries.stores_primary,
                    stored: entries.stored_type.map(|part| Stored { part: part.into(), format: self.format.into() }),
                    sources: entries.sources.iter().map(|source| source.to_string().into()).collect(),
                },
            },
        };
        Description { name: self.name().into(), rows, layout: self.layout().clone() }
    }
}

impl Description {
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

    /// Returns the name of the format of the values, or of the stored part of the values.
    pub(crate) fn format(&self) -> Option<&str> {
        match &self.rows {
            DescribedRows::Records { format } => Some(format),
            DescribedRows::Entries { index } => index.stored.as_ref().map(|stored| &*stored.format),
            DescribedRows::Removed { .. } => None,
        }
    }

    pub(crate) fn is_unique(&self) -> bool {
        matches!(&self.rows, DescribedRows::Entries { index } if index.unique)
    }

    pub(crate) fn stores_primary(&self) -> bool {
        matches!(&self.rows, DescribedRows::Entries { index } if index.stores_primary)
    }

    /// Returns the name and the namespace of the records, if the rows are entries of an index.
    pub(crate) fn records_of_index(&self) -> Option<&str> {
        match &self.rows {
            DescribedRows::Entries { index } => Some(&index.records),
            DescribedRows::Records { .. } | DescribedRows::Removed { .. } => None,
        }
    }

    /// Reads a source such as `from  user = key.user`. Returns the name of the field of the index, and the name of the
    /// field of the primary key. Returns `None` for other sources.
    pub(crate) fn primary_field(source: &str) -> Option<(&str, &str)> {
        source.strip_prefix("from  ")?.split_once(" = key.")
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

/// Prints the name of the table, the format of its values, the sources of an index's entries, and the layout of its
/// keys.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.description().fmt(f)
    }
}
