//! The tables of a store, as the store has recorded them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use rowkey::explain::{Explanation, PartKind};
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey::{KeyRange, Layout};
use rowkey_cli::{explain, ranges};

use crate::store::{self, Count, Store};

/// The maximum number of rows that [`Catalog::count`] reads from a file, and from another machine.
const COUNTED: u64 = 1_000_000;
const COUNTED_REMOTELY: u64 = 1_000;

/// An open store and its recorded tables.
pub(crate) struct Catalog {
    pub(crate) store: Box<dyn Store>,
    pub(crate) tables: Vec<Recorded>,
    /// The names of the tables whose layouts cannot be read, and the reason for each.
    pub(crate) damaged: Vec<(String, String)>,
    /// The names of jobs that have not finished.
    pub(crate) jobs: Vec<String>,
}

/// A recorded table, and the handle to read its rows.
pub(crate) struct Recorded {
    pub(crate) recorded: RecordedTable,
    pub(crate) table: &'static Table,
}

impl Catalog {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let store = store::open(path)?;
        let mut catalog = Self { store, tables: Vec::new(), damaged: Vec::new(), jobs: Vec::new() };
        if !catalog.store.names().iter().any(|name| name == LAYOUTS.name()) {
            return Ok(catalog);
        }
        let (mut tables, mut damaged, mut jobs) = (Vec::new(), Vec::new(), Vec::new());
        catalog.store.scan(&LAYOUTS, &KeyRange::beginning_with(b""), Direction::Forward, &mut |key, value| {
            if let Some(job) = RecordedTable::job_of(key) {
                jobs.push(job.to_owned());
                return Ok(ControlFlow::Continue(()));
            }
            match RecordedTable::read(key, value) {
                Ok(recorded) => tables.push(Recorded { table: store::table_of(&recorded), recorded }),
                Err(reason) => damaged.push((String::from_utf8_lossy(key).into_owned(), reason)),
            }
            Ok(ControlFlow::Continue(()))
        })?;
        (catalog.tables, catalog.damaged, catalog.jobs) = (tables, damaged, jobs);
        Ok(catalog)
    }

    /// Finds a table by its name, or by `NAME:NAMESPACE` if several kinds of rows share the name.
    pub(crate) fn table(&self, name: &str) -> Result<&Recorded> {
        let shown = |table: &Recorded| table.shown_name();
        let found: Vec<_> =
            self.tables.iter().filter(|table| table.recorded.name() == name || shown(table) == name).collect();
        let names = || self.tables.iter().map(shown).collect::<Vec<_>>().join(", ");
        match found[..] {
            [table] => Ok(table),
            [] if self.store.names().iter().any(|other| other == name) => {
                let damaged = self.damaged.iter().find(|(damaged, _)| damaged == name);
                Err(damaged.map_or_else(
                    || anyhow!("rowkey has recorded no layout for the table `{name}`, so its rows cannot be shown; `rowkey guess` proposes a layout"),
                    |(_, reason)| anyhow!("table `{name}`: {reason}"),
                ))
            }
            [] if self.tables.is_empty() => bail!("the store has no tables that rowkey has recorded"),
            [] => bail!("there is no table `{name}`; the tables are {}", names()),
            _ => bail!("several kinds of rows are in the table `{name}`: choose one of {}", names()),
        }
    }

    /// Counts the rows of one kind in a table that has several.
    pub(crate) fn count(&self, table: &Recorded) -> Result<Count> {
        let mut rows = 0;
        let limit = if self.store.kind().is_remote() { COUNTED_REMOTELY } else { COUNTED };
        self.store.scan(table.table, &table.all(), Direction::Forward, &mut |_, _| {
            rows += 1;
            Ok(if rows < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(if rows < limit { Count::Exactly(rows) } else { Count::AtLeast(rows) })
    }

    /// Returns the records of an index.
    pub(crate) fn records_of(&self, index: &Recorded) -> Option<&Recorded> {
        let records = index.recorded.records()?;
        self.tables.iter().find(|table| table.recorded.name_and_namespace() == records)
    }

    /// Returns the primary key that an entry of an index leads to.
    pub(crate) fn primary_key(&self, index: &Recorded, key: &[u8], value: &[u8]) -> Result<Vec<u8>> {
        if let Some((primary, _)) = index.recorded.split_entry(value) {
            return Ok(primary.to_vec());
        }
        let records = self.records_of(index).context("the records of the index are not recorded")?;
        let fields = fields(&explain(index.layout(), key))?;
        let mut values = Vec::new();
        for field in records.layout().field_names() {
            let name = index.recorded.primary_fields().find(|(_, other)| *other == field).map(|(name, _)| name);
            let value = name.and_then(|name| fields.get(name).cloned());
            values.push((field, value.with_context(|| format!("no field of the index is `key.{field}`"))?));
        }
        let values: Vec<_> = values.iter().map(|(field, value)| (*field, value.as_str())).collect();
        match &ranges(records.layout(), &values)?[..] {
            [range] => Ok(range.start().to_vec()),
            _ => bail!("only the program can compute the salt of the primary key"),
        }
    }

    /// Returns the state of an index as text. Returns `None` for records.
    pub(crate) fn state(&self, table: &Recorded) -> Option<&'static str> {
        table.recorded.records()?;
        Some(match self.records_of(table) {
            None => "its records are not recorded",
            Some(records) if table.recorded.is_complete(&records.recorded) => "complete",
            Some(_) => "not built: a program must call `rebuild`",
        })
    }
}

impl Recorded {
    pub(crate) fn layout(&self) -> &Layout {
        self.recorded.layout()
    }

    /// Returns the name, with the namespace if the keys have one.
    pub(crate) fn shown_name(&self) -> String {
        match self.recorded.namespace() {
            [] => self.recorded.name().to_owned(),
            namespace => format!("{}:{}", self.recorded.name(), namespace.escape_ascii()),
        }
    }

    /// Returns the kind as text, such as `records` or `unique index of users`.
    pub(crate) fn kind(&self) -> String {
        let unique = if self.recorded.is_unique() { "unique " } else { "" };
        let covering = if self.recorded.format().is_some() { "covering " } else { "" };
        match self.recorded.records() {
            Some(records) => format!("{unique}{covering}index of {records}"),
            None => "records".to_owned(),
        }
    }

    /// Returns the part of the record's value that an entry of a covering index stores. Returns `None` if the entry is damaged.
    pub(crate) fn stored_part<'v>(&self, value: &'v [u8]) -> Option<&'v [u8]> {
        if self.recorded.stores_primary() {
            self.recorded.split_entry(value).map(|(_, stored)| stored)
        } else {
            Some(value)
        }
    }

    /// Returns the range of all keys.
    pub(crate) fn all(&self) -> KeyRange {
        KeyRange::beginning_with(self.recorded.namespace())
    }
}

/// Returns the text of each field of an explained key.
pub(crate) fn fields(explanation: &Explanation) -> Result<BTreeMap<String, String>> {
    if let Some(problem) = explanation.problem() {
        bail!("{problem}");
    }
    let fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
    Ok(fields.map(|part| (part.name().to_owned(), part.value().unwrap_or_default().to_owned())).collect())
}
