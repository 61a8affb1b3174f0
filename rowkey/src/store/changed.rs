//! The errors for tables whose stored rows do not fit the program.

use super::Table;
use crate::error::debug_as_message;
use crate::layout::FieldLayout;
use crate::record::shared_table::overlap;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The error for a table whose stored rows do not fit this program: usually, their layout has changed. The message
/// prints both layouts.
///
/// Either the program must keep the old layout, or the rows must get a table of another name. A migration moves records
/// to another table, or to another namespace in the same table: see
/// [evolution](crate::guide::evolution#change-the-key-of-stored-rows). A rebuild writes the entries of an index again: see
/// [change the fields of an index](crate::record#change-the-fields-of-an-index).
///
/// Two kinds of rows can share a table only if neither namespace is the beginning of the other. If a table has rows
/// without a namespace, it cannot have rows of any other layout. An index cannot have the table of an index of other
/// records, even if the layouts are equal.
#[derive(Clone, PartialEq, Eq)]
pub struct LayoutChanged {
    table: &'static str,
    is_index: bool,
    stored: String,
    current: String,
    reason: Reason,
}

/// The difference between the rows in the store and the rows in this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reason {
    /// The layouts of the keys differ, the formats of the values differ, or index entries store different parts of a
    /// value. Or one table has records, and the other has entries of an index.
    Layout,
    /// Fields of the same encoding have changed places.
    Places,
    /// The namespaces differ, and one is the beginning of the other. Contains the namespace in the store and the
    /// namespace in this program, each as a phrase for the message, such as `the namespace "c"` or `no namespace`.
    Namespaces(Box<[String; 2]>),
    /// The index belongs to other records. Contains the [name and the namespace](Table::name_and_namespace) of the
    /// index's records, first those in the store, and then those in this program.
    Records(Box<[String; 2]>),
}

impl Reason {
    /// Creates [`Self::Namespaces`]. One of the two namespaces must be the beginning of the other.
    pub(super) fn of_namespaces(stored: &[u8], current: &[u8]) -> Self {
        let name = |namespace: &[u8]| match namespace {
            [] => "no namespace".into(),
            _ => format!("the namespace \"{}\"", namespace.escape_ascii()),
        };
        Self::Namespaces([name(stored), name(current)].into())
    }

    /// Returns the reason why a store cannot have the rows of both tables, or `None` if it can. Both tables have the
    /// same name.
    pub(super) fn of_tables(stored: &'static Table, current: &'static Table) -> Option<Self> {
        if !overlap(stored.namespace(), current.namespace()) {
            return None;
        }
        if stored.namespace() != current.namespace() {
            return Some(Self::of_namespaces(stored.namespace(), current.namespace()));
        }
        if stored.is_records() != current.is_records() {
            return Some(Self::Layout);
        }
        let records = [stored, current].map(|table| table.records().name_and_namespace());
        if !stored.is_records() && records[0] != records[1] {
            return Some(Self::Records(records.into()));
        }
        // The layout of a removed index is not known, so it is not compared.
        if stored.is_removed() || current.is_removed() {
            return None;
        }
        if stored.rows_fingerprint() != current.rows_fingerprint() {
            return Some(Self::Layout);
        }
        let [stored_names, current_names] =
            [stored, current].map(|table| table.layout().fields().iter().map(FieldLayout::name));
        (stored.is_records() && have_changed_places(stored_names, current_names)).then_some(Self::Places)
    }
}

/// Returns whether two keys have fields of the same names in another order. The fingerprint of the layout does not show
/// this change if the fields have the same encoding.
pub(super) fn have_changed_places<'n>(
    stored: impl Iterator<Item = &'n str>,
    current: impl Iterator<Item = &'n str>,
) -> bool {
    let (mut stored, mut current) = (stored.collect::<Vec<_>>(), current.collect::<Vec<_>>());
    if stored == current {
        return false;
    }
    stored.sort_unstable();
    current.sort_unstable();
    stored == current
}

impl LayoutChanged {
    /// Returns the error for `table`. `stored` is the printed layout of the rows in the store.
    pub(super) fn new(table: &Table, stored: String, reason: Reason) -> Self {
        Self { table: table.name(), is_index: !table.is_records(), stored, current: table.to_string(), reason }
    }

    /// Returns the name of the table.
    pub fn table(&self) -> &'static str {
        self.table
    }

    /// Returns the printed layout of the rows in the store.
    pub fn stored(&self) -> &str {
        &self.stored
    }

    /// Returns the printed layout in this program.
    pub fn current(&self) -> &str {
        &self.current
    }
}

impl fmt::Display for LayoutChanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEADER: &str = "in the store";
        let Self { table, .. } = self;
        match &self.reason {
            Reason::Layout => writeln!(f, "the layout of table `{table}` has changed, so its rows cannot be read")?,
            Reason::Places => writeln!(
                f,
                "fields of table `{table}` have changed places, so its keys would decode with swapped values"
            )?,
            Reason::Namespaces(namespaces) => {
                let [stored, current] = &**namespaces;
                writeln!(
                    f,
                    "table `{table}` has rows with {stored}, so it cannot hold rows with {current}: \
                     in one table, no namespace may be the beginning of another"
                )?;
            }
            Reason::Records(records) => {
                let [stored, current] = &**records;
                writeln!(f, "table `{table}` is an index of {stored}, so it cannot be an index of {current}")?;
            }
        }
        f.write_str(match (&self.reason, self.is_index) {
            (Reason::Layout, true) => {
                "help: if the key of the records has changed, move the records with `Rows::migrate`; otherwise give the index \
                 a new name with `table = \"..\"`, call `Rows::rebuild` for it, and delete the old entries with \
                 `Rows::drop_index`\n\n"
            }
            (Reason::Places, false) => {
                "help: put the fields back in their old order; if you only renamed them, choose names that the table did not \
                 have, or move the records with `Rows::migrate`\n\n"
            }
            (Reason::Records(_), _) => {
                "help: give the index a table name of its own with `table = \"..\"`, or, if the table of the records had another \
                 name before, give this name back to it\n\n"
            }
            (_, true) => "help: give the index a table name of its own with `table = \"..\"`\n\n",
            (Reason::Layout, false) => {
                "help: give the new layout a table name of its own, and move the records with `Rows::migrate`; if two types of \
                 this program have this table name, rename the table of one of them\n\n"
            }
            (_, false) => "help: give the new layout a table name of its own, and move the records with `Rows::migrate`\n\n",
        })?;
        let width = self.stored.lines().map(|line| line.chars().count()).fold(HEADER.len(), usize::max);
        writeln!(f, "{HEADER:width$} | in this program")?;
        let (mut stored, mut current) = (self.stored.lines(), self.current.lines());
        loop {
            match (stored.next(), current.next()) {
                (None, None) => return Ok(()),
                (left, right) => {
                    let line = format!("{:width$} | {}", left.unwrap_or_default(), right.unwrap_or_default());
                    writeln!(f, "{}", line.trim_end())?;
                }
            }
        }
    }
}

impl Error for LayoutChanged {}

debug_as_message!(LayoutChanged);
