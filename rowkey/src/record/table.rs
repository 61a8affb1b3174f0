//! Tables: a name, the layout of the keys, and the format of the values.

use crate::constant::same_bytes;
use crate::layout::siphash::SipHash;
use crate::layout::{Layout, limit};
use core::fmt;

/// The rows of one kind in a store: all records of a key type, or all entries of an index.
///
/// A store separates the rows of each table: as a named table, a keyspace or a column family. A store that has only one
/// keyspace may ignore the name if the keys of all tables have namespaces.
///
/// The name identifies a table. Two `Table`s with the same name in one store are the same table, and their keys must
/// have different namespaces.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::Table;
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
/// assert_eq!(HOSTS.name(), "hosts");
/// assert_eq!(HOSTS.to_string(), "\
/// hosts
/// values  text
/// HostKey
/// part  offset  width  encoding          order
/// host  0       2      unsigned integer  ascending
/// ");
/// ```
#[derive(Debug)]
pub struct Table {
    name: &'static str,
    layout: &'static Layout,
    format: &'static str,
    role: Role,
    rows_fingerprint: u64,
    fingerprint: u64,
}

/// The kind of rows that a table contains.
#[derive(Debug)]
enum Role {
    Records { indexes: &'static [&'static Table] },
    Entries(Entries),
}

/// The rows of an index.
#[derive(Debug)]
struct Entries {
    /// A function, because a constant cannot refer to a constant that refers back to it.
    records: fn() -> &'static Table,
    unique: bool,
    /// True if the value of an entry holds the bytes of the primary key.
    primary: bool,
    /// The type of the part of the record's value that an entry stores.
    stores: Option<&'static str>,
}

impl Table {
    /// Returns a table of records without indexes.
    ///
    /// `format` names the format of the values. A table whose values have another format has another
    /// [`fingerprint`](Self::fingerprint).
    pub const fn new(name: &'static str, layout: &'static Layout, format: &'static str) -> Self {
        Self::__of_records(name, layout, format, &[])
    }

    #[doc(hidden)]
    pub const fn __of_records(
        name: &'static str,
        layout: &'static Layout,
        format: &'static str,
        indexes: &'static [&'static Self],
    ) -> Self {
        Self::with_role(name, layout, format, Role::Records { indexes })
    }

    #[doc(hidden)]
    pub const fn __of_entries(
        name: &'static str,
        layout: &'static Layout,
        records: fn() -> &'static Self,
        unique: bool,
        primary: bool,
        stores: Option<(&'static str, &'static str)>,
    ) -> Self {
        let (format, stores) = match stores {
            Some((format, part)) => (format, Some(part)),
            None => ("", None),
        };
        Self::with_role(name, layout, format, Role::Entries(Entries { records, unique, primary, stores }))
    }

    const fn with_role(name: &'static str, layout: &'static Layout, format: &'static str, role: Role) -> Self {
        let mut hash = SipHash::new().bytes(name.as_bytes()).word(layout.fingerprint()).bytes(format.as_bytes());
        if let Role::Entries(entries) = &role {
            hash = hash.word(entries.unique as u64).word(entries.primary as u64);
            if let Some(part) = entries.stores {
                hash = hash.bytes(part.as_bytes());
            }
        }
        let rows_fingerprint = hash.finish();
        let mut hash = SipHash::new().word(rows_fingerprint);
        if let Role::Records { indexes } = role {
            let mut indexes = indexes;
            while let [index, rest @ ..] = indexes {
                hash = hash.word(index.rows_fingerprint);
                indexes = rest;
            }
        }
        Self { name, layout, format, rows_fingerprint, fingerprint: hash.finish(), role }
    }

    /// Fails to compile if the rows of an index share a table with the records or with an earlier index.
    #[doc(hidden)]
    #[track_caller]
    pub const fn __check_index(&self, index: &Self, mut earlier: usize) {
        self.check_apart(index);
        let mut indexes = self.indexes();
        while let ([other, rest @ ..], 1..) = (indexes, earlier) {
            other.check_apart(index);
            (indexes, earlier) = (rest, earlier - 1);
        }
    }

    #[track_caller]
    const fn check_apart(&self, other: &Self) {
        if same_bytes(self.name.as_bytes(), other.name.as_bytes()) {
            limit::same_table(self.name, self.layout, other.layout);
        }
    }

    /// Returns the name, which identifies the table in its store.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the layout of the keys.
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the name of the format of the values.
    pub const fn format(&self) -> &'static str {
        self.format
    }

    /// Returns the tables of the indexes that belong to the records of this table.
    pub const fn indexes(&self) -> &'static [&'static Self] {
        match self.role {
            Role::Records { indexes } => indexes,
            Role::Entries(_) => &[],
        }
    }

    /// Returns the table of the records of this index. Returns the table itself if it contains records.
    pub fn records(&'static self) -> &'static Self {
        match &self.role {
            Role::Records { .. } => self,
            Role::Entries(entries) => (entries.records)(),
        }
    }

    /// Returns whether the rows are the entries of an index.
    pub(crate) const fn is_index(&self) -> bool {
        matches!(self.role, Role::Entries(_))
    }

    /// Returns whether the table contains the entries of a unique index.
    pub const fn is_unique(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { unique: true, .. }))
    }

    /// Returns whether the value of an entry holds the bytes of the primary key.
    pub(crate) const fn stores_primary(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { primary: true, .. }))
    }

    /// Returns whether the value of an entry holds a part of the record's value.
    pub(crate) const fn stores_value(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { stores: Some(_), .. }))
    }

    /// Splits the value of an entry into the bytes of the primary key and the part of the record's value. The bytes of
    /// the primary key are empty if the key of the entry holds it. Returns `None` if the value is too short.
    pub(crate) fn split_entry<'v>(&self, value: &'v [u8]) -> Option<(&'v [u8], &'v [u8])> {
        match (self.stores_primary(), self.stores_value()) {
            (false, _) => Some((&[], value)),
            (true, false) => Some((value, &[])),
            (true, true) => {
                let (len, rest) = value.split_first_chunk()?;
                rest.split_at_checked(usize::try_from(u32::from_be_bytes(*len)).ok()?)
            }
        }
    }

    /// Returns a hash of everything that determines the bytes of the table and of its indexes: their names, the layouts
    /// of their keys, and what they store.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns a hash of everything that determines the bytes of the rows of this table, without its indexes: the name,
    /// the layout of the keys, and the format of the values.
    pub const fn rows_fingerprint(&self) -> u64 {
        self.rows_fingerprint
    }
}

/// Two tables are equal if their names and [fingerprints](Table::fingerprint) are equal.
impl PartialEq for Table {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // The addresses are usually equal. They can differ because the compiler may copy a constant.
        core::ptr::eq(self, other) || (self.fingerprint == other.fingerprint && self.name == other.name)
    }
}

impl Eq for Table {}

/// Prints the name of the table, the form of its values, and the layout of its keys.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        match &self.role {
            Role::Records { .. } => writeln!(f, "values  {}", self.format)?,
            Role::Entries(entries) => {
                let unique = if entries.unique { "unique index" } else { "index" };
                writeln!(f, "{unique} of {}", (entries.records)().name)?;
                match (entries.primary, entries.stores) {
                    (false, None) => writeln!(f, "values  empty")?,
                    (true, None) => writeln!(f, "values  primary key")?,
                    (false, Some(part)) => writeln!(f, "values  {part} as {}", self.format)?,
                    (true, Some(part)) => writeln!(f, "values  primary key, {part} as {}", self.format)?,
                }
            }
        }
        self.layout.fmt(f)
    }
}
