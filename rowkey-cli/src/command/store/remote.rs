//! The stores on other machines. Each is opened in a module of its own, and the rest is the same for all of them.

#[cfg(feature = "bigtable")]
pub(super) mod bigtable;
#[cfg(feature = "dynamodb")]
pub(super) mod dynamodb;
#[cfg(feature = "hbase")]
pub(super) mod hbase;
#[cfg(feature = "mongodb")]
pub(super) mod mongodb;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow, ensure};
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey_async::{__LoadError, AsyncDatabase, AsyncStore, RangePage, RangeRequest, RowWrite, Scanner};
use rowkey_cli::between;
use tokio::runtime::{Builder, Runtime};

use super::{Change, Count, Kind, Store, Visit, Writer};
use crate::output::shown_key;

/// `ls` counts the rows of a table up to this number, because the stores do not know it.
const COUNTED: u64 = 1000;
/// The number of rows in the first request of a scan, and in the others.
const ROWS: usize = 1000;
const MORE_ROWS: usize = 4000;

pub(super) struct Remote<S> {
    kind: Kind,
    runtime: Runtime,
    database: AsyncDatabase<S>,
    /// The rows of the table of recorded layouts, as they were when the store was opened.
    layouts: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The kinds of rows in the order of their namespaces: those that are recorded, and those that will be written.
    tables: Vec<&'static Table>,
    /// The names of the tables that rowkey has recorded. Tables of other programs have other columns.
    names: Vec<String>,
}

/// Converts an error to its message. Its sources are left out, because the message says what they say.
fn message(error: impl Display) -> anyhow::Error {
    anyhow!("{error}")
}

impl<S: AsyncStore> Remote<S> {
    /// Opens a store with an async function. `tables` are the tables that will be written.
    fn open(
        kind: Kind,
        tables: &[&'static Table],
        open: impl AsyncFnOnce() -> Result<AsyncDatabase<S>>,
    ) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (database, layouts) = runtime.block_on(async {
            let database = open().await?;
            let layouts = database.recorded_layouts().await.map_err(message)?;
            Ok::<_, anyhow::Error>((database, layouts.into_iter().collect::<BTreeMap<_, _>>()))
        })?;
        let recorded = layouts.iter().filter_map(|(key, value)| RecordedTable::read(key, value).ok());
        let recorded: Vec<_> = recorded.map(|table| super::table_of(&table)).collect();
        let mut names: BTreeSet<_> = recorded.iter().map(|table| table.name().to_owned()).collect();
        if !layouts.is_empty() {
            names.insert(LAYOUTS.name().to_owned());
        }
        let mut tables = if tables.is_empty() { recorded } else { tables.to_vec() };
        tables.sort_by_key(|table| table.namespace());
        Ok(Self { kind, runtime, database, layouts, tables, names: names.into_iter().collect() })
    }

    /// Finds the kind of the rows with these keys among the kinds that share a table. Tables of other programs have one kind.
    fn table_of(&self, table: &'static Table, key: &[u8]) -> Result<&'static Table> {
        let kind = self.tables_named(table.name()).find(|kind| key.starts_with(kind.namespace())).unwrap_or(table);
        Self::check(kind)?;
        Ok(kind)
    }

    fn tables_named(&self, name: &str) -> impl DoubleEndedIterator<Item = &'static Table> {
        self.tables.iter().copied().filter(move |table| table.name() == name)
    }

    /// Checks that the command can find rows by their keys.
    fn check(table: &Table) -> Result<()> {
        let is_hidden = S::PARTITIONS && table.layout().sort_key().is_some() && !table.knows_sort_key();
        ensure!(
            !is_hidden,
            "only the program can find the partition key in the keys of the table `{}`, because a field before the sort key \
             has a codec of the program",
            table.name()
        );
        Ok(())
    }

    fn range(&self, request: &RangeRequest) -> Result<RangePage> {
        self.runtime.block_on(self.database.store().range(request)).map_err(message)
    }

    /// Reads the rows of one kind.
    fn scan_kind(
        &self,
        table: &'static Table,
        range: KeyRange,
        direction: Direction,
        visit: &mut Visit<'_>,
    ) -> Result<ControlFlow<()>> {
        Self::check(table)?;
        let mut request = RangeRequest { table, range, direction, limit: ROWS, scanner: Some(Scanner::default()) };
        while !request.range.is_empty() {
            let page = self.range(&request)?;
            let last = page.rows.last().map(|(key, _)| key.clone());
            for (key, value) in page.rows {
                // A removed record leaves a row without a value.
                if let Some(value) = value.bytes
                    && visit(&key, &value)?.is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if page.is_end {
                break;
            }
            if let Some(last) = last {
                let rest = &request.range;
                request.range = if direction == Direction::Forward { rest.after(&last) } else { rest.before(&last) };
            }
            request.limit = MORE_ROWS;
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<S: AsyncStore> Store for Remote<S> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        let mut count = 0;
        for table in self.tables_named(name) {
            let all = KeyRange::beginning_with(table.namespace());
            let end = self.scan_kind(table, all, Direction::Forward, &mut |_, _| {
                count += 1;
                Ok(if count < COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
            if end.is_break() {
                return Ok(Count::AtLeast(count));
            }
        }
        Ok(Count::Exactly(count))
    }

    fn bytes(&self, _: &str) -> Result<Option<u64>> {
        Ok(None)
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        if table == &LAYOUTS {
            return Ok(self.layouts.get(key).cloned());
        }
        Ok(self.get_all(table, vec![key.to_vec()])?.pop().flatten())
    }

    fn get_all(&self, table: &'static Table, keys: Vec<Vec<u8>>) -> Result<Vec<Option<Vec<u8>>>> {
        let keys = keys.into_iter().map(|key| Ok((self.table_of(table, &key)?, key)));
        let keys = keys.collect::<Result<Vec<_>>>()?;
        let rows = self.runtime.block_on(self.database.store().get(&keys)).map_err(message)?;
        Ok(rows.into_iter().map(|row| row.bytes).collect())
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        if table == &LAYOUTS {
            for (key, value) in self.layouts.iter().filter(|(key, _)| range.contains(key)) {
                if visit(key, value)?.is_break() {
                    break;
                }
            }
            return Ok(());
        }
        let mut tables: Vec<_> = self.tables_named(table.name()).collect();
        if direction == Direction::Backward {
            tables.reverse();
        }
        for table in tables {
            let all = KeyRange::beginning_with(table.namespace());
            let end = [range.end(), all.end()].into_iter().flatten().min();
            let range = between(range.start().max(all.start()), end);
            if self.scan_kind(table, range, direction, visit)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<S: AsyncStore> Writer for Remote<S> {
    /// Stores the rows of indexes and then those of records, each in batches, and sends several batches at the same time.
    fn write(&self, rows: &[Change], changes: &[Change]) -> Result<()> {
        let mut kinds = [Vec::new(), Vec::new()];
        for Change { table, key, value } in rows {
            let table = self.table_of(table, key)?;
            let [indexes, records] = &mut kinds;
            let kind = if table.is_index() { indexes } else { records };
            kind.extend(value.as_ref().map(|value| (table, key.clone(), value.clone())));
        }
        let changes = changes.iter().map(|change| {
            let table = if change.table == &LAYOUTS { &LAYOUTS } else { self.table_of(change.table, &change.key)? };
            Ok(RowWrite { table, key: change.key.clone(), value: change.value.clone(), expected: None })
        });
        let changes = changes.collect::<Result<Vec<_>>>()?;
        self.runtime.block_on(async {
            for rows in kinds {
                self.database.__rowkey_load_rows(rows).await.map_err(|error| match error {
                    __LoadError::Store(error) => message(error),
                    __LoadError::Exists { table, key } => anyhow!(
                        "the table `{}` has a row with the key {} and another value\n\
                         help: import into a new store, or export other tables",
                        table.name(),
                        shown_key(&key)
                    ),
                })?;
            }
            self.database.__rowkey_write_rows(&changes).await.map_err(message)
        })
    }
}
